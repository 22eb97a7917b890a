import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { Catalog, Tool } from "../../catalog/catalog.ts";
import { inputSchema } from "../../schema/json-schema.ts";
import { wireTool } from "../../schema/wire-tool.ts";
import { anthropic, type Dialect, gemini, openAi, openAiStrict } from "./dialect.ts";
import { type Dropped, restrict } from "./restrict.ts";
import { strictReasons } from "./strict-reasons.ts";

/** One tool in the form of an API, and what that form can't express. */
export interface Definition {
  readonly definition: { readonly [key: string]: unknown };
  readonly dropped: readonly Dropped[];
}

/** `{name, description, input_schema}`. @see Anthropic API, Messages, tools */
export function anthropicTool(tool: Tool, catalog: Catalog): Definition {
  const { schema, description, dropped } = shown(tool, catalog, anthropic);
  return { definition: { name: tool.name, description, input_schema: schema }, dropped };
}

/**
 * `{type: "function", name, description, strict, parameters}`: strict wherever the API can enforce the schema.
 * @see OpenAI API, Responses, function tools
 */
export function openAiTool(tool: Tool, catalog: Catalog): Definition {
  const reasons = strictReasons(argumentsOf(tool, catalog));
  const strict = reasons.length === 0;
  const { schema, description, dropped } = shown(tool, catalog, strict ? openAiStrict : openAi);
  const lax = reasons.map(
    (why): Dropped => ({ tool: tool.name, at: "", keyword: "strict", value: true, effect: "wider", why }),
  );
  return {
    definition: { type: "function", name: tool.name, description, strict, parameters: schema },
    dropped: [...lax, ...dropped],
  };
}

/** `{name, description, parameters}`; without params there are no `parameters`. @see Gemini API, FunctionDeclaration */
export function geminiTool(tool: Tool, catalog: Catalog): Definition {
  const { schema, description, dropped } = shown(tool, catalog, gemini);
  // An object without properties is rejected at the root.
  const parameters = Object.keys(schema.properties ?? {}).length === 0 ? {} : { parameters: schema };
  return { definition: { name: tool.name, description, ...parameters }, dropped };
}

/** The published schema with its texts. */
export function argumentsOf(tool: Tool, catalog: Catalog): JsonSchema {
  return inputSchema(tool, catalog, true);
}

function shown(tool: Tool, catalog: Catalog, dialect: Dialect) {
  const { schema, dropped } = restrict(argumentsOf(tool, catalog), dialect);
  const { text, lost } = describe(tool, catalog, dialect);
  return { schema, description: text, dropped: [...dropped.map((each) => ({ tool: tool.name, ...each })), ...lost] };
}

function describe(tool: Tool, catalog: Catalog, dialect: Dialect) {
  // Both modes of an API have one limit, and messages name the API.
  const { name, descriptionLimit } = dialect.strict ? openAi : dialect;
  const { description } = wireTool(tool, catalog, "verbose");
  if (descriptionLimit === undefined || description.length <= descriptionLimit) return { text: description, lost: [] };
  const short = wireTool(tool, catalog, "compact").description;
  const why = `${name} allows at most ${descriptionLimit} characters, so only the summary is sent`;
  const cut = { tool: tool.name, at: "", keyword: "description", value: description, effect: "same", why } as const;
  return { text: short.slice(0, descriptionLimit), lost: [cut] };
}
