import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { instancesOf } from "../schema/sample.ts";
import { align } from "./align.ts";
import type { ComparedField } from "./comparable-type.ts";
import { argumentsSchema, type ComparedCatalog, type ComparedTool, currentComparedTool } from "./compared.ts";
import type { EventOf } from "./event.ts";
import { replacementOf } from "./field-replacements.ts";
import { type RenamedParams, renamedParams } from "./renamed-params.ts";
import { type Renames, renamesOf } from "./renames.ts";
import { accepts } from "./witness.ts";

/** How old calls are rewritten. It is made of guesses, so each entry says why, and was tried on sampled calls. */
export interface MigrationMap {
  readonly format: "pegboard-migration/1";
  readonly tools: readonly ToolMigration[];
}

export interface ToolMigration {
  readonly from: string;
  readonly to: string;
  readonly evidence: string;
  /** Old name of a param → its new one. */
  readonly params: { readonly [old: string]: ParamMigration };
  /** Params that stand for the old name. */
  readonly set: JsonObject;
  /** Params that nothing takes any more. */
  readonly dropped: readonly string[];
  /** Params that a call needs now, and that no old one had. */
  readonly missing: readonly string[];
  /** Sampled old calls, and how many of them the new schema takes once they are rewritten. */
  readonly tried: { readonly calls: number; readonly accepted: number };
}

export interface ParamMigration {
  readonly to: string;
  /** The value became a list of such values. */
  readonly asList?: true;
}

/** Most calls that are sampled of one tool. */
const samples = 24;

/** Every tool whose calls have another name, or other names in them, from now on. */
export function migrationMap(base: ComparedCatalog, head: ComparedCatalog): MigrationMap {
  const renames = renamesOf(base, head);
  const renamed = renamedParams(base, head);
  const moved = [
    ...successors(renames).map(({ from, to, evidence, set }) => ({
      was: currentComparedTool(from, base),
      is: to,
      evidence,
      set,
    })),
    ...keptWithRenames(base, head).map(([was, is]) => ({ was, is, evidence: "the same tool", set: {} })),
  ];
  const tools = moved.flatMap(({ was, is, evidence, set }): readonly ToolMigration[] => {
    if (was === undefined) return [];
    const step = { ...stepOf(was, is, { renamed, set }), evidence };
    return [{ ...step, tried: tried(was, is, { step, base, head }) }];
  });
  return { format: "pegboard-migration/1", tools: tools.sort((a, b) => (a.from < b.from ? -1 : 1)) };
}

/** The call of another tool, or with other params; unchanged where the map has nothing for it. */
export function migrateCall(
  map: Pick<MigrationMap, "tools">,
  call: { readonly tool: string; readonly arguments: JsonObject },
): { readonly tool: string; readonly arguments: JsonObject } {
  const step = map.tools.find(({ from }) => from === call.tool);
  return step === undefined ? call : { tool: step.to, arguments: migrated(step, call.arguments) };
}

type Step = Omit<ToolMigration, "tried" | "evidence">;

function migrated({ params, set, dropped }: Pick<Step, "params" | "set" | "dropped">, old: JsonObject): JsonObject {
  const entries = Object.entries(old).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    if (dropped.includes(name)) return [];
    const step = Object.hasOwn(params, name) ? params[name] : undefined;
    return [[step?.to ?? name, step?.asList === true ? [value] : value]];
  });
  return Object.fromEntries([...entries, ...Object.entries(set)]);
}

interface Successor {
  readonly from: string;
  readonly to: ComparedTool;
  readonly evidence: string;
  readonly set: JsonObject;
}

function successors({ replacements, renameCandidates, evidence, merges }: Renames): readonly Successor[] {
  return [
    ...[...replacements].map(([from, to]) => ({ from, to, evidence: "it answers to the old name", set: {} })),
    ...[...renameCandidates].map(([from, to]) => ({
      from,
      to,
      evidence: evidence.get(from) ?? "nearly the same texts and params",
      set: {},
    })),
    ...merges.flatMap(({ whole, parts }) =>
      parts.map(({ tool, set }) => ({
        from: tool.name,
        to: whole,
        evidence: `${parts.length} tools became one`,
        set: { ...set } as JsonObject, // values of an enum are JSON
      })),
    ),
  ];
}

/** Tools of the same name on both sides of which a param has another name. */
function keptWithRenames(
  base: ComparedCatalog,
  head: ComparedCatalog,
): readonly (readonly [ComparedTool, ComparedTool])[] {
  const events = align(base, head).filter(
    (event): event is EventOf<"field-removed"> => event.kind === "field-removed" && event.replacement !== undefined,
  );
  const found = new Map<ComparedTool, ComparedTool>();
  for (const { at } of events) if (at.side === "input" && at.trail.length === 1) found.set(at.base, at.head);
  return [...found];
}

function stepOf(
  was: ComparedTool,
  is: ComparedTool,
  { renamed, set }: { readonly renamed: RenamedParams; readonly set: JsonObject },
): Step {
  const removed = without(was.params, is.params);
  const added = without(is.params, was.params).filter(({ name }) => !Object.hasOwn(set, name));
  const among = { head: is.params, removed, added, renamed };
  const pairs = removed.flatMap((field): readonly (readonly [string, ParamMigration])[] => {
    const found = replacementOf(field, among)?.field;
    if (found === undefined) return [];
    const asList = found.type.kind === "array" && field.type.kind !== "array";
    return [[field.name, { to: found.name, ...(asList ? { asList: true } : {}) }]];
  });
  const taken = new Set(pairs.map(([, { to }]) => to));
  const known = new Set(pairs.map(([name]) => name));
  return {
    from: was.name,
    to: is.name,
    params: Object.fromEntries(pairs),
    set,
    dropped: removed.map(({ name }) => name).filter((name) => !known.has(name)),
    missing: added.filter(({ name, required }) => required && !taken.has(name)).map(({ name }) => name),
  };
}

function without(fields: readonly ComparedField[], others: readonly ComparedField[]): readonly ComparedField[] {
  const names = new Set(others.map(({ name }) => name));
  return fields.filter(({ name }) => !names.has(name));
}

function tried(
  was: ComparedTool,
  is: ComparedTool,
  { step, base, head }: { readonly step: Step; readonly base: ComparedCatalog; readonly head: ComparedCatalog },
): ToolMigration["tried"] {
  const schema = argumentsSchema(is, head);
  const calls = instancesOf(argumentsSchema(was, base), samples).filter(isJsonObject);
  const accepted = calls.filter((call) => accepts(schema, migrated(step, call)) === true);
  return { calls: calls.length, accepted: accepted.length };
}
