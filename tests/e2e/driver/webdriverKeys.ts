// Keys by the names that the page calls them, as the WebDriver protocol wants them: one character each, of which
// those of keys without a character lie in a private area (https://www.w3.org/TR/webdriver2/#keyboard-actions).

import type { Action } from "./webdriver.ts";

const named: Record<string, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE006", // the large one; E007 is that of the number pad
  Shift: "\uE008",
  Control: "\uE009",
  Alt: "\uE00A",
  Escape: "\uE00C",
  Space: " ",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Insert: "\uE016",
  Delete: "\uE017",
  Meta: "\uE03D",
  BracketLeft: "[",
  BracketRight: "]",
  Comma: ",",
};

const plain = "`1234567890-=[]\\;',./";
const shifted = '~!@#$%^&*()_+{}|:"<>?';

/** The character of a key by its name or its legend. */
export function keyOf(name: string): string {
  const functionKey = /^F(\d{1,2})$/.exec(name);
  if (functionKey !== null) {
    return String.fromCharCode(0xe030 + Number(functionKey[1]));
  }
  const key = named[name] ?? name;
  if ([...key].length !== 1) {
    throw new Error(`there is no key called ${name}`);
  }
  return key;
}

/** What an American keyboard sends for a key while Shift is held or not. */
function legend(key: string, shift: boolean): string {
  const place = shift ? plain.indexOf(key) : shifted.indexOf(key);
  if (place >= 0) {
    return (shift ? shifted : plain).charAt(place);
  }
  return shift ? key.toUpperCase() : key.toLowerCase();
}

export function down(name: string): Action {
  return { type: "keyDown", value: keyOf(name) };
}

export function up(name: string): Action {
  return { type: "keyUp", value: keyOf(name) };
}

/** Presses a key with those that are held for it, as "Control+Shift+P". */
export function chord(text: string): Action[] {
  const names = text.split(/\+(?=.)/);
  const held = names.slice(0, -1);
  const key = legend(keyOf(names.at(-1) ?? ""), held.includes("Shift"));
  return [...held.map(down), { type: "keyDown", value: key }, { type: "keyUp", value: key }, ...held.reverse().map(up)];
}

/** Types text as fingers do: capitals and signs with Shift, a line's end with Enter. */
export function typing(text: string): Action[] {
  return [...text].flatMap((character) => {
    if (character === "\n") {
      return chord("Enter");
    }
    const needsShift = shifted.includes(character) || /^[A-Z]$/.test(character);
    const press: Action[] = [
      { type: "keyDown", value: character },
      { type: "keyUp", value: character },
    ];
    return needsShift ? [down("Shift"), ...press, up("Shift")] : press;
  });
}
