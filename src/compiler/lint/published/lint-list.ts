import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { childPath } from "../../../contract/json-pointer.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { clip } from "../../../contract/utf8.ts";
import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.ts";
import { knownClients, tooManyTools } from "../client-limits.ts";
import { type NamedTool, oddNames, oddParams } from "../name-habits.ts";
import { foldName } from "../name-words.ts";
import { mapAt } from "./read-schema.ts";
import { publishedRules } from "./rules.ts";
import { type PublishedFinding, published, type Reader, type ToolView, viewOf } from "./tool-view.ts";

/** How a saved list is judged. */
export interface ListOptions {
  /** How findings name the list: the file's path. */
  readonly path: string;
  /** Clients whose limits are errors; absent: all that are known. */
  readonly targets?: readonly string[];
  /** Name of the server, where it is known. */
  readonly server?: string;
  /** Also findings of severity info. */
  readonly notes?: boolean;
}

/**
 * Judges a saved `tools/list` of any server: `{tools: […]}`, a JSON-RPC answer, or the array alone. Nothing of it is
 * trusted, fetched or run; however odd, it is judged in time linear in its size.
 * @returns findings that name the tool and stand at a JSON Pointer (`list.json#/tools/3/inputSchema`), in the order of
 * the list; undefined when there is no list of tools in the value
 */
export function lintList(value: Json, options: ListOptions): readonly Diagnostic[] | undefined {
  const list = listIn(value);
  if (list === undefined) return undefined;
  const reader: Reader = { targets: options.targets ?? knownClients, server: options.server ?? "" };
  const place = (at: string) => ({ path: `${options.path}#${clip(`${list.at}${at}`, maxPointerLength)}` });
  const entries = list.tools.map((raw, index) => entryOf(raw, index));
  const views = entries.flatMap(({ view, at }) => (view === undefined ? [] : [{ view, at }]));
  const besides = amongOthers(views);
  const found = entries.flatMap(({ view, at, problem }) => {
    if (view === undefined) return [diagnostic("list-entry-invalid", { problem }, place(at))];
    const own = publishedRules.flatMap((rule) => rule.check(view, reader));
    const all = shorten([...own, ...(besides.get(at) ?? [])]);
    return all.map((finding) => named(finding.locate(place(`${at}${finding.at}`)), view.name));
  });
  const excess = tooManyTools(list.tools.length, reader.targets);
  const long =
    excess === undefined
      ? []
      : [diagnostic("profile-tool-count", { list: "the server", ...excess }, place(""), { severity: excess.severity })];
  return [...long, ...found].filter(({ severity }) => options.notes === true || severity !== "info");
}

const maxPointerLength = 200;
/** Findings of one kind that one tool may have before the rest is only counted. */
const mostAlike = 3;

interface Entry {
  readonly at: string;
  readonly view?: ToolView;
  readonly problem: string;
}

function listIn(value: Json): { readonly tools: readonly Json[]; readonly at: string } | undefined {
  if (Array.isArray(value)) return { tools: value, at: "" };
  if (!isJsonObject(value)) return undefined;
  const tools = ownValue(value, "tools");
  if (Array.isArray(tools)) return { tools, at: "/tools" };
  const result = ownValue(value, "result");
  const inner = isJsonObject(result) ? ownValue(result, "tools") : undefined;
  return Array.isArray(inner) ? { tools: inner, at: "/result/tools" } : undefined;
}

function entryOf(raw: Json, index: number): Entry {
  const at = childPath("", index);
  if (!isJsonObject(raw)) return { at, problem: "it is no object" };
  const name = ownValue(raw, "name");
  return typeof name === "string" && name !== ""
    ? { at, view: viewOf(raw), problem: "" }
    : { at, problem: "it has no name" };
}

/** What is only seen beside the other tools: names that collide, and those that leave the habits of the list. */
function amongOthers(
  entries: readonly { readonly view: ToolView; readonly at: string }[],
): ReadonlyMap<string, readonly PublishedFinding[]> {
  const tools: readonly NamedTool[] = entries.map(({ view }) => ({ name: view.name, params: paramsOf(view.raw) }));
  const names = oddNames(tools);
  const params = oddParams(tools);
  const claimed = new Map<string, string>();
  return new Map(
    entries.map(({ view: { name, raw }, at }) => {
      const shown = clip(name, 80);
      const earlier = claimed.get(foldName(name));
      if (earlier === undefined) claimed.set(foldName(name), name);
      const collision =
        earlier === undefined
          ? []
          : earlier === name
            ? [published("duplicate-name", { name: shown, kind: "tool" }, "/name")]
            : [published("name-collision-folded", { name: shown, other: clip(earlier, 80), kind: "tool" }, "/name")];
      const style = (names.get(name) ?? []).map((problem) =>
        published("name-style", { name: shown, problem: clip(problem, 200) }, "/name"),
      );
      const own = paramsOf(raw);
      const unlike = own.flatMap((param) => {
        const other = params.get(param);
        // A tool that has both means two things by them.
        if (other === undefined || own.includes(other)) return [];
        const said = { name: clip(param, 80), other: clip(other, 80) };
        return [published("param-name-consistency", said, childPath("/inputSchema/properties", param))];
      });
      return [at, [...collision, ...style, ...unlike]];
    }),
  );
}

function paramsOf(raw: JsonObject): readonly string[] {
  return Object.keys(mapAt(mapAt(raw, "inputSchema") ?? {}, "properties") ?? {});
}

/** A mistake that a server's generator made is made everywhere: the first ones show it, the rest is a number. */
function shorten(findings: readonly PublishedFinding[]): readonly PublishedFinding[] {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  const reported = new Map<string, number>();
  return findings.flatMap((finding) => {
    const number = (reported.get(finding.code) ?? 0) + 1;
    reported.set(finding.code, number);
    if (number > mostAlike) return [];
    const more = (counts.get(finding.code) ?? 0) - mostAlike;
    return [number === mostAlike && more > 0 ? { ...finding, locate: withMore(finding, more) } : finding];
  });
}

function withMore({ locate }: PublishedFinding, more: number): PublishedFinding["locate"] {
  return (where) => {
    const found = locate(where);
    return { ...found, message: `${found.message} (and ${more} more of this kind in the tool)` };
  };
}

function named(found: Diagnostic, name: string): Diagnostic {
  const shown = `'${clip(name, 80)}'`;
  return found.message.startsWith(shown) ? found : { ...found, message: `${shown}: ${found.message}` };
}
