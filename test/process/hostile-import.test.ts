import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { pegboard, root } from "./run-pegboard.ts";

// Lists whose authors want something else than a catalog: code that runs, files that land elsewhere, a process that hangs or fills the
// memory, a terminal that shows what is not there. Each is imported, compiled and loaded, as a process, in a folder with a fence.

const fence = mkdtempSync(join(tmpdir(), "pegboard-hostile-"));
afterAll(() => rmSync(fence, { recursive: true, force: true }));

const esc = "\u001b";

/** Code that would leave a file behind, in the forms that break out of what generated files are made of. */
function breakouts(canary: string): readonly string[] {
  const code = `globalThis.process.mainModule;import("node:fs").then((fs)=>fs.writeFileSync(${JSON.stringify(canary)},""))`;
  return [
    `*/ ${code} /*`,
    `"; ${code}; "`,
    `'; ${code}; '`,
    `\`; ${code}; \``,
    `\${${code}}`,
    `\n${code}\n//`,
    `\u2028${code}\u2029`,
    `{{#with "x" as |y|}}{{lookup y "constructor"}}{{/with}}{{{${code}}}}`,
    `{{> @partial-block}}{{constructor.constructor "${code}"}}`,
    `!!js/function 'function () { ${code} }'`,
    `x: &a [*a]\n---\nname: taken\n`,
    `<script>${code}</script>`,
    `\`\`\`\n<img src=x onerror='${code}'>\n\`\`\``,
    `@template {${code}} */ ${code}`,
    `\\`,
    `\\u002a/ ${code}`,
  ];
}

function tool(name: string, schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { name, description: "Do what is asked for, now.", inputSchema: schema, ...more };
}

