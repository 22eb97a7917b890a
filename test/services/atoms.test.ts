import fc from "fast-check";
import { expect, it } from "vitest";
import { atomsOf } from "../../src/services/upkeep/atoms.ts";

const text = fc.string({
  unit: fc.constantFrom("Ab", "c", "ä", "🌊", " ", ". ", "! ", "\n", "\n\n", "\r\n", "\u2028", "longword".repeat(40)),
  maxLength: 60,
});
const limit = fc.integer({ min: 50, max: 80 });
const solid = (parts: readonly string[]) => parts.join("").replaceAll(/\s+/gu, "");

it("nothing but white space is lost, in the order of the text, and each atom fits", () => {
  fc.assert(
    fc.property(text, limit, (whole, maxTokens) => {
      const atoms = atomsOf(whole, maxTokens);
      expect(solid(atoms)).toBe(solid([whole]));
      for (const atom of atoms) {
        expect(atom.trim()).not.toBe("");
        expect(Buffer.byteLength(atom)).toBeLessThanOrEqual(4 * maxTokens);
      }
    }),
    { numRuns: 500 },
  );
});

it("a paragraph shares no atom with another, and sentences stay whole where they fit", () => {
  const sentence = (word: string) => `The ${word} has seven parts that are all listed here one by one.`;
  const whole = `${sentence("bow")} ${sentence("stern")} ${sentence("mast")}\n\n${sentence("sail")}`;
  expect(atomsOf(whole, 50)).toEqual([`${sentence("bow")} ${sentence("stern")} ${sentence("mast")}`, sentence("sail")]);
  expect(atomsOf(`${whole}\n${sentence("keel")}`, 50).slice(1)).toEqual([`${sentence("sail")} ${sentence("keel")}`]);
  expect(atomsOf(`${sentence("bow".repeat(20))} ${sentence("stern".repeat(12))}`, 50)).toHaveLength(2);
});
