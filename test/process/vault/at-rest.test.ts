import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { mainPath, pegboard } from "../run-pegboard.ts";
import { notices, objects, serveWorkbench } from "../served-workbench.ts";
import { passphrase, type VaultSession, vaultSession } from "./vault-session.ts";

// The bytes of the database after each kind of operation, the vault at a terminal and without one, and calls while it is locked and unlocked.

let server: VaultSession;
let folder = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-vault-"));
  server = await vaultSession();
  await server.value("session_open", { agent: "claude" });
  await server.vault(["create"], passphrase);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it("after no kind of operation a plain text of something encrypted is in the files of the database or in an export", async () => {
  const ids = new Map<string, string>();
  const id = (name: string) => ids.get(name) ?? "";
  const words: string[] = [];
  /** A word that stands in encrypted things only. */
  const secret = (name: string) => {
    words.push(`${name}zz`);
    return `${name}zz`;
  };
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["project", () => server.value("project_create", { name: "Atlas", encrypted: true })],
    [
      "store",
      () =>
        keep("m1", "memory_store", {
          title: `T ${secret("alpha")}`,
          content: `Says ${secret("bravo")}.`,
          metadata: { note: secret("charlie") },
        }),
    ],
    [
      "store another",
      () => keep("m2", "memory_store", { title: "Second", content: `Says ${secret("delta")} of the same kind.` }),
    ],
    ["update", () => server.value("memory_update", { id: id("m1"), content: `Says ${secret("echo")} now.` })],
    [
      "merge",
      () =>
        server.value("memory_store", {
          project: "Atlas",
          title: "Second",
          content: `Says ${secret("foxtrot")}.`,
          on_conflict: "merge",
        }),
    ],
    [
      "version",
      () =>
        server.value("memory_store", {
          project: "Atlas",
          title: "Second",
          content: `And ${secret("golf")}.`,
          on_conflict: "version",
          force: true,
        }),
    ],
    [
      "turn",
      () =>
        server.value("memory_capture_turn", {
          namespace: "project/atlas",
          host_session_id: "h",
          host_turn_index: 1,
          role: "user",
          content: secret("hotel"),
        }),
    ],
    [
      "entity",
      () =>
        server.value("memory_entity_register", {
          namespace: "project/atlas",
          canonical_name: secret("india"),
          aliases: [secret("juliett")],
        }),
    ],
    [
      "entity by its alias",
      async () =>
        expect(await server.value("memory_entity_get_by_alias", { alias: "JULIETTZZ" })).toMatchObject({ found: true }),
    ],
    [
      "tags",
      async () => expect(await server.value("memory_auto_tag", { id: id("m1") })).toMatchObject({ new_tags: [] }),
    ],
    ["links", () => server.value("memory_evolve", { namespace: "project/atlas" })],
    ["recall", () => server.value("memory_recall", { context: "echozz foxtrotzz" })],
    ["promote", () => server.value("memory_promote", { id: id("m1"), to_namespace: "project" })],
    ["consolidate", () => keep("m3", "memory_consolidate", { ids: [id("m1"), id("m2")], title: secret("kilo") })],
    ["undo", () => server.value("memory_consolidate_undo", { id: id("m3") })],
    [
      "reflect",
      () => server.value("memory_reflect", { source_ids: [id("m1")], title: secret("lima"), content: secret("mike") }),
    ],
    ["forget", () => server.value("memory_forget", { ids: [id("m1")] })],
    ["restore", () => server.value("memory_archive_restore", { id: id("m1") })],
    ["task", () => keep("t1", "task_create", { title: secret("november"), description: secret("oscar") })],
    ["task update", () => server.value("task_manage", { action: "update", task: id("t1"), title: secret("papa") })],
    ["note", () => server.value("task_note_add", { task: id("t1"), note: secret("quebec") })],
    ["comment", () => server.value("task_note_add", { task: id("t1"), note: secret("romeo"), kind: "comment" })],
    [
      "subtask",
      () => server.value("task_subtask_manage", { action: "create", task: id("t1"), title: secret("sierra") }),
    ],
    ["query", () => server.value("task_list", { query: "papazz" })],
    [
      "import of tasks",
      async () => {
        writeFileSync(join(folder, "todo.md"), `- [ ] ${secret("tango")}\n`);
        const { code } = await pegboard(["import-tasks", join(folder, "todo.md"), "--project", "Atlas", "--yes"], at());
        expect(code).toBe(0);
      },
    ],
    [
      "pack",
      async () => {
        await server.value("pack_manage", { action: "create", name: "Bundle", type: "custom" });
        await server.value("pack_manage", { action: "add_memory", pack: "Bundle", memory: id("m1") });
        await server.value("pack_manage", { action: "add_task", pack: "Bundle", task: id("t1") });
        const { code, stderr } = await pegboard(["pack", "export", "Bundle", join(folder, "pack.json")], at());
        expect([code, stderr]).toEqual([
          0,
          expect.stringMatching(/1 memory left out.*encrypted[\s\S]*1 task left out: encrypted/),
        ]);
        expectPlain(readFileSync(join(folder, "pack.json"), "utf8"));
      },
    ],
    [
      "export of memories",
      async () => {
        const command = ["memories", "export", join(folder, "notes")];
        const { code, stdout, stderr } = await pegboard(command, at());
        expect([code, stdout, stderr]).toEqual([
          ...[0, expect.not.stringContaining("created")],
          expect.stringMatching(/^warning: \d+ memor(y|ies) left out: private to an agent or encrypted\n$/),
        ]);
        expect(JSON.parse((await pegboard([...command, "--json"], at())).stdout)).toMatchObject({
          ...{ files: [], written: true, leftOut: expect.any(Number) },
        });
      },
    ],
    ["a session", () => server.value("session_open", { agent: "claude" })],
    ["task delete", () => server.value("task_delete", { task: id("t1"), confirm: true })],
    ["memory delete", () => server.value("memory_delete", { id: id("m2"), confirm: true })],
  ];
  const at = () => ({ cwd: folder, env: { PEGBOARD_DB: server.databasePath } });
  const keep = async (name: string, tool: string, given: Parameters<VaultSession["value"]>[1]) => {
    const place = tool === "memory_consolidate" ? {} : { project: "Atlas" };
    ids.set(name, String((await server.value(tool, { ...place, ...given })).id));
  };
  const expectPlain = (text: string) => {
    for (const word of words) expect(text.includes(word), word).toBe(false);
  };
  for (const [step, run] of steps) {
    await run();
    try {
      server.expectNotAtRest(...words);
    } catch (cause) {
      throw new Error(`after the step '${step}'`, { cause });
    }
  }
  const listed = objects((await server.value("memory_list", { project: "Atlas", limit: 100 })).items);
  expect(listed.length).toBe(5);
  expect(listed.every(({ encrypted }) => encrypted === true)).toBe(true);
});

