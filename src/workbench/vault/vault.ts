import { text } from "node:stream/consumers";
import { visible } from "../../diagnostics/display-text.ts";
import type { Vault, VaultOutcome } from "../../services/vault/vault.ts";
import { askSecret } from "../../terminal/ask-secret.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, isTerminal, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { throwUnavailable } from "../open-workbench.ts";

export type VaultAction = "create" | "unlock" | "lock" | "status" | "passphrase";

export interface VaultOptions {
  readonly hours?: string;
  readonly json?: boolean;
}

/** The vault of the user's database. A passphrase comes from the terminal, unseen, or from stdin: never from the command line or the environment. */
export async function vault(terminal: Terminal, action: VaultAction, options: VaultOptions): Promise<ExitCode> {
  const unlocks = action === "unlock" || action === "create";
  if (options.hours !== undefined && !unlocks) {
    throw new CliError(`--hours is for unlock and create, not for ${action}`);
  }
  const forMs = unlocks ? hoursOf(options.hours ?? terminal.env.PEGBOARD_VAULT_HOURS) * 3_600_000 : 0;
  const { openVault } = await import("../../host.ts");
  const opened = openVault(terminal);
  try {
    return await run(terminal, opened.vault, { action, forMs, json: options.json === true });
  } catch (error) {
    throwUnavailable(error);
    throw error;
  } finally {
    await opened.close();
  }
}

interface Wanted {
  readonly action: VaultAction;
  readonly forMs: number;
  readonly json: boolean;
}

async function run(terminal: Terminal, own: Vault, { action, forMs, json }: Wanted): Promise<ExitCode> {
  switch (action) {
    case "status":
      return await status(terminal, own, json);
    case "lock": {
      const { was } = done(await own.lock());
      if (json) printJson(terminal, { locked: true, was });
      else print(terminal, was === "locked" ? "the vault was locked already" : "locked");
      return ExitCode.fine;
    }
    case "create": {
      // Before a passphrase is thought of.
      if ((await own.state()).exists) done({ status: "exists" });
      const [passphrase] = await passphrases(terminal, ["New passphrase"], true);
      done(await own.create(passphrase));
      return shown(terminal, done(await own.unlock(passphrase, forMs)), "created and unlocked", json);
    }
    case "unlock": {
      if (!(await own.state()).exists) done({ status: "missing" });
      const [passphrase] = await passphrases(terminal, ["Passphrase"], false);
      return shown(terminal, done(await own.unlock(passphrase, forMs)), "unlocked", json);
    }
    case "passphrase": {
      if (!(await own.state()).exists) done({ status: "missing" });
      const [old, passphrase = ""] = await passphrases(terminal, ["Old passphrase", "New passphrase"], true);
      done(await own.changePassphrase(old, passphrase));
      if (json) printJson(terminal, { changed: true });
      else print(terminal, "the passphrase is changed; what is encrypted stays as it is");
      return ExitCode.fine;
    }
  }
}

function shown(
  terminal: Terminal,
  { until, keyFile }: { readonly until: number; readonly keyFile: string },
  what: string,
  json: boolean,
): ExitCode {
  const time = new Date(until).toISOString();
  if (json) printJson(terminal, { unlocked_until: time, key_file: keyFile });
  else
    print(
      terminal,
      `${what} until ${time}, for all servers of this database; 'pegboard vault lock' ends it\nthe key is in ${visible(keyFile)}`,
    );
  return ExitCode.fine;
}

async function status(terminal: Terminal, own: Vault, json: boolean): Promise<ExitCode> {
  const { exists, unlockedUntil, keyFile, refused, memories, tasks, notes } = await own.state();
  const until = unlockedUntil === undefined ? null : new Date(unlockedUntil).toISOString();
  if (json) {
    const encrypted = { memories, tasks, notes };
    printJson(terminal, {
      exists,
      unlocked_until: until,
      key_file: keyFile ?? null,
      refused: refused ?? null,
      encrypted,
    });
    return ExitCode.fine;
  }
  if (!exists) {
    print(terminal, "there is no vault; 'pegboard vault create' makes one");
    return ExitCode.fine;
  }
  print(terminal, until === null ? "locked" : `unlocked until ${until}`);
  if (refused !== undefined) print(terminal, `a key file is not used: ${visible(refused)}`);
  const encrypted = [counted(memories, "memory", "memories"), counted(tasks, "task"), counted(notes, "note")];
  print(terminal, `encrypted: ${encrypted.join(", ")}`);
  return ExitCode.fine;
}

/** The outcome, or the error that says what to do. */
function done<Done extends object>(outcome: VaultOutcome<Done>): { readonly status: "done" } & Done {
  switch (outcome.status) {
    case "done":
      return outcome;
    case "missing":
      throw new CliError("there is no vault", { hint: "'pegboard vault create' makes one" });
    case "exists":
      throw new CliError("there is a vault already", { hint: "'pegboard vault passphrase' changes its passphrase" });
    case "wrong_passphrase":
      throw new CliError("the passphrase is wrong; nothing was changed", { exitCode: ExitCode.refused });
    case "too_short":
      throw new CliError("the passphrase is too short: 8 characters or more");
    case "damaged": {
      const hint = "restore the database from a copy; what is encrypted can't be read without the envelope";
      throw new CliError(`the envelope of the vault ${outcome.problem}; nothing was changed`, {
        exitCode: ExitCode.unreachable,
        hint,
      });
    }
  }
}

/**
 * Asks for each at a terminal, else reads one line for each from stdin.
 * @param isNew the last one is new: at a terminal it is typed twice
 */
async function passphrases(
  terminal: Terminal,
  prompts: readonly [string, ...string[]],
  isNew: boolean,
): Promise<readonly [string, ...string[]]> {
  if (!isTerminal(terminal.stdin)) {
    const lines = (await text(terminal.stdin)).split(/\r?\n/u);
    const [first = "", ...more] = lines;
    const given = [first, ...more.slice(0, prompts.length - 1)] as const;
    if (given.length < prompts.length || given.some((line) => line === "")) {
      throw new CliError(`stdin lacks a passphrase: ${prompts.join(", then ").toLowerCase()}, one on each line`);
    }
    return given;
  }
  const [first, ...more] = prompts;
  const typed: [string, ...string[]] = [await ask(terminal, first)];
  for (const prompt of more) typed.push(await ask(terminal, prompt));
  if (isNew && (await ask(terminal, "The new one again")) !== typed.at(-1)) {
    throw new CliError("the two passphrases differ; nothing was changed");
  }
  return typed;
}

async function ask(terminal: Terminal, prompt: string): Promise<string> {
  const answer = await askSecret(terminal, `${prompt}: `);
  if (answer === "unavailable")
    throw new CliError("there is no terminal to ask on", { hint: "send the passphrase to stdin" });
  if (answer === "interrupted")
    throw new CliError("interrupted; nothing was changed", { exitCode: ExitCode.interrupted });
  return answer.secret;
}

const usualHours = 8;
const maxHours = 24 * 31;

function hoursOf(given: string | undefined): number {
  if (given === undefined || given === "") return usualHours;
  const hours = /^\d{1,3}(\.\d{1,3})?$/.test(given) ? Number(given) : 0;
  if (hours > 0 && hours <= maxHours) return hours;
  throw new CliError(`'${given}' is not a number of hours`, { hint: `a number up to ${maxHours}, such as 8 or 0.5` });
}
