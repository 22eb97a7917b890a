import { AskRefused } from "../../client/server-connection.ts";
import { visible, visibleText } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, printWarning, type Terminal } from "../../terminal/terminal.ts";
import { textDiff } from "../../terminal/unified-diff.ts";
import type { Asking } from "../asking/open-asking.ts";
import { type ToolChange, toolChanges } from "../lock/compare-tools.ts";
import {
  type LockedServer,
  type LockedServers,
  lockedTool,
  lockPathOf,
  lockPathOfAbsent,
  readLockFile,
  shownLock,
  writeLockFile,
} from "../lock/lock-file.ts";
import { type LockedStart, lockedStart, startChanges } from "../lock/locked-start.ts";
import { type SuspiciousText, suspiciousLine, suspiciousTexts } from "../lock/suspicious-texts.ts";
import { serverLogins } from "../logins/server-logins.ts";
import { shellWord } from "../print/foreign-text.ts";
import type { ConfiguredServer } from "../servers/configured-server.ts";
import { loadServers } from "../servers/load-servers.ts";
import { askOptions } from "../sources/ask-options.ts";
import { serverSource } from "../sources/config-source.ts";
import { askEach, exitCodeOfAll } from "../sources/open-source.ts";
import { type ShellTool, UnknownServer } from "../sources/tool-source.ts";

/** Some servers list tools only to clients that can be asked: those are locked, too. A list asks nothing. */
const everything: Asking = {
  offers: { elicitation: { form: true, url: true }, sampling: true, roots: [] },
  answer: () => Promise.reject(new AskRefused("a list needs no answer")),
};

export interface LockOptions {
  readonly config?: string;
  /** Takes every change, and tools whose texts are suspicious. */
  readonly accept?: true;
  /** Writes nothing. */
  readonly check?: true;
  /** Ends the lock of the servers. */
  readonly remove?: true;
  /** Seconds. */
  readonly timeout?: number;
  readonly json?: true;
}

/** What was found of one server. */
interface Compared {
  readonly server: string;
  readonly path: string;
  readonly status: "new" | "same" | "changed";
  readonly tools: readonly ShellTool[];
  readonly start: LockedStart | undefined;
  readonly instructions: string;
  /** Of a server that is locked already. */
  readonly changes: readonly ToolChange[];
  /** In how it is started or reached, a line each. Where there are some, it was only started to accept them. */
  readonly startChanges: readonly string[];
  /** What its instructions were; undefined: as they are. */
  readonly oldInstructions: string | undefined;
  /** It was locked by an older version, without its command. */
  readonly isWithoutStart: boolean;
  /** In what is not accepted yet. */
  readonly suspicious: readonly SuspiciousText[];
}

/**
 * Writes down what the tools of servers are, or compares them with what was written down.
 * @returns findings where something is not accepted
 */
export async function lock(terminal: Terminal, names: readonly string[], options: LockOptions): Promise<ExitCode> {
  refuseTwo(options);
  const configs = options.config === undefined ? [] : [options.config];
  const loaded = await loadServers(terminal, { configs });
  if (options.remove) return removeLocks(terminal, loaded.servers, names, options);
  const chosen = chosenServers(loaded.servers, names);
  const pathOf = (server: ConfiguredServer) => lockPathOf(server, terminal, configs);
  const interrupted = terminal.catchInterrupts();
  const asked = askOptions(terminal, interrupted, options);
  const source = serverSource(loaded, {
    env: terminal.env,
    logins: serverLogins(terminal, options),
    asking: everything,
  });
  const paths = new Map(chosen.map((server) => [server.name, pathOf(server)]));
  const files = new Map([...new Set(paths.values())].map((path) => [path, readLockFile(path, terminal)]));
  const starts = new Map(
    chosen.map(({ name, written }) => [name, written === undefined ? undefined : lockedStart(written)]),
  );
  const lockedOf = (name: string) => files.get(paths.get(name) ?? "")?.get(name);
  const changesOf = (name: string) => {
    const [was, is] = [lockedOf(name)?.start, starts.get(name)];
    return was === undefined || is === undefined ? [] : startChanges(was, is);
  };
  const outcomes = await askEach(
    terminal,
    chosen.map(({ name }) => name),
    async (name) =>
      // What stands there now may be anything: it runs once a person takes it.
      !options.accept && changesOf(name).length > 0
        ? undefined
        : { tools: await source.tools(name, asked), instructions: await source.instructions?.(name, asked) },
  ).finally(() => source.close());
  const compared = outcomes.flatMap((outcome) => {
    if (!outcome.ok) return [];
    const { server: name, answer } = outcome;
    const found = { path: paths.get(name) ?? "", start: starts.get(name), startChanges: changesOf(name) };
    return [compare(name, { ...found, ...answer }, lockedOf(name))];
  });
  if (!options.check) await write(terminal, compared, files, options.accept === true);
  await report(terminal, compared, options);
  const isOpen = compared.some((one) => isLeftOpen(one, options));
  const [only] = names.length === 1 ? names : [];
  const failed = exitCodeOfAll(outcomes, only === undefined ? {} : { server: only });
  if (failed !== ExitCode.fine) return failed;
  // In CI a server that could not be asked was not checked.
  return isOpen || outcomes.some(({ ok }) => !ok) ? ExitCode.findings : ExitCode.fine;
}

