/**
 * How large the letters of a font are drawn. All terminals of a page have the
 * same font, so the first one that is shown measures for all of them: asking
 * the page once per terminal would make it lay itself out once per terminal.
 */
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from "../base/disposable";
import { Emitter } from "../base/emitter";

export interface Letters {
  /** What stretches the rows to the design's height; an option of the emulator. */
  readonly lineHeight: number;
  /** CSS pixels of a cell with that. */
  readonly cell: { readonly width: number; readonly height: number };
  /** What WebGL makes of it, once it has drawn some. */
  readonly webgl?: WebglLetters;
}

/** WebGL's cells are whole device pixels wide. */
export interface WebglLetters {
  /** Device pixels between letters, so that they are not squeezed. */
  readonly spacing: 0 | 1;
  /** CSS pixels of a cell with that. */
  readonly width: number;
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
  private readonly scale = this.store.add(new DisposableSlot());
  /** A font was measured that was not known before, or has to be because the screen's pixels are others. */
  readonly measured = this.measuredEmitter.event;

  constructor() {
    this.watchScale();
  }

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

  /** A window that moves to another screen may keep its size, and nothing else tells of its pixels. */
  private watchScale(): void {
    const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    const rescaled = (): void => {
      this.watchScale();
      this.measuredEmitter.fire();
    };
    query.addEventListener("change", rescaled, { once: true });
    this.scale.set(toDisposable(() => query.removeEventListener("change", rescaled)));
  }
}

/** Pixels are rounded to those of the screen, so its ratio is part of the font. */
function key({ fontSize, fontFamily, lineHeight, loaded }: Font): string {
  return `${window.devicePixelRatio} ${loaded} ${fontSize} ${lineHeight} ${fontFamily}`;
}
