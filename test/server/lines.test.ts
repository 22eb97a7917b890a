import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLine } from "../../src/server/decode.ts";
import { createLineReader } from "../../src/server/lines.ts";

function read(chunks: readonly Buffer[], longestLineBytes = 1_000): readonly string[] {
  const lines: string[] = [];
  const reader = createLineReader({
    longestLineBytes,
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

test("no line whatever makes the decoder throw, and every refusal has a code of the specification", () => {
  const jsonLike = fc.oneof(
    fc.json(),
    fc.string({ unit: "binary" }),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("latin1")),
  );
  const envelope = fc
    .record(
      {
        jsonrpc: fc.constantFrom<unknown>("2.0", "1.0", 2),
        id: fc.jsonValue(),
        method: fc.jsonValue(),
        params: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(fc.oneof(jsonLike, envelope), (text) => {
      const decoded = decodeLine(Buffer.from(text));
      if (decoded.kind === "refused") expect([-32700, -32600, -32602]).toContain(decoded.refusal.code);
    }),
  );
});
