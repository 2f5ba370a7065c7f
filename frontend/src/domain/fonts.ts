/** How a font that the user has named is written in a style sheet. */

/** One family name in quotes, so that nothing in it is read as anything else. */
export function quotedFamily(name: string): string {
  return `"${name
    .trim()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/["\\]/g, "\\$&")}"`;
}

/** A list of families that begins with the user's, if there is one. */
export function fontStack(name: string, bundled: string): string {
  return name.trim() === "" ? bundled : `${quotedFamily(name)}, ${bundled}`;
}
