// What policy denies looks as if it did not exist, in texts too: a summary with "see note_purge" would reveal the tool as a
// list would. Texts of the catalog lose the clause that names such a tool; the rest stays.
import { builtinTools } from "../contract/builtin-tools.ts";
import type { Deprecation } from "../contract/deprecation.ts";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { withoutClauses } from "../contract/without-clauses.ts";
import type { Policy } from "./policy.ts";
import type { Registry } from "./registry.ts";

/** Texts as a caller may see them that may not use every tool. */
export interface TextFilter {
  /** The text without the clauses that name what is denied; "" where nothing is left. */
  readonly text: (text: string) => string;
  /** A tool as `tools/list` carries it. Its name, its params and their values stay as they are. */
  readonly tool: (tool: JsonObject) => JsonObject;
  /** A deprecation without a reason or a replacement that names a denied tool. */
  readonly deprecation: (notice: Deprecation) => Deprecation;
}

/** The names of a registry with handlers of any kind. */
type Names = Pick<Registry<never>, "aliases"> & { readonly tools: object };

export function createTextFilter({ tools, aliases }: Names, policy: Policy): TextFilter {
  const own = [...Object.keys(builtinTools), ...Object.keys(tools)].filter((name) => !policy.permits(name));
  const old = Object.values(aliases).filter(({ target, name }) => !policy.permits(target, name));
  const denied = new Set([...own, ...old.map(({ name }) => name)]);
  return denied.size === 0 ? unfiltered : filterOf(denied);
}

const unfiltered: TextFilter = { text: (text) => text, tool: (tool) => tool, deprecation: (notice) => notice };

function filterOf(denied: ReadonlySet<string>): TextFilter {
  const text = (whole: string) => withoutClauses(whole, denied);
  return {
    text,
    tool({ _meta, ...tool }) {
      const shown: { [key: string]: Json } = {};
      for (const [key, value] of Object.entries(tool)) {
        if (key === "inputSchema" || key === "outputSchema") shown[key] = cleanSchema(value, text);
        else shown[key] = key === "description" && typeof value === "string" ? text(value) : value;
      }
      if (_meta !== undefined) shown._meta = cleanMeta(_meta, denied) ?? {};
      return shown;
    },
    deprecation({ reason, replacedBy, ...notice }) {
      const why = text(reason ?? "");
      return {
        ...notice,
        ...(why === "" ? {} : { reason: why }),
        ...(replacedBy === undefined || denied.has(replacedBy) ? {} : { replacedBy }),
      };
    },
  };
}

/** Filters the descriptions of a schema, at any depth. Values that are sent or returned are left alone. */
function cleanSchema(schema: Json | undefined, text: (text: string) => string): Json {
  if (Array.isArray(schema)) return schema.map((part: Json) => cleanSchema(part, text));
  if (!isJsonObject(schema)) return schema ?? null;
  const shown: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "description" && typeof value === "string") {
      const left = text(value);
      if (left !== "") shown[key] = left;
    } else if ((key === "properties" || key === "$defs") && isJsonObject(value)) {
      shown[key] = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cleanSchema(part, text)]));
    } else shown[key] = dataKeys.has(key) ? value : cleanSchema(value, text);
  }
  return shown;
}

const dataKeys: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "required"]);

/** Guidance, notices and examples: an entry that names a denied tool is removed, a workflow with all of its steps. */
function cleanMeta(value: Json, denied: ReadonlySet<string>): Json | undefined {
  if (typeof value === "string") {
    if (denied.has(value)) return undefined;
    const left = withoutClauses(value, denied);
    return left === "" ? undefined : left;
  }
  if (Array.isArray(value)) {
    return value
      .filter((item: Json) => !isJsonObject(item) || !calls(item, denied))
      .flatMap((item: Json) => {
        const left = cleanMeta(item, denied);
        return left === undefined ? [] : [left];
      });
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const left = cleanMeta(member, denied);
      return left === undefined ? [] : [[key, left] as const];
    }),
  );
}

/** Whether an entry is about a denied tool, or calls one in any of its steps. */
function calls(value: Json, denied: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => calls(item, denied));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([key, member]) =>
    typeof member === "string" ? toolKeys.has(key) && denied.has(member) : calls(member, denied),
  );
}

/** Keys of `_meta` whose value is the name of a tool. */
const toolKeys: ReadonlySet<string> = new Set(["call", "alias", "tool"]);
