/**
 * Which terminals of this page are drawn by WebGL. It decides whether that is
 * worth it here, by the setting or by a timed draw, and hands out few contexts:
 * a webview takes the oldest away without a word when there are too many. It
 * draws nothing itself.
 */
import type { WebglAddon } from "@xterm/addon-webgl";
import { type Disposable, DisposableSlot, DisposableStore } from "../base/disposable";
import { Emitter, type Event } from "../base/emitter";
import type { GraphicsState } from "../domain/graphics";
import type { Trial } from "./trialDraw";

/** A terminal, which draws by itself what WebGL does not draw for it. */
export interface Drawer {
  /** Draws by WebGL from now on; false when it cannot. */
  take(Addon: NewWebgl): boolean;
  /** Draws by itself again, and gives the context back. */
  giveBack(): void;
  /** Takes notice of a context that was lost without a word. */
  check(): void;
}

export type NewWebgl = new (keepsPixels: boolean) => WebglAddon;

export type RendererChoice = "auto" | "webgl" | "dom";

export interface GraphicsOptions {
  /** Loads what draws by WebGL, which a page without it does not need. */
  readonly load: () => Promise<NewWebgl>;
  readonly trial: () => Promise<Trial | null>;
  readonly after: (milliseconds: number, run: () => void) => Disposable;
  /** The page is looked at again; meanwhile anything may have happened to the contexts. */
  readonly looked: Event<void>;
  /** Milliseconds that have passed since some moment. */
  readonly now: () => number;
  readonly most?: number;
}

/** Half of the contexts that WebKit allows; the others are for what else a page may need. */
const contexts = 8;

/** The first terminal's prompt comes first. */
const trialPause = 1_000;

/**
 * Terminals that never rest together for a second must not keep WebGL from them. After so long a pause of a few
 * frames is enough, which a program's moving sign of life leaves; after twice that, none: the trial counts the
 * fastest of its frames, so what prints meanwhile can only make it miss a card, never see one that is not there.
 */
const trialPatience = 30_000;
const trialGap = 50;

/** A driver that was reset needs a moment, and a machine that woke up as well. */
const lossPause = 2_000;

/** One loss comes with a machine that slept; another one so soon comes from the driver. */
const lossWindow = 10 * 60_000;

