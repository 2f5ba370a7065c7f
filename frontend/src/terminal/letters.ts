/**
 * How large the letters of a font are drawn. All terminals of a page have the
 * same font, so the first one that is shown measures for all of them: asking
 * the page once per terminal would make it lay itself out once per terminal.
 */
import { type Disposable, DisposableStore } from "../base/disposable";
import { Emitter } from "../base/emitter";

export interface Letters {
  /** What stretches the rows to the design's height; an option of the emulator. */
  readonly lineHeight: number;
  /** CSS pixels of a cell with that. */
  readonly cell: { readonly width: number; readonly height: number };
}

export interface Font {
  readonly fontSize: number;
  readonly fontFamily: string;
  /** Percent of the rows' own height. */
  readonly lineHeight: number;
  /** Whether its file is there; until then another one of the family is drawn. */
  readonly loaded: boolean;
}

export class MeasuredLetters implements Disposable {
  private readonly store = new DisposableStore();
  private readonly measuredEmitter = this.store.add(new Emitter<void>());
  private readonly known = new Map<string, Letters>();
  /** A font was measured that was not known before. */
  readonly measured = this.measuredEmitter.event;

  of(font: Font): Letters | undefined {
    return this.known.get(key(font));
  }

  learn(font: Font, letters: Letters): void {
    this.known.set(key(font), letters);
    this.measuredEmitter.fire();
  }

  dispose(): void {
    this.store.dispose();
  }
}

/** Pixels are rounded to those of the screen, so its ratio is part of the font. */
function key({ fontSize, fontFamily, lineHeight, loaded }: Font): string {
  return `${window.devicePixelRatio} ${loaded} ${fontSize} ${lineHeight} ${fontFamily}`;
}
