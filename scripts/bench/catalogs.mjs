import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { wireTool } from "../../dist/index.js";

// Catalogs of any size, and the same operations as an OpenAPI file.

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const own = sourcesBelow("schema");

/** The catalog of this repository, with as many copies of its tools under other names as it takes. */
export function catalogOf(size) {
  const isTool = ({ path }) => path.startsWith("schema/tools/");
  const tools = own.filter(isTool).slice(0, size);
  const copies = Array.from({ length: size - tools.length }, (_, index) => {
    const tool = tools[index % tools.length];
    const name = tool.path.slice(tool.path.lastIndexOf("/") + 1, -".yaml".length);
    const copy = `${name}_${index}`;
    // Without examples and old names: those belong to one tool each. And of no other system, whose lists would grow with them.
    // And with words of its own: a thousand tools that read alike would be a thousand findings.
    const text = tool.text
      .replace(/^summary: .*/m, () => `summary: ${sentence(index, 9)}`)
      .replace(/^description: \|\n(?: .*\n)*/m, () => `description: |\n  ${sentence(index + size, 40)}\n`)
      .replace(
        /^guidance:\n(?: .*\n)*/m,
        () => `guidance:\n  use_when: [${sentence(index, 5)}]\n  avoid_when: [${sentence(index, 6)}]\n`,
      )
      .replace(/^aliases:\n(?: .*\n)*/m, "")
      .replace(/^examples:\n(?: .*\n)*/m, "")
      .replace(/^native_to: .*\n/m, "")
      .replace(`name: ${name}`, `name: ${copy}`);
    return { path: tool.path.replace(`${name}.yaml`, `${copy}.yaml`), text };
  });
  return [...own.filter((source) => !isTool(source)).map(withoutBudgets), ...tools, ...copies];
}

/** Some words that no other seed gives in this order: "Tobi resu lanoki." */
function sentence(seed, length) {
  let state = seed + 1;
  const next = (below) => {
    // A linear congruential generator: the same words in every run.
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const syllable = () => "bdfklmnprstv"[next(12)] + "aeiou"[next(5)];
  const word = () => Array.from({ length: 2 + next(3) }, syllable).join("");
  const text = Array.from({ length }, word).join(" ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** A budget and a surface are for the tools that the catalog has, not for a thousand copies. */
function withoutBudgets(source) {
  return { ...source, text: source.text.replaceAll(/, (?:token_budget(?:_per_tool)?: \d+|surface: \w+)/g, "") };
}

export function writeSources(folder, sources) {
  for (const { path, text } of sources) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** OpenAPI 3.1: every tool is one POST with its arguments as body, by the schemas that `tools/list` publishes. */
export function openApiOf(catalog) {
  const paths = catalog.tools.map((tool) => {
    const { name, description, inputSchema, outputSchema } = wireTool(tool, catalog, "full");
    const operation = {
      operationId: name,
      summary: description,
      requestBody: { required: true, content: { "application/json": { schema: inputSchema } } },
      responses: {
        200: { description: "The result", content: { "application/json": { schema: outputSchema ?? {} } } },
      },
    };
    return [`/tools/${name}`, { post: operation }];
  });
  return {
    openapi: "3.1.0",
    info: { title: catalog.server.name, version: catalog.server.version },
    servers: [{ url: "http://127.0.0.1:8080" }],
    paths: Object.fromEntries(paths),
  };
}

function sourcesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, "utf8") }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
