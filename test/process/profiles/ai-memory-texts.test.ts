import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { openDatabase } from "../../open-database.ts";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// Clients of ai-memory hand memories to one another and keep long texts aside, over stdio and on one database.

const serve = serversOfTest();

async function twoAgents() {
  const workbench = await serve({ profile: "ai_memory", client: "claude-code" });
  const { databasePath } = workbench;
  const other = await serve({ profile: "ai_memory", client: "codex", databasePath });
  return { workbench, other, claude: await clientOfList(workbench), codex: await clientOfList(other) };
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

it("shares a private memory with one agent, once as long as it stays the same", async () => {
  const { workbench, other, claude, codex } = await twoAgents();
  const third = await serve({ profile: "ai_memory", client: "scribe", databasePath: workbench.databasePath });
  const { id } = await claude.call("memory_store", { title: "Port", content: "It is 7179.", scope: "private" });
  const given = { source_memory_id: String(id).slice(0, 8), target_agent_id: "codex" };
  expect(await other.error("memory_get", { id: id ?? null })).toMatchObject({ code: "MEMORY_NOT_FOUND" });
  const shared = await claude.call("memory_share", given);
  expect(shared).toMatchObject({ target_namespace: "_shared/codex", from_agent_id: "claude-code", created: true });
  const copy = { id: shared.shared_memory_id ?? null };
  expect(await codex.call("memory_get", copy)).toMatchObject({
    ...{ title: "Port", content: "It is 7179.", namespace: "_shared/codex" },
    provenance: { metadata: { shared_from: { id, agent_id: "claude-code" } } },
  });
  for (const one of [third, workbench]) {
    expect(await one.error("memory_get", copy)).toMatchObject({ code: "MEMORY_NOT_FOUND" });
  }
  const again = await claude.call("memory_share", given);
  expect(again).toMatchObject({ shared_memory_id: copy.id, created: false });
  await claude.call("memory_update", { id: id ?? null, content: "It is 7180." });
  const changed = await claude.call("memory_share", given);
  expect(changed).toMatchObject({ created: true });
  expect(titles((await codex.call("memory_list", { namespace: "_shared/codex" })).items, "content")).toEqual([
    "It is 7180.",
    "It is 7179.",
  ]);
  // It is theirs: they may change it.
  await codex.call("memory_update", { id: copy.id, content: "It was 7179." });

  for (const [wrong, code] of [
    [{ source_memory_id: "ffffffff" }, "MEMORY_NOT_FOUND"],
    [{ target_agent_id: "" }, "INVALID_ARGUMENTS"],
    [{ target_agent_id: "a\u202Eb" }, "NAMESPACE_INVALID"],
  ] as const) {
    expect(await workbench.error("memory_share", { ...given, ...wrong }), code).toMatchObject({ code });
  }
  await claude.call("memory_forget", { ids: [id ?? ""] });
  expect(await workbench.error("memory_share", given)).toMatchObject({ code: "MEMORY_ARCHIVED" });
});

it("gives a long text back as it was, in parts, and finds it nowhere else", async () => {
  const { workbench, claude, codex } = await twoAgents();
  const content = ` The log\n${"ä€🌊 line of the harbour\r\n".repeat(9_000)}`;
  const kept = await claude.call("memory_offload", { content, namespace: "ops" });
  expect(kept).toMatchObject({ content_sha256: hash(content), namespace: "ops", expires_at: null });
  const parts: string[] = [];
  let offset: unknown = 0;
  while (typeof offset === "number") {
    const part = await codex.call("memory_deref", { ref_id: kept.ref_id ?? null, offset });
    expect(part).toMatchObject({ sha256: hash(content), stored_at: kept.stored_at });
    parts.push(String(part.content));
    offset = part.next_offset;
  }
  expect(parts.length).toBeGreaterThan(3);
  expect(hash(parts.join(""))).toBe(hash(content));
  // The wave is two units: an offset between them is its beginning.
  const wave = content.indexOf("🌊");
  const within = await codex.call("memory_deref", { ref_id: kept.ref_id ?? null, offset: wave + 1 });
  expect(String(within.content).startsWith("🌊 line")).toBe(true);
  expect(within.next_offset).toBe(wave + String(within.content).length);
  expect(await claude.call("memory_recall", { context: "log of the harbour" })).toMatchObject({ count: 0 });
  expect(await claude.call("memory_list", {})).toMatchObject({ count: 0 });

  const database = openDatabase(workbench.databasePath);
  database.exec("UPDATE offloaded_texts SET content = content || '.'");
  expect(await workbench.error("memory_deref", { ref_id: kept.ref_id ?? null })).toMatchObject({
    code: "OFFLOAD_DAMAGED",
  });
  // Its time is over, and the next text takes it out of the database.
  const short = await claude.call("memory_offload", { content: "Soon gone.", ttl_seconds: 60 });
  const life = Date.parse(String(short.expires_at)) - Date.parse(String(short.stored_at));
  expect([life, short.namespace]).toEqual([60_000, "auto"]);
  expect(await claude.call("memory_deref", { ref_id: short.ref_id ?? null })).toMatchObject({ content: "Soon gone." });
  database.exec("UPDATE offloaded_texts SET expires_at = 1 WHERE expires_at IS NOT NULL");
  expect(await workbench.error("memory_deref", { ref_id: short.ref_id ?? null })).toMatchObject({
    code: "OFFLOAD_NOT_FOUND",
  });
  await claude.call("memory_offload", { content: "Another." });
  expect(database.prepare("SELECT count(*) AS count FROM offloaded_texts").get()).toEqual({ count: 2 });
  database.close();

  for (const wrong of [
    { content: "" },
    { content: "x".repeat(1_048_577) },
    { ttl_seconds: -1 },
    { ttl_seconds: "60" },
    { namespace: "a b" },
  ]) {
    const error = await workbench.error("memory_offload", { content: "x", ...wrong });
    expect(error, Object.keys(wrong).join()).toMatchObject({ code: "INVALID_ARGUMENTS" });
  }
  expect(await workbench.error("memory_offload", { content: "x", namespace: "a/.." })).toMatchObject({
    code: "NAMESPACE_INVALID",
  });
  expect(await workbench.error("memory_deref", { ref_id: "ffffffff" })).toMatchObject({ code: "OFFLOAD_NOT_FOUND" });
});
