import { expect, it } from "vitest";
import { okPage } from "../../src/runtime/result.ts";

const rows = ["a", "b", "c"].map((id) => ({ id }));
const idOf = ({ id }: { readonly id: string }) => id;

it.each<[number, object]>([
  [2, { items: [{ id: "a" }, { id: "b" }], next_cursor: "b" }],
  [3, { items: rows }],
  [9, { items: rows }],
])("a page of at most %i says whether there is a next one", async (limit, value) => {
  expect((await okPage(rows, limit, idOf)).value).toEqual(value);
});

it("has nothing to go on from where there is nothing", async () => {
  expect((await okPage([], 5, idOf)).value).toEqual({ items: [] });
});

it("goes on from the last item that is sent, where not all can be", async () => {
  const { list } = await okPage(rows, 3, idOf);
  expect(list?.items).toBe(3);
  expect((await list?.first(1))?.value).toEqual({ items: [{ id: "a" }], next_cursor: "a" });
});
