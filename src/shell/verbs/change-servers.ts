// `pegboard servers add|remove|rename`: edits of the user's own file of servers, or of one that is named.
import { resolve } from "node:path";
import { ruleFor, serverNamedBy } from "../../bridge/policy.ts";
import type { JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { EntryPlace } from "../formats/config-format.ts";
import { type EntryAt, nodeAt, openEntryAt, sureText, writeConfigFile } from "../install/config-file.ts";
import { reportChange, showChange } from "../install/confirm-change.ts";
import { lockPathOf, readLockFile, writeLockFile } from "../lock/lock-file.ts";
import { openLoginStore } from "../logins/login-store.ts";
import { shellWord } from "../print/foreign-text.ts";
import type { AdHocOptions } from "../servers/ad-hoc-server.ts";
import { addedEntry } from "../servers/added-entry.ts";
import { findConfigFiles } from "../servers/find-config-files.ts";
import { type JsoncNode, memberOf, membersOf, textOf } from "../servers/jsonc.ts";

export interface ChangeServersOptions extends AdHocOptions {
  readonly config?: string;
  readonly catalog?: string;
  readonly workbench?: true;
  readonly bridge?: string;
  readonly dryRun?: true;
  readonly force?: true;
  readonly json?: true;
}

export type ServersAction = "add" | "remove" | "rename";

/** @param words names, and with `add --stdio` the command behind `--` */
export async function changeServers(
  terminal: Terminal,
  action: ServersAction,
  words: readonly string[],
  options: ChangeServersOptions,
): Promise<ExitCode> {
  for (const name of ["catalog", "workbench", "bridge"] as const) {
    if (options[name] !== undefined) throw new CliError(`\`servers ${action}\` takes no --${name}`);
  }
  switch (action) {
    case "add":
      return add(terminal, words, options);
    case "remove":
      return remove(terminal, words, options);
    case "rename":
      return rename(terminal, words, options);
  }
}

async function add(
  terminal: Terminal,
  [name, ...command]: readonly string[],
  options: ChangeServersOptions,
): Promise<ExitCode> {
  if (name === undefined)
    throw new CliError("`servers add` needs a name", { hint: "pegboard servers add NAME --url URL" });
  checkName(name);
  const opened = await open(terminal, name, options);
  const { place, shown, file, format, found } = opened;
  const dialect = place.container[0] === "servers" ? "editor" : "shell";
  const entry = addedEntry(resolve(terminal.cwd), command, options, dialect);
  if (found !== undefined && !options.force) {
    throw new CliError(`${shown} has a server named '${name}' already`, {
      hint: `pegboard servers remove ${shellWord(name)} removes it, --force replaces it; nothing was written`,
    });
  }
  const after = sureText(opened, format.put(file.text ?? "", place, entry), entry);
  const lines = [
    `added '${visible(name)}' to ${shown}`,
    ...(typeof entry.cwd === "string"
      ? [`  it starts in ${visible(entry.cwd)}, because its command names a file there`]
      : []),
    `  ${nextLine(name, options)}`,
  ];
  return write(terminal, opened, { after, text: lines.join("\n"), outcome: { action: "add", name, entry }, options });
}

function nextLine(name: string, { config }: ChangeServersOptions): string {
  const place = config === undefined ? "" : ` --config ${shellWord(config)}`;
  return `pegboard ${shellWord(name)}${place} lists its tools`;
}

async function remove(
  terminal: Terminal,
  [name, ...more]: readonly string[],
  options: ChangeServersOptions,
): Promise<ExitCode> {
  if (name === undefined || more.length > 0) throw new CliError("`servers remove` takes one name");
  const opened = await open(terminal, name, options);
  const { place, shown, file, format, found } = opened;
  if (found === undefined) throw missing(opened, name);
  const after = sureText(opened, format.remove(file.text ?? "", place, 0), undefined);
  const login = await loginOf(terminal, found);
  const kept = login === undefined ? [] : [`  its login is kept; pegboard logout --url ${shellWord(login)} ends it`];
  const text = [`removed '${visible(name)}' from ${shown}`, ...kept].join("\n");
  return write(terminal, opened, { after, text, outcome: { action: "remove", name }, options });
}

async function rename(
  terminal: Terminal,
  [name, fresh, ...more]: readonly string[],
  options: ChangeServersOptions,
): Promise<ExitCode> {
  if (name === undefined || fresh === undefined || more.length > 0) {
    throw new CliError("`servers rename` takes two names", { hint: "pegboard servers rename OLD NEW" });
  }
  checkName(fresh);
  const opened = await open(terminal, name, options);
  const { place, shown, file, format, found } = opened;
  if (found === undefined) throw missing(opened, name);
  if ((await open(terminal, fresh, options)).found !== undefined) {
    throw new CliError(`${shown} has a server named '${fresh}' already`, { hint: "nothing was written" });
  }
  const { text: after, ruleCount } = renamedText(file.text ?? "", file.root, place, fresh);
  // What is read of it must be what was meant, whatever its form.
  const again = format.parse({ path: shown, text: after });
  if (again.problems.length > 0 || memberOf(nodeAt(again.root, place.container), fresh) === undefined) {
    throw new CliError(`'${name}' can't be renamed in '${shown}' as it is written there`, {
      hint: "nothing was written",
    });
  }
  const rules = ruleCount === 0 ? [] : [`  its rules in the file are renamed: ${ruleCount}`];
  const lines = [
    `renamed '${visible(name)}' to '${visible(fresh)}' in ${shown}`,
    ...rules,
    `  ${nextLine(fresh, options)}`,
  ];
  // With both names locked in between, there is no moment in which the server is not locked.
  const lock = options.dryRun ? undefined : await lockBoth(terminal, opened, [name, fresh], options);
  const outcome = { action: "rename", name, renamed: fresh };
  const code = await write(terminal, opened, { after, text: lines.join("\n"), outcome, options });
  await lock?.();
  return code;
}

/** Locks the server under its new name, too. @returns what takes the old one away */
async function lockBoth(
  terminal: Terminal,
  { shown }: EntryAt,
  [name, fresh]: readonly [string, string],
  { config }: ChangeServersOptions,
): Promise<(() => Promise<void>) | undefined> {
  const path = lockPathOf({ file: shown }, terminal, config === undefined ? [] : [config]);
  const locked = readLockFile(path, terminal);
  const server = locked.get(name);
  if (server === undefined) return undefined;
  const both = new Map([...locked, [fresh, server] as const]);
  await writeLockFile(path, both, terminal);
  both.delete(name);
  return () => writeLockFile(path, both, terminal);
}

/** Only the names change: of the entry, and of rules that name the server. */
function renamedText(
  text: string,
  root: JsoncNode | undefined,
  { container, name }: EntryPlace,
  fresh: string,
): { readonly text: string; readonly ruleCount: number } {
  const keys = membersOf(nodeAt(root, container)).flatMap((member) => (member.name === name ? [member.key] : []));
  const rules = ["allow", "deny"]
    .flatMap((list) => memberOf(root, list)?.children ?? [])
    .filter((node) => serverNamedBy(textOf(node) ?? "") === name);
  const [, asRule = ""] = /^(.*)\/x$/s.exec(ruleFor(fresh, "x")) ?? [];
  const edits = [
    ...keys.map((node) => ({ node, value: fresh })),
    ...rules.map((node) => ({ node, value: `${asRule}/${toolOf(textOf(node) ?? "")}` })),
  ];
  // From the end, so that earlier places stay where they are.
  const sorted = edits.toSorted((one, other) => other.node.offset - one.node.offset);
  const changed = sorted.reduce(
    (before, { node, value }) =>
      before.slice(0, node.offset) + JSON.stringify(value) + before.slice(node.offset + node.length),
    text,
  );
  return { text: changed, ruleCount: rules.length };
}

/** Behind the first slash that has no backslash before it. */
function toolOf(rule: string): string {
  return /^(?:\\.|[^/\\])*\/(.*)$/s.exec(rule)?.[1] ?? "";
}

/** @throws CliError for a file that is not one of JSON: what clients write in other forms, `pegboard install` changes */
async function open(terminal: Terminal, name: string, { config }: ChangeServersOptions): Promise<EntryAt> {
  const world = {
    env: terminal.env,
    home: userFolders(terminal.env).home,
    cwd: terminal.cwd,
    platform: process.platform,
  };
  const own = findConfigFiles(world).find(({ client }) => client === "pegboard");
  const path = config === undefined ? own?.path : resolve(terminal.cwd, config);
  if (path === undefined) throw new Error("invariant: the user's own file of servers has a place on every system");
  if (/\.(toml|ya?ml)$/i.test(path)) throw new CliError(`'${config}' is not a file of JSON`);
  return openEntryAt(terminal, path, (root) => {
    const isEditor = memberOf(root, "mcpServers") === undefined && memberOf(root, "servers")?.type === "object";
    return { container: [isEditor ? "servers" : "mcpServers"], name };
  });
}

function missing({ place, shown, file }: EntryAt, name: string): CliError {
  const names = membersOf(nodeAt(file.root, place.container)).map((member) => member.name);
  return new CliError(`there is no server '${name}' in ${shown}`, {
    hint: nearHint(name, names, "--config FILE names another file; pegboard servers lists where each comes from"),
  });
}

function checkName(name: string): void {
  if (/^[A-Za-z0-9_@.][A-Za-z0-9_@.-]{0,63}$/.test(name)) return;
  throw new CliError(`'${name}' can't be the name of a server`, {
    hint: "letters, digits, '.', '_', '@' and '-', at most 64; no '-' at the beginning",
  });
}

/** @returns the address of the server, where there is a login to it */
async function loginOf(terminal: Terminal, entry: unknown): Promise<string | undefined> {
  const url = typeof entry === "object" && entry !== null && "url" in entry ? entry.url : undefined;
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  return (await openLoginStore(terminal).of(new URL(url))) === undefined ? undefined : url;
}

interface Change {
  readonly after: string;
  /** For people. */
  readonly text: string;
  readonly outcome: JsonObject;
  readonly options: ChangeServersOptions;
}

async function write(
  terminal: Terminal,
  { place, shown, format, file, path }: EntryAt,
  { after, text, outcome, options }: Change,
): Promise<ExitCode> {
  const facts = { ...outcome, file: path };
  if (options.dryRun) {
    const isOurs = { before: false, after: true };
    if (!options.json) showChange(terminal, { shown, place, format, before: file.text, after, isOurs });
    return reportChange(terminal, options, { ...facts, status: "dry-run" }, terminal.colors.dim("nothing was written"));
  }
  await writeConfigFile(file, shown, after, { file: 0o600, folder: 0o700 });
  return reportChange(terminal, options, { ...facts, status: "written" }, text);
}
