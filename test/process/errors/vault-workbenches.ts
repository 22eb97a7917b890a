import { expect } from "vitest";
import type { Json, JsonObject } from "../../../src/contract/json.ts";
import { damagedText } from "../../../src/store/vault.ts";
import { openDatabase } from "../../open-database.ts";
import { type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { passphrase, type VaultSession, vaultSession } from "../vault/vault-session.ts";

/** A workbench, and the values that the cases on it name. */
export interface PreparedWorkbench {
  readonly workbench: ServedWorkbench;
  readonly kept: ReadonlyMap<string, Json>;
}

/** Its vault is locked. */
export async function lockedWorkbench(): Promise<PreparedWorkbench> {
  const prepared = await encryptedWorkbench();
  await prepared.workbench.lock();
  return prepared;
}

/** Its vault is unlocked, and no encrypted memory or task can be opened: each has its texts in each other's place. */
export async function damagedWorkbench(): Promise<PreparedWorkbench> {
  const prepared = await encryptedWorkbench();
  const database = openDatabase(prepared.workbench.databasePath);
  try {
    for (const [table, text] of Object.entries({ memories: "sealed_content", tasks: "sealed_description" })) {
      database.exec(`UPDATE ${table} SET sealed_title = ${text}, ${text} = sealed_title WHERE ${text} IS NOT NULL`);
    }
  } finally {
    database.close();
  }
  return prepared;
}

/** An organisation is in view. */
export async function organizationWorkbench(): Promise<PreparedWorkbench> {
  const workbench = await serveWorkbench({ profile: "full" });
  await workbench.value("session_open", { agent: "claude" });
  await workbench.value("organization_manage", { action: "create", name: "Acme" });
  await workbench.value("organization_switch", { organization: "Acme" });
  await workbench.value("project_create", { name: "Shared" });
  return { workbench, kept: new Map() };
}

/** Its vault is unlocked. The project Harbour is encrypted, but not what was stored there before it was set so. */
async function encryptedWorkbench(): Promise<PreparedWorkbench & { readonly workbench: VaultSession }> {
  const workbench = await vaultSession();
  const { value } = workbench;
  const kept = new Map<string, Json>();
  const keep = async (name: string, tool: string, given: JsonObject) => {
    const { id = null } = await value(tool, given);
    kept.set(name, id);
    return id;
  };
  const secret = (name: string, given: JsonObject) =>
    keep(name, "memory_store", { encryption_scope: "personal", force: true, ...given });
  await value("session_open", { agent: "claude" });
  expect(await workbench.vault(["create"], passphrase)).toMatchObject({ code: 0 });
  for (const name of ["Atlas", "Harbour"]) await value("project_create", { name });
  await keep("plainTask", "task_create", { project: "Atlas", title: "Read the maps" });
  const inHarbour = {
    plain: "Ann asked for tests.",
    parts: "The maps are old.\n\nAnd more are missing.",
    placeholder: damagedText,
    partsWithPlaceholder: `${damagedText}\n\nAnd more.`,
  };
  for (const [name, content] of Object.entries(inHarbour)) {
    await keep(name, "memory_store", { project: "Harbour", title: name, content, force: true });
  }
  await value("memory_reflect", {
    source_ids: [kept.get("plain") ?? null],
    title: "Ann",
    content: "Ann wants tests first.",
  });
  await value("project_manage", { action: "update", project: "Harbour", encrypted: true });
  await value("memory_persona_generate", { namespace: "project/harbour", entity_id: "Ann" });

  await secret("secret", { title: "Secret", content: "The zeppelin is blue.", tier: "short" });
  await secret("another", { title: "Another", content: "The walrus flies at noon." });
  const archived = await secret("archived", { title: "Archived", content: "The narwhal sleeps." });
  await value("memory_forget", { ids: [archived] });
  const ids = [await secret("one", { content: "The beluga sings." }), await secret("two", { content: "It is old." })];
  await keep("consolidated", "memory_consolidate", { ids, title: "Made of two" });

  const task = await keep("task", "task_create", { project: "Harbour", title: "Paint the zeppelin" });
  const { subtask } = await value("task_subtask_manage", { action: "create", task, title: "Buy brushes" });
  kept.set("subtask", (subtask as JsonObject).id ?? null);
  const create = { action: "create", project: "Harbour", requirements: "Paint it all." };
  const plan = ((await value("plan_manage", create)).plan as JsonObject).id ?? null;
  kept.set("plan", plan);
  await value("plan_manage", { action: "start", plan });
  await value("plan_manage", { action: "record", plan, tasks: [{ title: "Mix the paint" }] });
  for (let phase = 0; phase < 5; phase++) {
    await value("plan_manage", { action: "record", plan, score: 1 });
    await value("plan_manage", { action: "complete", plan });
  }
  return { workbench, kept };
}
