import { singular, wordsOf } from "../lint/name-words.ts";
import type { ComparedCatalog, ComparedTool } from "./compared.ts";
import { currentComparedTools } from "./compared.ts";
import type { ToolPart } from "./event.ts";
import { alikeFrom, likenessOf, type ToolView, viewOf } from "./likeness.ts";
import { matchesByName } from "./name-matches.ts";

/** What became of the names that are gone, and where the new ones come from. All keys are names of tools. */
export interface Renames {
  /** Removed tool → the one that answers to its name. */
  readonly replacements: ReadonlyMap<string, ComparedTool>;
  /** Removed tool → the new one that looks like it. */
  readonly renameCandidates: ReadonlyMap<string, ComparedTool>;
  /** Removed tool → why its candidate was chosen, where the names show it. */
  readonly evidence: ReadonlyMap<string, string>;
  readonly splits: readonly Regrouped[];
  readonly merges: readonly Regrouped[];
  /** New tools that one of the above is about → the tools that they come from. */
  readonly formers: ReadonlyMap<string, readonly string[]>;
}

interface Regrouped {
  readonly whole: ComparedTool;
  readonly parts: readonly ToolPart[];
}

/** Pairs the tools that are gone with the new ones: by alias, by letter case, by likeness, by what a param chooses. */
export function renamesOf(base: ComparedCatalog, head: ComparedCatalog): Renames {
  const was = currentComparedTools(base);
  const is = currentComparedTools(head);
  const removed = without(was, is);
  const added = without(is, was);
  const replacements = replacementsOf(removed, head);
  const lost = removed.filter(({ name }) => !replacements.has(name));
  const fresh = added.filter((tool) => ![...replacements.values()].includes(tool));
  // A tool that was announced to go has not been renamed; what became of it stands in its notice.
  const unannounced = lost.filter(({ deprecated }) => deprecated === undefined);
  const alike = renameCandidatesOf(unannounced, fresh);
  const [unknown, unclaimed] = [
    unannounced.filter(({ name }) => !alike.has(name)),
    fresh.filter((tool) => ![...alike.values()].includes(tool)),
  ];
  // One for several is more than a name for a name.
  const regroups = new Set(
    [...regrouped(unknown, unclaimed), ...regrouped(unclaimed, unknown)].map(({ whole }) => whole),
  );
  const named = matchesByName(
    unknown.filter((tool) => !regroups.has(tool)),
    unclaimed.filter((tool) => !regroups.has(tool)),
  );
  const renameCandidates = new Map([...alike, ...[...named].map(([name, { tool }]) => [name, tool] as const)]);
  const paired = new Set(renameCandidates.values());
  const gone = lost.filter(({ name }) => !renameCandidates.has(name));
  const rest = fresh.filter((tool) => !paired.has(tool));
  const splits = regrouped(gone, rest);
  const merges = regrouped(rest, gone);
  return {
    replacements,
    renameCandidates,
    evidence: new Map([...named].map(([name, { evidence }]) => [name, evidence])),
    splits,
    merges,
    formers: formersOf({ replacements, renameCandidates, splits, merges }),
  };
}

function without(tools: readonly ComparedTool[], others: readonly ComparedTool[]): readonly ComparedTool[] {
  const names = new Set(others.map(({ name }) => name));
  return tools.filter(({ name }) => !names.has(name));
}

function replacementsOf(removed: readonly ComparedTool[], head: ComparedCatalog): ReadonlyMap<string, ComparedTool> {
  const names = new Set(removed.map(({ name }) => name));
  const tools = [...head.tools, ...(head.builtins ?? [])];
  return new Map(
    tools.flatMap((tool) =>
      tool.aliases.filter(({ name }) => names.has(name)).map(({ name }) => [name, tool] as const),
    ),
  );
}

/** Pairs of which each is the other's best match. One that two look alike to is not guessed at. */
function renameCandidatesOf(
  removed: readonly ComparedTool[],
  added: readonly ComparedTool[],
): ReadonlyMap<string, ComparedTool> {
  const renameCandidates = new Map<string, ComparedTool>();
  const byFolded = new Map(added.map((tool) => [tool.name.toLowerCase(), tool]));
  for (const { name } of removed) {
    const recased = byFolded.get(name.toLowerCase());
    if (recased !== undefined) renameCandidates.set(name, recased);
  }
  const taken = new Set(renameCandidates.values());
  const was = removed.filter(({ name }) => !renameCandidates.has(name)).map(viewOf);
  const is = added.filter((tool) => !taken.has(tool)).map(viewOf);
  const bestOfOld = bests(was, is);
  const bestOfNew = bests(is, was);
  for (const [old, renameCandidate] of bestOfOld)
    if (bestOfNew.get(renameCandidate) === old) renameCandidates.set(old.tool.name, renameCandidate.tool);
  return renameCandidates;
}

