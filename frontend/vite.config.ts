import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import pxtorem from "postcss-pxtorem";
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

/**
 * Our style sheets are written in pixels and served in rem, so that the size of the root's font scales the
 * whole interface. Hairlines stay hairlines. The emulator's own sheet, and its scroll bar, whose width it sets
 * by script, are left alone.
 */
const scalable = pxtorem({
  rootValue: 16,
  propList: ["*"],
  minPixelValue: 1.5,
  selectorBlackList: [".slider"],
  exclude: /node_modules/,
});

export default defineConfig({
  // Relative URLs: the same files are served from 127.0.0.1 at any port and from the desktop's own scheme.
  base: "./",
  plugins: [react(), shipFontLicenses()],
  css: { postcss: { plugins: [scalable] } },
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
