// The page of one tool: what it takes, what it gives, what it does. The schemas may be of any server, so nothing of them is
// taken for granted.
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { visible, visibleText } from "../../diagnostics/display-text.ts";
import { table } from "../../terminal/table.ts";
import { print, type Terminal } from "../../terminal/terminal.ts";
import { resolved, unionOptions } from "../call/schema-types.ts";
import { shellWord } from "./foreign-text.ts";
import { fieldsOf, typeText } from "./signature.ts";

export interface ToolPage {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Short words about effects and the like. */
  readonly traits: readonly string[];
  /** Below the traits, one line each. */
  readonly notes?: readonly string[];
  readonly params: readonly { readonly title: string; readonly schema: JsonObject }[];
  readonly actions?: { readonly title: string; readonly rows: readonly (readonly string[])[] } | undefined;
  readonly result?: JsonObject | undefined;
  /** Further params that a call with these arguments needs. */
  readonly neededWith?: (args: JsonObject) => readonly string[];
  /** Default: `pegboard`. */
  readonly program?: string;
  /** Words of a command that calls it, up to the arguments. */
  readonly command: readonly string[];
  /** Words behind the arguments. */
  readonly behind?: readonly string[];
  /** What a property must be. Default: its type, as signatures show it. */
  readonly typeOf?: (property: JsonObject, root: JsonObject) => string;
}

export function printToolPage(terminal: Terminal, page: ToolPage): void {
  const { bold, dim } = terminal.colors;
  const {
    name,
    title,
    description,
    traits,
    notes = [],
    params,
    actions,
    result,
    neededWith = () => [],
    program = "pegboard",
    command,
    behind = [],
    typeOf = typeText,
  } = page;
  print(terminal, `${bold(visible(name))}${title === undefined ? "" : `  ${dim(visible(title))}`}`);
  if (description !== undefined) print(terminal, visibleText(description.trim()));
  print(terminal, `\n${dim(traits.join(" · "))}`);
  for (const note of notes) print(terminal, dim(note));
  for (const { title: heading, schema } of params) printSchema(terminal, heading, schema, typeOf);
  if (actions !== undefined) print(terminal, `\n${bold(actions.title)}\n${table(actions.rows, terminal.columns)}`);
  if (result !== undefined) printSchema(terminal, "Result", result, typeOf);
  const input = params.at(-1)?.schema ?? {};
  print(
    terminal,
    dim(`\n${program} ${[...command, exampleOf(input, neededWith), ...behind].map(shellWord).join(" ")}`),
  );
}

type TypeOf = NonNullable<ToolPage["typeOf"]>;

function printSchema(terminal: Terminal, title: string, schema: JsonObject, typeOf: TypeOf): void {
  const { bold, dim } = terminal.colors;
  const rows = fieldRows(terminal, schema, schema, typeOf);
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
  typeOf: TypeOf,
  depth = 0,
): string[][] {
  return fieldsOf(schema, root).flatMap(({ name, schema: property, isRequired }) => {
    const { description } = resolved(property, root);
    const fallback = property.default === undefined ? "" : `, default ${JSON.stringify(property.default)}`;
    const type = visible(`${typeOf(property, root)}${fallback}`);
    const text = typeof description === "string" ? `${visible(description.trim())} ${colors.dim(`(${type})`)}` : type;
    const old = property.deprecated === true ? colors.yellow("deprecated: ") : "";
    const mark = isRequired ? colors.red(" *") : "";
    const row = [`${"  ".repeat(depth)}${colors.cyan(visible(name))}${mark}`, `${old}${text}`];
    const inner = depth < maxDepth ? innerOf(property, root) : [];
    const isEither = inner.length > 1;
    const rows = inner.flatMap((each, i) => [
      ...(isEither ? [[`${"  ".repeat(depth + 1)}${colors.dim(i === 0 ? "either" : "or")}`, ""]] : []),
      ...fieldRows({ colors }, each, root, typeOf, depth + (isEither ? 2 : 1)),
    ]);
    return [row, ...rows];
  });
}

/** Objects in it: itself, the items of a list, the options of a union. */
function innerOf(given: JsonObject, root: JsonObject): readonly JsonObject[] {
  const schema = resolved(given, root);
  if (isJsonObject(schema.properties)) return [schema];
  if (isJsonObject(schema.items)) return innerOf(schema.items, root);
  return unionOptions(schema).filter((option) => isJsonObject(resolved(option, root).properties));
}

/** Arguments with what is required, to be filled in. */
export function exampleOf(schema: JsonObject, neededWith: (args: JsonObject) => readonly string[]): string {
  const fields = fieldsOf(schema, schema);
  const samples = (chosen: typeof fields) => samplesOf(chosen, schema, 0);
  const required = samples(fields.filter(({ isRequired }) => isRequired));
  const further = neededWith(required).filter((name) => !Object.hasOwn(required, name));
  return JSON.stringify({ ...required, ...samples(fields.filter(({ name }) => further.includes(name))) });
}

function samplesOf(fields: ReturnType<typeof fieldsOf>, root: JsonObject, depth: number): JsonObject {
  return Object.fromEntries(fields.map(({ name, schema }) => [name, sampleOf(schema, root, depth)]));
}

/** A schema of others may refer to itself, many times. */
const sampleDepth = 3;
const sampleWidth = 10;

function sampleOf(given: JsonObject, root: JsonObject, depth: number): Json {
  const schema = resolved(given, root);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (schema.type === "integer" || schema.type === "number")
    return typeof schema.minimum === "number" ? schema.minimum : 1;
  if (schema.type === "boolean") return true;
  if (schema.type === "array") {
    const isNeeded = typeof schema.minItems === "number" && schema.minItems > 0;
    return isNeeded && isJsonObject(schema.items) && depth < sampleDepth
      ? [sampleOf(schema.items, root, depth + 1)]
      : [];
  }
  const [option] = unionOptions(schema);
  if (option !== undefined && depth < sampleDepth) return sampleOf(option, root, depth + 1);
  if (schema.type !== "object") return "…";
  const required = fieldsOf(schema, root).filter(({ isRequired }) => isRequired);
  return depth < sampleDepth ? samplesOf(required.slice(0, sampleWidth), root, depth + 1) : {};
}
