import { afterEach, beforeEach, expect, it } from "vitest";
import { notices, objects } from "../served-workbench.ts";
import { passphrase, type VaultSession, vaultSession } from "./vault-session.ts";

// The vault by Ramorie's old names: what its clients send, and what they read.

let server: VaultSession;
beforeEach(async () => {
  server = await vaultSession({ profile: "ramorie" });
  await server.value("setup_agent", { agent_name: "claude" });
  await server.value("create_project", { name: "Atlas" });
  await server.vault(["create"], passphrase);
});
afterEach(() => server.close());

const personal = { project: "Atlas", encryption_scope: "personal" };
const task = () => server.value("create_task", { ...personal, description: "Paint the zeppelin. In quasar blue." });
const memory = (over = {}) =>
  server.value("add_memory", { ...personal, content: "We decided on quasar blue because of Anna.", ...over });

it("of what is written it is said whether it is encrypted, and in which scope", async () => {
  expect(await task()).toMatchObject({ is_encrypted: true, _encrypted: true, _encryption_scope: "personal" });
  expect(await memory()).toMatchObject({ is_encrypted: true, _encrypted: true, _encryption_scope: "personal" });
  const plain = await server.value("create_task", { project: "Atlas", description: "Read the maps" });
  expect(plain).toMatchObject({ is_encrypted: false, _encrypted: false });
  expect(plain).not.toHaveProperty("_encryption_scope");
  server.expectNotAtRest("zeppelin", "quasar", "anna");
});

it("the scope of an organisation is refused, with what to do", async () => {
  for (const [tool, given] of Object.entries({ create_task: { description: "x" }, add_memory: { content: "x" } })) {
    const error = await server.error(tool, { project: "Atlas", encryption_scope: "organization", ...given });
    expect(error, tool).toMatchObject({ code: "ENCRYPTION_UNSUPPORTED", hint: expect.stringContaining("personal") });
  }
});

it("the type of what is encrypted is checked and kept", async () => {
  expect((await server.error("add_memory", { ...personal, content: "x", type: "nonsense" })).code).toBe(
    "INVALID_ARGUMENTS",
  );
  await memory({ type: "preference" });
  const { results } = await server.value("recall", { term: "quasar", type: "preference" });
  expect(objects(results)).toMatchObject([
    { content: "We decided on quasar blue because of Anna.", type: "preference" },
  ]);
});

it("a briefing, notes and what is in a pack are decrypted", async () => {
  const { id: taskId = null } = await task();
  const { id: memoryId = null } = await memory();
  await server.value("add_task_note", { taskId, note: "The walrus agrees" });
  const pack = await server.value("manage_context_pack", { action: "create", name: "Paint", type: "project" });
  const packId = pack.id ?? null;
  for (const added of [
    { action: "add_memory", memoryId },
    { action: "add_task", taskId },
  ]) {
    await server.value("manage_context_pack", { packId, ...added });
  }
  const shown = JSON.stringify([
    await server.value("setup_agent", { agent_name: "claude" }),
    await server.value("get_task", { taskId }),
    await server.value("get_context_pack", { packId }),
  ]);
  for (const text of ["quasar blue because of Anna", "The walrus agrees", "Paint the zeppelin"]) {
    expect(shown).toContain(text);
  }
  server.expectNotAtRest("zeppelin", "quasar", "walrus");
});

it("a list and a recall match what is encrypted", async () => {
  await task();
  await memory();
  expect(await server.value("list_tasks", { project: "Atlas", query: "ZEPPEL" })).toMatchObject({ count: 1 });
  expect(await server.value("list_memories", { project: "Atlas", term: "quasar b" })).toMatchObject({ count: 1 });
  expect(await server.value("recall", { term: "quasar" })).toMatchObject({ count: 1 });
});

it("while it is locked, what is read says so, and nothing is found by the words of the placeholder", async () => {
  const { id: taskId = null } = await task();
  const { id: memoryId = null } = await memory();
  await server.lock();
  expect(await server.value("get_task", { taskId })).toMatchObject({ is_encrypted: true, locked: true });
  expect(await server.value("get_memory", { memoryId })).toMatchObject({ is_encrypted: true, locked: true });
  expect(await server.value("list_memories", { project: "Atlas" })).toMatchObject({ items: [{ locked: true }] });
  for (const word of ["vault", "locked", "unlock"]) {
    expect(await server.value("list_tasks", { project: "Atlas", query: word }), word).toMatchObject({ count: 0 });
    expect(await server.value("list_memories", { project: "Atlas", term: word }), word).toMatchObject({ count: 0 });
    expect(await server.value("recall", { term: word }), word).toMatchObject({ count: 0 });
  }
  for (const [tool, given] of Object.entries({
    create_task: { ...personal, description: "x" },
    add_memory: { ...personal, content: "x" },
    add_task_note: { taskId, note: "x" },
  })) {
    const error = await server.error(tool, given);
    expect(error, tool).toMatchObject({ code: "VAULT_LOCKED", hint: expect.stringContaining("pegboard vault unlock") });
  }
});

it("the guard of duplicates compares what is encrypted, or says how much it could not compare", async () => {
  await memory();
  const plain = { project: "Atlas", content: "We decided on quasar blue because of Anna." };
  expect(await server.value("add_memory", plain)).toMatchObject({ status: "similar_exists", similar_count: 1 });
  await server.lock();
  const added = await server.result("add_memory", plain);
  expect(notices(added).map(({ text }) => String(text))).toContainEqual(
    expect.stringContaining("could not be compared"),
  );
});

it("what is moved stays encrypted and readable, and what moves into an encrypted project is encrypted", async () => {
  await server.value("create_project", { name: "Borealis" });
  const { id: taskId = null } = await task();
  expect(await server.value("move_task", { taskId, projectId: "Borealis" })).toMatchObject({
    title: "Paint the zeppelin",
    is_encrypted: true,
  });
  await server.value("project_manage", { action: "update", project: "Borealis", encrypted: true });
  const plain = await server.value("create_task", { project: "Atlas", description: "Feed the narwhal" });
  await server.value("add_task_note", { taskId: plain.id ?? null, note: "It eats beluga" });
  server.expectAtRest("narwhal", "beluga");
  expect(await server.value("move_task", { taskId: plain.id ?? null, projectId: "Borealis" })).toMatchObject({
    title: "Feed the narwhal",
    is_encrypted: true,
  });
  server.expectNotAtRest("zeppelin", "narwhal", "beluga");
});

it("in an organisation nothing is encrypted with the key of one person", async () => {
  await server.value("organization_manage", { action: "create", name: "Acme" });
  await server.value("switch_organization", { org_id: "Acme" });
  await server.value("create_project", { name: "Shared" });
  for (const [tool, given] of Object.entries({ create_task: { description: "x" }, add_memory: { content: "x" } })) {
    const error = await server.error(tool, { project: "Shared", encryption_scope: "personal", ...given });
    expect(error.code, tool).toBe("ENCRYPTION_UNSUPPORTED");
  }
});
