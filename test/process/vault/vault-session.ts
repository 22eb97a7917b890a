import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { pegboard } from "../run-pegboard.ts";
import { type ServedOptions, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";

export const passphrase = "correct horse battery staple";

/** A server with a session of an agent, and the vault of its database as a person handles it in a shell. */
export interface VaultSession extends ServedWorkbench {
  /** Runs `pegboard vault …` with lines on stdin. */
  vault(words: readonly string[], ...lines: readonly string[]): ReturnType<typeof pegboard>;
  unlock(): Promise<void>;
  lock(): Promise<void>;
  /** The bytes of the database and of the files beside it hold none of the texts. */
  expectNotAtRest(...texts: readonly string[]): void;
  /** They hold each of them: so the search for bytes can fail. */
  expectAtRest(...texts: readonly string[]): void;
}

export async function vaultSession(options: ServedOptions = {}): Promise<VaultSession> {
  const server = await serveWorkbench({ profile: "full", ...options });
  const { databasePath } = server;
  const vault = (words: readonly string[], ...lines: readonly string[]) =>
    pegboard(["vault", ...words], {
      stdin: lines.map((line) => `${line}\n`).join(""),
      env: { PEGBOARD_DB: databasePath },
    });
  const succeed = async (words: readonly string[], ...lines: readonly string[]) => {
    const { code, stderr } = await vault(words, ...lines);
    expect([code, stderr]).toEqual([0, ""]);
  };
  return {
    ...server,
    async close() {
      // Where the system keeps keys in memory, none is left there.
      if (existsSync(`/run/user/${process.getuid?.()}`)) await vault(["lock"]);
      await server.close();
    },
    vault,
    unlock: () => succeed(["unlock"], passphrase),
    lock: () => succeed(["lock"]),
    expectNotAtRest: (...texts) => {
      for (const text of texts) expect(filesHolding(databasePath, text), text).toEqual([]);
    },
    expectAtRest: (...texts) => {
      for (const text of texts) expect(filesHolding(databasePath, text), text).not.toEqual([]);
    },
  };
}

/** Which files of a database hold a text, in any letter case, in UTF-8 or UTF-16. */
export function filesHolding(database: string, text: string): readonly string[] {
  return ["", "-wal", "-shm", "-journal"].filter((ending) => {
    const path = `${database}${ending}`;
    if (!existsSync(path)) return false;
    const bytes = readFileSync(path).toString("latin1").toLowerCase();
    const forms = (["utf8", "utf16le"] as const).map((form) =>
      Buffer.from(text, form).toString("latin1").toLowerCase(),
    );
    return forms.some((form) => bytes.includes(form));
  });
}
