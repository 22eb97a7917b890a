import { lettersOf, singular, singularsOf, wordsOf } from "../lint/name-words.ts";
import type { ComparedTool } from "./compared.ts";
import type { ToolPart } from "./event.ts";
import { type Profile, place } from "./rename-scores.ts";
import { type ComparedLists, clearBest } from "./scored-matches.ts";
import { deedOf, senseOfVerb } from "./verb-senses.ts";

// Several tools that became one, and one that became several.

export interface Regrouped {
  readonly whole: ComparedTool;
  readonly parts: readonly ToolPart[];
}

type Tools = readonly ComparedTool[];

/** Tools of `wholes` whose deeds two or more of `parts` do: one of its params lists their verbs, or their names. */
export function regroupedByParam(wholes: Tools, parts: Tools): readonly Regrouped[] {
  const taken = new Set<ComparedTool>();
  return wholes.flatMap((whole): readonly Regrouped[] => {
    const free = parts.filter((part) => !taken.has(part));
    const sharing = free.flatMap((tool) => partOf(whole, tool) ?? []);
    const found = sharing.length < 2 ? namedByValues(whole, free) : sharing;
    if (found.length < 2) return [];
    for (const { tool } of found) taken.add(tool);
    return [{ whole, parts: found }];
  });
}

/**
 * `issue_write` with the param `method: create | update` does what `create_issue` did: they share a word, the rest of the
 * part's name is a value of the param, and the whole has most of the part's params.
 */
function partOf(whole: ComparedTool, tool: ComparedTool): ToolPart | undefined {
  const words = wordsOf(tool.name);
  const shared = singularsOf(whole.name);
  const deeds = words.filter((word) => !shared.has(singular(word)));
  if (deeds.length === words.length || deeds.length === 0) return undefined;
  for (const { name, type } of whole.params) {
    if (type.kind !== "enum" || type.values.length < 2) continue;
    const [value] = type.values
      .map((one) => one.value)
      .filter((one) => typeof one === "string" && sameDeed(one, deeds))
      .sort((one, other) => String(other).length - String(one).length);
    if (typeof value !== "string") continue;
    return leavesDeed(value, deeds, whole) || placed(tool, whole) < 0.5 ? undefined : { tool, set: { [name]: value } };
  }
  const isWithin = words.slice(0, -deeds.length).map(singular).join() === [...shared].join();
  return isWithin && areNamedIn(deeds, whole) ? { tool, set: {} } : undefined;
}

/** `validate_node_minimal` is not `get_node` with `detail: minimal`: nothing there validates. */
function leavesDeed(value: string, deeds: readonly string[], whole: ComparedTool): boolean {
  const [said, deed] = [wordsOf(value), deedOf(wordsOf(whole.name))];
  if (said.some((word) => senseOfVerb(word) !== undefined) || deed === undefined) return false;
  return deeds.some((word) => {
    const sense = said.includes(word) ? undefined : senseOfVerb(word);
    return sense !== undefined && sense !== deed;
  });
}

/**
 * `interact` with the param `action: click | doubleclick | hover` does what `hover`, `double_click` and `click_element` did: two or more
 * names are values, a further one has a word more, and every param has its place.
 */
function namedByValues(whole: ComparedTool, parts: Tools): readonly ToolPart[] {
  const placeable = parts.filter((part) => placed(part, whole) === 1);
  for (const { name, type } of whole.params) {
    if (type.kind !== "enum") continue;
    const values = type.values.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
    const partsFor = (rest: readonly string[], fits: (part: string, value: string) => boolean) =>
      rest.flatMap((value): readonly ToolPart[] => {
        const [tool, ...more] = placeable.filter((part) => fits(part.name, value));
        return tool === undefined || more.length > 0 ? [] : [{ tool, set: { [name]: value } }];
      });
    const exact = partsFor(values, (part, value) => lettersOf(part) === lettersOf(value));
    if (exact.length < 2) continue;
    const rest = values.filter((value) => !exact.some(({ set }) => set[name] === value));
    const isTaken = (part: string) => exact.some(({ tool }) => tool.name === part);
    return [...exact, ...partsFor(rest, (part, value) => !isTaken(part) && isWithOneWordMore(part, value))];
  }
  return [];
}

