import { sql, type Transaction } from "kysely";
import { damagedText, FieldDamaged, type FieldKey, type FieldPlace, type Keyring, lockedText } from "../vault.ts";
import type { OpenedMemories } from "./opened-memories.ts";
import type { OpenedTasks } from "./opened-tasks.ts";
import type { Tables } from "./tables.ts";
import { findVault } from "./vault-rows.ts";

// The encrypted fields of one transaction. The key is asked for once, and only where there is something encrypted: all that a transaction
// reads and writes is locked, or all of it is open. So what was read locked is never written back.

export interface Fields {
  /** The key; undefined: the vault is locked, or there is none. */
  key(): Promise<FieldKey | undefined>;
  /** @throws what the keyring refuses with: the vault is locked, or there is none */
  keyToWrite(): Promise<FieldKey>;
  /** @throws where a text is what stands in place of one that could not be opened: to seal it would lose that one */
  refuseUnopened(...texts: readonly string[]): void;
  /** Something plain was encrypted: once it is written, its traces are removed from the log. */
  leavesTraces(): void;
  /** Whether any memory is encrypted. */
  holdsMemories(): Promise<boolean>;
  /** Whether any task is encrypted. */
  holdsTasks(): Promise<boolean>;
  /** What is kept in memory of the texts that were opened. */
  readonly opened: Opened;
}

/** By the key: a vault that is locked takes its texts with it. */
export interface Opened {
  readonly memories: WeakMap<FieldKey, OpenedMemories>;
  readonly tasks: WeakMap<FieldKey, OpenedTasks>;
}

/** What a store has of its vault, from one transaction to the next. */
export interface KeptFields {
  readonly keyring: Keyring;
  readonly opened: Opened;
  /** Something that was plain was encrypted, and the write-ahead log may hold it. */
  hasTraces: boolean;
}

/** @param keyring undefined: nothing can be opened or sealed */
export function keptFields(keyring: Keyring = noKeyring): KeptFields {
  return { keyring, opened: { memories: new WeakMap(), tasks: new WeakMap() }, hasTraces: false };
}

const noKeyring: Keyring = {
  keyOf: () => undefined,
  refusal: (reason) => new Error(`invariant: the store was opened without a keyring, and its vault is ${reason}`),
};

export function fieldsOf(transaction: Transaction<Tables>, kept: KeptFields): Fields {
  const { keyring, opened } = kept;
  const found = memo(async () => {
    const vault = await findVault(transaction);
    return vault === undefined ? undefined : { key: keyring.keyOf(vault.id) };
  });
  const holds = (query: ReturnType<typeof sql<{ held: number }>>) =>
    memo(async () => (await query.execute(transaction)).rows[0]?.held === 1);
  return {
    opened,
    key: async () => (await found())?.key,
    async keyToWrite() {
      const vault = await found();
      if (vault?.key !== undefined) return vault.key;
      throw keyring.refusal(vault === undefined ? "missing" : "locked");
    },
    refuseUnopened(...texts) {
      if (texts.includes(damagedText)) throw keyring.refusal("damaged");
      if (texts.includes(lockedText)) throw keyring.refusal("locked");
    },
    leavesTraces() {
      kept.hasTraces = true;
    },
    holdsMemories: holds(sql`SELECT EXISTS (SELECT 1 FROM memories WHERE sealed_content IS NOT NULL) AS held`),
    holdsTasks: holds(sql`SELECT EXISTS (SELECT 1 FROM tasks WHERE sealed_description IS NOT NULL) AS held`),
  };
}

function memo<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A field as it is shown, and whether it could be opened. */
export interface OpenedField {
  readonly text: string;
  readonly isOpen: boolean;
}

/** @param key undefined: locked */
export function openField(key: FieldKey | undefined, place: FieldPlace, sealed: Uint8Array | null): OpenedField {
  if (key === undefined) return { text: lockedText, isOpen: false };
  try {
    return { text: key.open(place, sealed ?? new Uint8Array()), isOpen: true };
  } catch (error) {
    if (!(error instanceof FieldDamaged)) throw error;
    return { text: damagedText, isOpen: false };
  }
}

/** Unique and without meaning, in place of a text. No text of an author begins with this mark. */
export function blinded(key: FieldKey, text: string): string {
  return `\u0001${key.blind(text)}`;
}
