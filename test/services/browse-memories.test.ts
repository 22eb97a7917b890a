import { expect, test } from "vitest";
import type { ListMemories } from "../../src/services/memories/browse-memories.ts";
import type { StoreRequest } from "../../src/services/memories/memories.ts";
import { memory } from "../store/contract.ts";
import { storeRequest, type Workbench, workbench } from "./workbench.ts";

async function stored({ memories }: Workbench, over: Partial<StoreRequest> & { readonly content: string }) {
  const outcome = await memories.store(storeRequest({ force: true, ...over }));
  if (outcome.status !== "created") throw new Error(`expected a new memory, got ${outcome.status}`);
  return outcome.memory;
}

async function titles({ memories }: Workbench, over: Partial<ListMemories> = {}): Promise<readonly string[] | string> {
  const page = await memories.list({ limit: 100, ...over });
  return "status" in page ? page.status : page.items.map(({ title }) => title);
}

test("a memory is found by its id or four characters of it, archived ones too; several are ambiguous", async () => {
  const bench = await workbench();
  const { id } = await stored(bench, { content: "one", tier: "short" });
  bench.clock.advance(7 * 3_600_000);
  await stored(bench, { content: "two" });
  for (const text of [id, id.toUpperCase(), id.slice(0, 4)]) {
    expect(await bench.memories.find(text)).toMatchObject({ status: "found", thing: { id, title: "one" } });
  }
  expect(await bench.memories.find(id.slice(0, 3))).toEqual({ status: "not_found" });
  expect(await bench.memories.find("%___")).toEqual({ status: "not_found" });
  await bench.store.write(async ({ memories }) => {
    for (const tail of ["1", "2"]) await memories.insert(memory({ id: `beef000${tail}`, title: `M${tail}` }));
  });
  expect(await bench.memories.find("BEEF")).toEqual({
    status: "ambiguous",
    candidates: ["M1 (beef0001)", "M2 (beef0002)"],
  });
});

test("memories are listed as they were stored, newest first, without what has expired", async () => {
  const bench = await workbench();
  await stored(bench, { content: "one", createdAt: { at: 9e12, text: "2255" } });
  await stored(bench, { content: "two", tier: "short" });
  await stored(bench, { content: "three" });
  await bench.memories.store(storeRequest({ title: "one", content: "one again", onConflict: "merge" }));
  expect(await titles(bench)).toEqual(["three", "two", "one"]);
  bench.clock.advance(6 * 3_600_000);
  expect(await titles(bench)).toEqual(["three", "one"]);
});

test("every filter holds, and acts before the limit", async () => {
  const bench = await workbench();
  const wanted = { namespace: "a/b", tier: "long", kind: "decision", tags: ["Web"], agentId: "claude" } as const;
  await stored(bench, { ...wanted, content: "The ÉLAN" });
  await stored(bench, { ...wanted, content: "élan 2", namespace: "a" });
  await stored(bench, { ...wanted, content: "élan 3", namespace: "ab" });
  await stored(bench, { ...wanted, content: "élan 4", tier: "mid" });
  await stored(bench, { ...wanted, content: "élan 5", kind: "claim" });
  await stored(bench, { ...wanted, content: "élan 6", tags: ["webs"] });
  await stored(bench, { ...wanted, content: "élan 7", agentId: "other" });
  await stored(bench, { ...wanted, content: "other words", title: "t" });
  const filter = {
    namespace: "a/b",
    tier: "long",
    kind: "decision",
    tag: "wEB",
    agentId: "claude",
    term: "éLaN",
  } as const;
  expect(await titles(bench, { ...filter, limit: 1 })).toEqual(["The ÉLAN"]);
  expect(await titles(bench, { namespace: "a", limit: 100 })).toHaveLength(7);
  expect(await titles(bench, { tag: "webs" })).toEqual(["élan 6"]);
  expect(await titles(bench, { term: "" })).toHaveLength(8);
});

test("a term may stand in the title or across lines, and the words that replaced others are the ones that count", async () => {
  const bench = await workbench();
  await stored(bench, { title: "Ports", content: "the bridge\nlistens" });
  expect(await titles(bench, { term: "ORT" })).toEqual(["Ports"]);
  expect(await titles(bench, { term: "bridge listens" })).toEqual(["Ports"]);
  await bench.memories.store(storeRequest({ title: "Ports", content: "nothing", onConflict: "merge" }));
  expect(await titles(bench, { term: "bridge" })).toEqual([]);
  expect(await titles(bench, { term: "thin" })).toEqual(["Ports"]);
});

test("previews come in the order of the ids", async () => {
  const bench = await workbench();
  const [one, two] = [await stored(bench, { content: "one" }), await stored(bench, { content: "two" })];
  expect((await bench.memories.byIds([two.id, "none", one.id])).map(({ preview }) => preview)).toEqual(["two", "one"]);
});
