/**
 * One terminal as WebGL draws it, from taking a context to giving it back. The
 * emulator's addon is kept from what is known to garble a screen: it shares a
 * texture of glyphs between terminals and merges its pages while it draws.
 */
import type { WebglAddon } from "@xterm/addon-webgl";
import type { IDisposable, Terminal } from "@xterm/xterm";
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from "../base/disposable";
import type { Drawer, NewWebgl } from "./graphics";

export interface DrawerEvents {
  /** WebGL draws now, or no longer does. */
  changed(byWebgl: boolean): void;
  /** The context is gone. */
  lost(): void;
  /** What is shown has more different glyphs than a context has textures for. */
  exceeded(): void;
}

/** Pages of glyphs before the texture begins anew: half of what every WebGL2 has units for, beyond which pages are merged. */
const pagesAtMost = 8;

/**
 * Terminals with equal options share one texture, and what one of them does to
 * it garbles the others. The emulator rounds the letter spacing, so a share of
 * a pixel that is too small to be drawn makes the options unequal.
 */
const grain = 1e-9;
let textures = 0;

/** For what is shown again after it was drawn. */
const keepsPixels = true;

export class WebglDrawer implements Drawer, Disposable {
  private readonly held = new DisposableSlot<Held>();
  private Addon: NewWebgl | undefined;
  /** Whole device pixels between the letters, and the share of one that is this terminal's alone. */
  private pixels: 0 | 1 = 0;
  private share = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly events: DrawerEvents,
  ) {}

  /** Whether WebGL draws. */
  get active(): boolean {
    return this.held.value !== undefined;
  }

  /** Device pixels between the letters. */
  get spacing(): 0 | 1 {
    return this.pixels;
  }

  take(Addon: NewWebgl): boolean {
    this.Addon = Addon;
    if (!this.attach()) return false;
    this.events.changed(true);
    return true;
  }

  giveBack(): void {
    if (!this.active) return;
    this.detach();
    this.events.changed(false);
  }

  check(): void {
    if (this.held.value?.lost) this.lose();
  }

  /** Runs while the terminal draws by itself. Not within a frame, which would be painted with nothing drawn. */
  without(run: () => void): void {
    const active = this.active;
    this.detach();
    run();
    if (active && !this.attach()) this.lose();
  }

  /** Widens the cells by whole device pixels, for a font whose letters would be squeezed. */
  space(pixels: 0 | 1): void {
    if (!this.active || pixels === this.pixels) return;
    this.pixels = pixels;
    this.applySpacing();
  }

  dispose(): void {
    this.held.dispose();
  }

  private attach(): boolean {
    if (!this.Addon || !this.terminal.element) return false;
    if (this.share === 0) this.beginTexture();
    try {
      const events = {
        lost: () => this.lose(),
        full: () => this.beginTexture(),
        exceeded: () => this.exceed(),
      };
      this.held.set(new Held(this.terminal, new this.Addon(keepsPixels), events));
    } catch {
      // No context is to be had, which only the attempt tells.
      return false;
    }
    return true;
  }

  private detach(): void {
    this.held.set(undefined);
    // By itself the emulator spaces letters as the font does.
    if (this.pixels === 0) return;
    this.pixels = 0;
    this.applySpacing();
  }

  /** Another texture of glyphs, empty and nobody else's. */
  private beginTexture(): void {
    textures += 1;
    this.share = textures * grain;
    this.applySpacing();
  }

  private applySpacing(): void {
    this.terminal.options.letterSpacing = this.pixels + this.share;
  }

  private lose(): void {
    this.detach();
    this.events.lost();
    this.events.changed(false);
  }

  private exceed(): void {
    this.detach();
    this.events.exceeded();
    this.events.changed(false);
  }
}

interface HeldEvents {
  lost(): void;
  /** The texture has so many pages that the next ones may be merged. */
  full(): void;
  /** Pages were merged, in the middle of a frame. */
  exceeded(): void;
}

/** The addon while it draws, and its context. */
class Held implements Disposable {
  private readonly store = new DisposableStore();
  private readonly gl: WebGL2RenderingContext;
  private pages = 1;
  private frame = 0;

  constructor(
    terminal: Terminal,
    addon: WebglAddon,
    private readonly events: HeldEvents,
  ) {
    this.store.add(toDisposable(() => addon.dispose()));
    try {
      terminal.loadAddon(addon);
      this.gl = contextOf(terminal);
    } catch (failure) {
      this.store.dispose();
      throw failure;
    }
    this.keepSharp();
    this.watch(terminal, addon);
  }

  /** Asked, because a context that is one too many goes without an event. */
  get lost(): boolean {
    return this.gl.isContextLost();
  }

  dispose(): void {
    this.store.dispose();
    // The addon drops its context without losing it, and a webview counts it until memory runs out.
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  /**
   * The addon has smaller copies made of the whole texture after every new
   * glyph. They are never drawn, take most of the time, and some drivers
   * draw them all the same, as blocks and smears.
   */
  private keepSharp(): void {
    const { gl } = this;
    gl.generateMipmap = (target) => gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  }

  private watch(terminal: Terminal, addon: WebglAddon): void {
    const { canvas } = this.gl;
    // At once: the addon waits for three seconds whether the context comes back, and shows nothing.
    const lost = (): void => this.events.lost();
    canvas.addEventListener("webglcontextlost", lost);
    this.store.defer(() => canvas.removeEventListener("webglcontextlost", lost));
    this.own(
      terminal.onRender(() => {
        if (this.lost) lost();
        else this.showSoon();
      }),
    );
    this.store.defer(() => cancelAnimationFrame(this.frame));
    this.own(
      addon.onChangeTextureAtlas(() => {
        this.pages = 1;
      }),
    );
    this.own(
      addon.onAddTextureAtlasCanvas(() => {
        this.pages += 1;
        if (this.pages === pagesAtMost) this.afterFrame(() => this.events.full());
      }),
    );
    this.own(addon.onRemoveTextureAtlasCanvas(() => this.afterFrame(() => this.events.exceeded())));
  }

  /**
   * WebKitGTK shows what was drawn before when it is told of something new, so
   * that a letter would be seen with the next one. Clearing nothing tells it again.
   */
  private showSoon(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const { gl } = this;
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.disable(gl.SCISSOR_TEST);
    });
  }

  /** Pages come and go while a frame is drawn, which must not lose what it draws with. */
  private afterFrame(run: () => void): void {
    queueMicrotask(() => {
      if (!this.store.disposed) run();
    });
  }

  private own(registration: IDisposable): void {
    this.store.add(toDisposable(() => registration.dispose()));
  }
}

/** The addon's canvas is the one without a class, and asking it again gives the same context. */
function contextOf(terminal: Terminal): WebGL2RenderingContext {
  const canvas = terminal.element?.querySelector<HTMLCanvasElement>(".xterm-screen canvas:not([class])");
  const gl = canvas?.getContext("webgl2");
  if (!gl) throw new Error("the emulator has no WebGL canvas");
  return gl;
}
