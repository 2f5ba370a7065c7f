// Waiting for conditions: the only place of these tests that lets time pass.

/**
 * Far longer than anything a person would wait for, so reaching it is a failure
 * even on a machine that does other work at the same time.
 */
export const patience = 30_000;

const interval = 25;

export interface WaitOptions {
  readonly deadline?: number;
  /** Adds what was last seen to the error. */
  readonly seen?: () => unknown;
}

/**
 * Polls until check answers something other than undefined, null or false, and
 * returns that. An exception of check counts as "not yet"; the last one is in
 * the error.
 */
export async function until<T>(what: string, check: () => T | Promise<T>, options: WaitOptions = {}): Promise<NonNullable<Exclude<T, false>>> {
  const end = Date.now() + (options.deadline ?? patience);
  let last: unknown;
  for (;;) {
    try {
      const value = await check();
      if (value !== undefined && value !== null && value !== false) {
        return value as NonNullable<Exclude<T, false>>;
      }
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) {
      const seen = options.seen === undefined ? "" : `\nlast seen:\n${format(await options.seen())}`;
      throw new Error(`waited in vain for ${what}${seen}`, { cause: last });
    }
    await tick();
  }
}

/** Holds that check stays true for a while: for things that must not happen. */
export async function stays(what: string, check: () => boolean | Promise<boolean>, duration: number): Promise<void> {
  const end = Date.now() + duration;
  while (Date.now() < end) {
    if (!(await check())) {
      throw new Error(`${what} did not stay so`);
    }
    await tick();
  }
}

function tick(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, interval);
  });
}

function format(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 1);
}
