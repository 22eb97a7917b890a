import { expect, test } from "vitest";
import { findSimilar } from "../../src/services/memories/similar-memories.ts";
import { startOfTests } from "./clock.ts";
import { storeRequest, workbench } from "./workbench.ts";

// What happens between the look for similar memories, which holds no lock, and the write.

test("of two stores of the same content at once one is stored", async () => {
  const { memories } = await workbench();
  const store = (title: string) => memories.store(storeRequest({ title, content: "one two three" }));
  const outcomes = await Promise.all([store("a"), store("b"), store("c")]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["created", "similar_exists", "similar_exists"]);
});

test("what was merged into something else meanwhile is not called similar", async () => {
  const { memories } = await workbench();
  await memories.store(storeRequest({ title: "a", content: "one two three" }));
  const outcomes = await Promise.all([
    memories.store(storeRequest({ title: "a", content: "nine", onConflict: "merge", force: true })),
    memories.store(storeRequest({ title: "b", content: "one two three" })),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["merged", "created"]);
});

test("a text is compared with no more long ones than can be compared at once", async () => {
  const { memories, store } = await workbench();
  const words = Array.from({ length: 7_000 }, (_, word) => `word${word * 7}`);
  const text = (own: string) => [...words, own].join(" ");
  for (const own of ["a", "b", "c", "d", "e", "f", "g", "h"])
    await memories.store(storeRequest({ title: own, content: text(own), force: true }));
  const sought = { content: text("x"), namespace: "global", now: startOfTests };
  const { found } = await store.read((rows) => findSimilar(rows, sought));
  const atOnce = 256 * 1024;
  expect(found).toHaveLength(Math.ceil(atOnce / text("x").length));
});

test("a store that is cancelled commits nothing, whenever that happens", async () => {
  const { memories, store } = await workbench();
  const reason = new Error("the caller left");
  const signal = AbortSignal.abort(reason);
  await expect(memories.store(storeRequest({ content: "x" }), { signal })).rejects.toBe(reason);
  const during = new AbortController();
  const running = memories.store(storeRequest({ content: "y", force: true }), { signal: during.signal });
  queueMicrotask(() => during.abort(reason));
  await expect(running).rejects.toBe(reason);
  expect(await store.read((rows) => rows.memories.count(0))).toBe(0);
});
