/**
 * Real servers on npm that are not dependencies of this project, at pinned versions. They are started over stdio, asked for their
 * tools and ended; no tool of theirs is called. Variables are dummies.
 */
export const servers = [
  { package: "exa-mcp-server", version: "3.2.1", env: { EXA_API_KEY: "dummy" } },
  { package: "@playwright/mcp", version: "0.0.64" },
  { package: "@notionhq/notion-mcp-server", version: "2.5.2" },
  { package: "firecrawl-mcp", version: "3.11.0", env: { FIRECRAWL_API_KEY: "dummy" } },
  { package: "chrome-devtools-mcp", version: "1.11.0" },
  { package: "@wonderwhy-er/desktop-commander", version: "0.1.39" },
  { package: "mcp-server-kubernetes", version: "4.1.2" },
  { package: "figma-developer-mcp", version: "0.6.6", env: { FIGMA_API_KEY: "dummy" }, args: ["--stdio"] },
  { package: "@upstash/context7-mcp", version: "4.1.1" },
  {
    package: "mongodb-mcp-server",
    version: "3.0.4",
    env: { MDB_MCP_TELEMETRY: "disabled", MDB_MCP_CONNECTION_STRING: "mongodb://127.0.0.1:9/x" },
  },
  {
    package: "@modelcontextprotocol/server-slack",
    version: "2025.4.25",
    env: { SLACK_BOT_TOKEN: "dummy", SLACK_TEAM_ID: "T0" },
  },
  {
    package: "@modelcontextprotocol/server-gitlab",
    version: "2025.4.25",
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: "dummy" },
  },
  { package: "@modelcontextprotocol/server-google-maps", version: "0.6.2", env: { GOOGLE_MAPS_API_KEY: "dummy" } },
];

/** Those among the dev dependencies, at the versions of the lock. */
export const official = [
  { package: "@modelcontextprotocol/server-everything" },
  { package: "@modelcontextprotocol/server-filesystem", args: ["."] },
  { package: "@modelcontextprotocol/server-memory" },
  { package: "@modelcontextprotocol/server-sequential-thinking" },
  { package: "@modelcontextprotocol/server-github", env: { GITHUB_PERSONAL_ACCESS_TOKEN: "dummy" } },
];
