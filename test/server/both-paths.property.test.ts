import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCases } from "../law-cases.ts";
import { message } from "./arbitrary-messages.ts";
import { openWire } from "./wire.ts";

// Whatever a client sends, the fast path answers what the SDK alone would answer.

const line = fc.tuple(message, fc.constantFrom<unknown>("n", "n", "n", "n", "s", null, 1.5, undefined));

async function answersOf(sent: readonly string[], fastPath: "on" | "off"): Promise<readonly string[]> {
  const wire = openWire({ fastPath });
  for (const text of sent) wire.write(`${text}\n`);
  wire.stdin.end();
  expect(await wire.exit).toBe(0);
  // Requests are answered in any order.
  return [...wire.lines].sort();
}

test("both paths answer the same lines with the same bytes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (messages) => {
      const sent = messages.map(([text, kind], at) => {
        const id = kind === "n" ? at : kind === "s" ? `s${at}` : kind;
        return JSON.stringify({ jsonrpc: "2.0", id, ...text });
      });
      expect(await answersOf(sent, "on")).toEqual(await answersOf(sent, "off"));
    }),
    { numRuns: lawCases(150) },
  );
});
