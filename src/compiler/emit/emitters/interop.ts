import type { Catalog, Tool } from "../../catalog/catalog.ts";
import { currentTools } from "../../catalog/versions.ts";
import { literal, objectKey } from "../code-text.ts";
import { anthropicTool, type Definition, geminiTool, openAiTool } from "../interop/definitions.ts";
import { moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";

// `generated/interop/<api>.json`: every tool in the form of a model's API, and beside it `<api>.dropped.json`: what that
// API's part of JSON Schema can't express. All current tools are written; the caller of the API selects those it needs.

/** Messages API of Anthropic. */
export function emitAnthropic(catalog: Catalog): readonly OutputFile[] {
  return definitions("anthropic", catalog, anthropicTool);
}

/** Responses API of OpenAI, and the way back: strict calls carry null where a param was left out. */
export function emitOpenAi(catalog: Catalog): readonly OutputFile[] {
  return [...definitions("openai", catalog, openAiTool), returnPath(catalog)];
}

/** Gemini API. */
export function emitGemini(catalog: Catalog): readonly OutputFile[] {
  return definitions("gemini", catalog, geminiTool);
}

function definitions(
  api: string,
  catalog: Catalog,
  define: (tool: Tool, catalog: Catalog) => Definition,
): readonly OutputFile[] {
  const all = currentTools(catalog).map((tool) => define(tool, catalog));
  const tools = all.map(({ definition }) => definition);
  const dropped = all.flatMap((one) => one.dropped);
  return [json(`generated/interop/${api}.json`, tools), json(`generated/interop/${api}.dropped.json`, dropped)];
}

function json(path: string, value: unknown): OutputFile {
  return { path, text: `${JSON.stringify(value, undefined, 2)}\n`, kind: "generated" };
}

function returnPath(catalog: Catalog): OutputFile {
  const file = moduleText("schema");
  for (const name of ["inputs", "fromOpenAi"]) file.declare(name);
  const omitNulls = file.import("omitNulls", "pegboard/runtime");
  const json = file.importType("JsonObject", "pegboard/runtime");
  const loads = currentTools(catalog).map(
    ({ name }) => `  ${objectKey(name)}: () => import(${literal(`../.cache/validators/${name}.js`)}),\n`,
  );
  file.add(`const inputs = {\n${loads.join("")}};`);
  file.add(
    "/**\n * The arguments of a strict function call as the tool takes them: a null that stands for a param that was left out is removed.\n */\n" +
      "export async function fromOpenAi(\n  name: keyof typeof inputs,\n  given: " +
      `${json},\n): Promise<${json}> {\n` +
      `  const { input } = await inputs[name]();\n  return ${omitNulls}(input, given);\n}`,
  );
  return { path: "generated/interop/openai.ts", text: file.text(), kind: "generated" };
}
