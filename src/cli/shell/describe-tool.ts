import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { ExitCode } from "../exit-code.ts";
import { table } from "../table.ts";
import { print, printJson, type Terminal } from "../terminal.ts";
import { findShellTool } from "./find-tool.ts";
import { visibleText } from "./foreign-text.ts";
import { askOptions, openSource, type SourceOptions } from "./open-source.ts";
import { resolved } from "./schema-types.ts";
import { shellWord } from "./shell-word.ts";
import { fieldsOf, typeText } from "./signature.ts";
import type { ShellTool } from "./tool-source.ts";

export interface DescribeToolOptions extends SourceOptions {
  readonly server: string;
  readonly json?: true;
}

/** One tool of any server: what it takes, what it gives, what it says of its effects. */
export async function describeShellTool(
  terminal: Terminal,
  name: string,
  options: DescribeToolOptions,
): Promise<ExitCode> {
  const interrupted = terminal.catchInterrupts();
  const { source } = await openSource(terminal, options);
  const { server } = options;
  const asked = askOptions(terminal, interrupted, options);
  const tool = await findShellTool(terminal, source, { server, name }, asked).finally(() => source.close());
  if (options.json) printJson(terminal, tool);
  else printTool(terminal, server, tool);
  return ExitCode.fine;
}

function printTool(terminal: Terminal, server: string, tool: ShellTool): void {
  const { bold, dim } = terminal.colors;
  const title = tool.title === undefined ? "" : `  ${dim(visible(tool.title))}`;
  print(terminal, `${bold(visible(tool.name))}${title}`);
  if (tool.description !== undefined) print(terminal, visibleText(tool.description.trim()));
  print(terminal, `\n${dim(effects(tool).join(" · "))}`);
  section(terminal, "Params", tool.inputSchema);
  if (tool.outputSchema !== undefined) section(terminal, "Result", tool.outputSchema);
  const words = [server, tool.name, exampleOf(tool.inputSchema)].map(shellWord);
  print(terminal, dim(`\npegboard ${words.join(" ")}`));
}

function effects({ annotations = {} }: ShellTool): readonly string[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return [
    readOnlyHint === true ? "only reads" : "may change something: needs --yes or a rule",
    ...(destructiveHint === true ? ["may destroy"] : []),
    ...(idempotentHint === true ? ["may be repeated"] : []),
    ...(openWorldHint === true ? ["reaches the outside world"] : []),
  ];
}

function section(terminal: Terminal, title: string, schema: JsonObject): void {
  const { bold, dim } = terminal.colors;
  const rows = fieldRows(terminal, schema, schema, 0);
  const whole = typeText(schema, schema);
  const body =
    rows.length > 0 ? table(rows, terminal.columns) : dim(`  ${whole === "object" ? "none" : visible(whole)}`);
  const mark = rows.some(([name]) => name?.includes(" *")) ? dim("  (* is required)") : "";
  print(terminal, `\n${bold(title)}${mark}\n${body}`);
}

const maxDepth = 4;

/** One row per property: what it is for and what it must be; properties of inner objects indented below. */
function fieldRows(
  { colors }: Pick<Terminal, "colors">,
  schema: JsonObject,
  root: JsonObject,
  depth: number,
): string[][] {
  return fieldsOf(schema, root).flatMap(({ name, schema: property, isRequired }) => {
    const { description } = resolved(property, root);
    const fallback = property.default === undefined ? "" : `, default ${JSON.stringify(property.default)}`;
    const wants = visible(`${typeText(property, root)}${fallback}`);
    const says = typeof description === "string" ? `${visible(description.trim())} ${colors.dim(`(${wants})`)}` : wants;
    const mark = isRequired ? colors.red(" *") : "";
    const row = [`${"  ".repeat(depth)}${colors.cyan(visible(name))}${mark}`, says];
    const inner = depth < maxDepth ? innerOf(property, root) : [];
    return [row, ...inner.flatMap((each) => fieldRows({ colors }, each, root, depth + 1))];
  });
}

/** Objects in it: itself, the items of a list, the options of a union. */
function innerOf(given: JsonObject, root: JsonObject): readonly JsonObject[] {
  const schema = resolved(given, root);
  if (isJsonObject(schema.properties)) return [schema];
  if (isJsonObject(schema.items)) return innerOf(schema.items, root);
  const options = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return options.filter(isJsonObject).filter((option) => isJsonObject(resolved(option, root).properties));
}

/** Arguments with what is required, to be filled in. */
function exampleOf(schema: JsonObject): string {
  const needed = fieldsOf(schema, schema).filter(({ isRequired }) => isRequired);
  const example = Object.fromEntries(needed.map(({ name, schema: property }) => [name, sampleOf(property, schema)]));
  return JSON.stringify(example);
}

function sampleOf(given: JsonObject, root: JsonObject): Json {
  const schema = resolved(given, root);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (schema.type === "integer" || schema.type === "number")
    return typeof schema.minimum === "number" ? schema.minimum : 1;
  if (schema.type === "boolean") return true;
  if (schema.type === "array") return [];
  return schema.type === "object" ? {} : "…";
}
