import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientName } from "../../src/shell/servers/client-names.ts";

/** A client's file in the form that its own document shows, where it lies below the home folder, and what is read from it. */
export interface ClientFixture {
  readonly client: ClientName;
  readonly path: string;
  readonly text: string;
  readonly reads: readonly string[];
}

const folder = join(import.meta.dirname, "..", "fixtures", "clients");
const apps = process.platform === "darwin" ? "Library/Application Support" : ".config";

const rows: readonly (readonly [client: ClientName, path: string, reads: readonly string[], file?: string])[] = [
  ["claude-code", ".claude.json", ["airtable: npx -y airtable-mcp-server {AIRTABLE_API_KEY=none}"]],
  [
    "cursor",
    ".cursor/mcp.json",
    ["server-name: npx -y mcp-server {API_KEY=value}", "remote: http://localhost:3000/mcp {API_KEY=value}"],
  ],
  [
    "vscode",
    `${apps}/Code/User/mcp.json`,
    [
      "perplexity: needs an answer that its client asks the user for ('perplexity-key'): set PEGBOARD_INPUT_PERPLEXITY_KEY",
      "github: https://api.githubcopilot.com/mcp/ {}",
    ],
  ],
  [
    "claude-desktop",
    `${apps}/Claude/claude_desktop_config.json`,
    ["filesystem: npx -y @modelcontextprotocol/server-filesystem /Users/username/Desktop /Users/username/Downloads {}"],
  ],
  [
    "codex",
    ".codex/config.toml",
    [
      "context7: npx -y @upstash/context7-mcp {LOCAL_TOKEN=local MY_ENV_VAR=MY_ENV_VALUE}",
      "figma: https://mcp.figma.com/mcp {X-Figma-Region=us-east-1 Authorization=Bearer figma}",
    ],
  ],
  [
    "windsurf",
    ".codeium/windsurf/mcp_config.json",
    [
      "github: npx -y @modelcontextprotocol/server-github {GITHUB_PERSONAL_ACCESS_TOKEN=<YOUR_PERSONAL_ACCESS_TOKEN>}",
      "remote-http-mcp: https://mcp.example.com/mcp {API_KEY=Bearer auth}",
    ],
  ],
  [
    "gemini-cli",
    ".gemini/settings.json",
    [
      "pythonTools: python -m my_mcp_server --port 8080 {DATABASE_URL=db API_KEY=key}",
      "httpServer: http://localhost:3000/mcp {}",
    ],
  ],
  [
    "zed",
    ".config/zed/settings.json",
    [
      "local-mcp-server: some-command arg-1 arg-2 {}",
      "remote-mcp-server: https://mcp.example.com/mcp {Authorization=Bearer <token>}",
    ],
  ],
  [
    "opencode",
    ".config/opencode/opencode.jsonc",
    [
      "my-local-mcp-server: npx -y my-mcp-command {MY_ENV_VAR=my_env_var_value}",
      "context7: https://mcp.context7.com/mcp {CONTEXT7_API_KEY=seven}",
    ],
  ],
  ["opencode", ".config/opencode/opencode.json", ["my-server: npx -y example-mcp-server {}"], "opencode-2"],
  [
    "goose",
    ".config/goose/config.yaml",
    ["filesystem: npx -y @modelcontextprotocol/server-filesystem /tmp {}", "remote-tools: https://example.com/mcp {}"],
  ],
  [
    "continue",
    ".continue/config.yaml",
    ["SQLite MCP: npx -y mcp-sqlite /path/to/your/database.db {}", "Remote: https://mcp.example.com/mcp {}"],
  ],
  [
    "lm-studio",
    ".lmstudio/mcp.json",
    ["hf-mcp-server: https://huggingface.co/mcp {Authorization=Bearer <YOUR_HF_TOKEN>}"],
  ],
  [
    "copilot-cli",
    ".copilot/mcp-config.json",
    ["playwright: npx @playwright/mcp@latest {}", "context7: https://mcp.context7.com/mcp {CONTEXT7_API_KEY=seven}"],
  ],
];

/** Variables that the fixtures name. */
export const fixtureVariables = {
  LOCAL_TOKEN: "local",
  FIGMA_OAUTH_TOKEN: "figma",
  AUTH_TOKEN: "auth",
  DB_CONNECTION_STRING: "db",
  EXTERNAL_API_KEY: "key",
  CONTEXT7_API_KEY: "seven",
};

export const clientFixtures: readonly ClientFixture[] = rows.map(([client, path, reads, file = client]) => ({
  client,
  path,
  text: readFileSync(join(folder, `${file}.txt`), "utf8"),
  reads,
}));
