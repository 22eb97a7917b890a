// What `pegboard init` puts into an empty folder. Values in, texts out; nothing is read or written here.

import { specFiles } from "../../compiler/catalog/spec-grammar.ts";
import { cacheFolder } from "../../contract/generated-cache.ts";
import { catalogFiles } from "./catalog-files.ts";

export interface ProjectFacts {
  /** Name of the server and of the npm package: lower case words joined by '-' or '_'. */
  readonly name: string;
  /** Without the two tools that show how it is done. */
  readonly isEmpty?: boolean;
}

export interface ProjectFile {
  /** Relative to the project's root, `/` separators. */
  readonly path: string;
  readonly text: string;
}

/** Every hand-written file of a new project but package.json, which may be there already. */
export function projectFiles(facts: ProjectFacts): readonly ProjectFile[] {
  return [
    ...catalogFiles(facts),
    ...clientFiles(facts),
    { path: ".github/workflows/ci.yml", text: workflowText },
    { path: ".gitattributes", text: gitattributesText },
    { path: ".gitignore", text: gitignoreText },
    { path: "README.md", text: readmeText(facts) },
    { path: "tsconfig.json", text: tsconfigText },
  ];
}

const gitignoreText = `node_modules/
dist/
.env
${cacheFolder}/
`;

const gitattributesText = `# Written by a program: folded in pull requests, left out of the statistics.
/generated/** linguist-generated
# Lists of tools: both sides' lines are kept, and \`npm run generate\` puts them in order.
/generated/docs/*.md merge=union
`;

const tsconfigText = `{
  "compilerOptions": {
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "target": "ES2023",
    "lib": ["ES2023"],
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "allowImportingTsExtensions": true,
    "resolveJsonModule": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "generated", "test"]
}
`;

/** `.github/workflows/ci.yml` of a new project; docs/ci/pegboard.yml is the part of it that a project without init copies. */
export const workflowText = `name: CI
on:
  push: {branches: [main]}
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
        # The whole history: a pull request is compared with the commit at which it left its branch.
        with: {fetch-depth: 0}
      - uses: actions/setup-node@v4
        with: {node-version: 22, cache: npm}
      - run: npm ci
      - name: Is the catalog sound?
        run: npx --no pegboard lint --format github
      - name: Is generated/ what schema/ says?
        run: npx --no pegboard generate --check --format github
      - name: Does it break what was released?
        # From the first \`npx pegboard baseline --release\` on.
        if: hashFiles('test/baseline/catalog.json') != ''
        run: npx --no pegboard diff --format github
      - name: Does this pull request break callers?
        if: github.event_name == 'pull_request'
        run: npx --no pegboard diff --against "merge-base:origin/$GITHUB_BASE_REF" --format github
      - name: What changes for callers, on the page of this run
        if: github.event_name == 'pull_request' && !cancelled()
        run: npx --no pegboard diff --against "merge-base:origin/$GITHUB_BASE_REF" --format md --fail-on never >> "$GITHUB_STEP_SUMMARY"
      - name: Do the types hold?
        run: npm run types
      - run: npm test
      - run: npm run build
`;

export function readmeText({ name, isEmpty = false }: ProjectFacts): string {
  const call = "\nnpx pegboard call note_create title=Milk                # one call, without a server";
  const add = isEmpty ? 'tag_list --new-family "Tags"' : "note_archive";
  const [old, renamed] = isEmpty ? ["tag_list", "label_list"] : ["note_list", "note_search"];
  return `# ${name}

An MCP server whose tools are written once, in YAML, and compiled by [Pegboard](https://www.npmjs.com/package/pegboard).

\`\`\`sh
npm install
npm run check                                           # everything that CI checks${isEmpty ? "" : call}
\`\`\`

| where | what |
|---|---|
| \`schema/\` | the catalog; the only source of truth |
| \`generated/\` | made from it by \`npm run generate\`; committed but for \`generated/.cache\`, never edited |
| \`src/handlers/<family>/<tool>.ts\` | what the tools do; the type checker holds them to the YAML |
| \`src/host.ts\` | what handlers use: databases, clients, clocks |
| \`test/\` | the examples of the YAML as tests, and tests of your own |

| to | run |
|---|---|
| add a tool | \`npx pegboard add tool ${add}\` |
| rename one; its old name keeps working | \`npx pegboard rename tool ${old} ${renamed}\` |
| compile after an edit of \`schema/\` | \`npm run generate\` |
| make \`dist/server.js\` | \`npm run build\` |
| record a release, with which diff compares | \`npx pegboard baseline --release\` |
| see what a change does to callers | \`npx pegboard diff\` |
| the same since this branch left main | \`npx pegboard diff merge-base:origin/main\` |
| accept an intended break | \`npx pegboard diff --accept <fingerprint> --reason "…" --until <date>\` |
| write the changelog entry for users | \`npx pegboard diff --changelog CHANGELOG.md\` |

Claude Code, Cursor and VS Code find the server through \`.mcp.json\`, \`.cursor/mcp.json\` and \`.vscode/mcp.json\`. For any other client the
command is \`node\`, with the path of \`dist/server.js\` after \`npm run build\`.
`;
}

/** Configuration of MCP clients that work inside the project, and of editors. */
export function clientFiles({ name }: ProjectFacts): readonly ProjectFile[] {
  const inFolder = { command: "node", args: serveWords(".") };
  // Cursor and VS Code start servers anywhere, and put the project's folder in.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is theirs to fill in
  const anywhere = { command: "node", args: serveWords("${workspaceFolder}") };
  return [
    { path: ".mcp.json", text: json({ mcpServers: { [name]: { type: "stdio", ...inFolder } } }) },
    { path: ".cursor/mcp.json", text: json({ mcpServers: { [name]: anywhere } }) },
    { path: ".vscode/mcp.json", text: json({ servers: { [name]: { type: "stdio", ...anywhere } } }) },
    { path: ".vscode/extensions.json", text: json({ recommendations: ["redhat.vscode-yaml"] }) },
    { path: ".vscode/settings.json", text: json({ "yaml.schemas": editorSchemas() }) },
  ];
}

/** From the sources, so that an edit is served at the next start; `node` alone, because npx starts slower and may download. */
function serveWords(folder: string): readonly string[] {
  const program = "node_modules/pegboard/dist/cli/main.js";
  return [folder === "." ? program : `${folder}/${program}`, "serve", "--catalog", folder];
}

/** Editor schema → the files it is for. */
function editorSchemas(): { readonly [schema: string]: string } {
  const entries = Object.values(specFiles).map(({ where, editorSchema }) => [
    `./${editorSchema}`,
    where.replaceAll(/<[^>]*>/g, "*"),
  ]);
  return Object.fromEntries(entries);
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
