import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { itemsOf } from "./items-of.ts";
import { memoriesOf } from "./open-workbench.ts";
import { type ServedClient, servedClient } from "./served-client.ts";

// What is removed for good is in no answer and in no byte of the database's files.

async function opened(options: Parameters<typeof servedClient>[0] = {}): Promise<ServedClient> {
  const client = await servedClient(options);
  await client.value("session_open", { agent: "claude" });
  return client;
}

async function stored(client: ServedClient, given: JsonObject): Promise<string> {
  return String((await client.value("memory_store", { force: true, ...given })).id);
}

/** In letters that no other text of these tests has. */
const secret = "ΨΩΞΔΘΛΠΣΦ";

/**
 * Its pairs of letters, as written and as indexes fold them. An index of texts leaves out what a word shares with the word before,
 * which is at most one of these letters, so each of its words would show a pair.
 */
const pairs = [secret, secret.toLowerCase()].flatMap((text) =>
  Array.from({ length: text.length - 1 }, (_, start) => text.slice(start, start + 2)),
);

/** Where the files of the database hold a pair. */
async function left(databasePath: string): Promise<readonly string[]> {
  const folder = dirname(databasePath);
  const files = (await readdir(folder)).filter((file) => file.startsWith(basename(databasePath)));
  const found = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(folder, file));
      return pairs.filter((pair) => bytes.includes(pair)).map((pair) => `${file}: ${pair}`);
    }),
  );
  return found.flat();
}

async function withOthers(client: ServedClient, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) {
    await stored(client, {
      title: `note ${number}`,
      content: `something about ${number} and the rest `.repeat(1 + (number % 40)),
    });
  }
}

const holding = (place: string): JsonObject => ({
  title: place === "title" ? `Token ${secret}` : "Token",
  content: place === "content" ? `The token is ${secret}.` : "The token is elsewhere.",
  tags: place === "tag" ? [secret] : [],
  metadata: place === "metadata" ? { deep: [secret] } : {},
});

describe("a deleted memory", () => {
  test.each(["title", "content", "tag", "metadata"])("is in no file, with a secret as %s", async (place) => {
    const client = await opened();
    await withOthers(client, 0, 30);
    const id = await stored(client, holding(place));
    await withOthers(client, 30, 60);
    expect((await left(client.databasePath)).length).toBeGreaterThan(0);
    expect(await client.value("memory_delete", { id, confirm: true })).toMatchObject({
      deleted: true,
      id,
      versions: 0,
    });
    expect(await left(client.databasePath)).toEqual([]);
    await client.close();
    expect(await left(client.databasePath)).toEqual([]);
  });

  test("takes its versions, its uses and its places in packs with it", async () => {
    const client = await opened({ profile: "full" });
    const id = await stored(client, holding("content"));
    for (const content of [`First ${secret}.`, `Second ${secret}.`])
      await client.value("memory_update", { id, content });
    await client.value("memory_recall", { context: secret });
    const pack = await client.value("pack_manage", { action: "create", name: "Launch", type: "custom" });
    await client.value("pack_manage", { action: "add_memory", pack: String(pack.id), memory: id });
    expect(await client.error("memory_delete", { id })).toMatchObject({
      code: "CONFIRMATION_REQUIRED",
      effect: `remove 'Token' (${id}) from global for good; with 2 archived versions; it leaves the packs 'Launch'`,
    });
    expect(await client.value("memory_delete", { id, confirm: true })).toMatchObject({
      versions: 2,
      packs: ["Launch"],
    });
    expect(await left(client.databasePath)).toEqual([]);
    expect(await client.value("memory_archive_list")).toMatchObject({ count: 0 });
    expect((await client.error("memory_get", { id })).code).toBe("MEMORY_NOT_FOUND");
    const recalled = await client.value("memory_recall", { context: secret, include_archived: true });
    expect(memoriesOf(recalled)).toEqual([]);
    expect((await client.value("memory_list", { term: secret })).count).toBe(0);
  });

  test("leaves the others as they are", async () => {
    const client = await opened();
    await withOthers(client, 0, 20);
    const id = await stored(client, holding("content"));
    const others = itemsOf(await client.value("memory_list", { limit: 100 })).filter((item) => item.id !== id);
    await client.value("memory_delete", { id, confirm: true });
    expect(itemsOf(await client.value("memory_list", { limit: 100 }))).toEqual(others);
    expect((await client.value("memory_list", { term: "about 7 and" })).count).toBe(1);
  });

  test("is removed by a user who is asked and agrees, and kept by one who declines", async () => {
    const effect = (id: string) =>
      `remove 'Token' (${id}) from global for good; with 0 archived versions; no pack holds it`;
    const agreeing = await opened({ user: "accept" });
    const gone = await stored(agreeing, holding("content"));
    expect(await agreeing.value("memory_delete", { id: gone })).toMatchObject({ deleted: true });
    expect(agreeing.asked).toEqual([`This would ${effect(gone)}. Go on?`]);
    const declining = await opened({ user: "decline" });
    const kept = await stored(declining, holding("content"));
    const refused = await declining.error("memory_delete", { id: kept });
    expect(refused).toMatchObject({ code: "CONFIRMATION_DECLINED", effect: effect(kept) });
    expect(await declining.value("memory_get", { id: kept })).toMatchObject({ id: kept });
  });

  test("that is unknown is reported before anybody is asked", async () => {
    const client = await opened({ user: "accept" });
    expect((await client.error("memory_delete", { id: "00000000" })).code).toBe("MEMORY_NOT_FOUND");
    expect(client.asked).toEqual([]);
  });
});

