import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { storedMemories } from "../../src/services/memories/stored-memories.ts";
import { openStore } from "../../src/store/open-store.ts";
import { storeSeenBy } from "../../src/store/seen-by.ts";
import { bitsOf, VectorIndex } from "../../src/store/sqlite/vector-index.ts";
import type { Store } from "../../src/store/store.ts";
import { stoppedClock } from "../services/clock.ts";
import { storeRequest, writer } from "../services/workbench.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const model = { name: "m", dimensions: 4, unrelated: 0, spread: 0.1 };
const hash = (text: string) => Buffer.from(text);
const east = Float32Array.of(1, 0, 0, 0);

async function opened() {
  const path = join(await temporaryFolder(), "workbench.db");
  const store = await openStore(path);
  onTestFinished(() => store.close());
  const memories = storedMemories({ store, clock: stoppedClock() });
  const keep = async (content: string, over: Partial<Parameters<typeof storeRequest>[0]> = {}) => {
    const outcome = await memories.store(storeRequest({ content, force: true, tier: "long", ...over }));
    if (!("memory" in outcome)) throw new Error(outcome.status);
    return outcome.memory.id;
  };
  return { path, store, memories, keep };
}

const choose = (store: Store) =>
  store.write(async ({ vectors }) => {
    await vectors.setModel(model);
    while (await vectors.queue());
  });
const embed = (store: Store, vectors: Record<string, readonly number[]>, name = model.name) =>
  store.write((rows) =>
    rows.vectors.insert(
      { name, dimensions: model.dimensions },
      Object.entries(vectors).map(([id, vector]) => ({
        id,
        version: 1,
        hash: hash(id),
        vector: Int8Array.from(vector),
      })),
    ),
  );
const due = async (store: Store) => (await store.read(({ vectors }) => vectors.due(100, []))).map(({ id }) => id);
const near = async (store: Store, filter = {}, vector = east) => {
  const search = { vector, now: 0, limit: 10, filter: { includeArchived: false, ...filter } };
  return (await store.read(({ vectors }) => vectors.near(search))).map(({ id }) => id);
};

describe("memories that need a vector", () => {
  test("are none without a model, and all of them with the first one", async () => {
    const { store, keep } = await opened();
    const first = await keep("one");
    expect(await due(store)).toEqual([]);
    await choose(store);
    const second = await keep("two");
    expect(await due(store)).toEqual([second, first]);
    expect(await store.read(({ vectors }) => vectors.pending())).toBe(2);
  });

  test("are those whose text has changed, and never those that have ended", async () => {
    const { store, memories, keep } = await opened();
    await choose(store);
    const [first, second] = [await keep("one"), await keep("two")];
    await embed(store, { [first]: [1, 0, 0, 0], [second]: [1, 0, 0, 0] });
    expect(await due(store)).toEqual([]);
    await memories.update({ id: first, changes: { content: "other" }, editSource: "llm", writer });
    expect([await due(store), await near(store)]).toEqual([[first], [second]]);
    await memories.forget({ ids: [first, second], isDryRun: false, writer });
    expect([await due(store), await near(store, { includeArchived: true })]).toEqual([[], []]);
    await memories.archive.restore({ id: second, tier: "long", onConflict: "error", writer });
    expect(await due(store)).toEqual([second]);
  });

  test("are all again with another model, whose vectors are not compared with those of the one before", async () => {
    const { store, keep } = await opened();
    await choose(store);
    const id = await keep("one");
    await embed(store, { [id]: [1, 0, 0, 0] });
    await store.write(async ({ vectors }) => {
      await vectors.setModel({ ...model, name: "other" });
      while (await vectors.queue());
    });
    expect([await due(store), await near(store)]).toEqual([[id], []]);
    expect(await embed(store, { [id]: [1, 0, 0, 0] })).toBe(false);
    expect(await embed(store, { [id]: [1, 0, 0, 0] }, "other")).toBe(true);
    expect(await near(store)).toEqual([id]);
  });
});

describe("a search by a vector", () => {
  test("finds the nearest, by what passes the filter and what the viewer sees", async () => {
    const { store, keep } = await opened();
    await choose(store);
    const at = await keep("at", { namespace: "a/b", scope: "private" });
    const beside = await keep("beside", { namespace: "a", scope: "team" });
    const off = await keep("off", { namespace: "c", scope: "private", tags: ["x"] });
    await embed(store, { [at]: [9, 1, 0, 0], [beside]: [9, 9, 0, 0], [off]: [-9, 1, 0, 0] });
    expect(await near(store)).toEqual([at, beside, off]);
    expect(await near(store, { tags: ["X"] })).toEqual([off]);
    expect(await near(store, { namespace: { path: "a", below: true } })).toEqual([at, beside]);
    expect(await near(storeSeenBy(store, "someone else"))).toEqual([beside]);
    expect(await near(store, {}, new Float32Array(5))).toEqual([]);
  });

  test("sees what another process has written, and nothing of what was removed", async () => {
    const { path, store, memories, keep } = await opened();
    await choose(store);
    const first = await keep("one");
    await embed(store, { [first]: [1, 0, 0, 0] });
    const other = await openStore(path);
    onTestFinished(() => other.close());
    expect(await near(other)).toEqual([first]);
    const second = await keep("two");
    await embed(store, { [second]: [1, 1, 0, 0] });
    expect(await near(other)).toEqual([first, second]);
    await memories.remove(first, writer);
    expect(await near(other)).toEqual([second]);
    const left = await store.read(({ vectors }) => vectors.known(model.name, [hash(first), hash(second)]));
    expect([...left.keys()]).toEqual([hash(second).toString("hex")]);
  });

  test("drops a vector that was made of an older version", async () => {
    const { store, memories, keep } = await opened();
    await choose(store);
    const id = await keep("one");
    await memories.update({ id, changes: { content: "other" }, editSource: "llm", writer });
    await embed(store, { [id]: [1, 0, 0, 0] });
    expect([await due(store), await near(store)]).toEqual([[id], []]);
  });
});

test("the index gives every vector once, those first whose signs differ least, the last added first among equals", async () => {
  const vector = fc
    .array(fc.integer({ min: -5, max: 5 }), { minLength: 40, maxLength: 40 })
    .map((values) => Int8Array.from(values));
  await fc.assert(
    fc.asyncProperty(fc.array(vector, { maxLength: 60 }), vector, async (all, wanted) => {
      const index = new VectorIndex({ ...model, dimensions: 40 });
      for (const [place, each] of all.entries()) index.add(place + 1, place + 100, bitsOf(each));
      const differing = (each: Int8Array) => each.filter((value, at) => value > 0 !== (wanted[at] ?? 0) > 0).length;
      const expected = all
        .map((each, place) => ({ number: place + 1, apart: differing(each) }))
        .sort((a, b) => a.apart - b.apart || b.number - a.number);
      expect([...(await index.nearest(bitsOf(wanted), undefined))]).toEqual(expected.map(({ number }) => number));
      const among = new Set(all.flatMap((_, place) => (place % 3 === 0 ? [place + 100] : [])));
      const few = expected.filter(({ number }) => among.has(number + 99));
      expect([...(await index.nearest(bitsOf(wanted), among))]).toEqual(few.map(({ number }) => number));
    }),
  );
});
