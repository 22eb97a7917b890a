// The clients whose configuration is known, without anything of them: the help of every command passes here.

export const clientNames = [
  "claude-code",
  "cursor",
  "vscode",
  "claude-desktop",
  "codex",
  "windsurf",
  "gemini-cli",
  "zed",
  "opencode",
  "goose",
  "continue",
  "lm-studio",
  "copilot-cli",
] as const;
export type ClientName = (typeof clientNames)[number];

/**
 * `user`: in all folders, for this user. `project`: in the current folder, for all who work on it. `local`: in the current
 * folder, for this user alone.
 */
export const scopes = ["user", "project", "local"] as const;
export type Scope = (typeof scopes)[number];
