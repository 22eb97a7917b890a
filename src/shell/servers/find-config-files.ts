import { posix, win32 } from "node:path";
import type { ConfigWorld } from "./configured-server.ts";

export interface ConfigCandidate {
  /** Absolute. It need not be there. */
  readonly path: string;
  readonly client: "pegboard" | "claude-code" | "cursor" | "vscode";
  /**
   * `user`: the user's own. `folder`: it lies in the current folder and so is not trusted; what it names is never started
   * unless the user names the file.
   */
  readonly scope: "user" | "folder";
}

/** Where the clients keep the names of their servers; of servers with the same name, the one of the earlier file counts. */
export function findConfigFiles({
  env,
  home,
  cwd,
  platform,
}: Pick<ConfigWorld, "env" | "home" | "cwd" | "platform">): readonly ConfigCandidate[] {
  const { join } = platform === "win32" ? win32 : posix;
  const roaming = env.APPDATA || join(home, "AppData", "Roaming");
  // The XDG specification: a relative path there is to be ignored.
  const xdg = env.XDG_CONFIG_HOME?.startsWith("/") === true ? env.XDG_CONFIG_HOME : join(home, ".config");
  const configs = platform === "win32" ? roaming : xdg;
  const editors = platform === "darwin" ? join(home, "Library", "Application Support") : configs;
  const user: readonly Omit<ConfigCandidate, "scope">[] = [
    { client: "pegboard", path: join(configs, "pegboard", "servers.json") },
    { client: "claude-code", path: join(env.CLAUDE_CONFIG_DIR || home, ".claude.json") },
    { client: "cursor", path: join(home, ".cursor", "mcp.json") },
    { client: "vscode", path: join(editors, "Code", "User", "mcp.json") },
    { client: "vscode", path: join(editors, "Code - Insiders", "User", "mcp.json") },
  ];
  const folder: readonly Omit<ConfigCandidate, "scope">[] = [
    { client: "claude-code", path: join(cwd, ".mcp.json") },
    { client: "cursor", path: join(cwd, ".cursor", "mcp.json") },
    { client: "vscode", path: join(cwd, ".vscode", "mcp.json") },
  ];
  // In the home folder, the user's own files lie in the current one.
  const own = new Set(user.map(({ path }) => path));
  return [
    ...user.map((file) => ({ ...file, scope: "user" as const })),
    ...folder.filter(({ path }) => !own.has(path)).map((file) => ({ ...file, scope: "folder" as const })),
  ];
}
