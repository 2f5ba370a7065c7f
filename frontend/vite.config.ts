import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The Open Font License asks that its text travels with the fonts.
const fontLicenses = ["inter", "jetbrains-mono"];

function shipFontLicenses(): Plugin {
  return {
    name: "ship-font-licenses",
    apply: "build",
    generateBundle() {
      for (const font of fontLicenses) {
        this.emitFile({
          type: "asset",
          fileName: `licenses/${font}-OFL.txt`,
          source: readFileSync(`node_modules/@fontsource-variable/${font}/LICENSE`, "utf8"),
        });
      }
    },
  };
}

export default defineConfig({
  // Relative URLs: the same files are served from 127.0.0.1 at any port and from the desktop's own scheme.
  base: "./",
  plugins: [react(), shipFontLicenses()],
  build: {
    // The oldest engines that the desktop meets: WebKitGTK 2.40 and the WKWebView of macOS 13.
    target: ["es2022", "safari16"],
    // The content security policy admits nothing inline and no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    reportCompressedSize: false,
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/terminal/nodeBuffer.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
  },
});
