import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { userFolders } from "../../disk/user-folders.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type ConfigCandidate, findConfigFiles } from "../servers/find-config-files.ts";

export const clientNames = ["claude-code", "cursor", "vscode"] as const;
export type ClientName = (typeof clientNames)[number];

/** `user`: in all folders, for this user. `project`: in the current folder, for all who work on it. */
export const scopes = ["user", "project"] as const;
export type Scope = (typeof scopes)[number];

export interface ClientFacts {
  readonly title: string;
  /** The member that holds the servers. */
  readonly container: "mcpServers" | "servers";
  /** As `compiler/clients/client-facts.ts` names the client whose limits hold. */
  readonly target: "claude" | "cursor" | "vscode";
  /** What an entry begins with, beside the command. */
  readonly head: { readonly type?: "stdio" };
  /** Where servers of the project's file start, as the client writes it; undefined: they start there anyhow. */
  readonly workspace: string | undefined;
  /** How an entry takes a variable from the client's own environment; empty where it is not set there. */
  readonly variable: (name: string) => string;
  readonly afterwards: string;
}

export const clients: Readonly<Record<ClientName, ClientFacts>> = {
  "claude-code": {
    title: "Claude Code",
    container: "mcpServers",
    target: "claude",
    head: { type: "stdio" },
    workspace: undefined,
    variable: (name) => `\${${name}:-}`,
    afterwards: "restart Claude Code; /mcp shows its servers",
  },
  cursor: {
    title: "Cursor",
    container: "mcpServers",
    target: "cursor",
    head: {},
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the client's to fill in
    workspace: "${workspaceFolder}",
    variable: (name) => `\${env:${name}}`,
    afterwards: "switch the server on in Cursor's settings, under MCP; Cursor may have to be restarted",
  },
  vscode: {
    title: "VS Code",
    container: "servers",
    target: "vscode",
    head: { type: "stdio" },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the client's to fill in
    workspace: "${workspaceFolder}",
    variable: (name) => `\${env:${name}}`,
    afterwards: "run 'MCP: List Servers' in VS Code and start it there; VS Code asks whether you trust it",
  },
};

/** The file in which a client looks for its servers; it need not be there. */
export function configPlace(
  { cwd, env }: Pick<Terminal, "cwd" | "env">,
  client: ClientName,
  scope: Scope,
  platform: NodeJS.Platform = process.platform,
): string {
  const { home } = userFolders(env, platform);
  const wanted: ConfigCandidate["scope"] = scope === "user" ? "user" : "folder";
  const places = findConfigFiles({ env, home, cwd, platform }).filter(
    (candidate) => candidate.client === client && candidate.scope === wanted,
  );
  // Of an editor's two editions, the one that is there.
  const [first] = places;
  const found = places.find(({ path }) => existsSync(path)) ?? places.find(({ path }) => existsSync(dirname(path)));
  const chosen = found ?? first;
  if (chosen !== undefined) return chosen.path;
  // In the home folder, Cursor's file for the project is the user's own.
  return configPlace({ cwd, env }, client, "user", platform);
}
