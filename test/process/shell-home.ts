import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A home folder of a user who has some servers: the seed's, one without tools, one that is down. */
export interface ShellHome {
  readonly folder: string;
  /** For processes: nothing of the machine's own user is read or written. */
  readonly env: { readonly [name: string]: string };
  /** What the servers say that they did, line by line. */
  readonly done: () => readonly string[];
  readonly remove: () => void;
}

export function makeShellHome(more: { readonly [name: string]: object } = {}): ShellHome {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-shell-"));
  const log = join(folder, "done");
  writeFileSync(log, "");
  const script = fileURLToPath(new URL("shell-server.mjs", import.meta.url));
  const server = (...words: string[]) => ({ command: process.execPath, args: [script, log, ...words] });
  const mcpServers = {
    github: server(),
    myserver: server(),
    weather: server(),
    empty: server("empty"),
    down: { command: process.execPath, args: ["-e", "process.exit(3)"] },
    ...more,
  };
  const config = join(folder, ".config", "pegboard");
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, "servers.json"), JSON.stringify({ mcpServers, deny: ["weather/save"] }));
  return {
    folder,
    env: {
      HOME: folder,
      PEGBOARD_AUDIT: join(folder, "audit.jsonl"),
      PEGBOARD_DB: join(folder, "workbench.db"),
      // Processes in the background would write into the folder while it is removed.
      NODE_DISABLE_COMPILE_CACHE: "1",
      XDG_CONFIG_HOME: "",
      XDG_STATE_HOME: "",
      XDG_CACHE_HOME: "",
      TOOL_CLI_PORT: "",
      // Said, so that a busy machine is waited for.
      TOOL_CLI_TIMEOUT_MS: "60000",
    },
    done: () => readFileSync(log, "utf8").split("\n").slice(0, -1),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
