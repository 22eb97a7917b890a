import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadSqlite } from "../../src/sqlite/load-sqlite.ts";
import type { MemorySearch } from "../../src/store/memory-search.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { maxOpened } from "../../src/store/vault.ts";
import { putVault, testKeyring, vaultId } from "../services/vault/test-keyring.ts";
import { asked, memory } from "./contract.ts";
import { emptyDatabase } from "./empty-database.ts";
import { databaseOfVersion, putMemory } from "./older-database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const sqlite = await loadSqlite();

async function opened(path?: string) {
  const place = path ?? (await emptyDatabase());
  const ring = testKeyring();
  const store = await openStore(place, { keyring: ring.keyring });
  onTestFinished(() => store.close());
  await putVault(store);
  return { store, path: place, ...ring };
}

const insert = (store: Store, over: Parameters<typeof memory>[0]) =>
  store.write(({ memories }) =>
    memories.insert(memory({ scope: "collective", tier: "long", encrypted: true, ...over })),
  );
const search = (words: string): MemorySearch => ({
  ...{ wanted: asked(words), spans: [], now: 0, limit: 10, enough: 10, filter: { includeArchived: false } },
});
const at = async (store: Store, id: string) => (await store.read(({ memories }) => memories.byIds([id])))[0];

/** Which words the files hold. */
async function atRest(path: string): Promise<readonly string[]> {
  const files = await Promise.all([path, `${path}-wal`].map((file) => readFile(file, "latin1").catch(() => "")));
  const bytes = files.join("").toLowerCase();
  return ["walrus", "zeppelin", "inmetadata"].filter((word) => bytes.includes(word));
}

test("a database of the version before opens, and what it holds can be encrypted", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const older = databaseOfVersion(path, 23);
  putMemory(older, { id: "m1", title: "Zeppelins", content: "The walrus listens", scope: "collective" });
  older.exec(
    `INSERT INTO memories_fts (rowid, title, tags, content, metadata) SELECT row, title, '', content, 'inmetadata' FROM memories`,
  );
  older.exec(
    `INSERT INTO memory_grams (rowid, title, content) SELECT row, gram_text(title), gram_text(content) FROM memories`,
  );
  older.close();
  const { store } = await opened(path);
  const plain = await at(store, "m1");
  expect(plain).toMatchObject({ title: "Zeppelins", content: "The walrus listens", encrypted: false, locked: false });
  if (plain === undefined) throw new Error("expected a memory");
  expect(await atRest(path)).toEqual(["walrus", "zeppelin", "inmetadata"]);
  await store.write(({ memories }) => memories.replace("m1", { ...plain, encrypted: true }));
  expect(await at(store, "m1")).toMatchObject({ title: "Zeppelins", content: "The walrus listens", encrypted: true });
  expect(await atRest(path)).toEqual([]);
});

test("without its keyring a store shows placeholders and writes nothing encrypted", async () => {
  const { store, path } = await opened();
  await insert(store, { id: "m1", title: "Ports", content: "The walrus listens" });
  await store.close();
  const bare = await openStore(path);
  onTestFinished(() => bare.close());
  expect(await at(bare, "m1")).toMatchObject({
    title: "[encrypted: the vault is locked]",
    encrypted: true,
    locked: true,
  });
  await expect(insert(bare, { id: "m2" })).rejects.toThrow("its vault is locked");
});

test("what was read locked is not written, though the vault is unlocked meanwhile", async () => {
  const { store, lock, unlock } = await opened();
  await insert(store, { id: "m1", title: "Ports", content: "The walrus listens" });
  lock();
  const locked = await at(store, "m1");
  if (locked === undefined) throw new Error("expected a memory");
  await expect(store.write(({ memories }) => memories.replace("m1", locked))).rejects.toMatchObject({
    reason: "locked",
  });
  unlock();
  await expect(store.write(({ memories }) => memories.replace("m1", locked))).rejects.toMatchObject({
    reason: "locked",
  });
  expect(await at(store, "m1")).toMatchObject({ content: "The walrus listens" });
});

test("within a transaction the vault stays as it was when it was first asked for", async () => {
  const { store, lock } = await opened();
  await insert(store, { id: "m1", content: "The walrus listens" });
  await store.write(async ({ memories }) => {
    const [before] = await memories.byIds(["m1"]);
    if (before === undefined) throw new Error("expected a memory");
    lock();
    await memories.replace("m1", { ...before, tags: ["x"], version: 2 });
  });
  expect(await at(store, "m1")).toMatchObject({ locked: true, tags: ["x"] });
});

