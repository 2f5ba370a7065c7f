/** Whether a font is on this machine, which no page is told: a text in it is as wide as without it, or not. */

const sample = "mmmmmmmmmmlli10OQW@#";
const fallbacks = ["monospace", "serif", "sans-serif"] as const;

const known = new Map<string, boolean>();

/** True also where nothing can be measured, because then nothing is known against it. */
export function installed(family: string): boolean {
  const answer = known.get(family) ?? measured(family);
  known.set(family, answer);
  return answer;
}

/** Whether the letters of a font are as wide as each other; true also where nothing can be measured. */
export function monospaced(family: string): boolean {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return true;
  context.font = `72px "${family.replace(/["\\]/g, "\\$&")}", monospace`;
  const [narrow, wide] = ["iiiiiiiiii", "MMMMMMMMMM"].map((text) => context.measureText(text).width);
  return narrow === wide;
}

function measured(family: string): boolean {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return true;
  const width = (font: string) => {
    context.font = `72px ${font}`;
    return context.measureText(sample).width;
  };
  const quoted = `"${family.replace(/["\\]/g, "\\$&")}"`;
  // A font that happens to be as wide as one of the fallbacks is not as wide as all of them.
  return fallbacks.some((fallback) => width(`${quoted}, ${fallback}`) !== width(fallback));
}
