import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkInput as checkRecall } from "../../generated/.cache/validators/memory_recall.js";
import { checkInput as checkStore } from "../../generated/.cache/validators/memory_store.js";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { addMemory } from "../../src/handlers/memory/add_memory.ts";
import { memoryTypeOf } from "../../src/handlers/memory/memory-type.ts";
import { oldScore, oldTerms } from "../../src/handlers/memory/old-score.ts";
import { recall } from "../../src/handlers/memory/recall.ts";
import { retrieveRelevantMemories } from "../../src/handlers/memory/retrieve_relevant_memories.ts";
import { storeCodingMemory } from "../../src/handlers/memory/store_coding_memory.ts";
import { similarFrom } from "../../src/store/leading-words.ts";
import { memoriesOf, openWorkbench } from "./open-workbench.ts";

function objectsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

describe("add_memory", () => {
  test("keeps for ever, in the project, with the old type as kind and tag", () => {
    expect(addMemory({ project: "Atlas", content: "x", type: "bug_fix", force: true })).toEqual({
      project: "Atlas",
      content: "x",
      tier: "long",
      kind: "event",
      tags: ["bug_fix"],
      force: true,
    });
    expect(addMemory({ project: "Atlas", content: "We decided on WAL." })).toEqual({
      project: "Atlas",
      content: "We decided on WAL.",
      tier: "long",
      kind: "decision",
      tags: ["decision"],
    });
  });

  test("answers as the old tool did, and says which type it is", async () => {
    const bench = await openWorkbench();
    await bench.value("setup_agent", { agent_name: "old-client" });
    await bench.value("create_project", { name: "Atlas" });
    const given = { project: "Atlas", content: "We use WAL", type: "DECISION" };
    const added = await bench.value("add_memory", given);
    expect(added).toEqual({
      id: expect.any(String),
      content: "We use WAL",
      tags: ["decision"],
      type: "decision",
      _context: "old-client, in project Atlas",
      _created_in_project: "Atlas",
      _type: "decision",
      _type_auto_detected: false,
      is_encrypted: false,
      _encrypted: false,
      _message: "Memory stored in 'Atlas'",
    });
    expect(await bench.value("memory_get", { id: added.id ?? null })).toMatchObject({ tier: "long", kind: "decision" });
    expect(
      await bench.value("add_memory", { project: "Atlas", content: "The importer crashed; fixed by a retry" }),
    ).toMatchObject({ _type: "bug_fix", _type_auto_detected: true });
    expect((await bench.error("add_memory", { project: "Atlas", content: "x", type: "skill" })).code).toBe(
      "INVALID_ARGUMENTS",
    );
  });

  test("what is known almost word for word is not stored; the threshold is the service's", async () => {
    const bench = await openWorkbench();
    await bench.value("setup_agent", {});
    await bench.value("create_project", { name: "Atlas" });
    const given = { project: "Atlas", content: "The bridge listens on 7179." };
    const { id } = await bench.value("add_memory", given);
    expect(await bench.value("add_memory", given)).toEqual({
      status: "similar_exists",
      message: expect.stringContaining("force"),
      similar_count: 1,
      similar_memories: [{ memory_id: id, content: "The bridge listens on 7179.", similarity: 1 }],
      threshold: similarFrom,
      _context: "unknown-agent, in project Atlas",
    });
  });

  test.each([
    ["We decided to use SQLite instead of Postgres", "decision"],
    ["The build crashed. Root cause: a wrong path. We chose to fix it.", "bug_fix"],
    ["Ann prefers tabs", "preference"],
    ["Our convention for handlers", "pattern"],
    ["https://sqlite.org/wal.html", "reference"],
    [
      "The documentation of the write-ahead log stands at https://sqlite.org/wal.html, chapter two, below that",
      "reference",
    ],
    ["Badge and adrift and prefix are no signs, for they only hold one", "general"],
    ["PREFERS: spaces", "preference"],
    ["", "general"],
  ])("the type of %j is %s", (content, type) => {
    expect(memoryTypeOf(content)).toBe(type);
  });
});

