import { expect, test } from "vitest";
import { createMemoryResults } from "../../src/runtime/kept-results.ts";
import { countingEntropy } from "./notes-catalog.ts";

const part = (text: string) => [{ mimeType: "text/plain", text }];

test("results go when their time is over, and the oldest when there are too many or too much", async () => {
  let now = 0;
  const store = createMemoryResults({
    clock: () => now,
    entropy: countingEntropy(),
    keptMs: 100,
    maxResults: 2,
    maxCharacters: 10,
  });
  expect(await store.put("a", part("aaaa"))).toBe(true);
  expect(await store.put("b", part("bbbb"))).toBe(true);
  expect(await store.get("a")).toEqual(part("aaaa"));
  expect(await store.put("c", part("c"))).toBe(true);
  expect(await store.get("a")).toBeUndefined();
  expect(await store.put("d", part("ddddddddd"))).toBe(true);
  expect([await store.get("b"), await store.get("c")]).toEqual([undefined, part("c")]);
  now = 100;
  expect([await store.get("c"), await store.get("d")]).toEqual([undefined, undefined]);
  expect(await store.put("e", part("e".repeat(10)))).toBe(true);
  expect(await store.put("f", part("f".repeat(11)))).toBe(false);
  expect(await store.get("e")).toEqual(part("e".repeat(10)));
});
