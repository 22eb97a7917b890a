import type { Terminal } from "../../terminal/terminal.ts";
import type { ConfiguredServer } from "../servers/configured-server.ts";
import { type AskOptions, type ShellTool, StartRefused, ToolRefused, type ToolSource } from "../sources/tool-source.ts";
import { refusalOf, type ToolChange, toolChanges } from "./compare-tools.ts";
import {
  type LockedServer,
  type LockedServers,
  type LockedTool,
  lockPathOf,
  lockWordsOf,
  readLockFile,
} from "./lock-file.ts";
import { lockedStart, startChanges } from "./locked-start.ts";

export interface Locks {
  /** What was accepted of a server's tools; undefined: the server is not locked. @throws CliError for a broken lock file */
  toolsOf(server: string): readonly LockedTool[] | undefined;
  /** What has changed in how the server is started or reached, a line each. @throws CliError for a broken lock file */
  startChangesOf(server: string): readonly string[];
  /** The words behind `pegboard lock` that mean the server. */
  wordsOf(server: string): string;
}

/** Lock files are read when one of their servers is asked for its tools. */
export function openLocks(
  terminal: Pick<Terminal, "cwd" | "env">,
  servers: readonly ConfiguredServer[],
  configs: readonly string[],
): Locks {
  const files = new Map<string, LockedServers>();
  const named = (name: string) => servers.find((one) => one.name === name);

  function of(name: string): LockedServer | undefined {
    const server = named(name);
    if (server === undefined) return undefined;
    const path = lockPathOf(server, terminal, configs);
    const file = files.get(path) ?? readLockFile(path, terminal);
    files.set(path, file);
    return file.get(name);
  }

  return {
    wordsOf: (name) => lockWordsOf(named(name) ?? { name, file: "" }, terminal, configs),
    toolsOf: (name) => of(name)?.tools,
    startChangesOf(name) {
      const [start, written] = [of(name)?.start, named(name)?.written];
      return start === undefined || written === undefined ? [] : startChanges(start, lockedStart(written));
    },
  };
}

/** Gets the tools of a server that are refused, whenever it has listed them. */
export type Report = (server: string, refused: readonly ToolChange[]) => Promise<void>;

/**
 * A source whose servers are held to their lock: one whose command or address is another is neither started nor reached. What a refused tool says of itself is left out of every list, because a model may
 * read it; a call reaches only what was seen to be as it was accepted.
 */
export function lockedSource(source: ToolSource, locks: Locks, report: Report = async () => undefined): ToolSource {
  /** What each locked server listed last. */
  const seen = new Map<string, Listed>();

  async function listed(server: string, locked: readonly LockedTool[], asked: AskOptions): Promise<Listed> {
    const tools = await source.tools(server, asked);
    const changed = toolChanges(locked, tools);
    const fresh = { tools, changes: new Map(changed.map((change) => [change.name, change])) };
    seen.set(server, fresh);
    const refused = changed.filter((change) => refusalOf(change) !== undefined);
    if (refused.length > 0) await report(server, refused);
    return fresh;
  }

  /** @throws StartRefused */
  function refuseChangedStart(server: string): void {
    const changes = locks.startChangesOf(server);
    if (changes.length > 0) throw new StartRefused(server, changes, locks.wordsOf(server));
  }

  return {
    ...source,
    async tools(server, asked) {
      refuseChangedStart(server);
      const locked = locks.toolsOf(server);
      if (locked === undefined) return source.tools(server, asked);
      const { tools, changes } = await listed(server, locked, asked);
      return tools.map((tool) => {
        const refused = refusalOf(changes.get(tool.name));
        return refused === undefined ? tool : withheld(tool, refused);
      });
    },
    async call(server, tool, given, options) {
      refuseChangedStart(server);
      const locked = locks.toolsOf(server);
      if (locked !== undefined) {
        const { changes } = seen.get(server) ?? (await listed(server, locked, options));
        const refused = refusalOf(changes.get(tool));
        if (refused !== undefined) throw new ToolRefused(server, tool, refused, locks.wordsOf(server));
      }
      return source.call(server, tool, given, options);
    },
    async resources(server, asked) {
      refuseChangedStart(server);
      return source.resources(server, asked);
    },
    async resourceTemplates(server, asked) {
      refuseChangedStart(server);
      return source.resourceTemplates(server, asked);
    },
    async read(server, uri, asked) {
      refuseChangedStart(server);
      return source.read(server, uri, asked);
    },
    async prompts(server, asked) {
      refuseChangedStart(server);
      return source.prompts(server, asked);
    },
    async getPrompt(server, name, given, asked) {
      refuseChangedStart(server);
      return source.getPrompt(server, name, given, asked);
    },
    lockWordsOf: locks.wordsOf,
    changeOf: (server, tool) => seen.get(server)?.changes.get(tool),
  };
}

interface Listed {
  readonly tools: readonly ShellTool[];
  readonly changes: ReadonlyMap<string, ToolChange>;
}

function withheld({ name }: ShellTool, refused: string): ShellTool {
  return { name, inputSchema: {}, refused };
}
