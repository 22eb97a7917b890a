import { pointer } from "../../catalog/origins.ts";
import { isCurrent } from "../../catalog/versions.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import type { DiffEvent, EventOf, Place } from "../event.ts";
import { unequalTools } from "../same-tool.ts";
import { type Consequence, consequence, type Sides, type TouchedTool } from "./consequence.ts";
import { namesWithin } from "./names-within.ts";
import { textsIn } from "./texts.ts";

// A text that names a tool or a param which the change took away sends every model that reads it after something that is
// not there. The tool with the text need not have changed itself.

export function danglingConsequences(
  events: readonly DiffEvent[],
  touched: readonly TouchedTool[],
  { base, head }: Sides,
): readonly Consequence[] {
  const places = new Map(touched.map(({ at, head: tool }): [ComparedTool, Place] => [tool, at]));
  const gone = lostTools(base, head);
  const inTools =
    gone.length === 0
      ? []
      : head.tools.flatMap((tool, index) => {
          const at = places.get(tool) ?? { tool: tool.name, subject: tool.name, headPointer: pointer("/tools", index) };
          return named(tool, at, gone, "tool", head);
        });
  const removed = removedParams(events);
  const inOwn = touched.flatMap(({ at, base: was, head: is }) =>
    was === undefined ? [] : named(is, at, lostParams(was, is, removed.get(is) ?? []), "param", head),
  );
  return [...inTools, ...inOwn];
}

function lostTools(base: ComparedCatalog, head: ComparedCatalog): readonly string[] {
  const names = (tools: readonly ComparedTool[]) =>
    tools.filter(isCurrent).flatMap((tool) => [tool.name, ...tool.aliases.map(({ name }) => name)]);
  const unequal = unequalTools(base, head);
  const kept = new Set(names(unequal.head.map(({ tool }) => tool)));
  const lost = names(unequal.base.map(({ tool }) => tool)).filter((name) => !kept.has(name));
  if (lost.length === 0) return [];
  const now = new Set(names(head.tools));
  return lost.filter((name) => !now.has(name));
}

type RemovedField = EventOf<"field-removed">;

function removedParams(events: readonly DiffEvent[]): ReadonlyMap<ComparedTool, readonly RemovedField[]> {
  const found = new Map<ComparedTool, RemovedField[]>();
  for (const event of events) {
    if (event.kind !== "field-removed" || event.at.side !== "input") continue;
    const known = found.get(event.at.head);
    if (known === undefined) found.set(event.at.head, [event]);
    else known.push(event);
  }
  return found;
}

/** Params that nothing in the tool answers to any more. */
function lostParams(was: ComparedTool, is: ComparedTool, events: readonly RemovedField[]): readonly string[] {
  const removed = events.flatMap(({ at, field }) => (at.base === was ? [field.name] : []));
  const kept = new Set(is.params.flatMap(({ name, aliases = [] }) => [name, ...aliases.map((alias) => alias.name)]));
  return removed.filter((name) => !kept.has(name));
}

function named(
  tool: ComparedTool,
  at: Place,
  gone: readonly string[],
  kind: "tool" | "param",
  catalog: ComparedCatalog,
): readonly Consequence[] {
  if (gone.length === 0) return [];
  let known: ReadonlySet<string> | undefined;
  // A word that the tool itself has a meaning for, as a value or deeper inside, leads somewhere.
  const isKnown = (name: string): boolean => {
    known ??= namesWithin(tool, catalog);
    return known.has(name);
  };
  const wanted = new Set(gone);
  // One look for each name at a text is less than a list of its words, where few names are gone.
  const mayName = (text: string) => gone.length > 4 || gone.some((name) => text.includes(name));
  const reported = new Set<string>();
  return textsIn(tool, at.headPointer).flatMap(({ text, pointer: where }) =>
    (mayName(text) ? namesIn(text) : []).flatMap((name) => {
      if (!wanted.has(name) || reported.has(name) || !isNamed(name, text) || isKnown(name)) return [];
      reported.add(name);
      const place = where === undefined ? at : { ...at, headPointer: where };
      const message = `a text of '${tool.name}' names the ${kind} '${name}', which is gone`;
      return [consequence("description-dangling-reference", place, message, "name what took its place, or nothing")];
    }),
  );
}

/** Whatever may be a name, each once: texts are read once, however many names are gone. */
function namesIn(text: string): readonly string[] {
  const words = (text.match(/[A-Za-z0-9_][\w.-]*/g) ?? []).filter(({ length }) => length <= maxNameLength);
  return [...new Set(words.map((word) => word.replace(/[.-]+$/, "")))];
}

/** What is longer is data. */
const maxNameLength = 200;

/** A name of several parts is a name wherever it stands; one plain word is only where it is marked as one. */
function isNamed(name: string, text: string): boolean {
  const escaped = name.replaceAll(/[.-]/g, "\\$&");
  if (new RegExp(`[\`'"]${escaped}[\`'"]`).test(text)) return true;
  const isWord = /^[A-Za-z]?[a-z]*$/.test(name);
  return !isWord && new RegExp(`(?<![\\w/.-])${escaped}(?![\\w/-]|\\.\\w)`).test(text);
}
