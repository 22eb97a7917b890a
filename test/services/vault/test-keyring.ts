import { fieldKey } from "../../../src/services/vault/field-key.ts";
import type { Store } from "../../../src/store/store.ts";
import type { FieldKey, Keyring, VaultRefusal } from "../../../src/store/vault.ts";

export const vaultId = "00000000-0000-4000-8000-000000000001";

/** Thrown where a store would have to seal something. */
export class Refused extends Error {
  readonly reason: VaultRefusal;
  constructor(reason: VaultRefusal) {
    super(`refused: ${reason}`);
    this.reason = reason;
  }
}

/** A keyring of one vault, without its files; it is unlocked at first. */
export function testKeyring() {
  const unlocked = fieldKey(new Uint8Array(32).fill(7));
  let key: FieldKey | undefined = unlocked;
  const keyring: Keyring = {
    keyOf: (vault) => (vault === vaultId ? key : undefined),
    refusal: (reason) => new Refused(reason),
  };
  return {
    keyring,
    lock: () => {
      key = undefined;
    },
    unlock: (other: FieldKey = unlocked) => {
      key = other;
    },
  };
}

/** The vault of that keyring; no passphrase opens it. */
export function putVault(store: Store): Promise<void> {
  return store.write(({ vault }) => vault.insert({ id: vaultId, envelope: "{}", createdAt: 0, updatedAt: 0 }));
}
