import { nearDuplicatesAmong } from "../../lint/rules/overlap.ts";
import { type ComparedCatalog, ownCatalog } from "../compared.ts";
import type { Place } from "../event.ts";
import { type Consequence, consequence, type Sides, type TouchedTool } from "./consequence.ts";

/** Tools that came to read like another one. Asked only where a name or a text changed: the rest reads as it did. */
export function overlapConsequences(touched: readonly TouchedTool[], sides: Sides): readonly Consequence[] {
  const reworded = touched.some(({ base, head }) => base === undefined || base.summary !== head.summary);
  if (!reworded) return [];
  const places = new Map(touched.map(({ at, head }): [string, Place] => [head.name, at]));
  const found = pairsIn(sides.head, places);
  if (found.length === 0) return [];
  const before = new Set(pairsIn(sides.base, places).map(keyOf));
  return found.flatMap((pair) => {
    if (before.has(keyOf(pair))) return [];
    // The one that changed is the one to mend.
    const [name, other] = places.has(pair.name) ? [pair.name, pair.other] : [pair.other, pair.name];
    const at = places.get(name);
    if (at === undefined) return [];
    const yaml = sides.head.listed === true ? "" : `: guidance: {avoid_when: [… use ${other}]}`;
    const help = `say in one of them when to use the other${yaml}`;
    const message = `'${name}' reads like '${other}' now (${pair.score} of 100)`;
    return [consequence("near-duplicate-introduced", at, message, help)];
  });
}

interface LikePair {
  readonly name: string;
  readonly other: string;
  readonly score: number;
}

/** Those with a tool that changed. */
function pairsIn(catalog: ComparedCatalog, changed: ReadonlyMap<string, Place>): readonly LikePair[] {
  const pairs = nearDuplicatesAmong(ownCatalog(catalog), ({ name }) => changed.has(name));
  return [...pairs].map(([tool, { other, score }]) => ({
    name: tool.name,
    other: other.name,
    score: Math.round(score * 100),
  }));
}

function keyOf({ name, other }: LikePair): string {
  return JSON.stringify([name, other].sort());
}
