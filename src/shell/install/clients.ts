// Where each client keeps its servers, and how it writes them: by its own documents, each with the day on which it was read.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { ClientName, Scope } from "../servers/client-names.ts";
import { type ConfigCandidate, findConfigFiles } from "../servers/find-config-files.ts";
import { usualEntry, type WriteEntry } from "./client-entries.ts";

export interface ClientFacts {
  readonly title: string;
  /** The members that lead to its servers, from the root of its file. */
  readonly container: readonly string[];
  /** Below the container, where the servers are in files that have this member. */
  readonly newerMember?: string;
  /** Its servers are items of a list, each with its name in it. */
  readonly isList?: true;
  /** Lines that its file begins with, where there is none yet. */
  readonly head?: readonly string[];
  readonly scopes: readonly Scope[];
  /** As `compiler/clients/client-facts.ts` names the client whose limits hold; undefined: none is known. */
  readonly target: "claude" | "cursor" | "vscode" | "windsurf" | "openai" | "gemini" | undefined;
  readonly entry: WriteEntry;
  /** It has no way to hand a variable of its own environment to a server. */
  readonly hidesEnvironment?: true;
  /** Where servers of the project's file start, as the client writes it; undefined: they start there anyhow. */
  readonly workspace: string | undefined;
  readonly afterwards: string;
  /** The document that says all this. */
  readonly source: string;
  readonly checkedOn: string;
}

const everywhere = ["user", "project"] as const;
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the client's to fill in
const workspaceFolder = "${workspaceFolder}";

