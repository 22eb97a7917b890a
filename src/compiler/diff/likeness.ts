import { singular, verbEffectOf, wordsOf as wordsOfName } from "../lint/name-words.ts";
import { contentWords, similarity as shareOfWords } from "../lint/words.ts";
import type { ComparableType, ComparedField } from "./comparable-type.ts";
import type { ComparedTool } from "./compared.ts";
import { deedOf, onlyOneDeletes } from "./verb-senses.ts";

// Is one tool another one under a new name? A guess, from what callers and models see of it. It only chooses what a finding
// reports: a removed name is a break, whether its replacement was found or not.

/**
 * From this score on a new tool is taken for an old one under another name. Two tools of one real list come to 0.53 at most
 * (`test/diff/likeness.test.ts` reads seven); one whose only param was renamed with it comes to 0.65.
 */
export const alikeFrom = 0.64;

/**
 * How much two tools look like one, from 0 to 1, the same whichever comes first. Its texts count half, its params a
 * quarter, its name and its result the rest; so a tool that was given another name and nothing else is well above
 * `alikeFrom`. What neither of them has is not counted. Tools that differ in whether they write or
 * destroy, or in what they are about, and tools that say too little to be known again (no text, and at most one param),
 * stay below `alikeFrom`.
 */
export function similarity(a: ComparedTool, b: ComparedTool): number {
  return likenessOf(viewOf(a), viewOf(b));
}

/** What is compared of a tool; made once for each of them. */
export interface ToolView {
  readonly tool: ComparedTool;
  readonly text: ReadonlySet<string>;
  /** Words of the name, without a plural's `s`. */
  readonly name: ReadonlySet<string>;
  /** Those of them that the text explains, but for verbs of reading. */
  readonly explained: readonly string[];
  /** What its name says is done. */
  readonly deed: string | undefined;
  readonly params: ReadonlyMap<string, ComparableType["kind"]>;
  readonly result: ReadonlyMap<string, ComparableType["kind"]>;
}

export function viewOf(tool: ComparedTool): ToolView {
  const text = contentWords(`${tool.summary} ${tool.description ?? ""}`);
  const name = new Set(wordsOfName(tool.name).map(singular));
  return {
    tool,
    text,
    name,
    explained: [...name].filter((word) => text.has(word) && verbEffectOf(word) !== "reads"),
    deed: deedOf(wordsOfName(tool.name)),
    params: kindsOf(tool.params),
    result: kindsOf(tool.result.kind === "object" ? tool.result.fields : []),
  };
}

export function likenessOf(a: ToolView, b: ToolView): number {
  if (isStranger(a, b)) return Math.min(scoreOf(a, b), stranger);
  return scoreOf(a, b);
}

function scoreOf(a: ToolView, b: ToolView): number {
  let score = 0;
  let total = 0;
  const add = (weight: number, isStated: boolean, share: () => number) => {
    if (!isStated) return;
    score += weight * share();
    total += weight;
  };
  add(0.5, a.text.size + b.text.size > 0, () => shareOfWords(a.text, b.text));
  add(0.25, a.params.size + b.params.size > 0, () => shareOfKinds(a.params, b.params));
  add(0.1, a.result.size + b.result.size > 0, () => shareOfKinds(a.result, b.result));
  add(0.15, true, () => shareOfWords(a.name, b.name));
  return score / total;
}

/** However alike two tools look, they are not one when they do different things, or when there is nothing to know them by. */
function isStranger(a: ToolView, b: ToolView): boolean {
  const [was, is] = [a.tool.effects, b.tool.effects];
  if (was.readOnly !== is.readOnly || was.destructive !== is.destructive) return true;
  if (onlyOneDeletes(a.deed, b.deed)) return true;
  const mute = a.text.size === 0 && b.text.size === 0 && Math.max(a.params.size, b.params.size) < 2;
  return mute || speaksAlone(a, b) || speaksAlone(b, a);
}

/**
 * A word of its name that its text explains and the other tool knows nothing of: `get_reviews` is not `get_comments`, and
 * `server_stop` not `server_start`, however alike the rest of their texts is. How something is read may be reworded.
 */
function speaksAlone({ explained }: ToolView, other: ToolView): boolean {
  return explained.some((word) => !other.text.has(word) && !other.name.has(word));
}

/** Below `alikeFrom`, whatever else is alike. */
const stranger = 0.5;

function kindsOf(fields: readonly ComparedField[]): ReadonlyMap<string, ComparableType["kind"]> {
  return new Map(fields.map(({ name, type }) => [name, type.kind]));
}

/** Names in common, half as much where the kinds differ; 1 where there are none. */
function shareOfKinds(
  a: ReadonlyMap<string, ComparableType["kind"]>,
  b: ReadonlyMap<string, ComparableType["kind"]>,
): number {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  let shared = 0;
  for (const [name, kind] of a) {
    const other = b.get(name);
    if (other === undefined) continue;
    shared++;
    common += other === kind ? 1 : 0.5;
  }
  return common / (a.size + b.size - shared);
}
