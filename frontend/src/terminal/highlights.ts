/**
 * Draws the matches that are on screen over the terminal. One canvas for all
 * of them, because an element per match makes a screen full of matches slow.
 */
import type { Terminal } from "@xterm/xterm";
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from "../base/disposable";
import { firstAfter, type Match, type TerminalSearch } from "./find";
import type { FindColors } from "./theme";

export class MatchHighlights implements Disposable {
  private readonly store = new DisposableStore();
  private readonly canvas = document.createElement("canvas");
  private readonly following = this.store.add(new DisposableSlot());
  private frame = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly search: TerminalSearch,
    private colors: FindColors,
  ) {
    this.canvas.className = "terminal-matches";
    this.canvas.setAttribute("aria-hidden", "true");
    this.store.defer(() => {
      cancelAnimationFrame(this.frame);
      this.canvas.remove();
    });
    this.store.add(search.changed(() => this.update()));
  }

  setColors(colors: FindColors): void {
    this.colors = colors;
    this.update();
  }

  dispose(): void {
    this.store.dispose();
  }

  private update(): void {
    if (this.search.matches.length === 0) {
      this.following.set(undefined);
      this.canvas.remove();
      return;
    }
    if (!this.following.value) {
      const listeners = [
        this.terminal.onRender(() => this.drawSoon()),
        this.terminal.onScroll(() => this.drawSoon()),
      ];
      this.following.set(
        toDisposable(() => {
          for (const listener of listeners) listener.dispose();
        }),
      );
    }
    this.drawSoon();
  }

  private drawSoon(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    const screen = this.terminal.element?.querySelector<HTMLElement>(".xterm-screen");
    const { cols, rows } = this.terminal;
    if (!screen || this.search.matches.length === 0) return;
    const { clientWidth: width, clientHeight: height } = screen;
    const ratio = window.devicePixelRatio || 1;
    if (this.canvas.parentElement !== screen) screen.append(this.canvas);
    // Setting the size clears the canvas, which is wanted anyway.
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const context = this.canvas.getContext("2d");
    if (!context) return;
    context.scale(ratio, ratio);
    const cell = { width: width / cols, height: height / rows };
    const top = this.search.firstRow + this.terminal.buffer.active.viewportY;
    const { matches, current } = this.search;
    // A match may begin above the screen and reach into it.
    for (let i = firstAfter(matches, top - rows, -1); i < matches.length; i++) {
      const match = matches[i];
      if (!match || match.row >= top + rows) break;
      const active = match === current;
      context.fillStyle = active ? this.colors.active : this.colors.match;
      context.strokeStyle = context.fillStyle;
      for (const piece of pieces(match, cols)) {
        const x = piece.col * cell.width;
        const y = (piece.row - top) * cell.height;
        const length = piece.cells * cell.width;
        context.globalAlpha = active ? 0.5 : 0.3;
        context.fillRect(x, y, length, cell.height);
        if (!active) continue;
        // The current one differs in shape as well: colour alone would not do.
        context.globalAlpha = 1;
        context.strokeRect(x + 0.5, y + 0.5, length - 1, cell.height - 1);
      }
    }
  }
}

/** A match as runs of cells on one row each. */
export function pieces(match: Match, cols: number): { row: number; col: number; cells: number }[] {
  const out: { row: number; col: number; cells: number }[] = [];
  let { row, col, cells } = match;
  while (cells > 0) {
    const here = Math.min(cells, cols - col);
    if (here <= 0) break;
    out.push({ row, col, cells: here });
    cells -= here;
    row += 1;
    col = 0;
  }
  return out;
}
