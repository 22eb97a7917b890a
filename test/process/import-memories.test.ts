import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { openDatabase } from "../open-database.ts";
import { pegboardHere } from "./run-pegboard.ts";
import { type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// What other programs remember comes over: the files are as these programs write them, that of the memory server by the server itself.

let folder = "";
let server: ServedWorkbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-import-"));
  server = await serveWorkbenchHere({ profile: "full" });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...words: readonly string[]) {
  const env = { PEGBOARD_DB: server.databasePath, USER: "ann" };
  return pegboardHere(["import-memories", ...words], { cwd: folder, env });
}

async function recalled(context: string, namespace: string): Promise<readonly JsonObject[]> {
  const { memories } = await server.value("memory_recall", { context, namespace, detail: "full" });
  return Array.isArray(memories) ? memories.filter(isJsonObject) : [];
}

describe("the official memory server", () => {
  it("gives its entities with their observations, and its relations", async () => {
    const file = join(folder, "memory.jsonl");
    const program = join("node_modules", "@modelcontextprotocol", "server-memory", "dist", "index.js");
    const graph = await connectStdio({
      command: process.execPath,
      args: [program],
      env: { MEMORY_FILE_PATH: file },
      revision: "legacy",
    });
    const entity = (name: string, entityType: string, ...observations: string[]) => ({
      name,
      entityType,
      observations,
    });
    await graph.callTool("create_entities", {
      entities: [entity("Ann", "person", "Works at Acme", "Likes tea"), entity("Acme", "company")],
    });
    await graph.callTool("create_relations", { relations: [{ from: "Ann", to: "Acme", relationType: "works_at" }] });
    await graph.close();

    const dry = await run("memory.jsonl", "--from", "memory-server");
    expect(dry.stdout).toContain("2 memories, 1 link; 0 known already; nothing was written (--yes writes)");
    expect(await recalled("Ann Acme", "import")).toEqual([]);
    const written = await run("memory.jsonl", "--from", "memory-server", "--yes");
    expect(written).toMatchObject({ code: 0, stderr: "" });
    expect(written.stdout).toContain("import/memory-server  Ann\n");
    expect(await recalled("What does Ann like?", "import")).toMatchObject([
      { title: "Ann", content: "Works at Acme\nLikes tea", tags: ["person"], kind: "entity" },
    ]);
    const [ann] = await recalled("What does Ann like?", "import");
    const { links } = await server.value("memory_get_links", { id: String(ann?.id) });
    expect(links).toMatchObject([{ relation: "related_to", reason: "works_at" }]);
    expect((await run("memory.jsonl", "--from", "memory-server", "--yes")).stdout).toContain(
      "0 memories, 0 links; 2 known already",
    );
  });

  it("is refused with the line that can't be read", async () => {
    writeFileSync(
      join(folder, "x.json"),
      '{"type":"entity","name":"a","entityType":"b","observations":[]}\n{"type":"x"}\n',
    );
    const { code, stderr } = await run("x.json", "--from", "memory-server", "--yes");
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      "'x.json' can't be taken over from memory-server: line 2 is neither an entity nor a relation",
    );
    expect(await recalled("a", "import")).toEqual([]);
  });
});

it("basic-memory's notes keep their text; relations and wiki links become links, and what leads nowhere is named", async () => {
  mkdirSync(join(folder, "notes", "design"), { recursive: true });
  const note = (name: string, text: string) => writeFileSync(join(folder, "notes", name), text);
  note(
    "design/Auth.md",
    "---\ntitle: Authentication\ntype: note\ntags: [auth, security]\npermalink: design/auth\nstatus: active\n---\n\n# Authentication\n\n- [decision] JWT for services #security\n- depends_on [[User Store]] (ids)\n- see also [[design/nowhere]]\n\nSee [[user store|the store]].\n",
  );
  note("User Store.md", "Users are kept in one table.\n");
  const { code, stderr, stdout } = await run("notes", "--from", "basic-memory", "--namespace", "kb", "--yes");
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("2 memories, 1 link; 0 known already"),
  });
  expect(stderr).toContain("link from 'design/Auth.md' to 'design/nowhere': the second is not there");
  expect(await recalled("JWT for services", "kb")).toMatchObject([
    {
      title: "Authentication",
      namespace: "kb/design",
      tags: ["auth", "security"],
      provenance: { metadata: { type: "note", status: "active", permalink: "design/auth" } },
    },
  ]);
});

it("mem0's results go to a namespace of their user, with their time", async () => {
  const result = (memory: string, over = {}) => ({ id: memory, memory, user_id: "Dev Ops", ...over });
  const results = [
    result("Dev works at TechCorp", {
      categories: ["work"],
      created_at: "2024-03-01T10:00:00-07:00",
      metadata: { type: "pro" },
    }),
    result("Arjun prefers mornings", { user_id: "../arjun" }),
  ];
  writeFileSync(join(folder, "mem0.json"), JSON.stringify({ results, relations: [{}] }));
  const { stdout, stderr } = await run("mem0.json", "--from", "mem0", "--yes", "--json");
  expect(JSON.parse(stdout)).toEqual({
    written: true,
    created: [
      { title: "Dev works at TechCorp", namespace: "import/mem0/dev-ops" },
      { title: "Arjun prefers mornings", namespace: "import/mem0/arjun" },
    ],
    known: 0,
    links: 0,
    problems: ["1 relations between names: they are not memories"],
  });
  expect(stderr).toBe("");
  expect(await recalled("Where does Dev work, TechCorp?", "import/mem0")).toMatchObject([
    {
      tags: ["work"],
      provenance: { created_at: "2024-03-01T17:00:00.000Z", metadata: { type: "pro", user_id: "Dev Ops" } },
    },
  ]);
});

