import { decode } from "@toon-format/toon";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { textsOf } from "../../src/runtime/content.ts";
import { openDatabase } from "../open-database.ts";
import { itemsOf } from "./items-of.ts";
import { memoriesOf, type OpenWorkbench, openWorkbench, titlesOf } from "./open-workbench.ts";

async function filled(...memories: readonly JsonObject[]): Promise<OpenWorkbench> {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "Atlas" });
  for (const memory of memories) {
    await bench.value("memory_store", { content: `same ${String(memory.title)}`, force: true, ...memory });
    bench.clock.advance(1_000);
  }
  return bench;
}

describe("filters", () => {
  const cases: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ["none", {}, ["a", "b", "c", "d"]],
    ["namespace, here and below", { namespace: "team" }, ["a", "b"]],
    ["project", { project: "Atlas" }, ["c"]],
    ["one tag", { tags: "RED" }, ["a", "c"]],
    ["any of some tags", { tags: ["blue", "none"] }, ["b"]],
    ["kinds as a list", { kinds: ["event", "claim"] }, ["b", "c"]],
    ["kinds as words", { kinds: " event , claim" }, ["b", "c"]],
    ["since", { since: "2026-01-01T00:00:01Z" }, ["b", "c", "d"]],
    ["until, in another time zone", { until: "2026-01-01T01:00:02+01:00" }, ["a", "b"]],
    ["confirmed", { confidence_tier: "confirmed" }, ["a", "b"]],
    ["likely", { confidence_tier: "likely" }, ["c"]],
    ["ambiguous", { confidence_tier: "ambiguous" }, ["d"]],
    ["with a source", { has_citations: true }, ["b", "c"]],
    ["source prefix", { source_uri_prefix: "doc:a" }, ["c"]],
    ["as an agent at a place", { as_agent: "team/x" }, ["b", "d"]],
    ["least score", { context: "the same red", min_score: 1 }, ["a", "c"]],
  ];
  test.each(cases)("%s", async (_name, filter, expected) => {
    const scope = "private";
    const bench = await filled(
      { title: "a", namespace: "team", tags: ["red"], scope },
      {
        ...{ title: "b", namespace: "team/x", tags: ["Blue"], kind: "event", scope },
        metadata: { citations: [{ uri: "doc:1" }] },
      },
      { title: "c", scope, project: "atlas", tags: ["red"], kind: "claim", confidence: 0.6, source_uri: "doc:a/1" },
      { title: "d", namespace: "far", scope: "collective", confidence: 0.59 },
    );
    const recalled = await bench.value("memory_recall", { context: "same", ...filter });
    expect(titlesOf(recalled).toSorted()).toEqual(expected);
    expect(recalled.count).toBe(expected.length);
  });

  test("an invalid place is an error", async () => {
    const bench = await filled();
    const error = async (given: JsonObject) => (await bench.error("memory_recall", { context: "x", ...given })).code;
    expect(await error({ namespace: "a/.." })).toBe("NAMESPACE_INVALID");
    expect(await error({ as_agent: "a/." })).toBe("NAMESPACE_INVALID");
    expect(await error({ project: "atlas", namespace: "b" })).toBe("NAMESPACE_CONFLICT");
    expect(await error({ project: "a" })).toBe("PROJECT_NOT_FOUND");
    expect(await error({ project: "" })).toBe("PROJECT_NOT_FOUND");
    expect(await error({ kinds: "event,nonsense" })).toBe("INVALID_ARGUMENTS");
  });
});

test("limit and budget cut the list and say so", async () => {
  const bench = await filled({ title: "a" }, { title: "b" }, { title: "c" });
  const facts = async (given: JsonObject) => {
    const { count, more, tokens_used, budget_overflow } = await bench.value("memory_recall", {
      context: "same",
      detail: "full",
      ...given,
    });
    return [count, more, tokens_used, budget_overflow];
  };
  expect(await facts({})).toEqual([3, false, 6, false]);
  expect(await facts({ limit: 2 })).toEqual([2, true, 4, false]);
  expect(await facts({ budget_tokens: 4 })).toEqual([2, true, 4, false]);
  expect(await facts({ budget_tokens: 1 })).toEqual([1, true, 2, true]);
  expect(await facts({ budget_tokens: 0 })).toEqual([0, true, 0, false]);
});

test("the text says that others matched", async () => {
  const bench = await filled({ title: "a" }, { title: "b" });
  const text = async (given: JsonObject) =>
    textsOf((await bench.result("memory_recall", { context: "same", ...given })).content)[0];
  expect(await text({ limit: 1 })).toContain("\nMore matched: raise 'limit'");
  expect(await text({})).not.toContain("More matched");
});

