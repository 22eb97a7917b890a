import { specFiles } from "../../compiler/catalog/spec-grammar.ts";
import type { ProjectFacts, ProjectFile } from "./project-files.ts";

/** Configuration of MCP clients that work inside the project, and of editors. */
export function clientFiles({ name }: ProjectFacts): readonly ProjectFile[] {
  const inFolder = { command: "node", args: serveWords(".") };
  // Cursor and VS Code start servers anywhere, and put the project's folder in.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is theirs to fill in
  const anywhere = { command: "node", args: serveWords("${workspaceFolder}") };
  return [
    { path: ".mcp.json", text: json({ mcpServers: { [name]: inFolder } }) },
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
  const entries = Object.entries(specFiles).map(([kind, { where }]) => [
    `./generated/spec/${kind}.schema.json`,
    where.replaceAll(/<[^>]*>/g, "*"),
  ]);
  return Object.fromEntries(entries);
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
