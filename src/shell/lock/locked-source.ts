import type { Terminal } from "../../terminal/terminal.ts";
import type { ConfiguredServer } from "../servers/configured-server.ts";
import { type AskOptions, type ShellTool, ToolRefused, type ToolSource } from "../sources/tool-source.ts";
import { refusalOf, type ToolChange, toolChanges } from "./compare-tools.ts";
import { type LockedServers, type LockedTool, lockPathOf, readLockFile } from "./lock-file.ts";

export interface Locks {
  /** What was accepted of a server's tools; undefined: the server is not locked. @throws CliError for a broken lock file */
  toolsOf(server: string): readonly LockedTool[] | undefined;
}

/** Lock files are read when one of their servers is asked for its tools. */
export function openLocks(
  terminal: Pick<Terminal, "cwd" | "env">,
  servers: readonly ConfiguredServer[],
  configs: readonly string[],
): Locks {
  const files = new Map<string, LockedServers>();
  return {
    toolsOf(name) {
      const server = servers.find((one) => one.name === name);
      if (server === undefined) return undefined;
      const path = lockPathOf(server, terminal, configs);
      const file = files.get(path) ?? readLockFile(path, terminal);
      files.set(path, file);
      return file.get(name);
    },
  };
}

/** Gets the tools of a server that are refused, whenever it has listed them. */
export type Report = (server: string, refused: readonly ToolChange[]) => Promise<void>;

/**
 * A source whose tools are held to their lock. What a refused tool says of itself is left out of every list, because a model may
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

  return {
    ...source,
    async tools(server, asked) {
      const locked = locks.toolsOf(server);
      if (locked === undefined) return source.tools(server, asked);
      const { tools, changes } = await listed(server, locked, asked);
      return tools.map((tool) => {
        const refused = refusalOf(changes.get(tool.name));
        return refused === undefined ? tool : withheld(tool, refused);
      });
    },
    async call(server, tool, given, options) {
      const locked = locks.toolsOf(server);
      if (locked !== undefined) {
        const { changes } = seen.get(server) ?? (await listed(server, locked, options));
        const refused = refusalOf(changes.get(tool));
        if (refused !== undefined) throw new ToolRefused(server, tool, refused);
      }
      return source.call(server, tool, given, options);
    },
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
