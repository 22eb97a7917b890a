// What a store needs to keep fields encrypted. The cryptography is passed in (services/vault): a store asks for the key of its vault,
// once in each transaction, so that all of a transaction is read and written locked, or unlocked.

/** Where a sealed field belongs. A field that is copied to another place can't be opened there. */
export interface FieldPlace {
  readonly table: "memories" | "tasks" | "task_notes" | "entity_names";
  /** Of the row. */
  readonly id: string;
  readonly field: "title" | "content" | "metadata" | "description" | "name";
}

/** The key of an unlocked vault. */
export interface FieldKey {
  seal(place: FieldPlace, text: string): Uint8Array;
  /** @throws FieldDamaged when it was changed, belongs elsewhere or was sealed with another key */
  open(place: FieldPlace, sealed: Uint8Array): string;
  /** The same for the same text, and nothing can be learned from it without the key: what a unique column holds in place of a text. */
  blind(text: string): string;
}

export class FieldDamaged extends Error {
  override readonly name = "FieldDamaged";
}

/** Gives a store the key of its vault. */
export interface Keyring {
  /** @param vault id @returns undefined: it is locked. The same vault gives the same object until it is locked. */
  keyOf(vault: string): FieldKey | undefined;
  /** What is thrown where something would have to be sealed. */
  refusal(reason: VaultRefusal): Error;
}

/** `unsupported`: the store belongs to an organisation, whose members have no common vault. */
export type VaultRefusal = "locked" | "missing" | "damaged" | "unsupported";

/** A vault as its store keeps it. Times are milliseconds since 1970. */
export interface VaultRow {
  /** A UUID. */
  readonly id: string;
  /** JSON: the wrapped key, and how the passphrase unwraps it (services/vault/envelope.ts). */
  readonly envelope: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A store has one vault or none. */
export interface VaultRows {
  find(): Promise<VaultRow | undefined>;
  insert(vault: VaultRow): Promise<void>;
  /** After the passphrase was changed. */
  replace(envelope: string, updatedAt: number): Promise<void>;
  /** @throws what the keyring refuses with, where there is no vault */
  required(): Promise<void>;
  /** @throws what the keyring refuses with, where the texts of one can't be opened: what is made of them would lack them */
  requireOpen(items: readonly UnopenedTexts[]): void;
  /** How much is encrypted in the store. */
  counts(): Promise<EncryptedCounts>;
}

/** As they are shown. */
export interface UnopenedTexts {
  readonly title: string;
  readonly content: string;
  readonly locked: boolean;
}

export interface EncryptedCounts {
  /** Archived ones too. */
  readonly memories: number;
  readonly tasks: number;
  readonly notes: number;
}

/** Encrypted things that a search by words could not look into. */
export interface NotSearched {
  /** The vault is locked, or they are damaged. */
  readonly locked: number;
  /** More than one search opens; those that were stored last are opened. */
  readonly beyond: number;
}

/** So many encrypted things, and so many bytes of them, one search opens. What was opened is kept, so the next one opens what is new. */
export const maxOpened = { things: 2_000, bytes: 4 * 1024 * 1024 } as const;

export const allSearched: NotSearched = { locked: 0, beyond: 0 };

/** What is shown of a field that can't be opened. */
export const lockedText = "[encrypted: the vault is locked]";
export const damagedText = "[encrypted: damaged, it can't be opened with this vault]";
