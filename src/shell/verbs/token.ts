// Tokens that an operator makes for programs and people: `pegboard token`.
import { randomBytes } from "node:crypto";
import { lstat, mkdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { quoteName } from "../../contract/found.ts";
import { errorCode, isAbsent, unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { userFolders } from "../../disk/user-folders.ts";
import {
  hashOf,
  mayBeReadByOthers,
  type NamedToken,
  readNamedTokens,
  tokenText,
} from "../../server/identity/named-tokens.ts";
import { CliError, failsWith, nearHint } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { shellWord } from "../print/foreign-text.ts";

export interface TokenOptions {
  readonly file?: string;
  readonly scope?: readonly string[];
  readonly days?: number;
  readonly json?: true;
}

const dayMs = 86_400_000;
const ownerOnly = 0o600;

export async function token(
  terminal: Terminal,
  action: "create" | "list" | "revoke",
  name: string | undefined,
  options: TokenOptions,
): Promise<ExitCode> {
  const { file, scope, days } = options;
  const path = file === undefined ? join(userFolders(terminal.env).config, "tokens.json") : resolve(terminal.cwd, file);
  const shown = file ?? path;
  if (action === "list") {
    if (name !== undefined || scope !== undefined || days !== undefined) {
      throw new CliError("`token list` takes no name, no scopes and no days");
    }
    return list(terminal, await readTokens(path, shown), options);
  }
  if (name === undefined) {
    throw new CliError(`\`token ${action}\` needs the name of a token`, { hint: `pegboard token ${action} ci` });
  }
  if (action === "create") return create(terminal, { path, shown, name, options });
  if (scope !== undefined || days !== undefined) throw new CliError("`token revoke` takes no scopes and no days");
  return revoke(terminal, { path, shown, name, options });
}

interface Change {
  readonly path: string;
  readonly shown: string;
  readonly name: string;
  readonly options: TokenOptions;
}

async function create(terminal: Terminal, { path, shown, name, options }: Change): Promise<ExitCode> {
  const { scope = [], days, json } = options;
  if (!/^[\w.@-]{1,64}$/.test(name)) {
    throw new CliError(`a token can't be named ${quoteName(name)}`, {
      hint: "letters, digits, '.', '_', '-' and '@', at most 64",
    });
  }
  const scopes = [...new Set(scope.flatMap((text) => text.split(/[\s,]+/)).filter((one) => one !== ""))];
  const wrong = scopes.find((one) => !/^[!#-[\]-~]{1,200}$/.test(one));
  if (wrong !== undefined) throw new CliError(`${quoteName(wrong)} is not the name of a scope`);
  const text = tokenText(randomBytes(32));
  const now = terminal.clock();
  const entry: NamedToken = {
    name,
    sha256: hashOf(text),
    scopes,
    created: new Date(now).toISOString(),
    ...(days === undefined ? {} : { expires: new Date(now + days * dayMs).toISOString() }),
  };
  await change(path, shown, (tokens) => {
    if (tokens.some((one) => one.name === name)) {
      const place = options.file === undefined ? "" : ` --file ${shellWord(options.file)}`;
      throw new CliError(`there is a token '${name}' already`, { hint: `pegboard token revoke ${name}${place}` });
    }
    return [...tokens, entry];
  });
  const { sha256: _, ...facts } = entry;
  if (json) printJson(terminal, { ...facts, token: text, file: path });
  else {
    print(terminal, text);
    printError(terminal, `'${name}' is in ${shown}; the token is shown this once. Serve with: --tokens ${shown}`);
  }
  return ExitCode.fine;
}

async function revoke(terminal: Terminal, { path, shown, name, options }: Change): Promise<ExitCode> {
  await change(path, shown, (tokens) => {
    const left = tokens.filter((one) => one.name !== name);
    if (left.length < tokens.length) return left;
    const names = tokens.map((one) => one.name);
    throw new CliError(`there is no token ${quoteName(name)} in ${shown}`, { hint: nearHint(name, names) });
  });
  if (options.json) printJson(terminal, { revoked: name, file: path });
  else print(terminal, `revoked '${name}'; servers refuse it within two seconds`);
  return ExitCode.fine;
}

function list(terminal: Terminal, tokens: readonly NamedToken[], { json }: TokenOptions): ExitCode {
  const now = terminal.clock();
  const rows = tokens.map(({ name, scopes, created, expires }) => ({
    name,
    scopes,
    created,
    ...(expires === undefined ? {} : { expires }),
    expired: expires !== undefined && Date.parse(expires) <= now,
  }));
  if (json) printJson(terminal, rows);
  else if (rows.length === 0) print(terminal, "there are no tokens");
  else {
    const lines = rows.map(({ name, scopes, created, expires, expired }) => [
      name,
      created.slice(0, 10),
      expires === undefined ? "-" : `${expires.slice(0, 10)}${expired ? " expired" : ""}`,
      scopes.length === 0 ? "-" : scopes.join(" "),
    ]);
    print(terminal, table([["name", "created", "expires", "scopes"], ...lines], terminal.columns));
  }
  return ExitCode.fine;
}

/**
 * One process at a time: of two that read the same, the later would undo what the earlier did. A link is followed and stays: servers
 * may read the file by its own name.
 */
async function change(
  path: string,
  shown: string,
  edit: (tokens: readonly NamedToken[]) => readonly NamedToken[],
): Promise<void> {
  const wrong = failsWith(`'${shown}' can't be written`);
  const link = await lstat(path).catch(unlessAbsent).catch(wrong);
  const real = link === undefined ? path : await realpath(path).catch(failsWith(`'${shown}' can't be read`));
  const lock = `${real}.lock`;
  await mkdir(dirname(real), { recursive: true, mode: 0o700 }).catch(wrong);
  await writeFile(lock, "", { flag: "wx", mode: ownerOnly }).catch((error: unknown) => {
    if (errorCode(error) !== "EEXIST") return wrong(error);
    const shownLock = real === path ? `${shown}.lock` : lock;
    throw new CliError(`another command is changing '${shown}'`, { hint: `if there is none, remove ${shownLock}` });
  });
  try {
    const tokens = edit(await readTokens(real, shown));
    await replaceFile(real, `${JSON.stringify({ tokens }, undefined, 2)}\n`, ownerOnly).catch(wrong);
  } finally {
    await rm(lock, { force: true });
  }
}

async function readTokens(path: string, shown: string): Promise<readonly NamedToken[]> {
  let text: string;
  try {
    const { mode } = await stat(path);
    if (mayBeReadByOthers(mode)) throw new CliError(`others may read '${shown}'`, { hint: `chmod 600 ${shown}` });
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isAbsent(error)) return [];
    return failsWith(`'${shown}' can't be read`)(error);
  }
  const tokens = readNamedTokens(text);
  if (tokens === undefined) throw new CliError(`'${shown}' is not a file of tokens; nothing was written`);
  return tokens;
}
