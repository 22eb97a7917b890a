import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { hintsOf, remarksOf } from "./annotations.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { objectAt, type SavedList, textAt } from "./saved-list.ts";

// What really changed between two lists, found by a validator on instances and by comparing sets: the judge of the judge.
// Nothing here may come from src/compiler.

/** Whom a change breaks: calls that were valid, readers of results, approvals; "" where it breaks nothing. */
export type Breaks = "calls" | "results" | "policy" | "";

export interface TrueChange {
  readonly tool: string;
  /** "tool", "arguments.filter.tags[]", "result.items", "hints.destructive", "text", "execution" … */
  readonly place: string;
  readonly kind: string;
  readonly breaks: Breaks;
  /** Keywords that refused a value at this place, where values were tried: no cause is one of more than these. */
  readonly keywords?: readonly string[];
  /** Only integers that JavaScript can't hold exactly are refused: true, and without effect in practice. */
  readonly unsafeOnly?: true;
  /** Arguments or a result of the side that sends, which the schema of the side that receives refuses (or ignores, for "removed"). */
  readonly witness?: Json;
}

/** Sorted by tool, place and kind. */
export function changesBetween(base: SavedList, head: SavedList): readonly TrueChange[] {
  const before = byName(base);
  const after = byName(head);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changes = names.flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined) return [{ tool: name, place: "tool", kind: "added", breaks: "" } as const];
    if (was === undefined || is === undefined)
      return [{ tool: name, place: "tool", kind: "removed", breaks: "calls" } as const];
    return compareTools(name, was, is);
  });
  const key = ({ tool, place, kind }: TrueChange) => `${tool}\n${place}\n${kind}`;
  return changes.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function byName(list: SavedList): ReadonlyMap<string, JsonObject> {
  return new Map(list.tools.map((tool) => [textAt(tool, "name") ?? "", tool]));
}

function compareTools(tool: string, base: JsonObject, head: JsonObject): readonly TrueChange[] {
  return [
    ...compareSchemas(tool, "arguments", objectAt(base, "inputSchema") ?? {}, objectAt(head, "inputSchema") ?? {}),
    ...compareResults(tool, objectAt(base, "outputSchema"), objectAt(head, "outputSchema")),
    ...compareRoots(tool, base, head),
    ...compareDialects(tool, base, head),
    ...compareHints(tool, base, head),
    ...compareRest(tool, base, head),
  ];
}

function compareResults(
  tool: string,
  base: JsonObject | undefined,
  head: JsonObject | undefined,
): readonly TrueChange[] {
  if (base !== undefined && head !== undefined) return compareSchemas(tool, "result", base, head);
  if (head !== undefined) return [{ tool, place: "result", kind: "schema-added", breaks: "" }];
  return base === undefined ? [] : [{ tool, place: "result", kind: "schema-removed", breaks: "results" }];
}

/** MCP asks for arguments of type "object"; clients drop a tool, or the whole list, whose schema does not say so. */
function compareRoots(tool: string, base: JsonObject, head: JsonObject): readonly TrueChange[] {
  const isObject = (one: JsonObject) => objectAt(one, "inputSchema")?.type === "object";
  if (isObject(head) || !isObject(base)) return [];
  return [{ tool, place: "arguments", kind: "no-object", breaks: "calls" }];
}

/** Another JSON Schema is a change where the arguments have a keyword that only one of the two knows. */
function compareDialects(tool: string, base: JsonObject, head: JsonObject): readonly TrueChange[] {
  const [was, is] = [objectAt(base, "inputSchema"), objectAt(head, "inputSchema")];
  const named = was?.$schema !== undefined && is?.$schema !== undefined && was.$schema !== is.$schema;
  const differs = named && /"(?:unevaluated|dependent[RS]|prefixItems|m..Contains)/.test(JSON.stringify([was, is]));
  return differs ? [{ tool, place: "dialect", kind: "changed", breaks: "" }] : [];
}

function compareHints(tool: string, base: JsonObject, head: JsonObject): readonly TrueChange[] {
  const [was, is] = [hintsOf(base), hintsOf(head)];
  const breaking = { readOnly: false, destructive: true, idempotent: undefined, openWorld: undefined };
  return (["readOnly", "destructive", "idempotent", "openWorld"] as const).flatMap((hint): TrueChange[] => {
    if (was[hint] === is[hint]) return [];
    // A tool that only reads neither destroys nor repeats anything: that is reported by the other hint.
    if (was.readOnly !== is.readOnly && (hint === "destructive" || hint === "idempotent")) return [];
    const breaks = breaking[hint] === is[hint] ? "policy" : "";
    return [{ tool, place: `hints.${hint}`, kind: is[hint] ? "gained" : "lost", breaks }];
  });
}

/** Title, description and whatever else a tool carries besides its schemas and hints. */
function compareRest(tool: string, base: JsonObject, head: JsonObject): readonly TrueChange[] {
  const known = ["name", "inputSchema", "outputSchema", "annotations"];
  const keys = [...new Set([...Object.keys(base), ...Object.keys(head)])].filter((key) => !known.includes(key));
  const changes = keys
    .filter((key) => JSON.stringify(effective(key, base[key])) !== JSON.stringify(effective(key, head[key])))
    .map((key): TrueChange => ({ tool, place: key, kind: howSet(base[key], head[key]), breaks: "" }));
  const [was, is] = [textAt(objectAt(base, "annotations"), "title"), textAt(objectAt(head, "annotations"), "title")];
  return was === is ? changes : [...changes, { tool, place: "annotations.title", kind: howSet(was, is), breaks: "" }];
}

/** White space says nothing, and not to support tasks is what a tool does that says nothing of them. */
function effective(key: string, value: Json | undefined): Json | undefined {
  if (typeof value === "string") return value.replace(/\s+/g, " ").trim();
  if (key !== "execution") return value;
  const { taskSupport = "forbidden", ...rest } = isJsonObject(value) ? value : {};
  return { ...rest, taskSupport };
}

function howSet(base: Json | undefined, head: Json | undefined): string {
  if (base === undefined) return "added";
  return head === undefined ? "removed" : "changed";
}

/** Texts, defaults and formats at a place: nothing refuses a value for them. */
export function remarksBetween(tool: string, place: string, base: Json, head: Json): readonly TrueChange[] {
  const [was, is] = [remarksOf(base), remarksOf(head)];
  return (["text", "default", "format"] as const)
    .filter((kind) => was[kind] !== is[kind])
    .map((kind) => ({ tool, place, kind, breaks: "" }));
}
