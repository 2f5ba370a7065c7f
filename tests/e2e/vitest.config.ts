import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["scenarios/**/*.test.ts"],
    // Every scenario starts a server, shells and a page: two at once on a small
    // machine would measure each other.
    fileParallelism: false,
    // A scenario waits for conditions, each with its own, shorter deadline.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
