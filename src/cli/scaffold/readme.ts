import type { ProjectFacts } from "./project-files.ts";

export function readmeText({ name }: ProjectFacts): string {
  return `# ${name}

An MCP server whose tools are written once, in YAML, and compiled by [Pegboard](https://www.npmjs.com/package/pegboard).

\`\`\`sh
npm install
npm run check                                           # everything that CI checks
npx pegboard call note_create title=Milk --catalog .    # one call, without a server
\`\`\`

| where | what |
|---|---|
| \`schema/\` | the catalog; the only source of truth |
| \`generated/\` | made from it by \`npm run generate\`; committed, never edited |
| \`src/handlers/<family>/<tool>.ts\` | what the tools do; the type checker holds them to the YAML |
| \`src/host.ts\` | what handlers lean on: databases, clients, clocks |
| \`test/\` | the examples of the YAML as tests, and tests of your own |

| to | run |
|---|---|
| add a tool | \`npx pegboard add tool note_archive\` |
| rename one; its old name keeps working | \`npx pegboard rename tool note_list note_search\` |
| compile after an edit of \`schema/\` | \`npm run generate\` |
| make \`dist/server.js\` | \`npm run build\` |
| remember a release as what callers rely on | \`npx pegboard baseline --release\` |
| see what a change does to callers | \`npx pegboard diff\` |
| the same since this branch left main | \`npx pegboard diff merge-base:origin/main\` |
| let a break pass that is meant | \`npx pegboard diff --accept <fingerprint> --reason "…" --until <date>\` |
| write down for users what changed | \`npx pegboard diff --changelog CHANGELOG.md\` |

Claude Code, Cursor and VS Code find the server through \`.mcp.json\`, \`.cursor/mcp.json\` and \`.vscode/mcp.json\`. For any other client the
command is \`node\`, with the path of \`dist/server.js\` after \`npm run build\`.
`;
}
