import { closeSync, constants, mkdirSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Audit, AuditRecord } from "../../bridge/policy.ts";
import { reasonOf } from "../../disk/disk-errors.ts";
import { lineWriter } from "../../disk/line-writer.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { printError, printWarning, type Terminal } from "../../terminal/terminal.ts";

export interface AuditLog {
  /** Writes one line at once, so that it is there whatever happens next. Never throws; a failure is printed once to stderr. */
  readonly record: Audit;
  close(): void;
}

/**
 * Where decisions about calls are written down: PEGBOARD_AUDIT names the file, or says off; else `audit.jsonl` in the
 * user's state folder, readable for its owner only.
 * @throws CliError for a file that was named and can't be written: who asks for a log is not to go without
 */
export async function openAudit(
  terminal: Terminal,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<AuditLog> {
  const { PEGBOARD_AUDIT: named = "" } = terminal.env;
  const path = auditPath(terminal);
  if (path === undefined) return { record: () => undefined, close: () => undefined };
  if (named !== "") {
    try {
      return lines(terminal, path, openSync(path, appending, ownerOnly));
    } catch (error) {
      throw new CliError(`the audit log '${named}' can't be written: ${reasonOf(error)}`, {
        hint: "PEGBOARD_AUDIT names it",
        cause: error,
      });
    }
  }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // The user did not name this place, so a link there is not ours.
    return lines(terminal, path, openSync(path, appending | (constants.O_NOFOLLOW ?? 0), ownerOnly));
  } catch (error) {
    if (!isQuiet) printWarning(terminal, unwritten(path, reasonOf(error)));
    return { record: () => undefined, close: () => undefined };
  }
}

/** Where the log is, absolute; undefined: there is none. */
export function auditPath({ cwd, env }: Pick<Terminal, "cwd" | "env">): string | undefined {
  const { PEGBOARD_AUDIT: named = "" } = env;
  if (named === "off") return undefined;
  return named === "" ? join(userFolders(env).state, "audit.jsonl") : resolve(cwd, named);
}

const appending = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY;
const ownerOnly = 0o600;

function lines(terminal: Terminal, path: string, file: number): AuditLog {
  const write = lineWriter(file, path);
  let hasFailed = false;
  return {
    record(record: AuditRecord) {
      try {
        write(`${JSON.stringify(record)}\n`);
      } catch (error) {
        if (!hasFailed) printError(terminal, unwritten(path, reasonOf(error)));
        hasFailed = true;
      }
    },
    close: () => closeSync(file),
  };
}

function unwritten(path: string, reason: string): string {
  return `the audit log '${path}' can't be written: ${reason}; PEGBOARD_AUDIT names another file, or off`;
}
