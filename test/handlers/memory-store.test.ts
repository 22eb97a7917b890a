import { describe, expect, test } from "vitest";
import { openDatabase } from "../open-database.ts";
import { startOfTests } from "../services/clock.ts";
import { memoriesOf, type OpenWorkbench, openWorkbench, titlesOf } from "./open-workbench.ts";

const hourMs = 3_600_000;

async function withSession(): Promise<OpenWorkbench> {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "My Atlas" });
  return bench;
}

test("a receipt reports everything that was decided for the caller", async () => {
  const bench = await withSession();
  expect(await bench.value("memory_store", { project: "My Atlas", content: "\n First line \nmore" })).toEqual({
    status: "created",
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: "First line",
    namespace: "project/my-atlas",
    tier: "long",
    agent_id: "claude",
    expires_at: null,
    attest_level: "unsigned",
    _context: "claude, in project My Atlas",
  });
});

test("every param that is stored comes back from a recall", async () => {
  const bench = await withSession();
  const signature = `${"A".repeat(86)}==`;
  const given = {
    title: "Ports",
    content: "  The bridge listens on 7179.\n",
    tier: "long",
    namespace: "team/net",
    tags: ["net", "Bridge"],
    priority: 9,
    confidence: 0.7,
    source: "user",
    metadata: { ticket: 12, deep: { list: ["x", null, true] } },
    agent_id: "somebody",
    kind: "decision",
    source_uri: "doc:ports.md",
    signature,
    created_at: "2025-12-31T23:00:00.25+01:00",
  };
  const receipt = await bench.value("memory_store", given);
  expect([receipt.attest_level, receipt.expires_at, receipt.agent_id]).toEqual(["unverified", null, "somebody"]);
  const recalled = await bench.value("memory_recall", { context: "bridge", detail: "full" });
  expect(memoriesOf(recalled)).toEqual([
    {
      id: receipt.id,
      title: "Ports",
      content: "  The bridge listens on 7179.\n",
      namespace: "team/net",
      tier: "long",
      kind: "decision",
      tags: ["net", "Bridge"],
      priority: 9,
      score: 1,
      task_id: null,
      updated_at: new Date(startOfTests).toISOString(),
      archived: false,
      provenance: {
        agent_id: "somebody",
        source: "user",
        source_uri: "doc:ports.md",
        confidence: 0.7,
        created_at: "2025-12-31T23:00:00.25+01:00",
        expires_at: null,
        access_count: 0,
        metadata: { ticket: 12, deep: { list: ["x", null, true] } },
      },
    },
  ]);
});

test("a time without a signature is kept as an instant", async () => {
  const bench = await withSession();
  await bench.value("memory_store", { content: "old news", created_at: "2016-12-31t23:59:59.9999-01:00" });
  const [memory] = memoriesOf(await bench.value("memory_recall", { context: "news", detail: "full" }));
  expect(memory?.provenance).toMatchObject({ created_at: "2017-01-01T00:59:59.999Z" });
});

test.each([
  ["0000-01-01T00:00:00+01:00", "0000-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59-01:00", "9999-12-31T23:59:59.999Z"],
])("the time %s, which UTC can't write, becomes %s", async (created_at, expected) => {
  const bench = await withSession();
  await bench.value("memory_store", { content: "the edge of time", created_at });
  const [memory] = memoriesOf(await bench.value("memory_recall", { context: "edge", detail: "full" }));
  expect(memory?.provenance).toMatchObject({ created_at: expected });
});

describe("business errors", () => {
  const cases: readonly (readonly [string, Record<string, string | object>, object])[] = [
    [
      "a namespace with '..'",
      { content: "x", namespace: "a/../b" },
      { code: "NAMESPACE_INVALID", data: { namespace: "a/../b", problem: "'.' and '..' are not words" } },
    ],
    [
      "a project that is not there",
      { content: "x", project: "Atlas" },
      { code: "PROJECT_NOT_FOUND", data: { project: "Atlas", candidates: ["My Atlas"] } },
    ],
    [
      "a namespace outside the project",
      { content: "x", project: "my atlas", namespace: "project/other" },
      { code: "NAMESPACE_CONFLICT", data: { namespace: "project/other", project: "my atlas" } },
    ],
    [
      "metadata that is too large",
      { content: "x", metadata: { a: "x".repeat(65_536) } },
      { code: "METADATA_TOO_LARGE", data: { problem: "takes 65544 bytes as JSON" } },
    ],
    [
      "a signature without the time that it covers",
      { content: "x", signature: `${"A".repeat(86)}==` },
      { code: "SIGNATURE_INCOMPLETE" },
    ],
  ];
  test.each(cases)("%s", async (_name, given, expected) => {
    const bench = await withSession();
    expect(await bench.error("memory_store", given as never)).toMatchObject(expected);
    expect((await bench.value("memory_recall", { context: "x", detail: "full" })).count).toBe(0);
  });

  test.each([
    ["title", { title: "a\0b" }, "U+0000"],
    ["title", { title: "two\nlines" }, "U+000A"],
    ["tags", { tags: ["fine", "\u202eevil"] }, "U+202E"],
  ])("a %s with a character that can't be seen", async (param, given, character) => {
    const bench = await withSession();
    expect(await bench.error("memory_store", { content: "x", ...given })).toMatchObject({
      code: "CONTROL_CHARACTER",
      message: `${param} holds the control character ${character}`,
      data: { param, character },
    });
    expect((await bench.value("memory_recall", { context: "x", detail: "full" })).count).toBe(0);
  });

  test("a namespace with a character that can't be seen", async () => {
    const bench = await withSession();
    expect(await bench.error("memory_store", { content: "x", namespace: "a\0b" })).toMatchObject({
      code: "NAMESPACE_INVALID",
      data: { namespace: "a\0b", problem: "it contains the control character U+0000" },
    });
  });

  test("a title that is taken names the memory that has it", async () => {
    const bench = await withSession();
    const { id } = await bench.value("memory_store", { title: "Ports", content: "7179" });
    expect(await bench.error("memory_store", { title: "Ports", content: "8080" })).toMatchObject({
      code: "MEMORY_EXISTS",
      number: -31003,
      data: { namespace: "global", title: "Ports", id },
      retry: "changed_arguments",
    });
  });
});

