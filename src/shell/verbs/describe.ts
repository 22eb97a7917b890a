import { durationText } from "../../contract/duration.ts";
import { describeSchema } from "../../contract/expectation.ts";
import { isJsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { withBuiltins } from "../../runtime/builtins/with-builtins.ts";
import type { ExitCode as Code } from "../../terminal/exit-code.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { type Colors, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { findTool } from "../catalog/find-tool.ts";
import { type ToolFacts, toolFacts } from "../catalog/tool-facts.ts";
import { localOf, type SourceOptions } from "../sources/open-source.ts";

export interface DescribeOptions extends SourceOptions {
  readonly json?: true;
}

/** Shows one tool: what it takes, what it gives, what it may do, its old names. */
export async function describe(terminal: Terminal, name: string, options: DescribeOptions): Promise<Code> {
  const catalog = await localOf(terminal, options);
  if (catalog === undefined) {
    const { describeShellTool } = await import("../print/describe-tool.ts");
    return describeShellTool(terminal, name, { ...options, server: options.server ?? "" });
  }
  // Their names, and the old ones they have, can be called as any other.
  const registry = withBuiltins(catalog.registry);
  const { entry, alias } = findTool(registry, name);
  const facts = toolFacts(registry, entry.name);
  const { input, output } = (await entry.load()).validator;
  const oldInput = alias?.load === undefined ? undefined : (await alias.load()).validator.input;
  if (options.json) {
    const asOldName =
      alias === undefined ? {} : { calledAs: alias.name, ...(oldInput && { oldInputSchema: oldInput }) };
    printJson(terminal, { ...facts, ...asOldName, inputSchema: input, outputSchema: output });
    return ExitCode.fine;
  }
  const { colors, columns } = terminal;
  const { bold, dim, yellow } = colors;
  if (alias !== undefined) {
    const until = alias.deprecated?.sunset === undefined ? "" : `; it works at least until ${alias.deprecated.sunset}`;
    print(terminal, yellow(`'${alias.name}' is an old name (${alias.of}) of '${entry.name}'${until}\n`));
  }
  print(terminal, `${bold(facts.name)}  ${dim(facts.title)}`);
  print(terminal, facts.summary);
  print(terminal, `\n${dim(traits(facts).join(" · "))}`);
  if (facts.aliases.length > 0) {
    print(terminal, dim(`old names: ${facts.aliases.map((old) => `${old.name} (${old.of})`).join(", ")}`));
  }
  if (facts.olderVersions !== undefined) {
    const until = (sunset: string | undefined) => (sunset === undefined ? "" : ` (until ${sunset})`);
    const listed = facts.olderVersions.map((old) => `${old.version}${until(old.deprecated?.sunset)}`).join(", ");
    print(terminal, dim(`older versions: ${listed}; ask for one with --tool-version`));
  }
  if (oldInput !== undefined && alias !== undefined) section(terminal, `Params of '${alias.name}'`, oldInput);
  section(terminal, "Params", input);
  if (facts.actions !== undefined) {
    const rows = facts.actions.cases.map((each) => [
      bold(each.action),
      each.summary ?? "",
      [each.requires.map((param) => `${param} *`), each.optional].flat().join(", "),
    ]);
    print(terminal, `\n${bold(`Actions, by ${facts.actions.by}`)}\n${table(rows, columns)}`);
  }
  section(terminal, "Result", output);
  return ExitCode.fine;
}

function section({ colors, columns, ...terminal }: Terminal, title: string, schema: JsonSchema): void {
  const rows = fieldRows(schema, schema, colors);
  const body = rows.length === 0 ? colors.dim("  none") : table(rows, columns);
  const mark = (schema.required ?? []).length > 0 ? colors.dim("  (* is required)") : "";
  print({ colors, columns, ...terminal }, `\n${colors.bold(title)}${mark}\n${body}`);
}

/** One row per property: name, what it is for and what it must be; properties of nested objects indented below. */
function fieldRows(schema: JsonSchema, root: JsonSchema, colors: Colors, depth = 0): string[][] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const mark = required.has(name) ? colors.red(" *") : "";
    const fallback = property.default === undefined ? "" : `, default ${JSON.stringify(property.default)}`;
    const wants = `${describeSchema(property, root)}${fallback}`;
    const gone = property.deprecated === true ? colors.yellow("deprecated: ") : "";
    const says = property.description === undefined ? wants : `${property.description} ${colors.dim(`(${wants})`)}`;
    const row = [`${"  ".repeat(depth)}${colors.cyan(name)}${mark}`, `${gone}${says}`];
    const inner = property.type === "array" ? property.items : property;
    const nested = inner !== undefined && isJsonObject(inner.properties) && depth < 2;
    return [row, ...(nested ? fieldRows(inner, root, colors, depth + 1) : [])];
  });
}

function traits(facts: ToolFacts): readonly string[] {
  const { family, tier, version, session, deadlineMs, effects, confirm, deprecated } = facts;
  return [
    `family ${family}`,
    `tier ${tier}`,
    `version ${version}`,
    session === "none" ? "needs no session" : `session ${session}`,
    effects.readOnly ? "only reads" : effects.destructive ? "destroys" : "writes",
    ...(effects.idempotent && !effects.readOnly ? ["may be repeated"] : []),
    ...(effects.openWorld ? ["reaches the outside world"] : []),
    ...(confirm === undefined ? [] : ["asks for confirm"]),
    ...(deadlineMs === undefined ? [] : [`stopped after ${durationText(deadlineMs)}`]),
    ...(deprecated === undefined ? [] : [`deprecated since ${deprecated.since}`]),
  ];
}