test("a field that was copied to another row, or changed, is shown as damaged; the others are as they were, and it is not overwritten", async () => {
  const { store, path } = await opened();
  await insert(store, { id: "m1", title: "One", content: "The walrus listens" });
  await insert(store, { id: "m2", title: "Two", content: "The narwhal listens" });
  await insert(store, { id: "m3", title: "Three", content: "The beluga listens" });
  const other = sqlite.open(path);
  other.exec(
    "UPDATE memories SET sealed_content = (SELECT sealed_content FROM memories WHERE id = 'm1') WHERE id = 'm2'",
  );
  other.close();
  const damaged = await at(store, "m2");
  expect(damaged).toMatchObject({ title: "Two", content: expect.stringContaining("damaged"), locked: true });
  expect(await at(store, "m1")).toMatchObject({ content: "The walrus listens", locked: false });
  if (damaged === undefined) throw new Error("expected a memory");
  await expect(store.write(({ memories }) => memories.replace("m2", damaged))).rejects.toMatchObject({
    reason: "damaged",
  });
  const found = await store.read(({ memories }) => memories.search(search("listens")));
  expect(found.map(({ id }) => id)).toEqual(["m3", "m1"]);
  const left = await store.read(({ memories }) => memories.notSearched({ filter: { includeArchived: false }, now: 0 }));
  expect(left).toEqual({ locked: 1, beyond: 0 });
});

test("another key opens nothing, and the texts of the first are gone with it", async () => {
  const { store, lock, unlock } = await opened();
  await insert(store, { id: "m1", title: "Ports", content: "The walrus listens" });
  const found = () => store.read(({ memories }) => memories.search(search("walrus")));
  expect(await found()).toHaveLength(1);
  lock();
  expect(await found()).toEqual([]);
  unlock();
  expect(await found()).toHaveLength(1);
});

test("a search opens a bounded number, those that were stored last, and says how many it left out", async () => {
  const { store } = await opened();
  const more = 5;
  await store.write(async ({ memories }) => {
    for (let number = 0; number < maxOpened.things + more; number++) {
      await memories.insert(
        memory({
          id: `m${number}`,
          title: `t${number}`,
          content: `word${number}x`,
          scope: "collective",
          tier: "long",
          encrypted: true,
        }),
      );
    }
  });
  const foundAt = async (number: number) =>
    (await store.read(({ memories }) => memories.search(search(`word${number}x`)))).map(({ id }) => id);
  expect(await foundAt(more - 1)).toEqual([]);
  expect(await foundAt(more)).toEqual([`m${more}`]);
  expect(await foundAt(maxOpened.things + more - 1)).toEqual([`m${maxOpened.things + more - 1}`]);
  const left = await store.read(({ memories }) => memories.notSearched({ filter: { includeArchived: false }, now: 0 }));
  expect(left).toEqual({ locked: 0, beyond: more });
});

test("a vector is neither asked for nor kept of what is encrypted", async () => {
  const { store } = await opened();
  const plain = memory({ id: "m1", content: "The walrus listens", scope: "collective", tier: "long" });
  await store.write(async ({ memories, vectors }) => {
    await vectors.setModel({ name: "model", dimensions: 8, unrelated: 0, spread: 1 });
    await memories.insert(plain);
  });
  const due = async () => (await store.read(({ vectors }) => vectors.due(9, []))).map(({ id }) => id);
  expect(await due()).toEqual(["m1"]);
  await insert(store, { id: "m2", title: "Two" });
  expect(await due()).toEqual(["m1"]);
  const vector = { id: "m1", version: 1, hash: new Uint8Array([1]), vector: new Int8Array(8).fill(1) };
  await store.write(({ vectors }) => vectors.insert({ name: "model", dimensions: 8 }, [vector]));
  await store.write(({ memories }) =>
    memories.replace("m1", { ...plain, version: 2, editSource: null, encrypted: true }),
  );
  expect(await due()).toEqual([]);
  const known = await store.read(({ vectors }) => vectors.known("model", [vector.hash]));
  expect(known.size).toBe(0);
  expect(await store.write(({ vectors }) => vectors.queue())).toBe(true);
  expect(await due()).toEqual([]);
});

test("the vault that was put is found", async () => {
  const { store } = await opened();
  expect(await store.read(({ vault }) => vault.find())).toMatchObject({ id: vaultId });
  await expect(store.read(({ vault }) => vault.required())).resolves.toBeUndefined();
});