function nested(levels: number, wrap: (inner: Json) => Json): Json {
  let value: Json = { type: "string" };
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

/** A member named `__proto__`, which an object literal would not have. */
const prototypes: Json = JSON.parse(
  '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"enum":["__proto__","hasOwnProperty"]},"a":{"default":{"__proto__":{"polluted":true}}}},"required":["__proto__"],"__proto__":{"polluted":true}}',
);

const corpus: Readonly<Record<string, (canary: string) => readonly Json[]>> = {
  "code in every text": (canary) =>
    breakouts(canary).map((text, index) =>
      tool(
        `tool_${index}`,
        {
          type: "object",
          title: text,
          description: text,
          properties: {
            [text]: { type: "string", description: text },
            plain: { type: "string", title: text, description: text, default: text, examples: [text] },
            words: { type: "string", enum: [text, "other"] },
            shape: { type: "string", pattern: text },
            constant: { const: text },
          },
          $comment: text,
          $defs: { [text]: { type: "string" } },
        },
        { title: text, description: text, annotations: { title: text }, _meta: { [text]: text } },
      ),
    ),
  "code as names of tools": (canary) => breakouts(canary).map((text) => tool(text, { type: "object" })),
  "paths as names": () =>
    [
      "../../../escaped",
      "/etc/escaped",
      "..\\..\\escaped",
      "C:\\escaped",
      "a/../../../escaped",
      "..",
      ".",
      "con",
      "nul.yaml",
      "-rf",
      "--into=/",
      "~/escaped",
      "%2e%2e%2fescaped",
      "\u0000escaped",
      "catalog",
      "index",
      ".git/hooks/pre-commit",
      "node_modules/pegboard/index",
    ].map((name) => tool(name, { type: "object", properties: { [name]: { type: "string" } } })),
  prototypes: () => [
    tool("__proto__", { type: "object" }),
    tool("constructor", { type: "object" }),
    tool("hasOwnProperty", { type: "object" }),
    tool("pollute", prototypes as JsonObject),
  ],
  "what a terminal obeys": () => [
    tool(
      `clear${esc}[2J${esc}]0;owned\u0007`,
      { type: "object" },
      { description: `${esc}[31mred${esc}[0m\r\u0008\u009b2J` },
    ),
    tool(
      "reads\u202ebackwards",
      { type: "object", properties: { "a\u2066b\u200bc": { type: "nope\u202e" } } },
      { description: "\u202etxet\u2069 \ufeff\u200b" },
    ),
    tool("link", { type: "object", properties: { x: { $ref: `${esc}]8;;http://x${esc}\\` } } }),
  ],
  "patterns that explode": () =>
    ["^(.*a){20}$", "^(a+)+$", "^(a|a)*$", "(x+x+)+y", "^(\\w+\\s?)*$", "\\s+$", "^(?:.{0,50}){0,50}$", "("].map(
      (pattern, index) =>
        tool(`match_${index}`, {
          type: "object",
          properties: { text: { type: "string", pattern, default: "a".repeat(40) } },
          patternProperties: { [pattern]: { type: "string" } },
          propertyNames: { pattern },
          examples: [{ text: `${"a".repeat(60)}!` }],
        }),
    ),
  bombs: () => [
    tool("deep", nested(1500, (inner) => ({ type: "object", properties: { a: inner } })) as JsonObject),
    tool("deep_list", { type: "object", properties: { a: nested(1500, (items) => ({ type: "array", items })) } }),
    tool("deep_choice", {
      type: "object",
      properties: { a: nested(1500, (inner) => ({ anyOf: [inner, { type: "null" }] })) },
    }),
    tool("laughs", {
      type: "object",
      properties: { a: { $ref: "#/$defs/l0" } },
      $defs: Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `l${at}`,
          { allOf: [{ $ref: `#/$defs/l${at + 1}` }, { $ref: `#/$defs/l${at + 1}` }] },
        ]),
      ),
    }),
    tool("circle", { type: "object", properties: { a: { $ref: "#/properties/a" } } }),
    tool("wide", {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${at}`, { type: "string" }])),
    }),
    tool("long", { type: "object", properties: { a: { type: "string", description: "long ".repeat(200_000) } } }),
    tool("numbers", {
      type: "object",
      properties: { a: { type: "number", minimum: 1e308, maximum: -1e308, multipleOf: 1e-300 } },
    }),
  ],
};

/** Paths of all that is in a folder. */
function everything(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}

describe.each(Object.entries(corpus))("%s", (name, make) => {
  const home = join(fence, name.replaceAll(" ", "-"));
  const canary = join(home, "canary");
  const work = join(home, "work");
  const into = join(work, "project");
  const run = (words: readonly string[]) => pegboard(words, { cwd: work });

  test("is imported and compiled, runs nothing and stays in its folder", { timeout: 300_000 }, async () => {
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, "list.json"), JSON.stringify({ tools: make(canary) }));
    const outcomes = [
      await run(["import", "list.json", "--into", "project", "--report", "report.md"]),
      await run(["generate", "--catalog", "project"]),
      // Loads what was generated, and lists it.
      await run(["tools", "--catalog", "project", "--json"]),
      await run(["lint", "--list", "list.json"]),
    ];
    for (const { code, stderr } of outcomes) {
      // 1: findings about the list.
      expect({ code: code === 1 ? 0 : code, stderr }).toEqual({
        code: 0,
        stderr: expect.not.stringContaining("    at "),
      });
    }
    for (const { stdout, stderr } of outcomes) expect(controlsIn(`${stdout}${stderr}`)).toEqual([]);
    expect(existsSync(canary)).toBe(false);
    expect(everything(home).filter((path) => !/^work\/project(\/|$)/.test(path))).toEqual([
      "work",
      "work/list.json",
      "work/report.md",
    ]);
    for (const path of everything(into)) expect(path).toMatch(/^[\w./-]+$/);
    // The repository is as it was, and so is every object.
    expect(existsSync(join(root, "escaped"))).toBe(false);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    const listed = JSON.parse(outcomes[2]?.stdout ?? "") as { readonly tools?: readonly object[] } | readonly object[];
    const count = Array.isArray(listed) ? listed.length : (listed as { tools: readonly object[] }).tools.length;
    expect(count).toBeGreaterThan(0);
  });
});

/** What a terminal obeys or shows out of order. */
function controlsIn(text: string): readonly string[] {
  const found = text.match(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu) ?? [];
  return [...new Set(found)].map((sign) => `U+${sign.charCodeAt(0).toString(16)}`);
}

describe("a live server that does not end", () => {
  const server = join(root, "test", "client", "endless-server.mjs");

  test.each([
    ["line", "sent a message of more than 64 MiB"],
    ["tools", "sent a message of more than 64 MiB"],
    ["pages", "sends a list of tools that does not end: 500 were read"],
    ["wide-pages", "sends a list of tools of more than 64 MiB"],
    ["many-tools", "sends a list of tools that does not end: 120000 were read"],
  ])("%s", { timeout: 120_000 }, async (how, said) => {
    const work = join(fence, `endless-${how}`);
    mkdirSync(work);
    const report = join(work, "sent");
    const words = [
      "import",
      "--into",
      "project",
      "--timeout",
      "100",
      "--stdio",
      "--",
      process.execPath,
      server,
      how,
      report,
    ];
    const { code, stdout, stderr } = await pegboard(words, { cwd: work });
    expect({ code, stdout, stderr }).toEqual({ code: 5, stdout: "", stderr: expect.stringContaining(said) });
    expect(existsSync(join(work, "project"))).toBe(false);
    // What it could send beyond what was read is what stood in the pipe.
    if (existsSync(report)) expect(Number(readFileSync(report, "utf8"))).toBeLessThan(68 * 1024 * 1024);
    else expect(["pages", "wide-pages", "many-tools"]).toContain(how);
  });
});
