import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkInput as checkRecall } from "../../generated/validators/memory_recall.js";
import { checkInput as checkStore } from "../../generated/validators/memory_store.js";
import { addMemory } from "../../src/handlers/memory/add_memory.ts";
import { recall } from "../../src/handlers/memory/recall.ts";
import { retrieveRelevantMemories } from "../../src/handlers/memory/retrieve_relevant_memories.ts";
import { storeCodingMemory } from "../../src/handlers/memory/store_coding_memory.ts";
import { openWorkbench, titlesOf } from "./open-workbench.ts";

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
    expect(addMemory({ project: "Atlas", content: "x" })).toEqual({ project: "Atlas", content: "x", tier: "long" });
  });

  test("answers with the canonical result", async () => {
    const bench = await openWorkbench();
    await bench.value("setup_agent", { agent_name: "old-client" });
    await bench.value("create_project", { name: "Atlas" });
    const given = { project: "Atlas", content: "We use WAL", type: "DECISION", encryption_scope: "personal" };
    expect(await bench.value("add_memory", given)).toMatchObject({
      status: "created",
      namespace: "project/atlas",
      title: "We use WAL",
      tier: "long",
      agent_id: "old-client",
    });
    expect(titlesOf(await bench.value("recall", { term: "wal", project: "Atlas", tag: "decision" }))).toEqual([
      "We use WAL",
    ]);
    expect((await bench.error("add_memory", { project: "Atlas", content: "x", type: "skill" })).code).toBe(
      "INVALID_ARGUMENTS",
    );
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
    expect(await bench.value("store_coding_memory", given)).toMatchObject({
      status: "created",
      namespace: expect.stringMatching(/^workspace\/home-me-my-app~[0-9a-f]{16}$/),
      tier: "long",
    });
    const found = async (over: object) =>
      titlesOf(await bench.value("retrieve_relevant_memories", { query: "uploader", ...over }));
    expect(await found({ workspace_id: "/home/me/./My App" })).toEqual(["const limit = 5;"]);
    expect(await found({ project_filter: "/home/me/My App", code_types: ["typescript "] })).toEqual([
      "const limit = 5;",
    ]);
    expect(await found({ project_filter: "/home/me/My App", code_types: ["go"] })).toEqual([]);
    expect(await found({})).toEqual([]);
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
    const put = async (content: string) => (await bench.value("store_coding_memory", { content })).status;
    expect([await put(code), await put(`${code} 5`), await put(`${code} 6`)]).toEqual([
      "created",
      "created",
      "created",
    ]);
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