export const clients: Readonly<Record<ClientName, ClientFacts>> = {
  "claude-code": {
    title: "Claude Code",
    container: ["mcpServers"],
    scopes: ["user", "project", "local"],
    target: "claude",
    entry: usualEntry({ type: "stdio" }, (name) => `\${${name}:-}`),
    workspace: undefined,
    afterwards: "restart Claude Code; /mcp shows its servers",
    source: "https://code.claude.com/docs/en/mcp (MCP installation scopes, environment variable expansion)",
    checkedOn: "2026-11-23",
  },
  cursor: {
    title: "Cursor",
    container: ["mcpServers"],
    scopes: everywhere,
    target: "cursor",
    entry: usualEntry({}, (name) => `\${env:${name}}`),
    workspace: workspaceFolder,
    afterwards: "switch the server on in Cursor's settings, under MCP; Cursor may have to be restarted",
    source: "https://cursor.com/docs/context/mcp",
    checkedOn: "2026-11-23",
  },
  vscode: {
    title: "VS Code",
    container: ["servers"],
    scopes: everywhere,
    target: "vscode",
    entry: usualEntry({ type: "stdio" }, (name) => `\${env:${name}}`),
    workspace: workspaceFolder,
    afterwards: "run 'MCP: List Servers' in VS Code and start it there; VS Code asks whether you trust it",
    source: "https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
    checkedOn: "2026-11-23",
  },
  "claude-desktop": {
    title: "Claude Desktop",
    container: ["mcpServers"],
    scopes: ["user"],
    target: "claude",
    entry: usualEntry({}, undefined),
    hidesEnvironment: true,
    workspace: undefined,
    afterwards: "quit Claude Desktop and start it again",
    // It documents macOS and Windows; on Linux the file is where the others of its kind are.
    source: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
    checkedOn: "2026-11-23",
  },
  codex: {
    title: "Codex",
    container: ["mcp_servers"],
    scopes: everywhere,
    target: "openai",
    entry: ({ command, args, variables }) => ({
      command,
      args,
      ...(variables.length === 0 ? {} : { env_vars: variables }),
    }),
    workspace: undefined,
    afterwards:
      "start a new session of Codex; /mcp shows its servers. A project's file counts once the project is trusted",
    source: "https://developers.openai.com/codex/mcp",
    checkedOn: "2026-11-23",
  },
  windsurf: {
    title: "Windsurf",
    container: ["mcpServers"],
    scopes: ["user"],
    target: "windsurf",
    entry: usualEntry({}, (name) => `\${env:${name}}`),
    workspace: undefined,
    afterwards: "press the refresh button above the list of MCP servers in Windsurf",
    source: "https://docs.windsurf.com/windsurf/cascade/mcp",
    checkedOn: "2026-11-23",
  },
  "gemini-cli": {
    title: "Gemini CLI",
    container: ["mcpServers"],
    scopes: everywhere,
    target: "gemini",
    entry: usualEntry({}, (name) => `$${name}`),
    workspace: undefined,
    afterwards: "start Gemini CLI again; /mcp shows its servers",
    source: "https://github.com/google-gemini/gemini-cli (docs/tools/mcp-server.md)",
    checkedOn: "2026-11-23",
  },
  zed: {
    title: "Zed",
    container: ["context_servers"],
    scopes: ["user"],
    target: undefined,
    entry: usualEntry({}, undefined),
    hidesEnvironment: true,
    workspace: undefined,
    afterwards: "the settings of Zed's agent panel show a green dot when it runs",
    source: "https://zed.dev/docs/ai/mcp, https://zed.dev/docs/configuring-zed (user settings file)",
    checkedOn: "2026-11-23",
  },
  opencode: {
    title: "opencode",
    // Its second version reads this form of the first as it was; files that have its own form keep that.
    container: ["mcp"],
    newerMember: "servers",
    scopes: everywhere,
    target: undefined,
    entry: ({ command, args, variables }) => {
      const values = variables.map((name) => [name, `{env:${name}}`] as const);
      const environment = values.length === 0 ? {} : { environment: Object.fromEntries(values) };
      return { type: "local", command: [command, ...args], ...environment };
    },
    workspace: undefined,
    afterwards: "start opencode again; 'opencode mcp list' shows its servers",
    source: "https://opencode.ai/v1/docs/mcp-servers, https://opencode.ai/docs/migrate-v1",
    checkedOn: "2026-11-23",
  },
  goose: {
    title: "goose",
    container: ["extensions"],
    scopes: ["user"],
    target: undefined,
    entry: ({ name, command, args, variables }) => ({
      type: "stdio",
      name,
      enabled: true,
      cmd: command,
      args,
      env_keys: variables,
      envs: {},
      timeout: 300,
    }),
    workspace: undefined,
    afterwards: "start a new session of goose",
    source: "https://github.com/aaif-goose/goose (documentation/docs/guides/config-files.md)",
    checkedOn: "2026-11-23",
  },
  continue: {
    title: "Continue",
    container: ["mcpServers"],
    isList: true,
    head: ["name: My Config", "version: 1.0.0", "schema: v1"],
    scopes: everywhere,
    target: undefined,
    entry: usualEntry({}, (name) => `\${{ secrets.${name} }}`),
    workspace: undefined,
    afterwards: "Continue reads the file again when it is saved; its servers work in agent mode",
    source: "https://docs.continue.dev/customize/deep-dives/mcp, https://docs.continue.dev/reference",
    checkedOn: "2026-11-23",
  },
  "lm-studio": {
    title: "LM Studio",
    container: ["mcpServers"],
    scopes: ["user"],
    target: undefined,
    entry: usualEntry({}, undefined),
    hidesEnvironment: true,
    workspace: undefined,
    afterwards: "switch the server on in LM Studio, under Program",
    source: "https://lmstudio.ai/docs/app/mcp",
    checkedOn: "2026-11-23",
  },
  "copilot-cli": {
    title: "Copilot CLI",
    container: ["mcpServers"],
    scopes: everywhere,
    target: undefined,
    entry: (start) => ({ ...usualEntry({ type: "local" }, (name) => `\${${name}}`)(start), tools: ["*"] }),
    workspace: undefined,
    afterwards: "start Copilot CLI again; /mcp show lists its servers",
    source: "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers",
    checkedOn: "2026-11-23",
  },
};

/** The members that lead to a client's servers in a file of a scope. */
export function containerOf(client: ClientName, scope: Scope, cwd: string): readonly string[] {
  const { container } = clients[client];
  // Claude Code keeps what is for one user in one project below the project's folder in the user's own file.
  return scope === "local" ? ["projects", cwd.replaceAll("\\", "/"), ...container] : container;
}

/** Of Continue, the file for a project is one of JSON with a map. */
export function isListIn(client: ClientName, scope: Scope): boolean {
  return clients[client].isList === true && scope === "user";
}

/**
 * The file in which a client looks for its servers; it need not be there.
 * @throws CliError for a scope that the client does not have
 */
export function configPlace(
  { cwd, env }: Pick<Terminal, "cwd" | "env">,
  client: ClientName,
  scope: Scope,
  platform: NodeJS.Platform = process.platform,
): string {
  const { title, scopes } = clients[client];
  if (!scopes.includes(scope)) {
    throw new CliError(`${title} has no configuration of scope '${scope}'`, { hint: `it has: ${scopes.join(", ")}` });
  }
  const { home } = userFolders(env, platform);
  const wanted: ConfigCandidate["scope"] = scope === "project" ? "folder" : "user";
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