it("while it is locked and unlocked all the time, each answer is the text or a placeholder, and nothing is lost", async () => {
  const content = "The zeppelin lands at noon.";
  const { id = null } = await server.value("memory_store", { title: "Landing", content, encryption_scope: "personal" });
  let isOver = false;
  const person = (async () => {
    for (let turn = 0; turn < 4; turn++) {
      await server.lock();
      await server.unlock();
    }
    isOver = true;
  })();
  const seen = new Set<string>();
  let written = 0;
  while (!isOver) {
    const got = await server.value("memory_get", { id });
    seen.add(String(got.content));
    const updated = await server.result("memory_update", { id, tags: [`t${written}`] });
    if (updated.isError) expect(updated.structuredContent).toMatchObject({ error: { code: "VAULT_LOCKED" } });
    else written++;
  }
  await person;
  expect([...seen].toSorted()).toEqual([content, "[encrypted: the vault is locked]"]);
  expect(await server.value("memory_get", { id })).toMatchObject({ content, version: written + 1 });
});

it("a server opens it with a file that only its owner may read, and says in its log why it does not", async () => {
  const { id = null } = await server.value("memory_store", {
    content: "The zeppelin lands.",
    encryption_scope: "personal",
  });
  await server.lock();
  const path = join(folder, "passphrase");
  writeFileSync(path, `${passphrase}\n`, { mode: 0o600 });
  const { databasePath } = server;
  const other = await serveWorkbench({ profile: "full", databasePath, env: { PEGBOARD_VAULT_PASSPHRASE_FILE: path } });
  expect(await other.value("memory_get", { id })).toMatchObject({ content: "The zeppelin lands." });
  expect(await server.value("memory_get", { id })).toMatchObject({ locked: true });
  writeFileSync(path, "not the passphrase\n");
  expect(await other.value("memory_get", { id })).toMatchObject({ locked: true });
  await other.close();
});

