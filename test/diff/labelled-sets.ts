import { readFileSync } from "node:fs";
import { join } from "node:path";
import { recordedPairs, type SavedList } from "./pairs/saved-list.ts";
import { renamesProposed } from "./renames-proposed.ts";

// Which old name is which new one, as people say who read both lists; the diff is held to it.

interface Labels {
  /** Old name → new name; a param as `tool.param`. */
  readonly renames: Readonly<Record<string, string>>;
  /** Neither a rename nor a wrong proposal. */
  readonly allowed?: Readonly<Record<string, string>>;
  readonly why: string;
}

interface LabelledPair extends Labels {
  readonly name: string;
  readonly base: SavedList;
  readonly head: SavedList;
}

/** What the diff finds of a set of labelled pairs, each name behind its pair. */
export interface JudgedSet {
  readonly whys: readonly string[];
  readonly servers: number;
  readonly wanted: readonly string[];
  readonly missed: readonly string[];
  readonly proposed: readonly string[];
  readonly wrong: readonly string[];
}

const folder = join(import.meta.dirname, "..", "fixtures", "renames");

/**
 * `tuned`: the matching was made for these lists. `fresh`: labelled before the diff was run, and the matching improved with them since.
 * `blind`: labelled after that, and nothing was changed for them.
 */
export const setNames = ["tuned", "fresh", "blind"] as const;
export type SetName = (typeof setNames)[number];

export function judgedSet(name: SetName): JudgedSet {
  const { pairs } = read("labels", `${name}.json`) as { readonly pairs: Readonly<Record<string, Labels>> }; // our file
  const judged = (name === "tuned" ? ofRecordedPairs(pairs) : ofOwnLists(pairs)).map(judgedPair);
  const all = (key: "wanted" | "missed" | "proposed" | "wrong") => judged.flatMap((one) => one[key]);
  return {
    whys: Object.values(pairs).map(({ why }) => why),
    servers: new Set(judged.map(({ pair }) => pair.split(" ")[0])).size,
    wanted: all("wanted"),
    missed: all("missed"),
    proposed: all("proposed"),
    wrong: all("wrong"),
  };
}

function read(...names: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(folder, ...names), "utf8"));
}

function ofOwnLists(pairs: Readonly<Record<string, Labels>>): readonly LabelledPair[] {
  return Object.entries(pairs).map(([name, labels]) => {
    const [server = "", versions = ""] = name.split(" ");
    const [base, head] = versions.split("..").map((version) => read(server, `${version}.json`) as SavedList);
    if (base === undefined || head === undefined) throw new Error(`${name} names no two versions`);
    return { ...labels, name, base, head };
  });
}

function ofRecordedPairs(pairs: Readonly<Record<string, Labels>>): readonly LabelledPair[] {
  const none: Labels = { renames: {}, why: "" };
  return recordedPairs().map(({ server, base, head }) => {
    const name = `${server} ${base.version}..${head.version}`;
    return { ...(pairs[name] ?? none), name, base, head };
  });
}

function judgedPair({ name, base, head, renames, allowed = {} }: LabelledPair) {
  const inWords = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([old, now]) => `${old} → ${now}`);
  const wanted = inWords(renames);
  const right = new Set([...wanted, ...inWords(allowed)]);
  const proposed = renamesProposed(base, head).filter((one) => isLabelled(one, base, head));
  const inPair = (names: readonly string[]) => names.map((one) => `${name}: ${one}`);
  return {
    pair: name,
    wanted: inPair(wanted),
    missed: inPair(wanted.filter((one) => !proposed.includes(one))),
    proposed: inPair(proposed),
    wrong: inPair(proposed.filter((one) => !right.has(one))),
  };
}

/** Params of tools that have another name themselves were not labelled. */
function isLabelled(proposal: string, base: SavedList, head: SavedList): boolean {
  const tool = /^([^ ]+)\.[^. ]+ → /.exec(proposal)?.[1];
  const has = (list: SavedList) => list.tools.some(({ name }) => name === tool);
  return tool === undefined || (has(base) && has(head));
}
