/** What draws the terminals of a page, and why. */
export interface GraphicsState {
  readonly renderer: "webgl" | "dom";
  readonly because: "chosen" | "trial" | "untried" | "unavailable" | "distrusted" | "lost";
  /** That a whole window of text took in the trial; null without one. */
  readonly milliseconds: number | null;
}

export const undecided: GraphicsState = { renderer: "dom", because: "untried", milliseconds: null };

/** For the user's eyes and for a report. */
export function graphicsInWords({ renderer, because, milliseconds }: GraphicsState): string {
  const name = renderer === "webgl" ? "WebGL" : "the page";
  switch (because) {
    case "chosen":
      return `${name}, as chosen`;
    case "trial":
      return `${name}, because WebGL takes ${inWords(milliseconds)} for a window`;
    case "untried":
      return `${name}, until WebGL was tried`;
    case "unavailable":
      return `${name}, because there is no WebGL`;
    case "distrusted":
      return `${name}, because WebGL may show late with this window's graphics`;
    case "lost":
      return `${name}, because the graphics driver failed twice`;
  }
}

function inWords(milliseconds: number | null): string {
  if (milliseconds === null) return "unknown time";
  return milliseconds < 1 ? "less than 1 ms" : `${Math.round(milliseconds)} ms`;
}
