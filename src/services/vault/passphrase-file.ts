import type { Log } from "../../runtime/ports.ts";
import type { Store } from "../../store/store.ts";
import type { FieldKey } from "../../store/vault.ts";
import { unwrap } from "./envelope.ts";
import { fieldKey } from "./field-key.ts";
import { readPrivateFile } from "./private-file.ts";
import { envelopeOf } from "./vault.ts";

/** The key that a file with the passphrase opens, for a server that no person unlocks. */
export interface PassphraseFile {
  /** Opens the vault where that has not been done since the file was changed. Never throws for what the file says; then the vault stays locked. */
  ready(): Promise<void>;
  /** undefined: it did not open this vault, or the file is gone. */
  keyOf(vault: string): FieldKey | undefined;
}

/** @param path of the file; its first line is the passphrase */
export function passphraseFile(path: string, store: Store, log: Pick<Log, "warn">): PassphraseFile {
  let tried: { readonly mark: string; readonly vault?: string; readonly key?: FieldKey } | undefined;
  let warned: string | undefined;
  let running: Promise<void> | undefined;
  const staysLocked = (reason: string) => {
    if (warned !== reason) log.warn("the vault stays locked", { reason });
    warned = reason;
  };
  const open = async () => {
    const file = readPrivateFile(path, tried?.mark);
    if (file.status === "unchanged") return;
    tried = undefined;
    if (file.status !== "read") {
      staysLocked(
        file.status === "absent" ? "the passphrase file is not there" : `the passphrase file ${file.problem}`,
      );
      return;
    }
    const row = await store.read(({ vault }) => vault.find());
    // There may be one later.
    if (row === undefined) return;
    const envelope = envelopeOf(row);
    const passphrase = file.text.split(/\r?\n/u, 1)[0] ?? "";
    const opened = "status" in envelope ? envelope : await unwrap(envelope, passphrase);
    if (opened.status === "open") {
      tried = { mark: file.mark, vault: row.id, key: fieldKey(opened.dataKey) };
      return;
    }
    tried = { mark: file.mark };
    staysLocked(
      opened.status === "damaged"
        ? `the envelope of the vault ${opened.problem}`
        : "the passphrase file holds another passphrase",
    );
  };
  return {
    ready() {
      running ??= open().finally(() => {
        running = undefined;
      });
      return running;
    },
    keyOf: (vault) => (tried?.vault === vault ? tried.key : undefined),
  };
}
