import type { Page } from "../services/paging/page.ts";

/** A page of a list in the form that every list has on the wire. */
export function wirePage<Item, Wire>(page: Page<Item>, wire: (item: Item) => Wire) {
  return { items: page.items.map(wire), count: page.items.length, next_cursor: page.nextCursor ?? null };
}
