/** Which of the token sets is in force. It follows the system. */

export type Theme = "dark" | "light";

const prefersLight = "(prefers-color-scheme: light)";

/**
 * Puts the system's theme on the document now and whenever the system changes it. The returned function ends
 * that; `changed` is told after the document has the new theme.
 */
export function followSystemTheme(root: HTMLElement, changed: (theme: Theme) => void): () => void {
  const query = root.ownerDocument.defaultView?.matchMedia(prefersLight);
  const apply = () => {
    const theme: Theme = query?.matches ? "light" : "dark";
    root.dataset.theme = theme;
    changed(theme);
  };
  apply();
  query?.addEventListener("change", apply);
  return () => query?.removeEventListener("change", apply);
}
