import { copyFileSync, existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { notices, objects } from "../served-workbench.ts";
import { passphrase, type VaultSession, vaultSession } from "./vault-session.ts";

// The vault as a person and an agent meet it: the built server over stdio, the command line beside it, and the bytes of the database.

let server: VaultSession;
beforeEach(async () => {
  server = await vaultSession();
  await server.value("session_open", { agent: "claude" });
});
afterEach(() => server.close());

const secret = "The zeppelin code of Anna is quasar-7741.";
const created = () => server.vault(["create"], passphrase);
const texts = async (tool: string, given: Parameters<VaultSession["result"]>[1]) => {
  const result = await server.result(tool, given);
  return { ...result, said: notices(result).map(({ text }) => String(text)) };
};

describe("the command", () => {
  it("creates, unlocks, locks, and changes the passphrase", async () => {
    expect(await server.vault(["status"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("there is no vault"),
    });
    expect(await server.vault(["unlock"], passphrase)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no vault"),
    });
    expect((await server.vault(["create"], "short")).stderr).toContain("too short");
    expect((await server.vault(["create"], "")).stderr).toContain("stdin lacks a passphrase");
    expect((await created()).stdout).toMatch(/^created and unlocked until \d{4}-/);
    expect((await created()).stderr).toContain("there is a vault already");
    expect((await server.vault(["status"])).stdout).toMatch(/^unlocked until/);
    expect((await server.vault(["lock"])).stdout).toBe("locked\n");
    expect((await server.vault(["lock"])).stdout).toBe("the vault was locked already\n");
    expect(await server.vault(["unlock"], "not the passphrase")).toMatchObject({ code: 6, stdout: "" });
    expect(JSON.parse((await server.vault(["unlock", "--json", "--hours", "0.5"], passphrase)).stdout)).toMatchObject({
      key_file: expect.any(String),
    });
    expect((await server.vault(["passphrase"], "wrong one here", "another passphrase")).code).toBe(6);
    expect((await server.vault(["passphrase"], passphrase, "another passphrase")).code).toBe(0);
    await server.lock();
    expect((await server.vault(["unlock"], passphrase)).code).toBe(6);
    expect((await server.vault(["unlock"], "another passphrase")).code).toBe(0);
  });

  it("that locks removes a key that a killed one has left under a temporary name", async () => {
    await created();
    const { key_file: keyFile } = JSON.parse((await server.vault(["unlock", "--json"], passphrase)).stdout);
    const left = join(dirname(keyFile), `.${basename(keyFile)}.0f8fad5b-d9cb-469f-a165-70867728950e.tmp`);
    copyFileSync(keyFile, left);
    await server.lock();
    expect([keyFile, left].filter((path) => existsSync(path))).toEqual([]);
  });
});

describe("memories", () => {
  const store = (over = {}) =>
    server.value("memory_store", { title: "Zeppelin code", content: secret, encryption_scope: "personal", ...over });

  it("are refused where there is no vault, and where it is locked, and then nothing is written", async () => {
    expect(await server.error("memory_store", { content: secret, encryption_scope: "personal" })).toMatchObject({
      code: "VAULT_MISSING",
      retry: "never",
      hint: expect.stringMatching(/^the user has to act first: .*pegboard vault create/),
    });
    await created();
    await server.lock();
    expect(await server.error("memory_store", { content: secret, encryption_scope: "personal" })).toMatchObject({
      code: "VAULT_LOCKED",
      hint: expect.stringContaining("pegboard vault unlock"),
    });
    expect(await server.error("memory_store", { content: secret, encryption_scope: "organization" })).toMatchObject({
      code: "ENCRYPTION_UNSUPPORTED",
    });
    expect(await server.value("memory_stats", {})).toMatchObject({ total: 0 });
    server.expectNotAtRest("zeppelin", "quasar");
  });

  it("are found, listed and shown while the vault is unlocked, and a placeholder while it is locked, without a restart", async () => {
    await created();
    const { id, encrypted } = await store();
    expect(encrypted).toBe(true);
    await server.value("memory_store", { content: "The mirror listens on port 7179." });
    const found = async () => objects((await server.value("memory_recall", { context: "zeppelin code" })).memories);
    expect(await found()).toMatchObject([{ id, content: secret, encrypted: true }]);
    expect(objects((await server.value("memory_search", { query: "zeppelin" })).results)).toMatchObject([{ id }]);
    expect(objects((await server.value("memory_list", { term: "PELIN co" })).items)).toMatchObject([{ id }]);
    expect(await server.value("memory_get", { id: String(id) })).toMatchObject({
      title: "Zeppelin code",
      content: secret,
    });
    server.expectNotAtRest("zeppelin", "quasar", "anna");
    server.expectAtRest("mirror");

    await server.lock();
    const recalled = await texts("memory_recall", { context: "zeppelin code" });
    expect(recalled.structuredContent).toMatchObject({ memories: [] });
    expect(recalled.said.join()).toContain("1 encrypted memory could not be searched, because the vault is locked");
    expect(recalled.structuredContent?.hint).toContain(
      "Nothing that could be searched answers that. No memory that could be searched holds 'zeppelin', 'code'.",
    );
    expect((await texts("memory_search", { query: "zeppelin" })).texts.join()).toContain(
      "No memory that could be searched holds all of these words",
    );
    for (const words of ["vault", "locked", "encrypted"]) {
      expect(objects((await server.value("memory_recall", { context: words })).memories), words).toEqual([]);
      expect(objects((await server.value("memory_search", { query: words })).results), words).toEqual([]);
      expect(objects((await server.value("memory_list", { term: words })).items), words).toEqual([]);
    }
    expect((await texts("memory_list", { term: "mirror" })).said.join()).toContain("1 encrypted memory");
    expect((await texts("memory_search", { query: "mirror" })).said.join()).toContain("1 encrypted memory");
    expect(await server.value("memory_get", { id: String(id) })).toMatchObject({
      content: "[encrypted: the vault is locked]",
      encrypted: true,
      locked: true,
    });
    expect(objects((await server.value("memory_list", {})).items)).toMatchObject([{}, { id, locked: true }]);
    expect(await server.error("memory_update", { id: String(id), tags: ["x"] })).toMatchObject({
      code: "VAULT_LOCKED",
    });

    await server.unlock();
    expect(await found()).toMatchObject([{ id, content: secret }]);
    expect(await server.value("memory_update", { id: String(id), tags: ["x"] })).toMatchObject({
      memory: { content: secret, tags: ["x"], encrypted: true },
    });
  });

  it("keep their titles apart, and what is almost the same is not stored twice", async () => {
    await created();
    await store();
    expect(
      await server.error("memory_store", { title: "Zeppelin code", content: "Other text.", force: true }),
    ).toMatchObject({
      code: "MEMORY_EXISTS",
    });
    expect(await server.value("memory_store", { title: "Twin", content: secret })).toMatchObject({
      status: "similar_exists",
    });
    await server.lock();
    const { said } = await texts("memory_store", { title: "Twin", content: "Something plain about a harbour." });
    expect(said.join()).toContain("1 encrypted memory could not be compared");
  });

  it("that were plain leave no trace when they are encrypted, nor do their versions", async () => {
    await created();
    const { id } = await server.value("memory_store", { title: "Harbour", content: "The first wording is walrus-1." });
    await server.value("memory_update", { id: String(id), content: "The second wording is narwhal-2." });
    server.expectAtRest("walrus", "narwhal");
    await server.value("memory_update", {
      id: String(id),
      encryption_scope: "personal",
      content: "The third is beluga-3.",
    });
    server.expectNotAtRest("walrus", "narwhal", "beluga", "harbour");
    const archived = objects((await server.value("memory_archive_list", {})).items);
    expect(archived.map(({ preview }) => String(preview)).join()).toContain("walrus-1");
    await server.value("memory_archive_restore", { id: String(archived.at(-1)?.id), on_conflict: "version" });
    server.expectNotAtRest("walrus", "narwhal", "beluga", "harbour");
  });
});

describe("a project that is set so", () => {
  it("encrypts its new tasks, notes and memories, and says so", async () => {
    expect(await server.error("project_create", { name: "Atlas", encrypted: true })).toMatchObject({
      code: "VAULT_MISSING",
    });
    await created();
    expect(await server.value("project_create", { name: "Atlas", encrypted: true })).toMatchObject({
      project: { encrypted: true },
    });
    expect(objects((await server.value("project_list", {})).items)).toMatchObject([{ name: "Atlas", encrypted: true }]);
    const { id } = await server.value("task_create", {
      project: "Atlas",
      title: "Paint the zeppelin",
      description: "In quasar blue",
    });
    await server.value("task_note_add", { task: String(id), note: "The walrus agrees" });
    await server.value("task_subtask_manage", { action: "create", task: String(id), title: "Buy narwhal brushes" });
    await server.value("memory_store", { project: "Atlas", content: "The beluga is the client." });
    server.expectNotAtRest("zeppelin", "quasar", "walrus", "narwhal", "beluga");
    expect(objects((await server.value("task_list", { project: "Atlas", query: "zeppel" })).items)).toMatchObject([
      { id, title: "Paint the zeppelin", encrypted: true },
    ]);
    expect(await server.value("task_get", { task: String(id) })).toMatchObject({
      notes: [{ note: "The walrus agrees" }],
    });
    expect((await server.value("activity_list", {})).items).toContainEqual(
      expect.objectContaining({ event: "task_created", title: "Paint the zeppelin" }),
    );

    await server.lock();
    const listed = await texts("task_list", { project: "Atlas", query: "zeppel" });
    expect(listed.structuredContent).toMatchObject({ items: [] });
    expect(listed.said.join()).toContain("encrypted task");
    const got = await server.value("task_get", { task: String(id) });
    expect(got).toMatchObject({ task: { locked: true }, notes: [{ locked: true }] });
    expect(JSON.stringify(got)).not.toMatch(/zeppelin|walrus/i);
    expect(await server.value("task_manage", { action: "start", task: String(id) })).toMatchObject({
      status: "in_progress",
      locked: true,
    });
    for (const [tool, given] of Object.entries({
      task_create: { project: "Atlas", title: "Another" },
      task_note_add: { task: String(id), note: "Another" },
      memory_store: { project: "Atlas", content: "Another" },
      memory_capture_turn: {
        namespace: "project/atlas",
        host_session_id: "h",
        host_turn_index: 1,
        role: "user",
        content: "Another",
      },
      memory_entity_register: { namespace: "project/atlas", canonical_name: "Another" },
    })) {
      expect((await server.error(tool, given)).code, tool).toBe("VAULT_LOCKED");
    }
  });
});
