import { beforeEach, expect, it } from "vitest";
import { clientOfList, type ListClient } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of ai-memory and what is not live any more: it sees it, brings it back, or removes it for good.

const serve = serversOfTest();
let client: ListClient;
const ids = new Map<string, string>();

/** Three that were forgotten, the last of them first in the list, and the version of a fourth that was changed. */
beforeEach(async () => {
  client = await clientOfList(await serve({ profile: "ai_memory", client: "claude-code" }));
  for (const title of ["Ports", "Tiles", "Routes", "Names"]) {
    const content = `What is known of ${title.toLowerCase()}.`;
    const { id } = await client.call("memory_store", { title, content, namespace: `maps/${title.toLowerCase()}` });
    ids.set(title, String(id));
  }
  await client.call("memory_update", { id: idOf("Names"), content: "Names have two words." });
  for (const title of ["Ports", "Tiles", "Routes"]) await client.call("memory_forget", { pattern: title });
});

function idOf(title: string): string {
  const id = ids.get(title);
  if (id === undefined) throw new Error(`'${title}' was not stored`);
  return id;
}

const archived = async (given = {}) => titles((await client.call("memory_archive_list", given)).items);

it("is listed by place, in pages, with the reason", async () => {
  const { items, count } = await client.call("memory_archive_list");
  expect(count).toBe(4);
  expect(items).toMatchObject([
    { id: idOf("Routes"), title: "Routes", reason: "forgotten", version_of: null },
    { title: "Tiles", reason: "forgotten" },
    { title: "Ports", reason: "forgotten", preview: "What is known of ports." },
    { title: "Names", reason: "replaced", version_of: idOf("Names") },
  ]);
  expect(await archived({ namespace: "maps/tiles" })).toEqual(["Tiles"]);
  expect(await archived({ limit: 2, offset: 1 })).toEqual(["Tiles", "Ports"]);
  const first = await client.call("memory_archive_list", { limit: 3 });
  expect(await archived({ limit: 3, cursor: first.next_cursor ?? null })).toEqual(["Names"]);
});

it("is counted by reason and place", async () => {
  expect(await client.call("memory_archive_stats")).toMatchObject({
    archived: 4,
    reasons: { expired: 0, replaced: 1, forgotten: 3 },
    namespaces: expect.arrayContaining([{ namespace: "maps/ports", count: 1 }]),
    oldest_at: expect.any(String),
  });
});

it("comes back by its id, beside or in the place of what took its title", async () => {
  const id = idOf("Ports");
  await client.call("memory_store", { title: "Ports", content: "Ports are closed.", namespace: "maps/ports" });
  const refused = await client.answer("memory_archive_restore", { id });
  expect(refused.structuredContent).toMatchObject({ error: { code: "MEMORY_EXISTS" } });
  const beside = await client.call("memory_archive_restore", { id, on_conflict: "version" });
  expect(beside).toMatchObject({ restored: true, namespace: "maps/ports", archived: null });
  expect(beside.title).not.toBe("Ports");
  expect((await client.call("memory_list", { namespace: "maps/ports" })).count).toBe(2);

  const { items } = await client.call("memory_archive_list", { namespace: "maps/names" });
  const [version] = titles(items, "id");
  const undone = await client.call("memory_archive_restore", { id: String(version), on_conflict: "replace" });
  expect(undone).toMatchObject({ restored: true, title: "Names", archived: expect.any(String) });
  expect(await client.call("memory_get", { id: undone.id ?? null })).toMatchObject({
    content: "What is known of names.",
  });
});

it("is purged for good once that is confirmed: by age, by id, or all of it", async () => {
  const refused = await client.answer("memory_archive_purge", { older_than_days: 0 });
  expect(refused.isError).toBe(true);
  expect(refused.texts.join()).toContain("this would remove 4 archived memories for good");
  expect(await archived()).toHaveLength(4);
  const old = { older_than_days: 1, confirm: true };
  expect(await client.call("memory_archive_purge", old)).toMatchObject({ purged: 0 });
  const one = { ids: [idOf("Ports")], confirm: true };
  expect(await client.call("memory_archive_purge", one)).toMatchObject({ purged: 1 });
  expect(await archived()).toEqual(["Routes", "Tiles", "Names"]);
  const gone = await client.answer("memory_archive_restore", { id: idOf("Ports") });
  expect(gone.structuredContent).toMatchObject({ error: { code: "MEMORY_NOT_FOUND" } });
  expect(await client.call("memory_archive_purge", { confirm: true })).toMatchObject({ purged: 3 });
  expect(await archived()).toEqual([]);
  expect(await client.call("memory_get", { id: idOf("Names") }), "what is live stays").toMatchObject({ version: 2 });
});
