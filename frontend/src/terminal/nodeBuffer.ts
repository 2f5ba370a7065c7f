/**
 * Vitest setup. The grapheme addon reads its table through the `buffer` of a
 * Node Buffer and ignores the offset, so that a pooled Buffer sends it into an
 * endless loop at import. Browsers have no Buffer and are not affected.
 */
const node = globalThis as { Buffer?: { poolSize: number } };
if (node.Buffer) node.Buffer.poolSize = 0;

export {};