export class Graphics implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changes = this.store.add(new Emitter<GraphicsState>());
  private readonly settling = this.store.add(new DisposableSlot());
  private readonly trying = this.store.add(new DisposableSlot());
  private readonly recovering = this.store.add(new DisposableSlot());
  private readonly most: number;
  /** In the order in which they came into sight. */
  private readonly inSight = new Set<Drawer>();
  private readonly holders = new Set<Drawer>();
  /** Of those in sight, the ones that WebGL cannot draw as they are. */
  private readonly unfit = new Set<Drawer>();
  private choice: RendererChoice = "auto";
  private trial: Trial | null | undefined;
  /** Null when it could not be loaded. */
  private addon: NewWebgl | null | undefined;
  private loading = false;
  private lastLoss = Number.NEGATIVE_INFINITY;
  private failed = false;
  /** No terminal got a context, which only the attempt tells. */
  private refused = false;
  /** What is drawn may reach the window late. */
  private distrusted = false;
  /** When a terminal in sight printed last, and when the trial was first wanted. */
  private lastWork = Number.NEGATIVE_INFINITY;
  private wantedAt = 0;
  readonly changed = this.changes.event;

  constructor(private readonly options: GraphicsOptions) {
    this.most = options.most ?? contexts;
    this.store.add(options.looked(() => this.check()));
  }

  get state(): GraphicsState {
    return {
      renderer: this.allowed && this.addon && !this.refused ? "webgl" : "dom",
      because: this.because,
      milliseconds: this.trial?.milliseconds ?? null,
    };
  }

  choose(choice: RendererChoice): void {
    if (choice === this.choice) return;
    this.choice = choice;
    // Who chooses anew may have changed the driver, too.
    this.failed = false;
    this.refused = false;
    this.lastLoss = Number.NEGATIVE_INFINITY;
    this.unfit.clear();
    this.recovering.set(undefined);
    this.settleSoon();
  }

  /** What WebGL draws here is known to show late, so that only who chooses it gets it. */
  distrust(): void {
    this.distrusted = true;
    this.settleSoon();
  }

  /** It prints: what is timed now would say little. One out of sight is parsed and not drawn, which disturbs less. */
  worked(drawer: Drawer): void {
    if (this.inSight.has(drawer)) this.lastWork = this.options.now();
  }

  /** It has come into sight. */
  enter(drawer: Drawer): void {
    this.inSight.add(drawer);
    if (this.holders.has(drawer)) drawer.check();
    else this.settleSoon();
  }

  /** It keeps what it has until somebody in sight needs it. */
  leave(drawer: Drawer): void {
    this.inSight.delete(drawer);
    this.unfit.delete(drawer);
    if (this.holders.has(drawer)) this.settleSoon();
  }

  forget(drawer: Drawer): void {
    this.leave(drawer);
    this.holders.delete(drawer);
  }

  /** Its context is gone, and it draws by itself already. */
  lost(drawer: Drawer): void {
    if (!this.holders.delete(drawer)) return;
    // A driver takes all contexts with it, which is one loss.
    if (this.recovering.value) return;
    const now = this.options.now();
    this.failed = now - this.lastLoss < lossWindow;
    this.lastLoss = now;
    this.recovering.set(
      this.options.after(lossPause, () => {
        this.recovering.set(undefined);
        this.settle();
      }),
    );
  }

  /** WebGL cannot draw what it shows; it draws by itself until it was out of sight. */
  cannot(drawer: Drawer): void {
    this.unfit.add(drawer);
    if (this.holders.delete(drawer)) this.settleSoon();
  }

  dispose(): void {
    this.inSight.clear();
    this.holders.clear();
    this.store.dispose();
  }

  private check(): void {
    for (const holder of this.holders) holder.check();
  }

  private get allowed(): boolean {
    if (this.choice !== "auto" || this.failed) return this.choice === "webgl" && !this.failed;
    return this.trial?.fast === true && !this.distrusted;
  }

  private get because(): GraphicsState["because"] {
    if (this.choice === "dom") return "chosen";
    if (this.failed) return "lost";
    if (this.addon === null || this.refused) return "unavailable";
    if (this.choice === "webgl") return this.addon ? "chosen" : "untried";
    if (this.distrusted) return "distrusted";
    if (this.trial === undefined) return "untried";
    return this.trial === null ? "unavailable" : "trial";
  }

  /**
   * In a task of its own: between two frames a terminal changes hands unseen,
   * while what is told in a frame is painted before the other one has drawn.
   */
  private settleSoon(): void {
    if (this.settling.value || this.store.disposed) return;
    this.settling.set(
      this.options.after(0, () => {
        this.settling.set(undefined);
        this.settle();
      }),
    );
  }

  private settle(): void {
    if (this.store.disposed) return;
    if (!this.allowed) {
      for (const holder of this.holders) holder.giveBack();
      this.holders.clear();
    }
    if (this.addon && this.allowed) this.assign(this.addon);
    else this.learn();
    this.changes.fire(this.state);
  }

  private assign(Addon: NewWebgl): void {
    if (this.recovering.value) return;
    for (const drawer of this.inSight) {
      if (this.holders.has(drawer) || this.unfit.has(drawer)) continue;
      if (this.holders.size >= this.most && !this.takeBack()) return;
      if (drawer.take(Addon)) this.holders.add(drawer);
      else this.unfit.add(drawer);
      this.refused = this.holders.size === 0;
    }
  }

  /** From one that nobody sees; false when all are seen. */
  private takeBack(): boolean {
    for (const holder of this.holders) {
      if (this.inSight.has(holder)) continue;
      this.holders.delete(holder);
      holder.giveBack();
      return true;
    }
    return false;
  }

  /** Finds out what is not known and needed. */
  private learn(): void {
    if (this.allowed) {
      // Also while settings cover all terminals, which tell what came of it.
      if (this.addon === undefined && !this.loading) void this.load();
    } else if (
      this.choice === "auto" &&
      this.trial === undefined &&
      !this.distrusted &&
      this.inSight.size > 0
    )
      this.trySoon();
  }

  /** Once all terminals in sight have been quiet for a while. */
  private trySoon(): void {
    if (this.trying.value) return;
    this.wantedAt = this.options.now();
    this.tryAfter(trialPause);
  }

  /** How long they have to be quiet by now. */
  private get trialRest(): number {
    const waited = this.options.now() - this.wantedAt;
    if (waited < trialPatience) return trialPause;
    return waited < 2 * trialPatience ? trialGap : 0;
  }

  private tryAfter(milliseconds: number): void {
    this.trying.set(
      this.options.after(milliseconds, () => {
        const rest = this.lastWork + this.trialRest - this.options.now();
        if (rest > 0) this.tryAfter(rest);
        else void this.try();
      }),
    );
  }

  private async try(): Promise<void> {
    this.trial = await this.options.trial().catch(() => null);
    this.settle();
  }

  private async load(): Promise<void> {
    this.loading = true;
    this.addon = await this.options.load().catch(() => null);
    this.settle();
  }
}
