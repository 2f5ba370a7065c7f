/** Which notices a person sees as one. */

export interface NoticeFacts {
  readonly id: string;
  readonly level: string;
  readonly message: string;
  readonly hint?: string;
}

export interface ShownNotice<N extends NoticeFacts> {
  /** The latest of them. */
  readonly notice: N;
  /** All that it stands for, itself included. */
  readonly ids: readonly string[];
}

/** Notices that say the same are one, where the first of them was. */
export function merged<N extends NoticeFacts>(notices: readonly N[]): ShownNotice<N>[] {
  const shown = new Map<string, ShownNotice<N>>();
  for (const notice of notices) {
    const text = JSON.stringify([notice.level, notice.message, notice.hint ?? ""]);
    shown.set(text, { notice, ids: [...(shown.get(text)?.ids ?? []), notice.id] });
  }
  return [...shown.values()];
}
