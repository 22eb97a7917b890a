import type { Json, JsonObject } from "../../../contract/json.ts";
import { childPath } from "../../../contract/json-pointer.ts";
import { clip } from "../../../contract/utf8.ts";
import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.ts";
import { knownClients, tooManyTools } from "../../clients/client-limits.ts";
import { mapOf } from "../../json-schema/read-keywords.ts";
import { findTools, type ListedTool } from "../../schema/tools-list.ts";
import { type NamedTool, oddNames, oddParams } from "../name-habits.ts";
import { foldName } from "../name-words.ts";
import { publishedRules } from "./rules.ts";
import { type PublishedFinding, published, type Reader, viewOf } from "./tool-view.ts";

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
 * the list; undefined when the value holds no list of tools
 */
export function lintList(value: Json, options: ListOptions): readonly Diagnostic[] | undefined {
  const list = findTools(value);
  if (list === undefined) return undefined;
  const reader: Reader = { targets: options.targets ?? knownClients, server: options.server ?? "" };
  const { entries, pointer } = list;
  const place = (at: string) => ({ path: `${options.path}#${clip(at, maxPointerLength)}` });
  const besides = amongOthers(entries.filter((entry) => "raw" in entry));
  const found = entries.flatMap((entry) => {
    if (!("raw" in entry)) return [diagnostic("list-entry-invalid", { problem: entry.problem }, place(entry.pointer))];
    const view = viewOf(entry.raw);
    const own = publishedRules.flatMap((rule) => rule.check(view, reader));
    const all = shorten([...own, ...(besides.get(entry.pointer) ?? [])]);
    return all.map((finding) => named(finding.locate(place(`${entry.pointer}${finding.at}`)), view.name));
  });
  const excess = tooManyTools(entries.length, reader.targets);
  const long =
    excess === undefined
      ? []
      : [
          diagnostic("profile-tool-count", { list: "the server", ...excess }, place(pointer), {
            severity: excess.severity,
          }),
        ];
  return [...long, ...found].filter(({ severity }) => options.notes === true || severity !== "info");
}

const maxPointerLength = 200;
/** Findings of one kind that one tool may have before the rest is only counted. */
const maxAlike = 3;

/** What is only seen beside the other tools: names that collide, and those that leave the habits of the list. */
function amongOthers(entries: readonly ListedTool[]): ReadonlyMap<string, readonly PublishedFinding[]> {
  const tools: readonly NamedTool[] = entries.map(({ name, raw }) => ({ name, params: paramsOf(raw) }));
  const names = oddNames(tools);
  const params = oddParams(tools);
  const claimed = new Map<string, string>();
  return new Map(
    entries.map(({ name, raw, pointer }) => {
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
      return [pointer, [...collision, ...style, ...unlike]];
    }),
  );
}

function paramsOf(raw: JsonObject): readonly string[] {
  return Object.keys(mapOf(mapOf(raw, "inputSchema"), "properties"));
}

/** A mistake that a server's generator made is made everywhere: the first ones show it, the rest is a number. */
function shorten(findings: readonly PublishedFinding[]): readonly PublishedFinding[] {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  const reported = new Map<string, number>();
  return findings.flatMap((finding) => {
    const number = (reported.get(finding.code) ?? 0) + 1;
    reported.set(finding.code, number);
    if (number > maxAlike) return [];
    const more = (counts.get(finding.code) ?? 0) - maxAlike;
    return [number === maxAlike && more > 0 ? { ...finding, locate: withMore(finding, more) } : finding];
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
