import { useState } from "react";

/**
 * The same items in the order in which they were first seen, new ones at the end. What is drawn in this order
 * is never moved in the page when the items change their places.
 */
export function useSteadyOrder<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  const [order, setOrder] = useState<readonly string[]>(() => items.map(({ id }) => id));
  const byID = new Map(items.map((item) => [item.id, item]));
  const known = order.filter((id) => byID.has(id));
  const added = [...byID.keys()].filter((id) => !known.includes(id));
  if (added.length > 0 || known.length < order.length) setOrder([...known, ...added]);
  return [...known, ...added].flatMap((id) => byID.get(id) ?? []);
}
