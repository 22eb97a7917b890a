import type { NotSearched } from "../store/vault.ts";
import { counted } from "./counted.ts";

// What callers read about encrypted things.

/** The members of what is shown that say whether it is encrypted; none for what is plain. */
export function encryptionOf({ encrypted, locked }: { readonly encrypted: boolean; readonly locked: boolean }): {
  readonly encrypted?: true;
  readonly locked?: true;
} {
  return { ...(encrypted ? { encrypted } : {}), ...(locked ? { locked } : {}) };
}

/** What a search by words could not look into; undefined: nothing. @param what "memory", "memories" */
export function notSearchedNotice(
  { locked, beyond }: NotSearched,
  [one, many]: readonly [string, string],
  did = "searched",
): string | undefined {
  const parts = [
    ...(locked === 0
      ? []
      : [
          `${counted(locked, `encrypted ${one}`, `encrypted ${many}`)} could not be ${did}, because the vault is locked: the user unlocks it with 'pegboard vault unlock'`,
        ]),
    ...(beyond === 0
      ? []
      : [
          `${counted(beyond, `older encrypted ${one}`, `older encrypted ${many}`)} not ${did}: one search opens 2,000 of them, or 4 MiB`,
        ]),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

export const ofMemories = ["memory", "memories"] as const;
export const ofTasks = ["task", "tasks"] as const;