function isWithOneWordMore(part: string, value: string): boolean {
  const [words, said] = [wordsOf(part), wordsOf(value)];
  return said.length > 0 && words.length === said.length + 1 && said.every((word) => words.includes(word));
}

/** Share of a tool's params that another one has a place for. */
function placed({ params }: ComparedTool, whole: ComparedTool): number {
  const kinds = new Map(whole.params.map(({ name, type }) => [name, type.kind]));
  return params.length === 0
    ? 1
    : params.filter(({ name, type }) => place(name, type.kind, kinds) >= 0.5).length / params.length;
}

/** `emulate` with the params `cpuThrottling` and `networkConditions` does what `emulate_cpu` and `emulate_network` did. */
function areNamedIn(deeds: readonly string[], whole: ComparedTool): boolean {
  const named = whole.params.flatMap(({ name }) => wordsOf(name));
  return deeds.every((deed) => named.includes(deed));
}

function sameDeed(value: string, deeds: readonly string[]): boolean {
  const words = wordsOf(value);
  return words.length > 0 && words.every((word) => deeds.includes(word));
}

/** From this score on a tool may be a part of one that its name shares words with. */
const partFrom = 0.3;

/** More that come and go at once are another server. */
const maxPairs = 40_000;

interface Compared extends Pick<ComparedLists, "score" | "profiles"> {
  /** False for a part that was already found under another name. */
  readonly mayBe: (part: ComparedTool, whole: ComparedTool) => boolean;
}

/**
 * Those of `regroupedByParam`, and tools of `wholes` that are the clear best of several of `parts` and whose whole name comes
 * from theirs: `get_node` from `get_node_info` and `get_node_docs`, `search_and_geocode` from `poi_search` and
 * `forward_geocode`.
 */
export function regrouped(wholes: Tools, parts: Tools, compared: Compared): readonly Regrouped[] {
  if (wholes.length * parts.length === 0 || wholes.length * parts.length > maxPairs) return [];
  const byParam = regroupedByParam(wholes, parts);
  const taken = new Set(byParam.flatMap(({ parts: found }) => found.map(({ tool }) => tool)));
  const found = new Map(byParam.map(({ whole, parts: its }) => [whole, [...its]]));
  for (const tool of parts) {
    const [whole, part] = taken.has(tool) ? [] : (bestWhole(tool, wholes, compared) ?? []);
    if (whole !== undefined && part !== undefined) found.set(whole, [...(found.get(whole) ?? []), part]);
  }
  return [...found].flatMap(([whole, its]) => {
    const isNamed = byParam.some((one) => one.whole === whole) || comesFrom(whole, its, compared);
    return its.length >= 2 && isNamed ? [{ whole, parts: its }] : [];
  });
}

function bestWhole(
  tool: ComparedTool,
  wholes: Tools,
  { score, profiles, mayBe }: Compared,
): readonly [ComparedTool, ToolPart] | undefined {
  const targets = wholes.filter((whole) => mayBe(tool, whole));
  const [only, ...more] = targets.flatMap((whole) => {
    const part = partOf(whole, tool);
    return part === undefined ? [] : [[whole, part] as const];
  });
  if (only !== undefined && more.length === 0) return only;
  const profile = profiles(tool);
  const best = clearBest(targets.map(profiles), (whole) => score(profile, whole).total);
  if (best === undefined || score(profile, best).total < partFrom) return undefined;
  return isOther(profile, best) || placed(tool, best.tool) < 0.5 ? undefined : [best.tool, { tool, set: {} }];
}

function comesFrom(whole: ComparedTool, parts: readonly ToolPart[], { profiles }: Compared): boolean {
  const named = new Set(parts.flatMap(({ tool }) => [...profiles(tool).name]));
  return [...profiles(whole).name].every((word) => named.has(word));
}

function isOther({ deed }: Profile, whole: Profile): boolean {
  return deed !== undefined && whole.deed !== undefined && deed !== whole.deed && !whole.name.has(deed);
}