test("the text names what cut the others off", async () => {
  const bench = await filled({ title: "a" }, { title: "b" });
  const text = async (given: JsonObject) =>
    textsOf((await bench.result("memory_recall", { context: "same", ...given })).content)[0];
  expect(await text({ budget_tokens: 3 })).toContain("\nMore matched: raise 'budget_tokens'");
  expect(await text({ budget_tokens: 3, limit: 1 })).toContain("\nMore matched: raise 'limit'");
});

describe("a long content", () => {
  const long = `${"word ".repeat(4_000)}the bridge listens on port 7179 ${"other ".repeat(4_000)}`.trimEnd();
  const whole = long.length;
  const first = async (bench: OpenWorkbench, given: JsonObject = {}) => {
    const { structuredContent, content } = await bench.result("memory_recall", {
      context: "port of the bridge",
      ...given,
    });
    const [memory = {}] = memoriesOf(structuredContent ?? {});
    return { memory, value: structuredContent ?? {}, shown: String(memory.content), text: textsOf(content)[0] ?? "" };
  };

  test("is cut to the part that matches, in text and data", async () => {
    const { shown, memory, text } = await first(await filled({ title: "Ports", content: long }));
    expect(shown).toMatch(
      /^… word .* the bridge listens on port 7179 .* other … \(44,031 characters; memory_get shows all\)$/u,
    );
    expect(shown.length).toBeLessThan(1_100);
    expect(memory.content_length).toBe(whole);
    expect(text).toContain(`Ports: ${shown}`);
  });

  test("is whole where it was asked for, and no longer than the compact form shows", async () => {
    const bench = await filled(
      { title: "Ports", content: long },
      { title: "b", content: `bridge port ${"x".repeat(988)}` },
    );
    for (const given of [{ detail: "full" }, { fields: ["content"] }] satisfies JsonObject[]) {
      const { value } = await first(bench, given);
      expect(memoriesOf(value).map(({ content }) => String(content).length)).toContain(whole);
      expect(memoriesOf(value).every((memory) => !("content_length" in memory))).toBe(true);
    }
    const { value } = await first(bench);
    const b = memoriesOf(value).find(({ content_length: length }) => length === undefined);
    expect(String(b?.content).length).toBe(1_000);
  });

  test("is cut to the budget, which then holds unless nothing fits", async () => {
    const bench = await filled({ title: "Ports", content: long });
    for (const budget of [15, 40, 100, 500]) {
      const { shown, value } = await first(bench, { budget_tokens: budget });
      const tokens = Math.ceil(Buffer.byteLength(shown) / 4);
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(value).toMatchObject({ tokens_used: tokens, budget_overflow: false, count: 1, more: false });
    }
    expect((await first(bench, { budget_tokens: 1 })).value.budget_overflow).toBe(true);
  });

  test("is cut in a list too", async () => {
    const bench = await filled({ title: "Ports", content: long });
    const item = async (given: JsonObject) => itemsOf(await bench.value("memory_list", given))[0];
    expect(await item({})).toMatchObject({
      content: expect.stringMatching(/^word .* word … \(/u),
      content_length: whole,
    });
    expect(await item({ term: "7179" })).toMatchObject({ content: expect.stringContaining("port 7179") });
    expect(await item({ detail: "full" })).toMatchObject({ content: long });
  });

  test("is cut between characters where it has no blanks", async () => {
    const { shown } = await first(await filled({ title: "bridge", content: "😀".repeat(2_000) }));
    expect(shown).toBe(`${"😀".repeat(1_000)} … (2,000 characters; memory_get shows all)`);
  });
});

test("where only archived memories answer, the hint names them, to those who may see them", async () => {
  const bench = await filled({ title: "Ports", content: "The bridge listens on 7179." });
  const [{ id } = {}] = memoriesOf(await bench.value("memory_recall", { context: "bridge" }));
  const forgotten = await bench.result("memory_forget", { ids: [id ?? ""] });
  expect(JSON.stringify(forgotten)).toContain("memory_archive_restore brings back");
  const recalled = await bench.value("memory_recall", { context: "bridge" });
  expect(recalled).toMatchObject({
    count: 0,
    hint: `Nothing live answers that. 1 archived memory answers: ${String(id).slice(0, 8)} 'Ports'; memory_archive_restore brings it back, include_archived shows it.`,
  });
  expect(await bench.value("memory_recall", { context: "bridge", project: "Atlas" })).toMatchObject({
    hint: expect.not.stringContaining("archived"),
  });
  expect((await bench.value("memory_recall", { context: "bridge", include_archived: true })).count).toBe(1);
});

test("words beside the question find memories that the question misses", async () => {
  const bench = await filled({ title: "a" }, { title: "b", content: "lighthouse" });
  expect(titlesOf(await bench.value("memory_recall", { context: "same", context_tokens: ["lighthouses"] }))).toEqual([
    "a",
    "b",
  ]);
});

test("recalls under one id prefer what they found before; the open session is such an id on demand", async () => {
  const bench = await filled(
    { title: "a", content: "same red", tags: ["one"] },
    { title: "b", content: "same sky", tags: ["two"] },
  );
  const first = async (given: JsonObject) =>
    titlesOf(await bench.value("memory_recall", { context: "same", ...given }))[0];
  expect(await first({})).toBe("b");
  await bench.value("memory_recall", { context: "red", session_id: "mine" });
  expect(await first({ session_id: "mine" })).toBe("a");
  expect(await first({ session_default: true })).toBe("b");
  await bench.value("memory_recall", { context: "red", session_default: true, tags: ["one"] });
  expect(await first({ session_id: "other" })).toBe("b");
});

test("what was found is answered while another process holds the write lock, with a notice", async () => {
  const bench = await filled({ title: "a" });
  const holder = openDatabase(bench.databasePath);
  holder.exec("BEGIN IMMEDIATE");
  const result = await bench.result("memory_recall", { context: "same" });
  holder.close();
  expect([result.isError, result.structuredContent?.count]).toEqual([undefined, 1]);
  expect(JSON.stringify(result._meta)).toContain(
    "this recall was not recorded: the database is locked by another process",
  );
});

test("asking for the open session without one is noticed", async () => {
  const bench = await openWorkbench();
  const result = await bench.result("memory_recall", { context: "x", session_default: true });
  expect(JSON.stringify(result._meta)).toContain("session_default: no session is open");
});

test("what has expired is found on demand, and marked", async () => {
  const bench = await filled({ title: "a", tier: "short" }, { title: "b", tier: "long" });
  bench.clock.advance(6 * 3_600_000);
  expect(titlesOf(await bench.value("memory_recall", { context: "same" }))).toEqual(["b"]);
  const all = await bench.value("memory_recall", { context: "same", include_archived: true });
  expect(
    memoriesOf(all)
      .map((memory) => [memory.title, memory.archived])
      .toSorted(),
  ).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("provenance is shown or left out on demand", async () => {
  const bench = await filled({ title: "a" });
  const keys = async (given: JsonObject) => {
    const [memory] = memoriesOf(await bench.value("memory_recall", { context: "same", ...given }));
    return Object.keys(memory ?? {});
  };
  expect(await keys({ fields: ["provenance"] })).toEqual(["id", "title", "content", "namespace", "provenance"]);
  const full = ["id", "title", "content", "namespace", "tier", "kind", "tags", "priority", "score", "task_id"];
  expect(await keys({ detail: "full", verbose_provenance: false })).toEqual([...full, "updated_at", "archived"]);
});

test("only what was stored while a task was worked on", async () => {
  const bench = await filled({ title: "a" });
  const { id } = await bench.value("task_create", { project: "Atlas", title: "Work" });
  await bench.value("task_manage", { action: "start", task: id ?? null });
  await bench.value("memory_store", { title: "b", content: "same b", force: true });
  const found = (given: JsonObject) => bench.value("memory_recall", { context: "same", fields: ["task_id"], ...given });
  expect(memoriesOf(await found({ linked_task: true })).map((memory) => memory.task_id)).toEqual([id]);
  expect((await found({})).count).toBe(2);
});

test("an old memory says how old it is, in the text alone", async () => {
  const bench = await filled({ title: "a", content: "same text", tier: "long" });
  const days = (count: number) => bench.clock.advance(count * 86_400_000);
  const head = async () =>
    (textsOf((await bench.result("memory_recall", { context: "same" })).content)[0] ?? "").slice(8);
  expect(await head()).toBe(" [global] a: same text\nclaude, in all namespaces");
  days(31);
  expect(await head()).toContain("[global, 31 days old] a:");
  days(90);
  expect(await head()).toContain("[global, 3 months old] a:");
  days(1000);
  expect(await head()).toContain("[global, 3 years old] a:");
});

test("a content of several lines stands below its title; memories stand apart then", async () => {
  const bench = await filled({ title: "a", content: "same one" }, { title: "b", content: "same\n  two\nthree" });
  const { content } = await bench.result("memory_recall", { context: "same", namespace: "global" });
  expect(textsOf(content)[0]?.replaceAll(/[0-9a-f]{8}/g, "<id>")).toBe(
    "<id> a: same one\n\n<id> b:\n  same\n    two\n  three\nclaude, in namespace global",
  );
});

describe("format", () => {
  test("toon carries exactly the structured result", async () => {
    const bench = await filled({ title: "a", tags: ["x", "y, z"], metadata: { k: [1, { m: null }] } }, { title: "b" });
    const result = await bench.result("memory_recall", { context: "same", format: "toon", detail: "full" });
    expect(decode(textsOf(result.content)[0] ?? "")).toEqual(result.structuredContent);
  });

  test("toon_compact is a table, one row per memory, content included, and shorter", async () => {
    const bench = await filled({ title: "a", tags: ["x", "y, z"], metadata: { k: 1 } }, { title: "b" });
    const compact = await bench.result("memory_recall", { context: "same", format: "toon_compact", detail: "full" });
    const text = textsOf(compact.content)[0] ?? "";
    const decoded = decode(text);
    expect(decoded).toMatchObject({
      count: 2,
      memories: [
        { title: "b", content: "same b", tags: "[]", agent_id: "claude", metadata: "{}" },
        { title: "a", content: "same a", tags: '["x","y, z"]', agent_id: "claude", metadata: '{"k":1}' },
      ],
    });
    const json = await bench.result("memory_recall", { context: "same", detail: "full" });
    expect(text.length).toBeLessThan((textsOf(json.content)[0] ?? "").length * 0.75);
  });
});

test("a question is words, whatever it looks like", async () => {
  const bench = await filled({ title: "a" });
  for (const context of [
    '"',
    "same OR",
    "NEAR(same a)",
    "same*",
    "-same",
    "title:same",
    "same AND NOT same",
    "{same}",
  ]) {
    const { count } = await bench.value("memory_recall", { context });
    expect([context, count]).toEqual([context, context === '"' ? 0 : 1]);
  }
});

describe("decisions", () => {
  const drafted = async () => {
    const bench = await filled({ title: "a" });
    await bench.value("decision_create", { project: "Atlas", title: "Use SQLite", description: "One file." });
    return bench;
  };

  test("are named beside the memories, in the value and in the text", async () => {
    const bench = await drafted();
    const { structuredContent, content } = await bench.result("memory_recall", { context: "why sqlite" });
    expect(structuredContent).toMatchObject({
      ...{ count: 0, memories: [], more: false },
      decisions: [{ label: "ADR-0001", title: "Use SQLite", status: "draft", project: "Atlas" }],
    });
    expect(structuredContent).not.toHaveProperty("hint");
    expect(textsOf(content).join("\n")).toContain("ADR-0001 (draft, Atlas): Use SQLite");
  });

  test("are absent where none answers", async () => {
    const bench = await drafted();
    expect(await bench.value("memory_recall", { context: "same" })).not.toHaveProperty("decisions");
  });

  test.each<[boolean, JsonObject]>([
    [true, { project: "atlas" }],
    [true, { kinds: ["decision", "event"] }],
    [true, { min_score: 0.5, limit: 1 }],
    [false, { kinds: "event" }],
    [false, { tags: "red" }],
    [false, { linked_task: true }],
    [false, { namespace: "global" }],
    [false, { since: "2020-01-01T00:00:00Z" }],
    [false, { budget_tokens: 0 }],
  ])("are found: %s, with %j", async (isFound, filter) => {
    const bench = await drafted();
    const recalled = await bench.value("memory_recall", { context: "sqlite", ...filter });
    expect("decisions" in recalled).toBe(isFound);
  });

  test("of another organisation are not found", async () => {
    const bench = await drafted();
    await bench.value("organization_manage", { action: "create", name: "Acme" });
    await bench.value("organization_switch", { organization: "Acme" });
    expect(await bench.value("memory_recall", { context: "sqlite" })).not.toHaveProperty("decisions");
    await bench.value("decision_create", { title: "Never SQLite" });
    expect(await bench.value("memory_recall", { context: "sqlite" })).toMatchObject({
      decisions: [{ title: "Never SQLite" }],
    });
    await bench.value("organization_switch", {});
    expect(await bench.value("memory_recall", { context: "sqlite" })).toMatchObject({
      decisions: [{ title: "Use SQLite" }],
    });
  });
});
