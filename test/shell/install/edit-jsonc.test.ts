import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { putBack, putEntry, rawEntry, removeEntry } from "../../../src/shell/formats/edit-jsonc.ts";
import { jsoncFormat } from "../../../src/shell/formats/jsonc-format.ts";
import { hideValues } from "../../../src/shell/install/confirm-change.ts";
import { type JsoncNode, parseJsonc } from "../../../src/shell/servers/jsonc.ts";

const place = { container: ["mcpServers"], name: "notes" };
const entry = { command: "node", args: ["main.js"] };

function rootOf(text: string): JsoncNode | undefined {
  const { root, problems } = parseJsonc({ path: "x", text });
  expect(problems).toEqual([]);
  return root;
}

function put(text: string): string {
  return putEntry(text, rootOf(text), place, entry);
}

function remove(text: string, levels = 1): string {
  const root = rootOf(text);
  if (root === undefined) throw new Error("there is nothing to remove from");
  return removeEntry(text, root, place, levels);
}

const own = `{
      "command": "node",
      "args": [
        "main.js"
      ]
    }`;

function windows(value: object): string {
  return `${JSON.stringify(value, undefined, "\t")}\n`.replaceAll("\n", "\r\n");
}

describe("an entry is put in", () => {
  const cases: readonly (readonly [what: string, before: string, after: string])[] = [
    ["no file", "", `{\n  "mcpServers": {\n    "notes": ${own}\n  }\n}\n`],
    ["an empty object", "{}", `{\n  "mcpServers": {\n    "notes": ${own}\n  }\n}`],
    [
      "other members, no servers",
      '{\n  "a": 1 // one\n}\n',
      `{\n  "a": 1, // one\n  "mcpServers": {\n    "notes": ${own}\n  }\n}\n`,
    ],
    [
      "other servers",
      '{\n  "mcpServers": {\n    "b": {} // bee\n    /* last */\n  }\n}\n',
      `{\n  "mcpServers": {\n    "b": {}, // bee\n    /* last */\n    "notes": ${own}\n  }\n}\n`,
    ],
    [
      "a trailing comma",
      '{\n  "mcpServers": {\n    "b": {},\n  },\n}\n',
      `{\n  "mcpServers": {\n    "b": {},\n    "notes": ${own},\n  },\n}\n`,
    ],
    [
      "everything on one line",
      '{"mcpServers":{"b":{}}}',
      '{"mcpServers":{"b":{}, "notes": {"command":"node","args":["main.js"]}}}',
    ],
    [
      "tabs and the line ends of Windows",
      windows({ mcpServers: { b: {} } }),
      windows({ mcpServers: { b: {}, notes: entry } }),
    ],
  ];
  it.each(cases)("into %s", (_, before, after) => {
    expect(put(before)).toBe(after);
  });

  it("in place of another of its name, and nothing else changes", () => {
    const before = '{"a": [1,2] /* kept */, "mcpServers": { "notes": {"url" : "x"} , "c":{}}}';
    const after = put(before);
    expect(JSON.parse(after.replace("/* kept */", ""))).toEqual({ a: [1, 2], mcpServers: { notes: entry, c: {} } });
    expect(after.startsWith('{"a": [1,2] /* kept */, "mcpServers": { "notes": {')).toBe(true);
    const raw = rawEntry(before, rootOf(before), place) ?? "";
    const root = rootOf(after);
    expect(root === undefined ? "" : putBack(after, root, place, raw)).toBe(before);
  });
});

describe("an entry is taken out", () => {
  it.each([
    '{\n  "a": 1 // one\n}\n',
    '{\n  "mcpServers": {\n    "b": {} // bee\n    /* last */\n  }\n}\n',
    '{\n  "mcpServers": {\n    "b": {},\n  },\n}\n',
    '{"mcpServers":{"b":{}}}',
    '\ufeff{\r\n\t"mcpServers": {\r\n\t\t"b": {}\r\n\t}\r\n}\r\n',
    "{}",
  ])("and the text is as it was: %j", (before) => {
    expect(remove(put(before))).toBe(before);
  });

  it("from the front and from the middle", () => {
    const text = '{"mcpServers": {"notes": {}, "b": 1}}';
    expect(remove(text)).toBe('{"mcpServers": {"b": 1}}');
    expect(remove('{"mcpServers": {"a": 1, "notes": {}, "b": 1}}')).toBe('{"mcpServers": {"a": 1, "b": 1}}');
  });

  it("but a comment beside it stays, and so does what it is in", () => {
    expect(remove('{"mcpServers": {"notes": {} /* why */}}')).toBe('{"mcpServers": { /* why */}}');
  });

  it("whatever JSON the rest is", () => {
    const value = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
    const rest = fc.record({ servers: value, other: value, indent: fc.constantFrom(0, 1, 2, "\t") });
    fc.assert(
      fc.property(rest, ({ servers, other, indent }) => {
        const { notes: _, ...others } = servers;
        const { mcpServers: __, ...members } = other;
        const before = { ...members, mcpServers: { ...others, last: 1 } };
        const text = JSON.stringify(before, undefined, indent);
        const after = put(text);
        const all = { ...before, mcpServers: { ...before.mcpServers, notes: entry } };
        expect(JSON.stringify(JSON.parse(after))).toBe(JSON.stringify(all));
        expect(remove(after)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a configuration is shown", () => {
  const text = `{
  // SECRET
  "token": "SECRET",
  "mcpServers": {
    "other": {"command": "SECRET", "env": {"A": "SECRET"}}, /* SECRET */
    "notes": {"command": "node", "args": ["--key"], "env": {"B": "SECRET"}, "headers": {"C": "SECRET"}, "url": "SECRET"}
  }
}`;

  it("with every value hidden that may be a secret, and in its own lines", () => {
    const shown = hideValues(jsoncFormat, text, place, true);
    expect(shown).not.toContain("SECRET");
    expect(shown).toContain('"notes": {"command": "node", "args": ["--key"], "env": {"B": "…"}');
    expect(shown.split("\n")).toHaveLength(text.split("\n").length);
  });

  it("without the arguments of an entry that is not ours", () => {
    expect(hideValues(jsoncFormat, text, place, false)).toContain('{"command": "node", "args": ["…"]');
  });
});