function refuseTwo({ accept, check, remove }: LockOptions): void {
  const given = Object.entries({ "--accept": accept, "--check": check, "--remove": remove }).filter(
    ([, value]) => value,
  );
  if (given.length > 1) throw new CliError(`${given.map(([name]) => name).join(" and ")} can't be combined`);
}

function chosenServers(servers: readonly ConfiguredServer[], names: readonly string[]): readonly ConfiguredServer[] {
  for (const name of names) {
    if (servers.some((server) => server.name === name)) continue;
    throw new UnknownServer(
      name,
      servers.map((server) => server.name),
    );
  }
  return names.length === 0 ? servers : servers.filter(({ name }) => names.includes(name));
}

type Found = Pick<Compared, "path" | "start" | "startChanges"> & {
  /** Absent: it was not started. */
  readonly tools?: readonly ShellTool[];
  readonly instructions?: string | undefined;
};

function compare(server: string, found: Found, locked: LockedServer | undefined): Compared {
  const { path, start, startChanges, tools = [], instructions = "" } = found;
  const shared = { server, path, start, startChanges, tools, instructions };
  if (locked === undefined) {
    const suspicious = suspiciousTexts(tools);
    const nothing = { changes: [], oldInstructions: undefined, isWithoutStart: false };
    return { ...shared, ...nothing, status: "new", suspicious };
  }
  const wasAsked = found.tools !== undefined;
  const changes = wasAsked ? toolChanges(locked.tools, tools) : [];
  const oldInstructions = wasAsked && locked.instructions !== instructions ? locked.instructions : undefined;
  const isSame = changes.length === 0 && startChanges.length === 0 && oldInstructions === undefined;
  return {
    ...shared,
    status: isSame ? "same" : "changed",
    changes,
    oldInstructions,
    isWithoutStart: locked.start === undefined && start !== undefined,
    suspicious: suspiciousTexts(changes.flatMap(({ is }) => is)),
  };
}

/** A server that is not locked is taken as it is, but for tools whose texts are suspicious: a person has to accept those. */
async function write(
  terminal: Terminal,
  compared: readonly Compared[],
  files: ReadonlyMap<string, LockedServers>,
  accept: boolean,
): Promise<void> {
  for (const [path, before] of files) {
    const taken = compared.filter(
      (one) =>
        one.path === path &&
        (one.status === "new" || (accept && one.status === "changed") || (one.status === "same" && one.isWithoutStart)),
    );
    if (taken.length === 0) continue;
    const fresh = taken.map(({ server, tools, suspicious, start, instructions }) => {
      const held = new Set(accept ? [] : suspicious.map(({ tool }) => tool));
      const accepted = tools.filter(({ name }) => !held.has(name)).map(lockedTool);
      return [server, { tools: accepted, ...(start && { start, instructions }) }] as const;
    });
    await writeLockFile(path, new Map([...before, ...fresh]), terminal);
  }
}

function isLeftOpen({ status, suspicious }: Compared, { accept, check }: LockOptions): boolean {
  if (accept) return false;
  return status === "changed" || (status === "new" && (check === true || suspicious.length > 0));
}

async function report(terminal: Terminal, compared: readonly Compared[], options: LockOptions): Promise<void> {
  const today = new Date(terminal.clock()).toISOString().slice(0, 10);
  if (options.json) {
    const { diffOf } = await import("../lock/lock-report.ts");
    printJson(terminal, {
      servers: compared.map((one) => ({
        server: one.server,
        lock: shownLock(one.path, terminal),
        status: one.status,
        accepted: !isLeftOpen(one, options),
        tools: one.tools.length,
        start: one.startChanges,
        instructions: one.oldInstructions === undefined ? "same" : "changed",
        changes: one.changes.map(({ name, change }) => ({ tool: name, change })),
        findings: one.changes.length === 0 ? [] : (diffOf(one.changes, today)?.changes ?? []).map(findingOf),
        suspicious: one.suspicious,
      })),
    });
    return;
  }
  for (const one of compared) await reportServer(terminal, one, options, today);
}

function findingOf({
  id,
  severity,
  subject,
  message,
  fingerprint,
}: {
  readonly id: string;
  readonly severity: string;
  readonly subject: string;
  readonly message: string;
  readonly fingerprint: string;
}) {
  return { id, severity, subject, message, fingerprint };
}

