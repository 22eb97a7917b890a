import fc from "fast-check";
import { expect, it } from "vitest";
import { placeOfAgent } from "../../src/services/namespaces/agent-place.ts";
import { controlInName } from "../../src/services/namespaces/control-characters.ts";
import { namespaceProblem } from "../../src/services/namespaces/namespace.ts";

const name = fc
  .oneof(
    fc.string({
      unit: fc.constantFrom("a", "/", "%", " ", ".", "2", "0", "F", "\u2002", "\u3000"),
      minLength: 1,
      maxLength: 12,
    }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
  )
  .filter((text) => controlInName(text) === undefined);

it("each agent has a place of its own", () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(namespaceProblem(placeOfAgent("_messages", one))).toBeUndefined();
      expect(placeOfAgent("_messages", one).split("/")).toHaveLength(2);
      expect(placeOfAgent("_messages", one) === placeOfAgent("_messages", other)).toBe(one === other);
      // Nor has the word that stands for a name, where that is a name itself.
      const word = placeOfAgent("_messages", one).slice("_messages/".length);
      expect(placeOfAgent("_messages", word) === placeOfAgent("_messages", one)).toBe(word === one);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ["ai:claude@desk", "_messages/ai:claude@desk"],
  ["Claude Code", "_messages/Claude%20Code"],
  ["a/b", "_messages/a%2Fb"],
  ["..", "_messages/%2E%2E"],
])("what is sent to %s is in %s", (agent, namespace) => {
  expect(placeOfAgent("_messages", agent)).toBe(namespace);
});