/** For each tool the one that looks most like it, where one does and no other does as much. */
function bests(views: readonly ToolView[], others: readonly ToolView[]): ReadonlyMap<ToolView, ToolView> {
  const index = indexOf(others);
  const found = new Map<ToolView, ToolView>();
  for (const view of views) {
    let best = 0;
    let winners: readonly ToolView[] = [];
    for (const other of candidates(view, index)) {
      const score = likenessOf(view, other);
      if (score < alikeFrom || score < best) continue;
      winners = score === best ? [...winners, other] : [other];
      best = score;
    }
    const [only] = winners;
    if (only !== undefined && winners.length === 1) found.set(view, only);
  }
  return found;
}

/** A tool is compared with so many others at most that share a word with it, so that long lists stay quick. */
const maxCompared = 50;

function indexOf(views: readonly ToolView[]): ReadonlyMap<string, readonly ToolView[]> {
  const index = new Map<string, ToolView[]>();
  for (const view of views) {
    for (const key of keysOf(view)) {
      const bucket = index.get(key);
      if (bucket === undefined) index.set(key, [view]);
      else bucket.push(view);
    }
  }
  return index;
}

/** Tools that share none of these are not alike; those that share rare ones come first. */
function candidates(view: ToolView, index: ReadonlyMap<string, readonly ToolView[]>): ReadonlySet<ToolView> {
  const buckets = keysOf(view)
    .flatMap((key) => [index.get(key) ?? []])
    .sort((a, b) => a.length - b.length);
  const found = new Set<ToolView>();
  for (const bucket of buckets) {
    for (const other of bucket) {
      found.add(other);
      if (found.size >= maxCompared) return found;
    }
  }
  return found;
}

function keysOf({ text, name, params }: ToolView): readonly string[] {
  const words = [...text].map((word) => `text ${word}`);
  const named = [...name].map((word) => `name ${word}`);
  return [...words, ...named, ...[...params.keys()].map((param) => `param ${param}`)];
}

/** Tools of `wholes` whose deeds two or more of `parts` do: one of its params lists their verbs. */
function regrouped(wholes: readonly ComparedTool[], parts: readonly ComparedTool[]): readonly Regrouped[] {
  const taken = new Set<ComparedTool>();
  return wholes.flatMap((whole): readonly Regrouped[] => {
    const found = parts.filter((part) => !taken.has(part)).flatMap((tool) => partOf(whole, tool) ?? []);
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
  const shared = new Set(wordsOf(whole.name).map(singular));
  const deeds = words.filter((word) => !shared.has(singular(word)));
  if (deeds.length === words.length || deeds.length === 0) return undefined;
  for (const { name, type } of whole.params) {
    if (type.kind !== "enum" || type.values.length < 2) continue;
    const [value] = type.values
      .map((one) => one.value)
      .filter((one) => typeof one === "string" && sameDeed(one, deeds))
      .sort((one, other) => String(other).length - String(one).length);
    if (typeof value !== "string") continue;
    const known = tool.params.filter((param) => whole.params.some((one) => one.name === param.name));
    return known.length * 2 >= tool.params.length ? { tool, set: { [name]: value } } : undefined;
  }
  const isWithin = words.slice(0, -deeds.length).map(singular).join() === [...shared].join();
  return isWithin && areNamedIn(deeds, whole) ? { tool, set: {} } : undefined;
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

function formersOf({
  replacements,
  renameCandidates,
  splits,
  merges,
}: Omit<Renames, "formers" | "evidence">): Renames["formers"] {
  const pairs = [
    ...[...replacements].map(([name, replacement]) => [replacement.name, name] as const),
    ...[...renameCandidates].map(([name, renameCandidate]) => [renameCandidate.name, name] as const),
    ...splits.flatMap(({ whole, parts }) => parts.map(({ tool }) => [tool.name, whole.name] as const)),
    ...merges.flatMap(({ whole, parts }) => parts.map(({ tool }) => [whole.name, tool.name] as const)),
  ];
  const formers = new Map<string, string[]>();
  for (const [name, former] of pairs) formers.set(name, [...(formers.get(name) ?? []), former]);
  return formers;
}