test("on_conflict replaces or stores beside", async () => {
  const bench = await withSession();
  const put = async (content: string, on_conflict: string) => {
    const { status, title } = await bench.value("memory_store", { title: "Ports", content, on_conflict });
    return [status, title];
  };
  expect(await put("7179", "merge")).toEqual(["created", "Ports"]);
  expect(await put("8080", "merge")).toEqual(["merged", "Ports"]);
  expect(await put("9090", "version")).toEqual(["versioned", "Ports (2)"]);
  expect(titlesOf(await bench.value("memory_recall", { context: "7179", detail: "full" }))).toEqual([]);
  const all = await bench.value("memory_recall", { context: "7179", detail: "full", include_archived: true });
  expect(memoriesOf(all).map((memory) => [memory.title, memory.content, memory.archived])).toEqual([
    ["Ports", "7179", true],
  ]);
});

test("a merge keeps what the caller left out and takes what was given, though it be the default", async () => {
  const bench = await withSession();
  const first = {
    title: "Ports",
    content: "7179",
    tier: "short",
    kind: "decision",
    scope: "team",
    source: "user",
    priority: 9,
    confidence: 0.4,
    tags: ["net"],
    metadata: { ticket: 12 },
    agent_id: "somebody",
    source_uri: "doc:ports.md",
    created_at: "2025-12-31T23:00:00Z",
  };
  await bench.value("memory_store", first);
  const merge = async (given: Record<string, string | number>) => {
    await bench.value("memory_store", { title: "Ports", content: "8080", on_conflict: "merge", ...given });
    const [memory] = memoriesOf(await bench.value("memory_recall", { context: "8080", detail: "full" }));
    return memory;
  };
  expect(await merge({})).toMatchObject({
    content: "8080",
    tier: "short",
    kind: "decision",
    priority: 9,
    tags: ["net"],
    provenance: {
      agent_id: "somebody",
      source: "user",
      source_uri: "doc:ports.md",
      confidence: 0.4,
      created_at: "2025-12-31T23:00:00.000Z",
      metadata: { ticket: 12 },
    },
  });
  expect(await merge({ priority: 5, kind: "observation", tier: "mid" })).toMatchObject({
    tier: "mid",
    kind: "observation",
    priority: 5,
    tags: ["net"],
  });
});

test("something similar is named, and nothing stored, unless forced", async () => {
  const bench = await withSession();
  const { id } = await bench.value("memory_store", { content: "alpha beta gamma", tier: "short" });
  const again = { title: "Other", content: "Gamma, beta: alpha!", tier: "short" };
  expect(await bench.value("memory_store", again)).toEqual({
    status: "similar_exists",
    id: null,
    title: "Other",
    namespace: "global",
    tier: "short",
    agent_id: "claude",
    expires_at: new Date(startOfTests + 6 * hourMs).toISOString(),
    similar: [{ id, title: "alpha beta gamma", similarity: 1 }],
    attest_level: "unsigned",
    _context: "claude, in namespace global",
  });
  expect((await bench.value("memory_store", { ...again, force: true })).status).toBe("created");
});

test("hostile names are values like any other", async () => {
  const bench = await withSession();
  const metadata = JSON.parse('{"__proto__":{"x":1},"constructor":"c","a\'b\\"\\n*/$":1}');
  const given = { title: "__proto__", content: "'); DROP TABLE memories; --", tags: ["constructor", "*/"], metadata };
  await bench.value("memory_store", given);
  const [memory] = memoriesOf(
    await bench.value("memory_recall", { context: "drop table", detail: "full", tags: "constructor" }),
  );
  expect([memory?.title, memory?.content, memory?.tags]).toEqual([given.title, given.content, given.tags]);
  expect(JSON.stringify((memory?.provenance as { metadata: unknown } | undefined)?.metadata)).toBe(
    JSON.stringify(metadata),
  );
});

test("a call that is cancelled while it waits for a lock leaves nothing behind", async () => {
  const bench = await withSession();
  const holder = openDatabase(bench.databasePath);
  holder.exec("BEGIN IMMEDIATE");
  await bench.cancelled("memory_store", { content: "cancelled" });
  await bench.cancelled("session_open", { agent: "cancelled" });
  holder.exec("COMMIT");
  const rows = ["memories", "sessions"].map((table) => holder.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  holder.close();
  expect(rows).toEqual([0, 1]);
  expect((await bench.value("memory_store", { content: "kept" })).agent_id).toBe("claude");
});
