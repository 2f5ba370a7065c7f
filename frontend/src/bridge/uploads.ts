/** Sends files to the backend in pieces that fit the socket's messages. */
import type { FileUploads } from "./client";
import type { Client } from "./generated";

/** Bytes of one piece: in base64 a third more, well below the message limit of 1 MiB. */
export const uploadPiece = 256 << 10;

export class BackendUploads implements FileUploads {
  constructor(private readonly client: Pick<Client, "uploads">) {}

  async upload(file: Blob & { readonly name?: string }): Promise<string> {
    const id = await this.client.uploads.begin(uploadName(file), file.size);
    // One piece after the other: calls have no order among each other.
    for (let at = 0; at < file.size; at += uploadPiece) {
      const piece = new Uint8Array(await file.slice(at, at + uploadPiece).arrayBuffer());
      await this.client.uploads.append(id, base64(piece));
    }
    return this.client.uploads.finish(id);
  }
}

/** A pasted image has no name of its own. */
function uploadName(file: Blob & { readonly name?: string }): string {
  if (file.name) return file.name;
  const kind = /^image\/([a-z0-9]+)/.exec(file.type)?.[1];
  return kind ? `image.${kind}` : "file";
}

export function base64(bytes: Uint8Array): string {
  let binary = "";
  // In slices, because every byte becomes an argument and engines bound their number.
  for (let at = 0; at < bytes.length; at += 0x2000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  }
  return btoa(binary);
}
