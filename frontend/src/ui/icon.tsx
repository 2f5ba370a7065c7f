import type { JSX } from "react";
import styles from "./icon.module.css";

/** Own line drawings in a box of 16 with a stroke of 1.5. */
const shapes = {
  close: <path d="M4.25 4.25l7.5 7.5m0-7.5l-7.5 7.5" />,
  plus: <path d="M8 3.25v9.5M3.25 8h9.5" />,
  minus: <path d="M4 8h8" />,
  maximise: <rect x="4" y="4" width="8" height="8" rx=".75" />,
  folder: <path d="M1.75 12.75v-9h4.4l1.6 1.9h6.5v7.1z" />,
  terminal: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.25" />
      <path d="M4.6 6l2 2-2 2m4 .25h2.8" />
    </>
  ),
  agent: (
    <>
      <rect x="2.75" y="5.25" width="10.5" height="8" rx="1.5" />
      <path d="M8 5.25V2.75m-2.25 6v1m4.5-1v1M1.25 8.5v2m13.5-2v2" />
    </>
  ),
  branch: (
    <>
      <circle cx="4.5" cy="3.6" r="1.75" />
      <circle cx="4.5" cy="12.4" r="1.75" />
      <circle cx="11.5" cy="5" r="1.75" />
      <path d="M4.5 5.4v5.2m7-3.8c0 2.2-2.4 2.7-5.2 3.4" />
    </>
  ),
  rename: <path d="M2.75 13.25l.7-3.1 7.3-7.3 2.4 2.4-7.3 7.3zm6.4-8.8l2.4 2.4" />,
  restart: <path d="M13.25 8a5.25 5.25 0 1 1-1.6-3.8m1.85-1.7v2.6h-2.6" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="M10.4 10.4l3.35 3.35" />
    </>
  ),
  up: <path d="M4 10l4-4 4 4" />,
  down: <path d="M4 6l4 4 4-4" />,
  warning: (
    <>
      <path d="M8 2.25l6.25 11.25H1.75z" />
      <path d="M8 6.75v3m0 1.9v.05" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 7.4v3.6M8 5v.05" />
    </>
  ),
  cross: <path d="M3.25 3.25l9.5 9.5m0-9.5l-9.5 9.5" />,
  bell: <path d="M3.5 11.25h9l-1.1-1.7V7a3.4 3.4 0 0 0-6.8 0v2.55zM6.75 13.5h2.5" />,
  copied: (
    <>
      <rect x="5.25" y="5.25" width="8.5" height="8.5" rx="1" />
      <path d="M3.25 10.75h-.5v-8h8v.5m-3.2 6.5l1.4 1.4 2.6-2.9" />
    </>
  ),
  linkLost: (
    <path d="M2 2l12 12M4.4 9.4a5.1 5.1 0 0 1 2.1-1.3m4.2.8l.9.6M2 6.6a8.5 8.5 0 0 1 2.3-1.5m3.5-.9A8.6 8.6 0 0 1 14 6.6M8 12.6v.05" />
  ),
  starting: <circle cx="8" cy="8" r="5.25" strokeDasharray="1.4 2.72" />,
  one: <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1" />,
  two: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1" />
      <path d="M8 2.75v10.5" />
    </>
  ),
  four: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1" />
      <path d="M8 2.75v10.5M1.75 8h12.5" />
    </>
  ),
  six: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1" />
      <path d="M5.9 2.75v10.5M10.1 2.75v10.5M1.75 8h12.5" />
    </>
  ),
  folderMissing: <path d="M1.75 12.75v-9h4.4l1.6 1.9h6.5v7.1zM6 7.6l3.4 3.4m0-3.4L6 11" />,
  settings: (
    <>
      <path d="M2 4.5h6.25m3.5 0H14m-12 7h2.25m3.5 0H14" />
      <circle cx="10" cy="4.5" r="1.75" />
      <circle cx="6" cy="11.5" r="1.75" />
    </>
  ),
  splitRight: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="10.5" rx="1" />
      <path d="M8.75 2.75v10.5" />
    </>
  ),
  splitDown: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="10.5" rx="1" />
      <path d="M2.25 8.5h11.5" />
    </>
  ),
  zoom: <path d="M9.25 2.75h4v4m-10.5 2.5v4h4M13.25 2.75L9.5 6.5m-6.75 6.75L6.5 9.5" />,
  unzoom: <path d="M9.5 2.75V6.5h3.75M6.5 13.25V9.5H2.75M9.5 6.5l4-4m-7 7l-4 4" />,
  check: <path d="M3.25 8.5l3 3 6.5-7" />,
  back: <path d="M13 8H3.25m4-4.25L3 8l4.25 4.25" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.75v1.5m0 9.5v1.5M1.75 8h1.5m9.5 0h1.5M3.6 3.6l1 1m6.8 6.8l1 1m0-8.8l-1 1m-6.8 6.8l-1 1" />
    </>
  ),
  keyboard: (
    <>
      <rect x="1.75" y="3.75" width="12.5" height="8.5" rx="1" />
      <path d="M4.25 6.5v.05m2.5-.05v.05m2.5-.05v.05m2.5-.05v.05M5 9.75h6" />
    </>
  ),
  lines: <path d="M2.75 4h10.5M2.75 8h10.5M2.75 12h7" />,
  copy: (
    <>
      <rect x="5.25" y="5.25" width="8.5" height="8.5" rx="1" />
      <path d="M3.25 10.75h-.5v-8h8v.5" />
    </>
  ),
  mark: (
    <>
      <path d="M2.25 2.25h4.5v4.5h-4.5zm7 0h4.5v4.5h-4.5zm-7 7h4.5v4.5h-4.5z" />
      <path className={styles.markFill} d="M8.5 8.5h6v6h-6z" />
    </>
  ),
} satisfies Record<string, JSX.Element>;

export type IconName = keyof typeof shapes;

export interface IconProps {
  readonly name: IconName;
  readonly size?: 12 | 16;
  /** The accessible name, for an icon that stands without words. */
  readonly label?: string;
}

export function Icon({ name, size = 16, label }: IconProps) {
  return (
    <svg
      className={size === 12 ? styles.small : styles.icon}
      viewBox="0 0 16 16"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {shapes[name]}
    </svg>
  );
}
