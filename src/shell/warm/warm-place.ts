// Where the warm process listens: a socket of the user's own, in a folder that other users can't reach.
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { errorCode, reasonOf } from "../../disk/disk-errors.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { thisProgram } from "../install/this-program.ts";

type Variables = Terminal["env"];

/** How long the warm process waits for the next request, in milliseconds, where PEGBOARD_DAEMON does not say it. */
const usualIdleMs = 300_000;

/**
 * What PEGBOARD_DAEMON says.
 * @returns how long it waits for the next request; undefined: no warm process is used
 * @throws CliError for a value that means nothing
 */
export function warmIdleMs({ PEGBOARD_DAEMON: said = "" }: Variables): number | undefined {
  if (said === "") return usualIdleMs;
  if (said === "off") return undefined;
  const seconds = /^[1-9]\d{0,4}$/.test(said) ? Number(said) : 0;
  if (seconds >= 1 && seconds <= 86_400) return seconds * 1000;
  throw new CliError(`PEGBOARD_DAEMON is '${said}'`, { hint: "off, or the seconds that it waits: 1 to 86400" });
}

/** @throws WarmRefused where there is no folder that can be trusted */
export class WarmRefused extends Error {
  override readonly name = "WarmRefused";
}

/**
 * XDG_RUNTIME_DIR, which belongs to the user while they are logged in, else a folder below that of temporary files. Where
 * others own the folder, could write to it, or have put a link in its place, it is not used.
 * @returns the absolute path of a folder of mode 0700; it is made where it is missing
 * @throws WarmRefused
 */
export function warmFolder(env: Variables): string {
  const user = process.getuid?.();
  if (user === undefined) throw new WarmRefused("there are no sockets of a user's own on this system");
  const runtime = env.XDG_RUNTIME_DIR ?? "";
  const isGiven = isAbsolute(runtime) && problemOf(runtime, user) === undefined;
  const folder = isGiven ? join(runtime, "pegboard") : join(env.TMPDIR || "/tmp", `pegboard-${user}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw new WarmRefused(`'${folder}' can't be made: ${reasonOf(error)}`);
  }
  const problem = problemOf(folder, user);
  if (problem !== undefined) throw new WarmRefused(`'${folder}' ${problem}`);
  return folder;
}

function problemOf(folder: string, user: number): string | undefined {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return "is not a folder";
  if (found.uid !== user) return "belongs to another user";
  return (found.mode & 0o077) === 0 ? undefined : "is open to other users";
}

/** What of the environment decides how Node itself connects, and where logins are: processes with another one listen elsewhere. */
const deciding = /^(NODE_|SSL_|XDG_(CACHE|CONFIG|RUNTIME|STATE)_|UV_|OPENSSL_|(https?|all|no)_proxy$|HOME$|TMPDIR$)/i;

/** The variables that the warm process is started with: nothing of what servers get, which comes with each request. */
export function warmVariables(env: Variables): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env)
      .flatMap(([name, value]) => (value !== undefined && deciding.test(name) ? [[name, value] as const] : []))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** A socket's address may have so many bytes on macOS, a few more elsewhere. */
const maxSocketBytes = 103;

/** @throws WarmRefused */
export function warmSocket(env: Variables): string {
  const facts = [process.execPath, process.umask(), warmVariables(env)];
  const name = createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 12);
  const path = join(warmFolder(env), `${name}.sock`);
  if (Buffer.byteLength(path) > maxSocketBytes) throw new WarmRefused(`'${path}' is too long for a socket`);
  return path;
}

/** Of this program: one that was installed or built since then is another one. */
export function programIdentity(): string {
  const { main } = thisProgram();
  return `${packageJson.version} ${main} ${statSync(main).mtimeMs}`;
}
