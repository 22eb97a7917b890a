import type { FieldKey, Keyring } from "../../store/vault.ts";
import { fieldKey } from "./field-key.ts";
import { isOver, keyPlaces, readKeyFile, type UnlockedKey } from "./key-file.ts";

export interface KeyringOptions {
  /** Path of the store. */
  readonly database: () => string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly refusal: Keyring["refusal"];
  /** The key that a passphrase file has opened, where there is one (`passphrase-file.ts`). */
  readonly opened?: (vault: string) => FieldKey | undefined;
}

/**
 * Sees what `pegboard vault unlock` and `lock` do in other processes: the key file is looked at whenever a store asks for its key. What
 * was read is kept until the file changes, goes, or its time is over.
 */
export function keyring({ database, clock, refusal, opened }: KeyringOptions): Keyring {
  let kept:
    | { readonly vault: string; readonly mark: string; readonly key: FieldKey; readonly of: UnlockedKey }
    | undefined;
  return {
    refusal,
    keyOf(vault) {
      const own = opened?.(vault);
      if (own !== undefined) return own;
      const now = clock();
      if (kept !== undefined && (kept.vault !== vault || isOver(kept.of, now))) kept = undefined;
      const file = readKeyFile(keyPlaces(database(), vault), vault, { now, known: kept?.mark });
      if (file.status === "unlocked") {
        kept = { vault, mark: file.mark, key: fieldKey(file.key.dataKey), of: file.key };
      } else if (file.status !== "unchanged") {
        kept = undefined;
      }
      return kept?.key;
    },
  };
}
