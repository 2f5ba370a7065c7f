/** How fonts that the user has named are written in a style sheet. */

/** One family name in quotes, so that nothing in it is read as anything else. */
export function quotedFamily(name: string): string {
  return `"${name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").replace(/["\\]/g, "\\$&")}"`;
}

/** The families of a list with commas between, each with or without quotes. */
export function families(list: string): string[] {
  return list
    .split(",")
    .map((name) =>
      name
        .trim()
        .replace(/^(["'])(.*)\1$/, "$2")
        .trim(),
    )
    .filter((name) => name !== "");
}

/** A list of families that begins with the user's, if there are any. */
export function fontStack(list: string, bundled: string): string {
  return [...families(list).map(quotedFamily), bundled].join(", ");
}
