import type { Deprecation } from "../../contract/deprecation.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Effects, TaskSupport } from "../../contract/tool-facts.ts";
import type { Catalog, Detail, Field, Tool, ToolAlias } from "../catalog/catalog.ts";
import type { SystemName } from "../catalog/system-names.ts";
import { aliasInputSchema, aliasOutputSchema, inputSchema, outputSchema } from "./json-schema.ts";

/** A tool as `tools/list` shows it. @see MCP 2025-11-25, server/tools, "Tool" */
export interface WireTool {
  readonly name: string;
  readonly title?: string;
  /** Only an author who lists it as it stands can leave it away. */
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: WireAnnotations;
  readonly execution?: { readonly taskSupport: TaskSupport };
  readonly _meta?: JsonObject;
}

export interface WireAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Only an author who lists it as it stands can leave the description away. */
export type DescribedTool = WireTool & Required<Pick<WireTool, "description">>;

/** A tool under its own name. */
export function wireTool(tool: Tool, catalog: Catalog, detail: Detail): DescribedTool {
  const schema = inputSchema(tool, catalog, detail !== "compact");
  const shown = { name: tool.name, params: tool.params, schema, output: () => outputSchema(tool, catalog, true) };
  return wire(shown, tool, catalog, detail);
}

/** What `wireTool` says of it in words. */
export function wireDescription(tool: Tool, catalog: Catalog, detail: Detail): string {
  return describe(tool.params, tool, catalog, detail);
}

/** A tool under an old name, in the shape its callers know. */
export function wireAlias(alias: ToolAlias, tool: Tool, catalog: Catalog, detail: Detail): WireTool {
  const schema = aliasInputSchema(alias, tool, catalog, detail !== "compact");
  const output = () => aliasOutputSchema(alias, tool, catalog, true);
  return wire({ name: alias.name, params: alias.params, schema, output }, tool, catalog, detail);
}

/**
 * A tool as profiles with plain texts list it: its texts as they are written, all hints, and the output schema where it has a
 * result. Its `listed` stands in place of what else would be made of it.
 */
export function plainTool({ tool, alias }: SystemName, catalog: Catalog): WireTool {
  const own: JsonObject = { title: tool.title, annotations: { ...allHints(tool.effects) } };
  const { description: written, ...listed } = tool.verbatim ?? own;
  const description = written === undefined ? (tool.description ?? tool.summary) : written;
  return {
    name: alias?.name ?? tool.name,
    ...(typeof description === "string" ? { description } : {}),
    inputSchema: alias === undefined ? inputSchema(tool, catalog, true) : aliasInputSchema(alias, tool, catalog, true),
    ...(tool.contentOnly === true
      ? {}
      : {
          outputSchema:
            alias === undefined ? outputSchema(tool, catalog, true) : aliasOutputSchema(alias, tool, catalog, true),
        }),
    ...execution(tool),
    ...listed,
  };
}

/** A tool under one of its names. */
interface Shown {
  readonly name: string;
  readonly params: readonly Field[];
  readonly schema: JsonSchema;
  /** Made only for the details that show it. */
  readonly output: () => JsonSchema;
}

function wire({ name, params, schema, output }: Shown, tool: Tool, catalog: Catalog, detail: Detail): DescribedTool {
  if (detail === "compact") {
    const annotations = unusualHints(tool.effects);
    return {
      name,
      description: describe(params, tool, catalog, detail),
      inputSchema: schema,
      ...(annotations === undefined ? {} : { annotations }),
      ...execution(tool),
    };
  }
  return {
    name,
    title: tool.title,
    description: describe(params, tool, catalog, detail),
    inputSchema: schema,
    outputSchema: output(),
    annotations: { title: tool.title, ...allHints(tool.effects) },
    ...execution(tool),
    ...(detail === "verbose" ? { _meta: wireMeta(tool, catalog) } : {}),
  };
}

/** Nothing where it can't be a task: that is what clients assume. */
function execution({ tasks }: Tool): Pick<WireTool, "execution"> {
  return tasks === undefined ? {} : { execution: { taskSupport: tasks } };
}

function describe(params: readonly Field[], tool: Tool, catalog: Catalog, detail: Detail): string {
  if (detail === "compact") return summaryOf(tool);
  const short = renderDescription(params, tool, catalog);
  return detail === "full" || tool.description === undefined ? short : `${short}\n\n${tool.description.trimEnd()}`;
}

/** What a client assumes of a tool that says nothing. @see MCP 2025-11-25 schema, "ToolAnnotations" */
const defaultHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

export function allHints(effects: Effects): Required<Omit<WireAnnotations, "title">> {
  return {
    readOnlyHint: effects.readOnly,
    destructiveHint: effects.destructive,
    idempotentHint: effects.idempotent,
    openWorldHint: effects.openWorld,
  };
}

