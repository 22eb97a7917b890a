import fc from "fast-check";
import { expect, test } from "vitest";
import { decodedBase64 } from "../../src/api/base64.ts";
import { multipartBody, type Part } from "../../src/api/multipart.ts";

// The parser of `fetch` reads what was written, whatever stands in it.

const boundary = "pegboard-0";
// Line ends and quotes are written as browsers write them, and parsers leave them so or decode them.
const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((text) => !/["\r\n%\\]/.test(text));
const part: fc.Arbitrary<Part> = fc.record({ name, fileName: name, content: fc.uint8Array({ maxLength: 40 }) });

test("any bytes under any name come back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
      const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
      const form = await new Response(multipartBody(parts, boundary), { headers }).formData();
      const read = await Promise.all(
        [...form].map(async ([key, value]) =>
          typeof value === "string" ? value : [key, value.name, ...new Uint8Array(await value.arrayBuffer())],
        ),
      );
      expect(read).toEqual(parts.map((one) => [one.name, one.fileName, ...one.content]));
    }),
  );
});

test("base64 of either alphabet is decoded, and nothing else", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = Buffer.from(bytes);
      for (const form of [text.toString("base64"), text.toString("base64url")])
        expect([...(decodedBase64(form) ?? [-1])]).toEqual([...bytes]);
    }),
  );
  for (const wrong of ["A", "AAA!", "AA AA", "A===", "data:image/png;base64,AAAA", "AAAA\n", "AAB="])
    expect([wrong, decodedBase64(wrong)]).toEqual([wrong, undefined]);
});
