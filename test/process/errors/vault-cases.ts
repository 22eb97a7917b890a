import { damagedText } from "../../../src/store/vault.ts";
import type { Case, Cases } from "./case.ts";

// What is refused because of the vault. The things that are named `$…` are made by vault-workbenches.ts.

const personal = { encryption_scope: "personal" };
const inHarbour = { namespace: "project/harbour" };
const turn = { ...inHarbour, host_session_id: "s", host_turn_index: 1, role: "user" };
const tags = { tags: ["x"] };
/** What is shown of a text that can't be opened is never stored in its place. */
const placeholder = { content: damagedText };

const locked = (given: Case["with"]): Cases[string] => ({ VAULT_LOCKED: { on: "locked", with: given, data: {} } });
const damaged = (given: Case["with"]): Cases[string] => ({ VAULT_DAMAGED: { on: "damaged", with: given, data: {} } });
/** What can't be opened can't be written either, whatever the reason. */
const unopened = (given: Case["with"]): Cases[string] => ({ ...locked(given), ...damaged(given) });
/** Where there is no vault, and for the members of an organisation. */
const unencryptable = (given: Case["with"]): Cases[string] => ({
  VAULT_MISSING: { with: { ...given, ...personal }, data: {} },
  ENCRYPTION_UNSUPPORTED: { with: { ...given, encryption_scope: "organization" }, data: {} },
});
const encryptedProject = (here: Case["with"], there: Case["with"]): Cases[string] => ({
  VAULT_MISSING: { with: { ...here, encrypted: true }, data: {} },
  ENCRYPTION_UNSUPPORTED: { on: "organization", with: { ...there, encrypted: true }, data: {} },
});

export const vaultCases: Cases = {
  project_create: encryptedProject({ name: "Gallery" }, { name: "Gallery" }),
  project_manage: encryptedProject({ action: "update", project: "Atlas" }, { action: "update", project: "Shared" }),
  task_create: {
    ...unencryptable({ project: "Atlas", title: "x" }),
    ...locked({ project: "Harbour", title: "x" }),
  },
  task_manage: {
    ...unencryptable({ action: "update", task: "$whole" }),
    ...unopened({ action: "update", task: "$task", ...tags }),
  },
  task_move: locked({ task: "$plainTask", project: "Harbour" }),
  task_note_add: locked({ task: "$task", note: "x" }),
  task_subtask_manage: unopened({ action: "update", subtask: "$subtask", priority: "high" }),
  plan_manage: locked({ action: "apply", plan: "$plan" }),
  memory_store: {
    ...unencryptable({ content: "x" }),
    ...locked({ content: "x", ...personal }),
    ...damaged({ title: "Secret", content: "x", on_conflict: "merge" }),
  },
  memory_update: { ...unencryptable({ id: "$ports" }), ...unopened({ id: "$secret", ...tags }) },
  memory_promote: unopened({ id: "$secret" }),
  memory_archive_restore: unopened({ id: "$archived" }),
  memory_share: unopened({ source_memory_id: "$secret", target_agent_id: "codex" }),
  memory_capture_turn: { ...locked({ ...turn, content: "x" }), ...damaged({ ...turn, ...placeholder }) },
  memory_entity_register: {
    ...locked({ ...inHarbour, canonical_name: "x" }),
    ...damaged({ ...inHarbour, canonical_name: damagedText }),
  },
  memory_consolidate: unopened({ ids: ["$secret", "$another"], title: "Both", summary: "Both." }),
  memory_consolidate_undo: unopened({ id: "$consolidated" }),
  memory_atomise: { ...locked({ memory_id: "$parts" }), ...damaged({ memory_id: "$partsWithPlaceholder" }) },
  memory_auto_tag: { ...locked({ id: "$plain" }), ...damaged({ id: "$placeholder" }) },
  memory_detect_contradiction: unopened({ id_a: "$plain", id_b: "$secret" }),
  memory_reflect: {
    ...locked({ source_ids: ["$secret"], title: "So", content: "x" }),
    ...damaged({ source_ids: ["$secret"], title: "So", ...placeholder }),
  },
  memory_persona_generate: unopened({ ...inHarbour, entity_id: "Ann" }),
};
