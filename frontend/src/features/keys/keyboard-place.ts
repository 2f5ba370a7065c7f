/**
 * Keeps the keyboard where it is worked: in the terminal of the focused pane, in the launcher's field, or in
 * the settings. The pointer never moves it to the chrome, and it comes back when what had it has gone. Whoever
 * moved it to the chrome by a key keeps it there.
 */
import type { Session } from "../../state/session";

// What a click may give the keyboard to. A check box is none of them: nothing is typed into it.
const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
// What has the keyboard for as long as it is open.
const holders =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-surface="settings"]';

export function keepKeyboard(page: Window, session: Session, focusTerminal: () => void): () => void {
  const { document } = page;
  let lastInput: "key" | "pointer" = "pointer";
  let chosenByKey: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle(released: (active: Element) => boolean): void {
    const { question, browsing, menu, palette } = session.view.getState();
    if (question !== undefined || browsing || menu !== undefined || palette) return;
    const active = document.activeElement;
    if (active === null || active === document.body || !active.isConnected) giveBack(document, focusTerminal);
    else if (!active.matches(fields) && active.closest(holders) === null && released(active))
      giveBack(document, focusTerminal);
  }

  // Once what the event has caused is in the page.
  function settleSoon(released: (active: Element) => boolean = () => false): void {
    clearTimeout(timer);
    timer = setTimeout(() => settle(released));
  }

  const onMouseDown = (event: MouseEvent) => {
    if (event.target instanceof Element && isChrome(event.target, event)) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    // A click of a key, which has no count, leaves the keyboard where it is.
    const selecting = document.getSelection()?.isCollapsed === false;
    settleSoon(() => event.detail > 0 && !selecting);
  };
  const onKey = () => {
    lastInput = "key";
  };
  const onPointer = () => {
    lastInput = "pointer";
  };
  const onFocusIn = () => {
    if (lastInput === "key") chosenByKey = document.activeElement;
  };
  const onActivated = (event: FocusEvent) => {
    if (event.target === page) settleSoon((active) => active !== chosenByKey);
  };
  const onChanged = () => settleSoon();

  page.addEventListener("mousedown", onMouseDown);
  page.addEventListener("click", onClick);
  page.addEventListener("keydown", onKey, { capture: true });
  page.addEventListener("pointerdown", onPointer, { capture: true });
  page.addEventListener("focusin", onFocusIn);
  page.addEventListener("focus", onActivated);
  const subscriptions = [
    session.view.subscribe(onChanged),
    session.records.store.subscribe(onChanged),
    session.notices.store.subscribe(onChanged),
  ];
  return () => {
    clearTimeout(timer);
    page.removeEventListener("mousedown", onMouseDown);
    page.removeEventListener("click", onClick);
    page.removeEventListener("keydown", onKey, { capture: true });
    page.removeEventListener("pointerdown", onPointer, { capture: true });
    page.removeEventListener("focusin", onFocusIn);
    page.removeEventListener("focus", onActivated);
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}

/** Puts the keyboard where it is worked. */
export function giveBack(document: Document, focusTerminal: () => void): void {
  const place =
    document.querySelector<HTMLElement>('[data-surface="settings"] nav [aria-current="page"]') ??
    document.querySelector<HTMLElement>('[data-surface="settings"] [data-control="settings-search"]') ??
    document.querySelector<HTMLElement>('[data-surface="launcher"] [data-control="folder-path"]') ??
    document.querySelector<HTMLElement>('[data-surface="workspace"] [data-control="first-terminal"]');
  if (place) place.focus();
  else focusTerminal();
}

/** Neither a terminal, nor a field, nor a text that can be selected, nor a scroll bar. */
function isChrome(target: Element, { offsetX, offsetY }: MouseEvent): boolean {
  // In the settings a control that is clicked is worked with.
  if (target.closest(`${fields}, [data-screen], [data-surface="settings"]`) !== null) return false;
  const style = getComputedStyle(target);
  if (style.userSelect === "text" || style.webkitUserSelect === "text") return false;
  const scrolls = target.scrollHeight > target.clientHeight || target.scrollWidth > target.clientWidth;
  return !(scrolls && (offsetX > target.clientWidth || offsetY > target.clientHeight));
}