describe("ai-memory's database", () => {
  function database(path: string) {
    const db = openDatabase(path);
    db.exec(`
      CREATE TABLE memories (id TEXT PRIMARY KEY, tier TEXT, namespace TEXT, title TEXT, content TEXT, tags TEXT, priority INTEGER,
        confidence REAL, source TEXT, access_count INTEGER, created_at TEXT, expires_at TEXT, metadata TEXT);
      CREATE TABLE archived_memories (id TEXT);
      CREATE TABLE recall_observations (id TEXT);
      INSERT INTO recall_observations VALUES ('r1'), ('r2');
      CREATE TABLE memory_links (source_id TEXT, target_id TEXT, relation TEXT, valid_from TEXT, valid_until TEXT);
      INSERT INTO memories VALUES
        ('m1', 'mid', 'team/atlas', 'Ports', 'The bridge listens on 7179.', '["net"]', 8, 0.7, 'claude', 3, '2026-01-02T03:04:05Z', NULL, '{"agent_id":"bob"}'),
        ('m2', 'long', 'bad namespace/..', 'Old ports', 'It was 7000.', 'broken', 5, 1.0, 'user', 0, '2025-01-02T03:04:05Z', NULL, '{}'),
        ('m3', 'long', 'team', 'Empty', '  ', '[]', 5, 1.0, 'user', 0, '2025-01-02T03:04:05Z', NULL, '{}');
      INSERT INTO archived_memories VALUES ('a1');
      INSERT INTO memory_links VALUES ('m1', 'm2', 'supersedes', NULL, NULL), ('m1', 'm2', 'related_to', NULL, '2026-01-01T00:00:00Z');
    `);
    db.close();
  }

  it("gives its memories with their places, tiers and links, and what is lost is said", async () => {
    database(join(folder, "ai.db"));
    const before = readFileSync(join(folder, "ai.db"));
    const { stdout } = await run("ai.db", "--from", "ai-memory", "--yes", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      created: [
        { title: "Ports", namespace: "team/atlas" },
        { title: "Old ports", namespace: "import/ai-memory" },
      ],
      links: 1,
      problems: [
        "1 archived memories: only what is live is taken over",
        "1 counts of use",
        "1 links that have ended",
        "2 lines about what recalls have found",
        "'Empty': it has no text",
      ],
    });
    expect(await recalled("bridge port 7179", "team/atlas")).toMatchObject([
      {
        tier: "mid",
        priority: 8,
        tags: ["net"],
        provenance: { confidence: 0.7, metadata: { agent_id: "bob", source: "claude" } },
      },
    ]);
    expect(readFileSync(join(folder, "ai.db"))).toEqual(before);
  });

  it("with halves of characters in its JSON gives whole ones, once", async () => {
    database(join(folder, "ai.db"));
    const foreign = openDatabase(join(folder, "ai.db"));
    foreign
      .prepare("UPDATE memories SET tags = ?, metadata = ? WHERE id = 'm1'")
      .run('["\\ud83d"]', '{"a\\ud83d":"b\\ude00"}');
    foreign.close();
    for (const created of [2, 0]) {
      const { stdout } = await run("ai.db", "--from", "ai-memory", "--yes", "--json");
      expect(JSON.parse(stdout).created).toHaveLength(created);
    }
    expect(await recalled("bridge port 7179", "team/atlas")).toMatchObject([
      { tags: ["\uFFFD"], provenance: { metadata: { "a\uFFFD": "b\uFFFD", source: "claude" } } },
    ]);
    const stored = openDatabase(server.databasePath);
    expect(stored.prepare("SELECT metadata FROM memories WHERE title = 'Ports'").pluck().get()).toBe(
      '{"a\uFFFD":"b\uFFFD","source":"claude"}',
    );
    stored.close();
  });

  it("and the official memory server's file with them are known again", async () => {
    const entity = { type: "entity", name: "A\ud83d", entityType: "x", observations: ["One \ude00"] };
    writeFileSync(join(folder, "memory.jsonl"), `${JSON.stringify(entity)}\n`);
    for (const created of [1, 0]) {
      const { stdout } = await run("memory.jsonl", "--from", "memory-server", "--yes", "--json");
      const outcome = JSON.parse(stdout);
      expect([outcome.created.length, outcome.problems]).toEqual([created, []]);
    }
  });

  it("is refused where the file is none", async () => {
    writeFileSync(join(folder, "x.db"), "not a database");
    expect((await run("x.db", "--from", "ai-memory")).stderr).toContain(
      "'x.db' can't be taken over from ai-memory: file is not a database",
    );
    const database = openDatabase(join(folder, "y.db"));
    database.exec("CREATE TABLE t (a)");
    database.close();
    expect((await run("y.db", "--from", "ai-memory")).stderr).toContain("it has no table of memories");
  });
});
