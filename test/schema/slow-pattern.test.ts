import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPattern } from "../../src/compiler/schema/pattern/parse-pattern.ts";
import { slowPattern } from "../../src/compiler/schema/pattern/slow-pattern.ts";
import { backtrackingSteps } from "./backtracking-steps.ts";

/** Every one hangs a backtracking matcher, or slows it down by a power of the length of its text. */
const slow = [
  // Counted repeats inside counted repeats, and of what overlaps with its neighbour.
  "^(.*a){20}$",
  "^(a?){30}$",
  "^(a{1,10}){1,10}$",
  "^((?:a{1,10}){1,10}){1,10}$",
  "^(?:.{0,50}){0,50}$",
  // Repeats of repeats.
  "^(a+)+$",
  "(a+)+b",
  "^(a*)*$",
  "^(\\p{L}+)*$",
  "^([a-z0-9]+-?)*$",
  "^(\\w+\\s?)*$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  // Alternatives that take the same text.
  "^(a|a)*$",
  "^(a|ab|b)*c$",
  "^(a|a?)+$",
  "^(\\d|[0-9a-f])*$",
  "^(\\p{Extended_Pictographic}|\\p{Emoji_Component})+$",
  // Behind a look ahead.
  "^(?!.*(a+)+$)b",
  "^(?=(x+x+)+y)x",
  // Polynomial: neighbours that share texts, and a search that begins anywhere.
  "^.*.*$",
  "^a*a*$",
  "^\\s*\\w*\\s*\\w*$",
  "^.*foo.*$",
  "^\\S+@\\S+\\.\\S+$",
  "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
  "\\s+$",
  "[a-z]+@",
];

/** Of published schemas, and of libraries that write schemas. */
const fast = [
  "\\S",
  "^.+$",
  ".*",
  ".+",
  "^.*foo",
  "^https?://",
  "\\.ya?ml$",
  "^[a-z][a-z0-9_-]{0,31}$",
  "^(?:[a-z]+,)*[a-z]+$",
  "^[a-z0-9]+(?:-[a-z0-9]+)*$",
  "^/[a-z]+(/[a-z]+)*/?$",
  "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z?$",
  "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$",
  "^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
  "^arn:aws[a-z-]*:iam::\\d{12}:role/.+$",
  "^.{1,10000}$",
  "^\\p{L}[\\p{L}\\p{N} ]*$",
  "^(?=.*[a-z])(?=.*[0-9]).+$",
  "^(?!__proto__$)[A-Za-z_]\\w*$",
  "\\bword\\b",
  "(?<=^|,)a",
  "^[\\ud83d\\ude00-\\ud83d\\ude4f]+$",
  // What zod writes for its formats.
  "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
  "^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$",
];

describe("patterns that may take too long", () => {
  test.each(slow)("%s", (pattern) => {
    expect(() => new RegExp(pattern, "u")).not.toThrow();
    expect(slowPattern(pattern)).toBe("some texts can be matched in too many ways");
  });

  test.each([
    ["^(\\w+) \\1$", "it has a back reference"],
    ["(?<=a+)b", "it looks behind for something that repeats"],
    ["a".repeat(4001), "it is longer than 4000 characters"],
  ])("%s can't be judged", (pattern, why) => expect(slowPattern(pattern)).toBe(why));
});

describe("patterns that never take long", () => {
  test.each(fast)("%s", (pattern) => expect(slowPattern(pattern)).toBeUndefined());
});

describe("a limit of the text's length", () => {
  test("lets a polynomial one through, but none that doubles its work with each character", () => {
    expect(slowPattern("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", 254)).toBeUndefined();
    expect(slowPattern("\\s+$", 500)).toBeUndefined();
    expect(slowPattern("\\s+$", 100_000)).toBeDefined();
    expect(slowPattern("^(a|a)*$", 100)).toBeDefined();
    expect(slowPattern("^(a|a)*$", 10)).toBeUndefined();
  });
});

/** Patterns over two letters, with all that a matcher can do. */
const pattern = fc.letrec<{ any: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("a", "b", ".", "[ab]", "\\w", "\\b"),
    fc.tuple(fc.constantFrom("(?:", "(", "(?=", "(?!"), tie("any")).map(([open, inner]) => `${open}${inner})`),
  ),
  any: fc
    .array(fc.tuple(tie("atom"), fc.constantFrom("", "", "*", "+", "?", "{2}", "{0,3}", "{2,}", "*?", "|")), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.map(([atom, count]) => `${atom}${/^\(\?[=!]|^\\b/.test(atom) ? "" : count}`).join("")),
})).any;

test("no text costs a backtracking matcher more than the proof allows", () => {
  const ends = fc.constantFrom("", "^", "$", "^$");
  const texts = fc.array(fc.constantFrom("a", "b", "ab", "aaaaaaaa", "abababab", "bbbbbb", "!"), { maxLength: 8 });
  fc.assert(
    fc.property(pattern, ends, texts, (inner, anchors, parts) => {
      const source = `${anchors.includes("^") ? "^" : ""}(?:${inner})${anchors.includes("$") ? "$" : ""}`;
      const text = parts.join("");
      const whole = readPattern(source);
      if (whole === undefined) throw new Error(`${source} was not read`);
      const allowed = 4000 * (text.length + 1);
      const steps = backtrackingSteps(whole, text, allowed);
      if (steps.found !== undefined) expect(steps.found).toBe(new RegExp(source, "u").test(text));
      // Each step of the proof is a few of a matcher that walks a tree.
      if (slowPattern(source) === undefined) expect(steps.count).toBeLessThan(allowed);
    }),
    { numRuns: 1000 },
  );
});

test("the matcher that counts is as slow as patterns are", () => {
  const whole = readPattern("^(?:a|a)*$");
  if (whole === undefined) throw new Error("it was not read");
  expect(backtrackingSteps(whole, `${"a".repeat(22)}!`, 2_000_000).count).toBe(2_000_000);
});
