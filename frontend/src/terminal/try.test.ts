import { expect, test } from "vitest";
import { fakeStream } from "../bridge/fake";
import { TerminalView } from "./view";
import { defaultSettings } from "./contract";
import { themeFrom } from "./theme";
test("opens", async () => {
  const stream = fakeStream();
  const c = document.createElement("div"); document.body.append(c);
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { get: () => 800, configurable: true });
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { get: () => 600, configurable: true });
  const view = new TerminalView({ container: c, stream, clipboard: {readable: true, write: async()=>true, read: async()=>null}, settings: defaultSettings, theme: themeFrom(()=>"#112233", false), platform: {keys:"linux", os:"linux"}, version: "1", callbacks: {intercept: ()=>false, isFocusedPane: ()=>true, confirmPaste: async()=>true, openLink(){}, receiveFiles: async()=>[]}});
  await new Promise(r=>setTimeout(r,100));
  await stream.write("hello \x1b[c");
  expect(c.innerHTML).toContain("xterm-screen");
  expect(stream.typed).toBe("\x1b[?1;2c");
  view.dispose();
});
