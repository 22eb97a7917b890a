import { decode } from "@toon-format/toon";
import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { textsOf } from "../../src/runtime/content.ts";
import { startOfTests } from "../services/clock.ts";
import { type OpenWorkbench, openWorkbench } from "./open-workbench.ts";

async function filled(): Promise<OpenWorkbench> {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "Atlas" });
  const memories: readonly JsonObject[] = [
    { title: "a", project: "Atlas", tags: ["Red"], tier: "long" },
    { title: "b", namespace: "project/atlas/deep", kind: "decision", agent_id: "somebody" },
    { title: "c", namespace: "team", content: "Straße 100%" },
    { title: "d", tier: "short" },
  ];
  for (const memory of memories) {
    await bench.value("memory_store", { content: `about ${String(memory.title)}`, force: true, ...memory });
    bench.clock.advance(1_000);
  }
  return bench;
}

describe("filters", () => {
  const cases: readonly (readonly [string, JsonObject, readonly string[], string])[] = [
    ["none", {}, ["d", "c", "b", "a"], "all namespaces"],
    ["a project, here and below", { project: "ATLAS" }, ["b", "a"], "project Atlas"],
    ["a namespace", { namespace: "team" }, ["c"], "namespace team"],
    ["a tier", { tier: "SHORT" }, ["d"], "all namespaces"],
    ["a kind", { kind: "Decision" }, ["b"], "all namespaces"],
    ["a tag", { tag: "red" }, ["a"], "all namespaces"],
    ["who wrote it", { agent_id: "somebody" }, ["b"], "all namespaces"],
    ["a text in any letter case", { term: "STRASSE" }, [], "all namespaces"],
    ["a text with signs that a query might read", { term: "100%" }, ["c"], "all namespaces"],
    ["a text in the title or the content", { term: "About" }, ["d", "b", "a"], "all namespaces"],
    ["a blank text", { term: " " }, ["d", "c", "b", "a"], "all namespaces"],
    ["several together", { project: "Atlas", tag: "red", term: "a" }, ["a"], "project Atlas"],
  ];
  test.each(cases)("%s", async (_name, filter, expected, where) => {
    const bench = await filled();
    const list = await bench.value("memory_list", filter);
    expect([titles(list), list.count, list._context]).toEqual([expected, expected.length, `claude, in ${where}`]);
  });
});

test("pages follow each other; what has expired is left out", async () => {
  const bench = await filled();
  const first = await bench.value("memory_list", { limit: 3 });
  expect(titles(first)).toEqual(["d", "c", "b"]);
  expect(titles(await bench.value("memory_list", { limit: 3, cursor: first.next_cursor ?? null }))).toEqual(["a"]);
  bench.clock.advance(6 * 3_600_000);
  expect(titles(await bench.value("memory_list", {}))).toEqual(["c", "b", "a"]);
});

test("a memory shows everything known of it, also once it has expired", async () => {
  const bench = await filled();
  const [memory = {}] = items(await bench.value("memory_list", { tier: "short", detail: "full" }));
  bench.clock.advance(6 * 3_600_000);
  expect(await bench.value("memory_get", { id: String(memory.id).slice(0, 8) })).toEqual({
    ...memory,
    archived: true,
    version: 1,
    _context: "claude, in namespace global",
  });
  expect(memory).toMatchObject({
    title: "d",
    content: "about d",
    task_id: null,
    archived: false,
    provenance: { agent_id: "claude", created_at: new Date(startOfTests + 3_000).toISOString() },
  });
});

test("toon carries the structured result, toon_compact the same as rows", async () => {
  const bench = await filled();
  const toon = await bench.result("memory_list", { format: "toon", detail: "full" });
  expect(decode(textsOf(toon.content)[0] ?? "")).toEqual(toon.structuredContent);
  const rows = await bench.result("memory_list", { format: "toon_compact", detail: "full" });
  expect(decode(textsOf(rows.content)[0] ?? "")).toMatchObject({
    items: [{ title: "d" }, { title: "c" }, { title: "b" }, { title: "a", tags: '["Red"]', agent_id: "claude" }],
    _context: "claude, in all namespaces",
  });
});

test("the text of a list has its cursor, and says where nothing is there", async () => {
  const bench = await filled();
  const page = await bench.result("memory_list", { limit: 1 });
  expect(textsOf(page.content)[0]).toBe(
    [
      `${String(items(page.structuredContent ?? {})[0]?.id).slice(0, 8)} [global] d: about d`,
      `More follow: cursor ${String(page.structuredContent?.next_cursor)}`,
      "claude, in all namespaces",
    ].join("\n"),
  );
  const nothing = await bench.result("memory_list", { term: "dragons" });
  expect(textsOf(nothing.content)[0]).toBe("No memory matches.\nclaude, in all namespaces");
  for (const filter of [{ tag: "dragons" }, { namespace: "dragons" }, { agent_id: "dragons" }, { tier: "mid" }]) {
    const { content } = await bench.result("memory_list", filter);
    expect(textsOf(content)[0], JSON.stringify(filter)).toContain("No memory matches.\n");
  }
  const empty = await openWorkbench();
  const none = await empty.result("memory_list", { term: "" });
  expect(textsOf(none.content)[0]).toContain("No memory is there.\n");
});

function titles(list: JsonObject): readonly unknown[] {
  return items(list).map((item) => item.title);
}

function items({ items: listed }: JsonObject): readonly JsonObject[] {
  return Array.isArray(listed) ? listed.filter(isJsonObject) : [];
}
