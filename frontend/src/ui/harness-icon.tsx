import styles from "./icon.module.css";

export interface HarnessIconProps {
  /** The drawing of a harness as the backend has it: an SVG document of our own in a box of 16. */
  readonly drawing: string;
  readonly size?: 12 | 16;
}

/** The drawing of a coding agent, beside its name. */
export function HarnessIcon({ drawing, size = 16 }: HarnessIconProps) {
  return (
    <svg className={size === 12 ? styles.small : styles.icon} viewBox="0 0 16 16" aria-hidden>
      {shapesOf(drawing).map((shape) => (
        <path key={shape} d={shape} />
      ))}
    </svg>
  );
}

const known = new Map<string, readonly string[]>();

/** The lines of a drawing. Nothing else is taken over, so a document is never put into the page. */
function shapesOf(drawing: string): readonly string[] {
  const found = known.get(drawing);
  if (found) return found;
  const page = new DOMParser().parseFromString(drawing, "image/svg+xml");
  const shapes = [...page.querySelectorAll("path")].map((path) => path.getAttribute("d") ?? "");
  known.set(drawing, shapes);
  return shapes;
}
