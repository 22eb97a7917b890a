import { chmod, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isOver, keyPlaces, readKeyFile, writeKeyFile } from "../../../src/services/vault/key-file.ts";
import { keyring } from "../../../src/services/vault/keyring.ts";
import { passphraseFile } from "../../../src/services/vault/passphrase-file.ts";
import { storedVault } from "../../../src/services/vault/vault.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { emptyDatabase } from "../../store/empty-database.ts";
import { temporaryFolder } from "../../store/temporary-folder.ts";
import { stoppedClock } from "../clock.ts";
import { Refused } from "./test-keyring.ts";

const passphrase = "correct horse";
const hourMs = 3_600_000;

async function opened() {
  const database = await emptyDatabase();
  const clock = stoppedClock();
  const store = await openStore(database);
  onTestFinished(() => store.close());
  const vault = storedVault({ store, database, clock, cost: 2 ** 10 });
  // A key in memory is not left behind.
  onTestFinished(async () => void (await vault.lock()));
  const ring = keyring({ database: () => database, clock, refusal: (reason) => new Refused(reason) });
  const id = async () => (await store.read((rows) => rows.vault.find()))?.id ?? "";
  return { database, clock, store, vault, ring, id };
}

test("a keyring sees what another process unlocks and locks, and when the time is over", async () => {
  const { vault, ring, id, clock } = await opened();
  expect(await vault.unlock(passphrase, hourMs)).toEqual({ status: "missing" });
  expect(await vault.create(passphrase)).toEqual({ status: "done" });
  expect(await vault.create(passphrase)).toEqual({ status: "exists" });
  const own = await id();
  expect(ring.keyOf(own)).toBeUndefined();

  expect(await vault.unlock("wrong passphrase", hourMs)).toEqual({ status: "wrong_passphrase" });
  expect(ring.keyOf(own)).toBeUndefined();
  expect(await vault.unlock(passphrase, hourMs)).toMatchObject({ status: "done", until: clock() + hourMs });
  const key = ring.keyOf(own);
  expect(key).toBeDefined();
  expect(ring.keyOf(own)).toBe(key);
  expect(ring.keyOf("another vault")).toBeUndefined();
  expect(ring.keyOf(own)).toBeDefined();

  await vault.lock();
  expect(ring.keyOf(own)).toBeUndefined();
  await vault.unlock(passphrase, hourMs);
  expect(ring.keyOf(own)).toBeDefined();
  clock.advance(hourMs - 1);
  expect(ring.keyOf(own)).toBeDefined();
  clock.advance(1);
  expect(ring.keyOf(own)).toBeUndefined();
  expect(await vault.state()).toMatchObject({ exists: true, unlockedUntil: undefined, keyFile: undefined });
});

test("a clock that is set back does not lengthen the time", () => {
  const key = { unlockedAt: 10 * hourMs, expiresAt: 18 * hourMs };
  expect([isOver(key, 10 * hourMs), isOver(key, 9 * hourMs), isOver(key, 18 * hourMs)]).toEqual([false, true, true]);
});

test("the passphrase changes, the key does not; a short one and a wrong one change nothing", async () => {
  const { vault, store, id } = await opened();
  await vault.create(passphrase);
  const envelope = async () => (await store.read((rows) => rows.vault.find()))?.envelope;
  const before = await envelope();
  expect(await vault.changePassphrase(passphrase, "short")).toEqual({ status: "too_short" });
  expect(await vault.changePassphrase("wrong one here", "another passphrase")).toEqual({ status: "wrong_passphrase" });
  expect(await envelope()).toBe(before);
  const keyNow = async (given: string) => {
    const unlocked = await vault.unlock(given, hourMs);
    if (unlocked.status !== "done") return unlocked.status;
    const file: unknown = JSON.parse(await readFile(unlocked.keyFile, "utf8"));
    return (file as { key: string }).key;
  };
  const key = await keyNow(passphrase);
  expect(await vault.changePassphrase(passphrase, "another passphrase")).toEqual({ status: "done" });
  expect(await keyNow("another passphrase")).toBe(key);
  expect(await keyNow(passphrase)).toBe("wrong_passphrase");
  expect(await id()).not.toBe("");
});

test("a damaged envelope is said to be damaged, and stays as it is", async () => {
  const { vault, store } = await opened();
  await vault.create(passphrase);
  const row = await store.read((rows) => rows.vault.find());
  const other = JSON.parse(row?.envelope ?? "") as object;
  const damaged = JSON.stringify({ ...other, wrapped: "AAAA" });
  await store.write((rows) => rows.vault.replace(damaged, 0));
  expect(await vault.unlock(passphrase, hourMs)).toEqual({ status: "damaged", problem: "was changed" });
  expect(await vault.changePassphrase(passphrase, "another passphrase")).toMatchObject({ status: "damaged" });
  expect((await store.read((rows) => rows.vault.find()))?.envelope).toBe(damaged);
});

test("the key file is for its owner alone; one that is not, that is a link or of another vault is not used", async () => {
  const { vault, ring, id, database, clock } = await opened();
  await vault.create(passphrase);
  const own = await id();
  const unlocked = await vault.unlock(passphrase, hourMs);
  if (unlocked.status !== "done") throw new Error("expected an unlocked vault");
  const { keyFile } = unlocked;
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  await chmod(keyFile, 0o640);
  expect(ring.keyOf(own)).toBeUndefined();
  expect((await vault.state()).refused).toContain("is open to other users");
  await chmod(keyFile, 0o600);
  expect(ring.keyOf(own)).toBeDefined();

  const text = await readFile(keyFile, "utf8");
  await vault.lock();
  const elsewhere = join(await temporaryFolder(), "key");
  await writeFile(elsewhere, text, { mode: 0o600 });
  await symlink(elsewhere, keyFile);
  expect(ring.keyOf(own)).toBeUndefined();
  const places = keyPlaces(database, own);
  expect(readKeyFile(places, own, { now: clock() })).toMatchObject({ status: "refused", problem: "is a link" });
  await vault.lock();
  await writeKeyFile(places, "another vault", {
    dataKey: new Uint8Array(32),
    unlockedAt: clock(),
    expiresAt: clock() + 1,
  });
  expect(ring.keyOf(own)).toBeUndefined();
});

test("a file with the passphrase opens the vault as long as it is there, and only if it is for its owner alone", async () => {
  const { vault, store, id } = await opened();
  const path = join(await temporaryFolder(), "passphrase");
  const said: unknown[] = [];
  const file = passphraseFile(path, store, { warn: (_event, fields) => said.push(fields?.reason) });
  const key = async () => {
    await file.ready();
    return file.keyOf(await id());
  };
  expect(await key()).toBeUndefined();
  await writeFile(path, `${passphrase}\nnot this\n`, { mode: 0o644 });
  expect(await key()).toBeUndefined();
  await chmod(path, 0o600);
  expect(await key()).toBeUndefined();
  await vault.create(passphrase);
  const found = await key();
  expect(found).toBeDefined();
  expect(await key()).toBe(found);
  await writeFile(path, "another passphrase\n");
  expect(await key()).toBeUndefined();
  expect(said).toEqual([
    "the passphrase file is not there",
    "the passphrase file is open to other users; chmod 600 closes it",
    "the passphrase file holds another passphrase",
  ]);
  expect(JSON.stringify(said)).not.toContain(passphrase);
});