describe("recall", () => {
  test.each([
    [undefined, 20],
    [0, 20],
    [0.9, 20],
    [2.9, 2],
    [50, 50],
    [1e9, 50],
    [-1, 50],
    [-0.5, 20],
  ])("limit %j becomes %j", (limit, expected) => {
    expect(recall({ term: "x", ...(limit === undefined ? {} : { limit }) }).limit).toBe(expected);
  });

  test("a comma asks for every word", () => {
    expect(recall({ term: "red, green" })).toEqual({ context: "red, green", limit: 20, detail: "full", min_score: 1 });
    expect(recall({ term: "red," })).toEqual({ context: "red,", limit: 20, detail: "full" });
  });

  test("the old filters go on: type, linked task and score", () => {
    expect(recall({ term: "x", type: "bug_fix", linked_task: true, limit: 3, min_score: 30 })).toEqual({
      context: "x",
      kinds: ["event"],
      linked_task: true,
      limit: 50,
      detail: "full",
    });
    expect(recall({ term: "x", linked_task: false, min_score: 0, limit: 3 })).toEqual({
      context: "x",
      limit: 3,
      detail: "full",
    });
  });

  test("scores are points of the old scale", () => {
    const score = (content: string, term: string, linked = false) => oldScore(content, oldTerms(term), linked);
    expect(score("The bridge listens", "bridge")).toBe(30);
    expect(score("footbridges", "bridge")).toBe(20);
    expect(score("## Bridge\nbridge, bridge", "bridge")).toBe(20 + 10 + 15 + 15);
    expect(score("a a a a a a a a", "a")).toBe(20 + 10 + 25);
    expect(score("red and green", "red green")).toBe(60);
    expect(score("red and green", "red and, green", true)).toBe(30 + 30 + 5);
    // Found by the index alone, which knows other forms of a word.
    expect(score("nothing", "bridge")).toBe(10);
    expect(score("nothing", "bridge", true)).toBe(15);
    expect(score("na\u00efve", "nai\u0308ve")).toBe(30);
    expect(score("nai\u0308ve", "NA\u00cfVE")).toBe(30);
    expect(score("na\u00efve", "naive")).toBe(30);
    expect(score("\u05e9\u05c1", "\u05e9")).toBe(20);
  });

  test("the old result holds what was asked for, by the old scores", async () => {
    const bench = await openWorkbench();
    await bench.value("setup_agent", {});
    await bench.value("create_project", { name: "Atlas" });
    const { id: taskId } = await bench.value("create_task", { project: "Atlas", description: "Build it" });
    await bench.value("add_memory", {
      project: "Atlas",
      content: "A bridge. The bridge of the bridges.",
      type: "pattern",
    });
    await bench.value("manage_task", { taskId: taskId ?? null, action: "start" });
    await bench.value("add_memory", { project: "Atlas", content: "Bridge fixed", type: "bug_fix" });
    const asked = async (given: JsonObject) => {
      const { results, count, total_found } = await bench.value("recall", { term: "bridge", ...given });
      return [objectsIn(results).map(({ score }) => score), count, total_found];
    };
    expect(await asked({})).toEqual([[45, 35], 2, 2]);
    expect(await bench.value("recall", { term: "dragons" })).toMatchObject({
      count: 0,
      message: expect.stringContaining("other words"),
    });
    expect(await asked({ term: "bridging", type: "pattern" }), "found by another form").toEqual([[10], 1, 1]);
    expect(await asked({ term: "bridging", type: "pattern", min_score: 20 })).toEqual([[], 0, 0]);
    expect(await asked({ min_score: 40 })).toEqual([[45], 1, 1]);
    expect(await asked({ limit: 1, min_score: 1 })).toEqual([[45], 1, 2]);
    expect(await asked({ type: "bug_fix" })).toEqual([[35], 1, 1]);
    expect(await asked({ linked_task: true })).toEqual([[35], 1, 1]);
    const [linked] = objectsIn((await bench.value("recall", { term: "bridge", linked_task: true })).results);
    expect(linked).toMatchObject({ project: "atlas", linked_task_id: taskId, tags: ["bug_fix"] });
    const [bare] = objectsIn((await bench.value("recall", { term: "fixed", include_relations: false })).results);
    expect(Object.keys(bare ?? {})).toEqual(["id", "content", "score", "created_at"]);
  });

  test("blank filters are none", () => {
    expect(recall({ term: "x", project: "", tag: "" })).toEqual({ context: "x", limit: 20, detail: "full" });
  });
});

