import { contains } from "../../src/compiler/schema/pattern/char-set.ts";
import { classSet } from "../../src/compiler/schema/pattern/class-set.ts";
import type { WholePattern } from "../../src/compiler/schema/pattern/parse-pattern.ts";

// A matcher that goes back, step by step as the language's specification describes it (ECMA-262, "RegExp pattern semantics"), and counts.

type Goes = (at: number) => boolean;

const spent = Symbol("all steps are spent");

/** @returns whether the pattern was found, and the steps of the search; after `atMost` steps, that number and no answer */
export function backtrackingSteps(
  pattern: WholePattern,
  text: string,
  atMost: number,
): { readonly found: boolean | undefined; readonly count: number } {
  const points = Array.from(text);
  let count = 0;
  const isWord = (at: number) => /^\w$/.test(points[at] ?? "");

  function match(part: WholePattern, at: number, next: Goes): boolean {
    if (++count >= atMost) throw spent;
    switch (part.kind) {
      case "set":
      case "class": {
        const point = points[at]?.codePointAt(0);
        const set = part.kind === "set" ? part.set : classSet(part.text);
        return point !== undefined && contains(set, point) && next(at + 1);
      }
      case "begin":
        return at === 0 && next(at);
      case "end":
        return at === points.length && next(at);
      case "boundary":
        return (isWord(at - 1) !== isWord(at)) !== part.negative && next(at);
      case "sequence": {
        const from = (index: number): Goes => {
          const one = part.parts[index];
          return one === undefined ? next : (place) => match(one, place, from(index + 1));
        };
        return from(0)(at);
      }
      case "either":
        return part.options.some((option) => match(option, at, next));
      case "repeat":
        return repeat(part, 0, at, next);
      case "look":
        if (part.ahead) return match(part.part, at, () => true) !== part.negative && next(at);
        throw new Error("what looks behind is not counted");
      default:
        throw new Error(`a ${part.kind} is not counted`);
    }
  }

  function repeat(part: WholePattern & { kind: "repeat" }, rounds: number, at: number, next: Goes): boolean {
    if (++count >= atMost) throw spent;
    const again = () =>
      rounds < part.max &&
      match(part.part, at, (place) =>
        // A round beyond those that must be, which matched nothing, is none.
        rounds >= part.min && place === at ? false : repeat(part, rounds + 1, place, next),
      );
    return rounds < part.min ? again() : again() || next(at);
  }

  try {
    for (let start = 0; start <= points.length; start++) {
      if (match(pattern, start, () => true)) return { found: true, count };
    }
    return { found: false, count };
  } catch (problem) {
    if (problem !== spent) throw problem;
    return { found: undefined, count };
  }
}