describe("a purged archive", () => {
  async function withVersions() {
    const client = await opened();
    await withOthers(client, 0, 10);
    const id = await stored(client, holding("content"));
    const { archived } = await client.value("memory_update", { id, content: "Replaced." });
    client.clock.advance(10 * 86_400_000);
    await client.value("session_open", { agent: "claude" });
    const other = await stored(client, { title: "Other", content: "Forgotten later." });
    await client.value("memory_forget", { ids: [other] });
    return { client, id, version: String(archived), other };
  }

  test("is in no file, and what is live stays", async () => {
    const { client, id } = await withVersions();
    expect((await left(client.databasePath)).length).toBeGreaterThan(0);
    const { effect } = await client.error("memory_archive_purge");
    expect(effect).toBe("remove 2 archived memories for good: 'Other' of global, 'Token' of global");
    expect(await client.value("memory_archive_purge", { confirm: true })).toMatchObject({ purged: 2 });
    expect(await left(client.databasePath)).toEqual([]);
    expect(await client.value("memory_get", { id })).toMatchObject({ content: "Replaced." });
    expect((await client.value("memory_archive_list")).count).toBe(0);
  });

  test.each<[string, (ids: { version: string; other: string }) => JsonObject, string[]]>([
    ["older than some days", () => ({ older_than_days: 9 }), ["Other"]],
    ["named", ({ version }) => ({ ids: [version.slice(0, 8)] }), ["Other"]],
    ["named and older", ({ version, other }) => ({ ids: [version, other], older_than_days: 10 }), ["Other"]],
    ["older than everything", () => ({ older_than_days: 11 }), ["Other", "Token"]],
  ])("loses only what is %s", async (_what, given, kept) => {
    const { client, version, other } = await withVersions();
    const request = given({ version, other });
    const { effect } = await client.error("memory_archive_purge", request);
    expect(effect).toContain(`remove ${2 - kept.length} archived`);
    expect(await client.value("memory_archive_purge", { ...request, confirm: true })).toMatchObject({
      purged: 2 - kept.length,
    });
    expect(itemsOf(await client.value("memory_archive_list")).map(({ title }) => title)).toEqual(kept);
  });

  test("loses nothing where a named memory is live or unknown", async () => {
    const { client, id, version } = await withVersions();
    const refused = async (ids: string[]) => (await client.error("memory_archive_purge", { ids, confirm: true })).code;
    expect(await refused([version, id])).toBe("MEMORY_NOT_ARCHIVED");
    expect(await refused([version, "00000000"])).toBe("MEMORY_NOT_FOUND");
    expect((await client.value("memory_archive_list")).count).toBe(2);
  });

  test("keeps what other agents stored, also where it is named, and says so", async () => {
    const { client, version, other } = await withVersions();
    await client.value("session_open", { agent: "cursor" });
    await client.value("memory_forget", { ids: [await stored(client, { title: "Third", content: "A third one." })] });
    const { effect } = await client.error("memory_archive_purge");
    const kept = "2 that other agents stored stay; as_admin removes them too";
    expect(effect).toBe(`remove 1 archived memory for good: 'Third' of global; ${kept}`);
    const named = { ids: [version, other], confirm: true };
    expect((await client.texts("memory_archive_purge", named)).join("\n")).toContain(kept);
    expect(await client.value("memory_archive_purge", { confirm: true, as_admin: false })).toMatchObject({
      purged: 1,
      owner_scope: "caller",
    });
    expect(await client.value("memory_archive_purge", { confirm: true, as_admin: true })).toMatchObject({
      purged: 2,
      owner_scope: "admin",
    });
    expect((await client.value("memory_archive_list")).count).toBe(0);
  });

  test("loses what has expired and was not archived yet", async () => {
    const client = await opened();
    await stored(client, { ...holding("content"), tier: "short" });
    client.clock.advance(7 * 3_600_000);
    expect((await client.error("memory_archive_purge")).effect).toBe(
      "remove 1 archived memory for good: 'Token' of global",
    );
    expect(await client.value("memory_archive_purge", { confirm: true })).toMatchObject({ purged: 1 });
    expect(await left(client.databasePath)).toEqual([]);
  });
});
