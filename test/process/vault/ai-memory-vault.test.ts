import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { chatServer } from "../../services/chat-server.ts";
import { objects } from "../served-workbench.ts";
import { passphrase, type VaultSession, vaultSession } from "./vault-session.ts";

// What a client of ai-memory lets be made of something encrypted is encrypted too, or left out.

let server: VaultSession;
beforeEach(async () => {
  server = await vaultSession({ profile: "ai_memory" });
  await server.vault(["create"], passphrase);
});
afterEach(() => server.close());

const content = "The zeppelin is quasar blue.\n\nIts walrus flies at noon.";
const store = async (given = {}) => {
  const { id } = await server.value("memory_store", { content, encryption_scope: "personal", ...given });
  return String(id);
};

it("a reflection, a copy and atoms are sealed, and a profile and an export leave them out", async () => {
  const source = await store();
  const said = { source_ids: [source], title: "Ann and the quasar", content: "Ann paints the zeppelin." };
  const { id: memory_id = null } = await server.value("memory_reflect", said);
  expect(await server.value("memory_get", { id: memory_id })).toMatchObject({ encrypted: true, content: said.content });
  const shared = await server.value("memory_share", { source_memory_id: source, target_agent_id: "codex" });
  expect(await server.value("memory_get", { id: shared.shared_memory_id ?? null })).toMatchObject({
    ...{ encrypted: true, content },
  });
  const { atom_ids: atoms } = await server.value("memory_atomise", { memory_id: source });
  const ids = Array.isArray(atoms) ? atoms : [];
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(await server.value("memory_get", { id })).toMatchObject({ encrypted: true });
  expect(await server.error("memory_persona_generate", { entity_id: "Ann" })).toMatchObject({
    code: "PERSONA_WITHOUT_SOURCE",
  });
  expect(await server.error("memory_export_reflection", { memory_id })).toMatchObject({
    code: "REFLECTION_NOT_EXPORTED",
  });
  server.expectNotAtRest("zeppelin", "quasar", "walrus");
});

it("while it is locked nothing is made of it, and a message that can't be read stays unread", async () => {
  const source = await store();
  const { id: plain = null } = await server.value("memory_store", { content: "Ships need harbours." });
  const sent = await server.value("memory_notify", { target_agent_id: "codex", title: "Hull", payload: "It leaks." });
  await server.value("memory_update", { id: sent.id ?? null, encryption_scope: "personal" });
  await server.vault(["lock"]);
  const said = { source_ids: [source], title: "So", content: "So it is." };
  expect(await server.error("memory_reflect", said)).toMatchObject({ code: "VAULT_LOCKED" });
  const share = { source_memory_id: source, target_agent_id: "codex" };
  expect(await server.error("memory_share", share)).toMatchObject({ code: "VAULT_LOCKED" });
  expect(await server.error("memory_atomise", { memory_id: source })).toMatchObject({
    ...{ code: "VAULT_LOCKED" },
  });
  expect(await server.error("memory_detect_contradiction", { id_a: plain, id_b: source })).toMatchObject({
    ...{ code: "VAULT_LOCKED" },
  });
  const unread = { agent_id: "codex", unread_only: true };
  const inbox = async () => objects((await server.value("memory_inbox", unread)).messages);
  for (let round = 0; round < 2; round++) {
    expect(await inbox()).toMatchObject([{ payload: "[encrypted: the vault is locked]", read: false }]);
  }
  await server.vault(["unlock"], passphrase);
  expect(await inbox()).toMatchObject([{ title: "Hull", payload: "It leaks.", read: false }]);
  expect(await inbox()).toEqual([]);
  expect(await server.value("memory_get", { id: source })).toMatchObject({ content, archived: false });
});

it("no tool that asks a chat model sends it something encrypted, live or archived", async () => {
  const model = await chatServer('{"contradicts": false, "tags": ["x"], "terms": ["x"], "summary": "x"}');
  const { url: PEGBOARD_CHAT_URL } = model;
  const asking = await vaultSession({ profile: "ai_memory", env: { PEGBOARD_CHAT_URL, PEGBOARD_CHAT_MODEL: "m" } });
  onTestFinished(() => asking.close());
  await asking.vault(["create"], passphrase);
  const keep = async (text: string, given = {}) =>
    (await asking.value("memory_store", { content: text, force: true, ...given })).id ?? null;
  const personal = { encryption_scope: "personal" };
  const unsent = "made by words alone: no encrypted memory is sent to the chat model";
  const sealed = await keep("The zeppelin lands on Tuesdays.", personal);
  const plain = await keep("The zeppelin lands on Fridays.");
  const ended = await keep("The quasar is blue.", personal);
  await asking.value("memory_forget", { ids: [ended] });

  for (const other of [sealed, ended]) {
    for (const ids of [
      { id_a: other, id_b: plain },
      { id_a: plain, id_b: other },
    ]) {
      const { structuredContent, texts } = await asking.result("memory_detect_contradiction", ids);
      expect(structuredContent).toMatchObject({ method: "words", contradicts: other === sealed });
      expect(texts.join()).toContain(unsent);
    }
  }
  expect(await asking.value("memory_auto_tag", { id: sealed })).toMatchObject({ method: "words" });
  const made = await asking.result("memory_consolidate", { ids: [sealed, plain], title: "Both" });
  expect(made.structuredContent).toMatchObject({ method: "words" });
  expect(made.texts.join()).toContain(unsent);
  expect(model.requests).toEqual([]);
  expect(await asking.value("memory_expand_query", { query: "blue" })).toMatchObject({ method: "model" });
});
