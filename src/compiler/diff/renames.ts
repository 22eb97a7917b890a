import { isCurrent } from "../catalog/versions.ts";
import type { ComparedCatalog, ComparedTool } from "./compared.ts";
import { currentComparedTool, currentComparedTools } from "./compared.ts";
import { alikeFrom, likenessOf, type ToolView, viewOf } from "./likeness.ts";
import { matchesByName, type NameMatch } from "./name-matches.ts";
import { type Regrouped, regrouped, regroupedByParam } from "./regroup.ts";
import { sameWords } from "./rename-scores.ts";
import { type IndexedTool, unequalTools } from "./same-tool.ts";
import { type ComparedLists, comparedLists, scoredMatches } from "./scored-matches.ts";

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

/** Pairs the tools that are gone with the new ones: by alias, by letter case, by likeness, by what a param chooses. */
export function renamesOf(base: ComparedCatalog, head: ComparedCatalog): Renames {
  const unequal = unequalTools(base, head);
  const removed = namedOnlyIn(unequal.base, head);
  const added = namedOnlyIn(unequal.head, base);
  if (removed.length === 0 && added.length === 0) return noRenames;
  const was = currentComparedTools(base);
  const is = currentComparedTools(head);
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
    [...regroupedByParam(unknown, unclaimed), ...regroupedByParam(unclaimed, unknown)].map(({ whole }) => whole),
  );
  const free = (tools: readonly ComparedTool[]) => tools.filter((tool) => !regroups.has(tool));
  const named = matchesByName(free(unknown), free(unclaimed));
  const lists = comparedLists(was, is);
  const scored = scoredMatches(
    free(unknown).filter(({ name }) => !named.has(name)),
    free(unclaimed).filter((tool) => ![...named.values()].some((match) => match.tool === tool)),
    lists,
  );
  const matches = new Map<string, Match>([
    ...[...alike].map(([name, tool]) => [name, { tool }] as const),
    ...named,
    ...scored,
  ]);
  const { splits, merges } = regroupedOf(lost, fresh, { matches, lists });
  const gone = new Set([...splits, ...merges].flatMap(({ whole, parts }) => [whole, ...parts.map(({ tool }) => tool)]));
  const isGone = new Set([...gone].map(({ name }) => name));
  const kept = [...matches].filter(([name, { tool }]) => !isGone.has(name) && !gone.has(tool));
  const renameCandidates = new Map(kept.map(([name, { tool }]) => [name, tool]));
  return {
    replacements,
    renameCandidates,
    evidence: new Map(kept.flatMap(([name, { evidence }]) => (evidence === undefined ? [] : [[name, evidence]]))),
    splits,
    merges,
    formers: formersOf({ replacements, renameCandidates, splits, merges }),
  };
}

const noRenames: Renames = {
  replacements: new Map(),
  renameCandidates: new Map(),
  evidence: new Map(),
  splits: [],
  merges: [],
  formers: new Map(),
};

type Match = Pick<NameMatch, "tool"> & Partial<NameMatch>;

/** A tool that was found under another name may be one of several that became that one, unless both names have the same words. */
function regroupedOf(
  lost: readonly ComparedTool[],
  fresh: readonly ComparedTool[],
  { matches, lists }: { readonly matches: ReadonlyMap<string, Match>; readonly lists: ComparedLists },
): Pick<Renames, "splits" | "merges"> {
  const oldOf = new Map([...matches].map(([name, { tool }]) => [tool, name]));
  const isFixed = (old: string | undefined, tool: ComparedTool | undefined) =>
    old !== undefined && tool !== undefined && sameWords(old, tool.name);
  const olds = lost.filter(({ name }) => !isFixed(name, matches.get(name)?.tool));
  const news = fresh.filter((tool) => !isFixed(oldOf.get(tool), tool));
  return {
    splits: regrouped(olds, news, {
      ...lists,
      mayBe: (part, whole) => (oldOf.get(part) ?? whole.name) === whole.name,
    }),
    merges: regrouped(news, olds, {
      ...lists,
      mayBe: (part, whole) => (matches.get(part.name)?.tool ?? whole) === whole,
    }),
  };
}

/** Current tools of whose name the other side has none. */
function namedOnlyIn(tools: readonly IndexedTool[], other: ComparedCatalog): readonly ComparedTool[] {
  return tools.flatMap(({ tool }) =>
    isCurrent(tool) && currentComparedTool(tool.name, other) === undefined ? [tool] : [],
  );
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
