import { expect, test } from "vitest";
import { fakeBackend } from "./fake";
import { BackendUploads, base64, uploadPiece } from "./uploads";

test("a file travels in pieces, one after the other, and comes back as a path", async () => {
  const backend = fakeBackend();
  const pieces: string[] = [];
  let running = 0;
  backend.answer("Uploads.Begin", (name: string, size: number) => `${name}:${size}`);
  backend.answer("Uploads.Append", async (id: string, piece: string) => {
    expect([id, ++running]).toEqual(["photo.png:600000", 1]);
    await Promise.resolve();
    running -= 1;
    pieces.push(piece);
  });
  backend.answer("Uploads.Finish", () => "/private/photo.png");
  const content = Uint8Array.from({ length: 600_000 }, (_, i) => i % 256);
  const path = await new BackendUploads(backend.client).upload(new File([content], "photo.png"));
  expect(path).toBe("/private/photo.png");
  expect(pieces).toHaveLength(Math.ceil(content.length / uploadPiece));
  expect(pieces.map((piece) => atob(piece)).join("")).toHaveLength(600_000);
  expect(pieces[0]).toBe(base64(content.slice(0, uploadPiece)));
  expect(backend.unused()).toEqual([]);
});

test("a pasted image gets a name from its type, and an empty file is one as well", async () => {
  const backend = fakeBackend();
  backend.answer("Uploads.Begin", (name: string, size: number) => `${name}:${size}`);
  backend.answer("Uploads.Finish", (id: string) => `/private/${id}`);
  const uploads = new BackendUploads(backend.client);
  expect(await uploads.upload(new Blob([], { type: "image/png" }))).toBe("/private/image.png:0");
});