async function reportServer(terminal: Terminal, one: Compared, options: LockOptions, today: string): Promise<void> {
  const { bold, dim } = terminal.colors;
  const { server, status, tools, changes, suspicious } = one;
  const name = bold(visible(server));
  const file = dim(shownLock(one.path, terminal));
  const count = counted(tools.length, "tool");
  const words = `${shellWord(server)}${configWords(options)}`;
  const take = `pegboard lock --accept ${words}`;
  switch (status) {
    case "same":
      print(terminal, `${name}: as locked, ${count}${withoutStart(one, options)}`);
      return;
    case "new": {
      const held = options.accept ? 0 : new Set(suspicious.map(({ tool }) => tool)).size;
      if (options.check) print(terminal, `${name}: not locked, ${count}; pegboard lock ${words} locks it`);
      else print(terminal, `${name}: locked, ${counted(tools.length - held, "tool")}, in ${file}`);
      for (const found of suspicious) printWarning(terminal, suspiciousLine(found));
      if (held > 0 && !options.check) {
        print(
          terminal,
          `${counted(held, "tool")} with suspicious texts ${held === 1 ? "is" : "are"} refused; ${take} takes ${held === 1 ? "it" : "them"}`,
        );
      }
      return;
    }
    case "changed": {
      print(terminal, `${name}: ${summaryOf(one)}${options.accept ? `; accepted, in ${file}` : ""}\n`);
      for (const line of one.startChanges) print(terminal, `  ${visible(line)}`);
      if (one.startChanges.length > 0) print(terminal, "");
      if (changes.length > 0) {
        const { changesText } = await import("../lock/lock-report.ts");
        print(terminal, `${changesText(changes, terminal.colors, today)}\n`);
      }
      if (one.oldInstructions !== undefined) {
        const [was, is] = [one.oldInstructions, one.instructions].map((text) => `${text}\n`);
        const diff = textDiff({ name: "locked", text: was ?? "" }, { name: "instructions", text: is ?? "" });
        print(terminal, `${visibleText(diff)}\n`);
      }
      if (options.accept) return;
      if (one.startChanges.length > 0) print(terminal, `it was not started; ${take} starts it and takes all of it`);
      else if (changes.some(({ is }) => is.length > 0))
        print(terminal, `changed and new tools are refused; ${take} takes all of it`);
      else print(terminal, `${take} takes it`);
    }
  }
}

/** Of a server that was locked by a version that did not lock commands. */
function withoutStart({ isWithoutStart, server }: Compared, options: LockOptions): string {
  if (!isWithoutStart) return "";
  return options.check
    ? `; its command is not locked: pegboard lock ${shellWord(server)}${configWords(options)} locks it`
    : "; its command is locked now, too";
}

/** A command to copy has to mean the same file. */
function configWords({ config }: LockOptions): string {
  return config === undefined ? "" : ` --config ${shellWord(config)}`;
}

function summaryOf({ changes, startChanges, oldInstructions }: Compared): string {
  const words = { changed: "changed", added: "new", removed: "not listed any more" } as const;
  const tools = (["changed", "added", "removed"] as const).flatMap((kind) => {
    const count = changes.filter(({ change }) => change === kind).length;
    return count === 0 ? [] : [`${counted(count, "tool")} ${words[kind]}`];
  });
  return [
    ...(startChanges.length > 0 ? ["another command or address"] : []),
    ...tools,
    ...(oldInstructions === undefined ? [] : ["other instructions"]),
  ].join(", ");
}

/** Of servers that are not configured any more, too: nothing else takes them out of a lock file. */
async function removeLocks(
  terminal: Terminal,
  servers: readonly ConfiguredServer[],
  names: readonly string[],
  options: LockOptions,
): Promise<ExitCode> {
  if (names.length === 0) throw new CliError("--remove needs the names of servers");
  const configs = options.config === undefined ? [] : [options.config];
  const wanted = [...new Set(names)].map((name) => {
    const server = servers.find((one) => one.name === name);
    const path = server === undefined ? lockPathOfAbsent(terminal, configs) : lockPathOf(server, terminal, configs);
    return { name, path, isConfigured: server !== undefined };
  });
  const files = new Map(
    [...new Set(wanted.map(({ path }) => path))].map((path) => [path, readLockFile(path, terminal)]),
  );
  const open = wanted.find(({ name, path }) => files.get(path)?.has(name) !== true);
  if (open?.isConfigured === false) chosenServers(servers, [open.name]);
  if (open !== undefined) {
    throw new CliError(`'${open.name}' is not locked${wanted.length > 1 ? "; nothing was changed" : ""}`, {
      hint: `pegboard lock --check${configWords(options)} shows which servers are`,
    });
  }
  for (const [path, before] of files) {
    const gone = wanted.filter((one) => one.path === path).map(({ name }) => name);
    await writeLockFile(path, new Map([...before].filter(([name]) => !gone.includes(name))), terminal);
    for (const name of gone) print(terminal, `${visible(name)}: not locked any more`);
  }
  return ExitCode.fine;
}