describe("store_coding_memory and retrieve_relevant_memories", () => {
  test("the caller's context is kept, and found", async () => {
    const bench = await openWorkbench();
    await bench.value("session_open", { agent: "claude" });
    const given = {
      content: "const limit = 5;",
      project_path: "/home/me/My App/",
      code_type: "TypeScript",
      context: "Throttling of the uploader",
    };
    const stored = await bench.value("store_coding_memory", given);
    const { memory_id: id } = stored;
    expect(stored).toEqual({
      memory_id: expect.any(String),
      keywords: [],
      tags: ["typescript"],
      links_created: 0,
      event_emitted: false,
    });
    expect(await bench.value("memory_get", { id: id ?? null })).toMatchObject({
      namespace: expect.stringMatching(/^workspace\/home-me-my-app~[0-9a-f]{16}$/),
      tier: "long",
    });
    const found = async (over: object) =>
      memoriesOf(await bench.value("retrieve_relevant_memories", { query: "uploader", ...over })).map(
        ({ content }) => content,
      );
    expect(await found({ workspace_id: "/home/me/./My App" })).toEqual(["const limit = 5;"]);
    expect(await found({ project_filter: "/home/me/My App", code_types: ["typescript "] })).toEqual([
      "const limit = 5;",
    ]);
    expect(await found({ project_filter: "/home/me/My App", code_types: ["go"] })).toEqual([]);
    expect(await found({})).toEqual([]);
    expect(await bench.value("retrieve_relevant_memories", { query: "uploader" })).toMatchObject({
      total_found: 0,
      message: expect.stringContaining("lower min_relevance"),
    });
  });

  test("the newer spelling of the workspace wins, and the default is one of its own", () => {
    const place = (given: object) => storeCodingMemory({ content: "x", ...given }).namespace;
    expect([place({}), place({ workspace_id: "" }), place({ workspace_id: "A", project_path: "b" })]).toEqual([
      "workspace/default",
      "workspace/default",
      "workspace/a",
    ]);
  });

  test.each([
    [undefined, 5],
    [0, 5],
    [-3, 5],
    [7, 7],
    [1_000, 50],
  ])("max_results %j becomes %j", (max_results, expected) => {
    const given = max_results === undefined ? {} : { max_results };
    expect(retrieveRelevantMemories({ query: "x", ...given }).limit).toBe(expected);
  });

  test("two snippets that differ in one word are both kept", async () => {
    const bench = await openWorkbench();
    await bench.value("session_open", { agent: "claude" });
    const code = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
    const put = async (content: string) => (await bench.value("store_memory", { content })).memory_id;
    const ids = [await put(code), await put(`${code} 5`), await put(`${code} 6`)];
    expect([new Set(ids).size, ids.includes(null)]).toEqual([3, false]);
  });
});

describe("whatever an old contract accepts, the new one accepts after mapping", () => {
  const text = (maxLength: number) => fc.string({ unit: "grapheme", maxLength: Math.min(maxLength, 60) });
  const content = text(200).map((body) => `x${body}`);
  const optional = { noNullPrototype: true } as const;

  test("add_memory", () => {
    const old = fc.record(
      {
        project: text(200).map((name) => `p${name.trim()}`),
        content,
        type: fc.constantFrom("general", "decision", "bug_fix", "preference", "pattern", "reference"),
        force: fc.boolean(),
      },
      { requiredKeys: ["project", "content"], ...optional },
    );
    fc.assert(
      fc.property(old, (given) => {
        expect(checkStore(addMemory(given))).toBe(true);
      }),
    );
  });

  test("store_coding_memory", () => {
    const old = fc.record(
      { content, workspace_id: text(400), project_path: text(400), code_type: text(128), context: text(200) },
      { requiredKeys: ["content"], ...optional },
    );
    fc.assert(
      fc.property(old, (given) => {
        expect(checkStore(storeCodingMemory(given))).toBe(true);
      }),
    );
    const longest = {
      content: "x",
      workspace_id: "ﷺ ".repeat(200),
      code_type: "İ".repeat(128),
      context: "\u0001".repeat(8192),
    };
    expect(checkStore(storeCodingMemory(longest))).toBe(true);
  });

  test("recall", () => {
    const old = fc.record(
      { term: content, project: text(200), tag: text(128).map((tag) => tag.trim()), limit: fc.double({ noNaN: true }) },
      { requiredKeys: ["term"], ...optional },
    );
    fc.assert(
      fc.property(old, (given) => {
        if (given.tag !== undefined && [...given.tag].length > 128) return;
        expect(checkRecall(recall(given))).toBe(true);
      }),
    );
  });

  test("retrieve_relevant_memories", () => {
    const old = fc.record(
      {
        query: content,
        workspace_id: text(400),
        max_results: fc.integer(),
        project_filter: text(400),
        code_types: fc.array(text(128), { maxLength: 50 }),
        min_relevance: fc.double({ noNaN: true }),
      },
      { requiredKeys: ["query"], ...optional },
    );
    fc.assert(
      fc.property(old, (given) => {
        expect(checkRecall(retrieveRelevantMemories(given))).toBe(true);
      }),
    );
  });
});
