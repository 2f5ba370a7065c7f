// How a locator finds its elements. The function is sent to the page with each question, because an element that was
// found before may have been drawn anew since.

import type { Role } from "./page.ts";

/** A text to look for: part of it in any case, all of it, or a pattern. */
export type Wanted = { readonly part: string } | { readonly whole: string } | { readonly pattern: string; readonly flags: string };

/** One narrowing of what was found so far. */
export type Step =
  | { readonly css: string }
  | { readonly visible: true }
  | { readonly role: Role; readonly name?: Wanted }
  | { readonly text: Wanted }
  | { readonly nth: number }
  | { readonly hasText: Wanted };

export function wanted(text: string | RegExp, exact = false): Wanted {
  if (typeof text === "string") {
    return exact ? { whole: text } : { part: text };
  }
  return { pattern: text.source, flags: text.flags };
}

/**
 * Runs in the page, so it may use nothing from outside of itself. What is seen,
 * and which role and name something has, is decided as Playwright does.
 */
export function find(steps: readonly Step[]): HTMLElement[] {
  const plain = (text: string | null): string => (text ?? "").replaceAll(/\s+/g, " ").trim();
  const fits = (text: string, look: Wanted): boolean => {
    if ("pattern" in look) {
      return new RegExp(look.pattern, look.flags).test(text);
    }
    return "whole" in look ? text === plain(look.whole) : text.toLowerCase().includes(plain(look.part).toLowerCase());
  };
  const seen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible";
  };
  const told = (element: Element): boolean => element.closest('[aria-hidden="true"]') === null && getComputedStyle(element).visibility === "visible" && element.checkVisibility();
  const implicit: Record<Role, string> = {
    alert: "",
    button: 'button, summary, input:is([type="button"], [type="submit"])',
    img: "img",
    menuitem: "",
    option: "option",
    region: "section:is([aria-label], [aria-labelledby])",
    tooltip: "",
  };
  const has = (element: Element, role: Role): boolean => {
    const explicit = element.getAttribute("role");
    return explicit === null ? implicit[role] !== "" && element.matches(implicit[role]) : explicit === role;
  };
  const nameOf = (node: Node): string => {
    if (!(node instanceof Element)) {
      return node instanceof Text ? node.data : "";
    }
    if (node.getAttribute("aria-hidden") === "true" || !node.checkVisibility()) {
      return "";
    }
    const labels = (node.getAttribute("aria-labelledby") ?? "").split(/\s+/).flatMap((id) => document.getElementById(id)?.textContent ?? []);
    const own = labels.join(" ") || node.getAttribute("aria-label") || node.getAttribute("alt");
    return own || [...node.childNodes].map(nameOf).join(" ") || (node.getAttribute("title") ?? "");
  };
  const below = (roots: readonly ParentNode[], selector: string): Element[] => [...new Set(roots.flatMap((root) => [...root.querySelectorAll(selector)]))];
  let roots: readonly ParentNode[] = [document];
  for (const step of steps) {
    const elements = roots.filter((root) => root instanceof Element);
    if ("css" in step) {
      roots = below(roots, step.css);
    } else if ("visible" in step) {
      roots = elements.filter(seen);
    } else if ("role" in step) {
      const { role, name } = step;
      roots = below(roots, "*").filter((element) => has(element, role) && told(element) && (name === undefined || fits(plain(nameOf(element)), name)));
    } else if ("text" in step) {
      // The innermost elements that say it.
      const says = (element: Element) => fits(plain(element.textContent), step.text);
      roots = below(roots, "body *").filter((element) => says(element) && ![...element.children].some(says));
    } else if ("nth" in step) {
      roots = elements.slice(step.nth, step.nth === -1 ? undefined : step.nth + 1);
    } else {
      roots = elements.filter((element) => fits(plain(element.textContent), step.hasText));
    }
  }
  return roots as readonly ParentNode[] as HTMLElement[];
}