function unusualHints(effects: Effects): WireAnnotations | undefined {
  const hints = allHints(effects);
  // Of a tool that only reads the protocol asks neither whether it destroys nor whether it may be repeated.
  const { readOnlyHint: reads } = hints;
  const unusual: WireAnnotations = {
    ...(reads === defaultHints.readOnlyHint ? {} : { readOnlyHint: reads }),
    ...(reads || hints.destructiveHint === defaultHints.destructiveHint
      ? {}
      : { destructiveHint: hints.destructiveHint }),
    ...(reads || hints.idempotentHint === defaultHints.idempotentHint ? {} : { idempotentHint: hints.idempotentHint }),
    ...(hints.openWorldHint === defaultHints.openWorldHint ? {} : { openWorldHint: hints.openWorldHint }),
  };
  return Object.keys(unusual).length === 0 ? undefined : unusual;
}

/** `🔴 ESSENTIAL | what it does. REQUIRED: a, b. Optional: c (what), d.` */
function renderDescription(params: readonly Field[], tool: Tool, catalog: Catalog): string {
  const badge = catalog.tiers.find((tier) => tier.name === tool.tier)?.badge;
  const required = params.filter((param) => param.required).map((param) => param.name);
  const optional = params
    .filter((param) => !param.required)
    .map((param) => (param.description === undefined ? param.name : `${param.name} (${clause(param.description)})`));
  return [
    ...(badge === undefined ? [] : [`${badge} |`]),
    sentence(tool.summary),
    ...deprecationOf(tool),
    ...(required.length === 0 ? [] : [`REQUIRED: ${required.join(", ")}.`]),
    ...(optional.length === 0 ? [] : [`Optional: ${optional.join(", ")}.`]),
  ].join(" ");
}

/** The description on one line, without its full stop. */
function clause(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").replace(/\.$/, "");
}

function sentence(text: string): string {
  const line = text.trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function summaryOf(tool: Tool): string {
  const notice = deprecationOf(tool);
  return notice.length === 0 ? tool.summary : [sentence(tool.summary), ...notice].join(" ");
}

/**
 * Read by all that may still choose the tool. The model chooses by the description, so it stands in there;
 * old names are listed for callers that know no other, and are not marked.
 */
function deprecationOf({ deprecated }: Tool): readonly string[] {
  if (deprecated === undefined) return [];
  const { replacedBy, sunset } = deprecated;
  const instead = replacedBy === undefined ? "" : `: use ${replacedBy}`;
  return [`Deprecated${instead}${sunset === undefined ? "" : ` before ${sunset}`}.`];
}

/** What the longest list says beside the standard members. */
export function wireMeta(tool: Tool, catalog: Catalog): JsonObject {
  const { useWhen, avoidWhen, practices, after, before, workflows } = tool.guidance;
  const guidance = { triggers: useWhen, avoid: avoidWhen, practices, synergies: { after, before }, workflows };
  return json({
    "pegboard/tier": tool.tier,
    "pegboard/family": tool.family,
    "pegboard/version": tool.version,
    ...(tool.deadlineMs === undefined ? {} : { "pegboard/deadlineMs": tool.deadlineMs }),
    "pegboard/deprecations": deprecationsOf(tool, catalog),
    "pegboard/guidance": guidance,
    "pegboard/examples": tool.examples,
  });
}

/** Every notice that a caller of the tool may come upon, each under the kind of what it is about. */
function deprecationsOf(tool: Tool, catalog: Catalog): readonly object[] {
  const notice = (about: object, deprecated: Deprecation | undefined) =>
    deprecated === undefined ? [] : [{ ...about, ...deprecated }];
  return [
    ...notice({ tool: tool.name }, tool.deprecated),
    ...tool.params.flatMap(({ name, type, deprecated, aliases = [] }) => [
      ...notice({ param: name }, deprecated),
      ...aliases.flatMap((alias) => notice({ param: name, spelling: alias.name }, alias.deprecated)),
      ...(type.kind === "enum" ? type.values : []).flatMap(({ value, deprecated: ends }) =>
        notice({ param: name, value }, ends),
      ),
    ]),
    ...tool.aliases.flatMap((alias) => notice({ alias: alias.name }, alias.deprecated)),
    ...catalog.errors
      .filter(({ name }) => tool.errors.includes(name))
      .flatMap((error) => notice({ error: error.name }, error.deprecated)),
  ];
}

/** Interfaces have no index signature, so the type checker can't see that a value is JSON already. */
function json(value: object): JsonObject {
  // The parts of a Catalog are JSON by definition (catalog.ts), and a copy through JSON text is a JSON object.
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
