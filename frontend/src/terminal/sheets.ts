/**
 * The style sheets of emulators that were drawn. Each emulator brings the
 * colours of its own, some eight hundred rules, and the page computes its
 * styles with all of them whenever one is added: with two hundred that takes
 * longer than a frame for every key. So only the latest that were in sight
 * keep theirs in force.
 */

/** As many as a large screen shows at once; a workspace that is returned to has its colours still. */
const inForce = 64;

export class EmulatorSheets {
  /** Hosts whose sheets are in force, the latest in sight last. */
  private readonly latest = new Set<HTMLElement>();

  constructor(private readonly most = inForce) {}

  /** A host has come into sight. */
  seen(host: HTMLElement): void {
    this.latest.delete(host);
    this.latest.add(host);
    apply(host, true);
    for (const oldest of this.latest) {
      if (this.latest.size <= this.most) return;
      this.latest.delete(oldest);
      apply(oldest, false);
    }
  }

  forget(host: HTMLElement): void {
    this.latest.delete(host);
  }
}

function apply(host: HTMLElement, on: boolean): void {
  for (const style of host.querySelectorAll("style")) {
    // Unlike its "disabled", the attribute outlasts a change of the sheet's text.
    if (on) style.removeAttribute("media");
    else style.media = "not all";
  }
}
