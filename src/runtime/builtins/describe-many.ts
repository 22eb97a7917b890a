import type { JsonObject } from "../../contract/json.ts";
import { utf8Length } from "../../contract/utf8.ts";
import type { CallState } from "../call-state.ts";
import { listedTools } from "../listing.ts";
import type { Detail } from "../registry.ts";
import { type PermittedFamily, permittedFamilies } from "./permitted.ts";
import { type SearchEntry, searchIndex } from "./search-index.ts";

/** Arguments of `tool_describe`, as its contract gives them. */
export interface DescribeInput {
  readonly tool?: string;
  readonly level: "name" | "signature" | "full" | "schema";
  readonly path?: string;
  readonly detail: Detail;
}

/** A larger definition is cut. In UTF-8 bytes: about 6,000 tokens. */
export const maxDefinitionBytes = 24_000;

/** The catalog family by family, a line for each tool; at level `schema` with their definitions. */
export async function describeCatalog<Deps>(call: CallState<Deps>, input: DescribeInput): Promise<JsonObject> {
  const families = permittedFamilies(call);
  const lines = await Promise.all(
    families.map(async (family) => {
      const members = await linesOf(call, family, input.level);
      const head = family.summary === "" ? family.name : `${family.name}: ${family.summary}`;
      return [head, ...members.map((line) => `  ${line}`)];
    }),
  );
  const tools = families.flatMap((family) => family.tools);
  return described(call, { name: call.registry.server.name, lines: lines.flat(), tools }, input);
}

/** One family, in the same way. */
export async function describeFamily<Deps>(
  call: CallState<Deps>,
  family: PermittedFamily,
  input: DescribeInput,
): Promise<JsonObject> {
  const { name, summary, tools } = family;
  const lines = [...(summary === "" ? [] : [summary]), ...(await linesOf(call, family, input.level))];
  return described(call, { name, lines, tools }, input);
}

interface Group {
  readonly name: string;
  readonly lines: readonly string[];
  readonly tools: readonly string[];
}

async function described<Deps>(
  call: CallState<Deps>,
  { name, lines, tools }: Group,
  { level, detail }: DescribeInput,
): Promise<JsonObject> {
  const text = lines.join("\n");
  if (level !== "schema") return { name, text };
  const listed = await listedTools(call.registry.listings.direct[detail], tools);
  const all = listed.map(call.textFilter.tool);
  const definitions = firstThatFit(all);
  if (definitions.length === all.length) return { name, text, definitions };
  const rest = `Definitions of the first ${definitions.length} of ${all.length} tools; describe the others one by one.`;
  return { name, text: `${text}\n${rest}`, definitions, cut: true };
}

function firstThatFit(definitions: readonly JsonObject[]): readonly JsonObject[] {
  let bytes = 0;
  const beyond = definitions.findIndex((definition) => {
    bytes += utf8Length(JSON.stringify(definition));
    return bytes > maxDefinitionBytes;
  });
  return beyond === -1 ? definitions : definitions.slice(0, beyond);
}

async function linesOf<Deps>(
  call: CallState<Deps>,
  { tools }: PermittedFamily,
  level: DescribeInput["level"],
): Promise<readonly string[]> {
  const { text } = call.textFilter;
  const index = await searchIndex(call.registry);
  return index
    .filter(({ name }) => tools.includes(name))
    .map((entry) => line({ ...entry, summary: text(entry.summary) }, level));
}

function line({ name, summary, signature }: SearchEntry, level: DescribeInput["level"]): string {
  switch (level) {
    // At level `schema` the definitions follow.
    case "name":
    case "schema":
      return name;
    case "signature":
      return signature;
    case "full":
      return summary === "" ? name : `${name}: ${summary}`;
  }
}
