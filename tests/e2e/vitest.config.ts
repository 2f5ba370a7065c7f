import { defineConfig } from "vitest/config";
import { choices, hasSome } from "./driver/inTheWindow.ts";

// What compares durations, or uses the whole machine on purpose.
const alone = ["views", "flood", "killed", "soak"].map((name) => `scenarios/${name}.test.ts`);

const full = process.env["CLANKER_E2E_FULL"] === "1";
const inTheWindow = Object.entries(choices).flatMap(([file, choice]) => (hasSome(choice, full) ? [`scenarios/${file}.test.ts`] : []));

export default defineConfig({
  test: {
    // A scenario waits for conditions, each with its own, shorter deadline.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A flaky scenario is a defect to be found, not to be tried again. Only where nobody attends, on a
    // machine that may be busy with other work, it is tried once more, and the report says so.
    retry: process.env["CI"] ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: ["scenarios/**/*.test.ts"],
          exclude: alone,
          // Most of a scenario is waiting for a page or a shell, so two share a small machine well.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "alone", include: alone, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: "window",
          include: ["driver/*.test.ts", ...inTheWindow],
          // Each window has processes of its own for the page and for the network.
          fileParallelism: false,
          env: { CLANKER_E2E_PLACE: "window" },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
