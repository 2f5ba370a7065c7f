/**
 * The clipboard of whoever sits at this window. In the desktop the backend
 * reaches the system's; in a browser only the page can, because the backend
 * may be on another machine.
 */
import type { ClipboardAccess, ClipboardContent } from "./client";
import type { Client } from "./generated";

export class DesktopClipboard implements ClipboardAccess {
  readonly readable = true;

  constructor(private readonly client: Pick<Client, "clipboard">) {}

  async write(text: string): Promise<boolean> {
    const { handled } = await this.client.clipboard.write(text);
    return handled;
  }

  async read(): Promise<ClipboardContent | null> {
    const { handled, text, paths } = await this.client.clipboard.read();
    return handled ? { text, paths, files: [] } : null;
  }
}

export class PageClipboard implements ClipboardAccess {
  readonly readable = false;

  async write(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyThroughSelection(text);
    }
  }

  async read(): Promise<ClipboardContent | null> {
    try {
      // Not readText: some browsers ask their user at each read.
      const items = await navigator.clipboard.read();
      const text = await firstOf(items, (type) => type === "text/plain");
      if (text) return { text: await text.text(), paths: [], files: [] };
      const picture = await firstOf(items, (type) => type.startsWith("image/"));
      return { text: "", paths: [], files: picture ? [new File([picture], "", { type: picture.type })] : [] };
    } catch {
      return null;
    }
  }
}

async function firstOf(items: ClipboardItems, wanted: (type: string) => boolean): Promise<Blob | undefined> {
  for (const item of items) {
    const type = item.types.find(wanted);
    if (type) return item.getType(type);
  }
  return undefined;
}

/** The way that needs neither a permission nor a secure context, only a recent key or click. */
function copyThroughSelection(text: string): boolean {
  let copied = false;
  const write = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
    copied = true;
  };
  document.addEventListener("copy", write, { capture: true });
  try {
    document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", write, { capture: true });
  }
  return copied;
}
