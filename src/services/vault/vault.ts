import { randomUUID } from "node:crypto";
import type { Store } from "../../store/store.ts";
import type { EncryptedCounts, VaultRow } from "../../store/vault.ts";
import { type Envelope, newDataKey, readEnvelope, unwrap, wrap } from "./envelope.ts";
import { keyPlaces, readKeyFile, removeKeyFiles, writeKeyFile } from "./key-file.ts";

// What a person does with the vault of a store, outside of MCP: no tool and no handler gets this. Times are milliseconds since 1970.

export type Vault = ReturnType<typeof storedVault>;

export interface VaultOptions {
  readonly store: Store;
  /** Path of the store. */
  readonly database: string;
  readonly clock: () => number;
  /** How much work a passphrase costs; a lower one is for tests. */
  readonly cost?: number | undefined;
}

/** Anything but `done`: nothing changed. */
export type VaultOutcome<Done extends object = object> =
  | ({ readonly status: "done" } & Done)
  | { readonly status: "missing" | "exists" | "wrong_passphrase" | "too_short" }
  /** `problem` ends the sentence "the envelope of the vault …". */
  | { readonly status: "damaged"; readonly problem: string };

export interface VaultState extends EncryptedCounts {
  readonly exists: boolean;
  /** undefined: it is locked. */
  readonly unlockedUntil: number | undefined;
  /** Of the file with the key, where it is unlocked. */
  readonly keyFile: string | undefined;
  /** Why a key file that is there is not used: ends a sentence that begins with its path. */
  readonly refused: string | undefined;
}

/** In code points. */
export const shortestPassphrase = 8;

export function storedVault({ store, database, clock, cost }: VaultOptions) {
  const find = () => store.read(({ vault }) => vault.find());
  const open = async (passphrase: string): Promise<VaultOutcome<{ vault: string; dataKey: Uint8Array }>> => {
    const row = await find();
    if (row === undefined) return { status: "missing" };
    const envelope = envelopeOf(row);
    if ("status" in envelope) return envelope;
    const opened = await unwrap(envelope, passphrase);
    return opened.status === "open" ? { status: "done", vault: row.id, dataKey: opened.dataKey } : opened;
  };
  return {
    /** Makes the vault of the store, with a random key. A store has one. */
    async create(passphrase: string): Promise<VaultOutcome> {
      if (isShort(passphrase)) return { status: "too_short" };
      if ((await find()) !== undefined) return { status: "exists" };
      const id = randomUUID();
      const envelope = JSON.stringify(await wrap(id, newDataKey(), passphrase, cost));
      const now = clock();
      return await store.write(async ({ vault }) => {
        if ((await vault.find()) !== undefined) return { status: "exists" };
        await vault.insert({ id, envelope, createdAt: now, updatedAt: now });
        return { status: "done" };
      });
    },
    /** Gives every process of the user the key, for so long. */
    async unlock(passphrase: string, forMs: number): Promise<VaultOutcome<{ until: number; keyFile: string }>> {
      const opened = await open(passphrase);
      if (opened.status !== "done") return opened;
      const unlockedAt = clock();
      const key = { dataKey: opened.dataKey, unlockedAt, expiresAt: unlockedAt + forMs };
      const keyFile = await writeKeyFile(keyPlaces(database, opened.vault), opened.vault, key);
      return { status: "done", until: key.expiresAt, keyFile };
    },
    /** Takes the key away from every process. */
    async lock(): Promise<VaultOutcome<{ was: "locked" | "unlocked" }>> {
      const row = await find();
      if (row === undefined) return { status: "missing" };
      return { status: "done", was: removeKeyFiles(keyPlaces(database, row.id)) ? "unlocked" : "locked" };
    },
    /** Wraps the same key again; what is encrypted stays as it is, and so does an unlocked vault. */
    async changePassphrase(old: string, passphrase: string): Promise<VaultOutcome> {
      if (isShort(passphrase)) return { status: "too_short" };
      const opened = await open(old);
      if (opened.status !== "done") return opened;
      const envelope = JSON.stringify(await wrap(opened.vault, opened.dataKey, passphrase, cost));
      await store.write(({ vault }) => vault.replace(envelope, clock()));
      // The key that the old passphrase unwraps is not to be found in the log.
      await store.emptyLog();
      return { status: "done" };
    },
    async state(): Promise<VaultState> {
      const { row, counts } = await store.read(async ({ vault }) => ({
        row: await vault.find(),
        counts: await vault.counts(),
      }));
      const file = row === undefined ? undefined : readKeyFile(keyPlaces(database, row.id), row.id, { now: clock() });
      const unlocked = file?.status === "unlocked" ? file : undefined;
      return {
        ...counts,
        exists: row !== undefined,
        unlockedUntil: unlocked?.key.expiresAt,
        keyFile: unlocked?.path,
        refused: file?.status === "refused" ? `'${file.path}' ${file.problem}` : undefined,
      };
    },
  };
}

function isShort(passphrase: string): boolean {
  return [...passphrase].length < shortestPassphrase;
}

/** The envelope names its vault, so one that was copied from another store opens nothing. */
export function envelopeOf({ id, envelope: text }: VaultRow): Envelope | Extract<VaultOutcome, { status: "damaged" }> {
  const envelope = readEnvelope(text);
  if ("status" in envelope) return envelope;
  return envelope.vault === id ? envelope : { status: "damaged", problem: "belongs to another vault" };
}
