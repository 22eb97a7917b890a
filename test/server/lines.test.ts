import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLineReader } from "../../src/server/lines.ts";

function read(chunks: readonly Buffer[], maxLineBytes = 1_000): readonly string[] {
  const lines: string[] = [];
  const reader = createLineReader({
    maxLineBytes,
    onLine: (line) => lines.push(line.toString("latin1")),
    onTooLong: () => lines.push("TOO LONG"),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

describe("line reader", () => {
  test("law: the lines do not depend on how the stream was cut", () => {
    const bytes = fc.array(fc.constantFrom(10, 13, 65, 66, 0xc3), { maxLength: 60 });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(60)), (given, cuts) => {
        const whole = Buffer.from(given);
        const places = [0, ...cuts.filter((cut) => cut < whole.length), whole.length].sort((a, b) => a - b);
        const pieces = places.slice(1).map((end, index) => whole.subarray(places[index], end));
        expect(read(pieces, 8)).toEqual(read([whole], 8));
      }),
    );
  });
  test("a line may be exactly as long as allowed; a longer one is dropped up to its end", () => {
    expect(read([Buffer.from("12345678\n123456789\nok\n123456789")], 8)).toEqual([
      "12345678",
      "TOO LONG",
      "ok",
      "TOO LONG",
    ]);
  });
  test("an endless line is dropped while it comes", () => {
    const chunk = Buffer.alloc(1_000_000, 65);
    expect(read([...new Array(200).fill(chunk), Buffer.from("\nok\n")], 8)).toEqual(["TOO LONG", "ok"]);
  });
});
