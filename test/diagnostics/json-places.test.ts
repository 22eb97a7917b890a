import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childPath } from "../../src/contract/json-pointer.ts";
import { jsonPlaces } from "../../src/diagnostics/json-places.ts";
import { positionAt } from "../../src/diagnostics/source-file.ts";

/** What is marked for each pointer, with its line and column. */
function marked(text: string, ...pointers: string[]): readonly string[] {
  const places = jsonPlaces({ path: "x.json", text }, pointers);
  return pointers.map((pointer) => {
    const span = places.get(pointer);
    if (span === undefined) return "nothing";
    const { line, column } = positionAt(span.file, span.start);
    return `${line}:${column} ${text.slice(span.start, span.end)}`;
  });
}

const list = `{
  "tools": [
    {
      "description": "One",
      "name": "one",
      "inputSchema": { "properties": { "a/b": { "enum": ["x", "y"] }, "m~n": true } }
    },
    { "description": "Two" }
  ]
}
`;

describe("places in JSON", () => {
  it("are the key of a member, the name of an object in a list, and the value of anything else in one", () => {
    expect(
      marked(
        list,
        "/tools",
        "/tools/0",
        "/tools/0/inputSchema/properties/a~1b",
        "/tools/0/inputSchema/properties/a~1b/enum/1",
        "/tools/0/inputSchema/properties/m~0n",
      ),
    ).toEqual(['2:3 "tools"', '5:15 "one"', '6:40 "a/b"', '6:63 "y"', '6:71 "m~n"']);
  });

  it("are found behind a text of millions of escapes", () => {
    const text = `{"a":[${JSON.stringify("\n".repeat(5_000_000))}],"b":1}`;
    expect(marked(text, "/b")).toEqual([`1:${text.length - 5} "b"`]);
  });

  it("are those of what is around, where there is no name and no such member", () => {
    expect(marked(list, "/tools/1", "/tools/1/title/x", "/tools/7/name", "/nowhere", "")).toEqual([
      "8:5 {",
      "8:5 {",
      '2:3 "tools"',
      "1:1 {",
      "1:1 {",
    ]);
  });

  it("are right in a text without line breaks, with a mark at its beginning, and with escapes in keys", () => {
    expect(marked('\ufeff{"tools":[{"name":"a"},{"name":"b"}]}', "/tools/1")).toEqual(['1:33 "b"']);
    expect(marked('{"\\u0061":{"__proto__":1}}', "/a/__proto__")).toEqual(['1:12 "__proto__"']);
    expect(marked("[]", "/0")).toEqual(["1:1 ["]);
    expect(marked("3", "")).toEqual(["1:1 3"]);
  });

  it("are those of the last of equal keys, as JSON.parse has it", () => {
    expect(marked('{"a": 1, "a": 2}', "/a")).toEqual(['1:10 "a"']);
  });

  it("do not need a stack as deep as the text", () => {
    const depth = 20_000;
    const text = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(marked(text, "/0/0")).toEqual(["1:3 ["]);
  });

  it("hold for any value: each member has its key, however it is printed", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const parsed = JSON.parse(text) as object;
        const keys = Object.keys(parsed);
        const spans = jsonPlaces(
          { path: "x.json", text },
          keys.map((key) => childPath("", key)),
        );
        for (const key of keys) {
          const span = spans.get(childPath("", key));
          expect(span === undefined ? undefined : JSON.parse(text.slice(span.start, span.end))).toBe(key);
        }
      }),
      { numRuns: 200 },
    );
  });
});
