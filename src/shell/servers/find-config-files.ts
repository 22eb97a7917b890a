import { posix, win32 } from "node:path";
import type { ClientName } from "./client-names.ts";
import type { ConfigWorld } from "./configured-server.ts";

export interface ConfigCandidate {
  /** Absolute. It need not be there. */
  readonly path: string;
  readonly client: "pegboard" | ClientName;
  /**
   * `user`: the user's own. `folder`: it lies in the current folder and so is not trusted; what it names is never started
   * unless the user names the file.
   */
  readonly scope: "user" | "folder";
  /** It holds a client's other settings too, and may say nothing of servers. */
  readonly isSettings?: true;
}

/**
 * Where the clients keep the names of their servers; of servers with the same name, the one of the earlier file counts.
 * What each client documents, and where, is in `install/clients.ts`.
 */
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
  const apps = platform === "darwin" ? join(home, "Library", "Application Support") : configs;
  // Some look into ~/.config on every system but Windows, whatever the variable says.
  const dotConfig = platform === "win32" ? roaming : join(home, ".config");
  const goose = platform === "win32" ? join(roaming, "Block", "goose", "config") : join(dotConfig, "goose");
  const zed = platform === "win32" ? join(roaming, "Zed") : join(platform === "linux" ? xdg : dotConfig, "zed");
  const opencode = join(platform === "win32" ? join(home, ".config") : xdg, "opencode");
  const user: readonly Omit<ConfigCandidate, "scope">[] = [
    { client: "pegboard", path: join(configs, "pegboard", "servers.json") },
    { client: "claude-code", path: join(env.CLAUDE_CONFIG_DIR || home, ".claude.json") },
    { client: "cursor", path: join(home, ".cursor", "mcp.json") },
    { client: "vscode", path: join(apps, "Code", "User", "mcp.json") },
    { client: "vscode", path: join(apps, "Code - Insiders", "User", "mcp.json") },
    { client: "claude-desktop", path: join(apps, "Claude", "claude_desktop_config.json") },
    { client: "codex", path: join(env.CODEX_HOME || join(home, ".codex"), "config.toml"), isSettings: true },
    { client: "windsurf", path: join(home, ".codeium", "windsurf", "mcp_config.json") },
    { client: "gemini-cli", path: join(home, ".gemini", "settings.json"), isSettings: true },
    { client: "zed", path: join(zed, "settings.json"), isSettings: true },
    { client: "opencode", path: join(opencode, "opencode.json"), isSettings: true },
    { client: "opencode", path: join(opencode, "opencode.jsonc"), isSettings: true },
    { client: "goose", path: join(goose, "config.yaml"), isSettings: true },
    { client: "continue", path: join(home, ".continue", "config.yaml"), isSettings: true },
    { client: "lm-studio", path: join(home, ".lmstudio", "mcp.json") },
    { client: "copilot-cli", path: join(env.COPILOT_HOME || join(home, ".copilot"), "mcp-config.json") },
  ];
  const folder: readonly Omit<ConfigCandidate, "scope">[] = [
    { client: "claude-code", path: join(cwd, ".mcp.json") },
    { client: "cursor", path: join(cwd, ".cursor", "mcp.json") },
    { client: "vscode", path: join(cwd, ".vscode", "mcp.json") },
    { client: "codex", path: join(cwd, ".codex", "config.toml"), isSettings: true },
    { client: "gemini-cli", path: join(cwd, ".gemini", "settings.json"), isSettings: true },
    { client: "opencode", path: join(cwd, "opencode.json"), isSettings: true },
    { client: "opencode", path: join(cwd, "opencode.jsonc"), isSettings: true },
    { client: "continue", path: join(cwd, ".continue", "mcpServers", "mcp.json") },
    { client: "copilot-cli", path: join(cwd, ".github", "mcp.json") },
  ];
  // In the home folder, the user's own files lie in the current one.
  const own = new Set(user.map(({ path }) => path));
  return [
    ...user.map((file) => ({ ...file, scope: "user" as const })),
    ...folder.filter(({ path }) => !own.has(path)).map((file) => ({ ...file, scope: "folder" as const })),
  ];
}