it("the tools of other systems over the same memories do the same", async () => {
  await server.value("memory_store", {
    namespace: "workspace/w",
    content: "The zeppelin lands at noon.",
    encryption_scope: "personal",
  });
  const { databasePath } = server;
  const zetmem = await serveWorkbench({ profile: "zetmem", databasePath });
  const aiMemory = await serveWorkbench({ profile: "ai_memory", databasePath });
  const asked = { query: "zeppelin", workspace_id: "w" };
  expect(await zetmem.value("retrieve_relevant_memories", asked)).toMatchObject({ total_found: 1 });
  expect(await aiMemory.value("memory_search", { query: "zeppelin" })).toMatchObject({ count: 1 });
  await server.lock();
  const locked = await zetmem.result("retrieve_relevant_memories", asked);
  expect(locked.structuredContent).toMatchObject({ total_found: 0 });
  expect(JSON.stringify(notices(locked))).toContain("1 encrypted memory could not be searched");
  expect(await aiMemory.value("memory_search", { query: "zeppelin" })).toMatchObject({ count: 0 });
  const listed = await aiMemory.result("memory_list", {});
  expect(listed.isError).toBe(false);
  expect(JSON.stringify(listed)).not.toContain("zeppelin");
  expect(JSON.stringify(listed)).toContain("the vault is locked");
  await Promise.all([zetmem.close(), aiMemory.close()]);
});

it("at a terminal the passphrase is typed unseen, twice where it is new", () => {
  const driver = fileURLToPath(new URL("../asking-terminal.py", import.meta.url));
  const typed = (words: readonly string[], lines: readonly (readonly [string, string])[]) => {
    const plan = { command: [process.execPath, mainPath, "vault", ...words], typed: lines };
    const env = { ...process.env, PEGBOARD_DB: server.databasePath };
    const out = execFileSync("python3", [driver, JSON.stringify(plan)], { encoding: "utf8", env });
    return JSON.parse(out) as { readonly code: number; readonly screen: string };
  };
  const wrong = typed(["unlock"], [["Passphrase:", "another passphrase"]]);
  expect(wrong).toMatchObject({ code: 6, screen: expect.stringContaining("the passphrase is wrong") });
  const right = typed(["unlock"], [["Passphrase:", passphrase]]);
  expect(right).toMatchObject({ code: 0, screen: expect.stringContaining("unlocked until") });
  const differ = typed(
    ["passphrase"],
    [
      ["Old passphrase:", passphrase],
      ["New passphrase:", "a new passphrase"],
      ["again:", "a now passphrase"],
    ],
  );
  expect(differ).toMatchObject({ code: 2, screen: expect.stringContaining("the two passphrases differ") });
  const changed = typed(
    ["passphrase"],
    [
      ["Old passphrase:", passphrase],
      ["New passphrase:", "a new passphrase"],
      ["again:", "a new passphrase"],
    ],
  );
  expect(changed).toMatchObject({ code: 0, screen: expect.stringContaining("the passphrase is changed") });
  for (const { screen } of [wrong, right, differ, changed])
    expect(screen).not.toMatch(/another passphrase|battery|a new pass|a now pass/);
});
