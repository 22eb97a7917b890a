import { describe, expect, test } from "vitest";
import type { Change } from "../../src/compiler/diff/change.ts";
import { type DiffListsOptions, diffLists } from "../../src/compiler/diff/diff-lists.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";

// Verdicts about lists of other servers that were wrong once. Each case is the smallest list that shows it.

function tool(inputSchema: JsonObject, members: JsonObject = {}): JsonObject {
  return { name: "find", description: "Finds pages.", inputSchema: { type: "object", ...inputSchema }, ...members };
}

const params = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ properties, ...rest });

function changes(base: Json, head: Json, options: DiffListsOptions = {}): readonly Change[] {
  const report = diffLists({ tools: [base].flat() }, { tools: [head].flat() }, options);
  if ("problem" in report) throw new Error(report.problem);
  return report.changes;
}

function findings(base: Json, head: Json, options: DiffListsOptions = {}): readonly string[] {
  return changes(base, head, options).map(
    ({ severity, id, facet, subject, hidden }) =>
      `${severity} ${id}${facet === undefined ? "" : `/${facet}`} ${subject}${hidden === true ? " hidden" : ""}`,
  );
}

const text = { type: "string" };
const number = { type: "integer" };

describe("a word in backticks is not a reference to what is gone", () => {
  const describes = { description: "Order by `newest_first`." };
  const before = tool(params({ newest_first: { type: "boolean" } }), describes);
  test.each<[string, JsonObject, boolean]>([
    ["it is a value of the tool's own enum", { sort: { enum: ["newest_first", "oldest"] } }, false],
    ["it is a constant", { sort: { anyOf: [{ const: "newest_first" }, { const: 1 }] } }, false],
    [
      "it is the name of a param deeper inside",
      { order: { type: "object", properties: { newest_first: text } } },
      false,
    ],
    ["nothing of that name is left", { sort: { enum: ["newest", "oldest"] } }, true],
  ])("%s", (_, properties, expected) => {
    const found = changes(before, tool(params(properties), describes));
    expect(found.some(({ id }) => id === "description-dangling-reference")).toBe(expected);
  });
});

test("the key form of one client is asked of the root's keys alone, as that client does", () => {
  const nested = (key: string) => tool(params({ filter: { type: "object", properties: { [key]: text } } }));
  expect(findings(nested("user"), nested("$user"))).not.toContain("ERR error-introduced/param-key-charset find");
  const root = (key: string) => tool(params({ [key]: text }));
  expect(findings(root("user"), root("$user")).join()).toContain("param-key-charset");
});

describe("what one option of a union loses and another one takes is not a change", () => {
  const either = (...anyOf: readonly JsonObject[]) => tool(params({ f: { anyOf } }));
  const closed = (properties: JsonObject): JsonObject => ({ type: "object", properties, additionalProperties: false });
  const any = { type: "object" };
  test.each<[string, JsonObject, JsonObject]>([
    ["a type", either(closed({ x: text }), any), either(closed({ x: number }), any)],
    ["a field", either(closed({ x: text, y: text }), any), either(closed({ x: text }), any)],
    [
      "a field that must be there",
      either(closed({ x: text }), any),
      either({ ...closed({ x: text }), required: ["x"] }, any),
    ],
    [
      "an enum's value beside any text",
      either({ ...text, enum: ["a", "b"] }, text),
      either({ ...text, enum: ["a"] }, text),
    ],
    ["an option", either(closed({ x: text }), any), either(any)],
  ])("%s", (_, base, head) => {
    for (const found of [changes(base, head), changes(head, base)]) {
      expect(found.filter(({ hidden }) => hidden !== true).map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
    }
  });
  test("what no option takes any more is a break", () => {
    const base = either(closed({ x: text }), { type: "array" });
    const head = either(closed({ x: number }), { type: "array" });
    expect(findings(base, head)).toEqual(["ERR param-changed/type find.f|object.x"]);
  });
});

describe("a witness is refused for the one reason that it is shown for", () => {
  const witnesses = (base: JsonObject, head: JsonObject): readonly Json[] =>
    changes(base, head).flatMap(({ subject, witness, isIgnored = false }) =>
      witness === undefined ? [] : [[subject, witness, isIgnored]],
    );
  test("others hold what both sides take", () => {
    const base = tool(params({ f: text, g: number }, { required: ["f", "g"] }));
    const head = tool(params({ f: { ...text, maxLength: 5 }, g: { ...number, minimum: 5 } }, { required: ["f", "g"] }));
    expect(witnesses(base, head)).toEqual([
      ["find.f", { f: "aaaaaa", g: 5 }, false],
      ["find.g", { f: "a", g: 1 }, false],
    ]);
  });
  test("what became required beside it is there", () => {
    const closed = { additionalProperties: false };
    const base = tool(params({ f: text, g: number }, closed));
    const head = tool(params({ g: { ...number, minimum: 5 } }, { ...closed, required: ["g"] }));
    expect(witnesses(base, head)).toEqual([
      ["find.f", { f: "a", g: 5 }, false],
      ["find.g", {}, false],
      ["find.g", { g: 1 }, false],
    ]);
  });
  test("deeper inside as well", () => {
    const inner = (properties: JsonObject): JsonObject => ({ type: "object", properties, required: ["x", "y"] });
    const base = tool(params({ f: inner({ x: text, y: number }) }));
    const head = tool(params({ f: inner({ x: { enum: ["a", "b"] }, y: { ...number, minimum: 3 } }) }));
    expect(witnesses(base, head)).toEqual([
      ["find.f.x", { f: { x: "", y: 3 } }, false],
      ["find.f.y", { f: { x: "a", y: 1 } }, false],
    ]);
  });
  test("an open object ignores what is gone, and that is said", () => {
    expect(witnesses(tool(params({ f: text })), tool(params({})))).toEqual([["find.f", { f: "a" }, true]]);
  });
});

describe("a cause inside a union is named at its place", () => {
  test("by the option's type", () => {
    const value = (schema: JsonObject) =>
      tool(
        params({
          filter: {
            anyOf: [{ type: "object", properties: { value: schema }, required: ["value"] }, { type: "array" }],
          },
        }),
      );
    expect(findings(value(text), value({ ...text, enum: ["x", "y"] }))).toEqual([
      "ERR param-narrowed/enum find.filter|object.value",
    ]);
  });
  test("at the root by what only that option asks for", () => {
    const root = (a: JsonObject) =>
      tool({
        anyOf: [
          { properties: { a }, required: ["a"] },
          { properties: { b: text }, required: ["b"] },
        ],
      });
    expect(findings(root(text), root({ ...text, maxLength: 3 }))).toEqual([
      "ERR param-narrowed/max-length find|with a.a",
    ]);
  });
});

describe("the declared dialect", () => {
  const draft07 = { $schema: "http://json-schema.org/draft-07/schema#" };
  const draft2020 = { $schema: "https://json-schema.org/draft/2020-12/schema" };
  const later: readonly [string, JsonObject][] = [
    ["unevaluatedProperties", { unevaluatedProperties: false }],
    ["prefixItems", { properties: { a: { type: "array", prefixItems: [number] }, b: text } }],
    ["dependentRequired", { dependentRequired: { a: ["b"] } }],
  ];
  test.each(later)("knows no keyword that came later: %s", (_, keywords) => {
    const plain = params({ a: { type: "array" }, b: text });
    expect(findings(tool({ ...draft07, ...plain }), tool({ ...draft07, ...plain, ...keywords }))).toEqual([]);
    expect(findings(tool({ ...draft2020, ...plain }), tool({ ...draft2020, ...plain, ...keywords }))).not.toEqual([]);
  });
  test("is not reported where every keyword means the same in both", () => {
    expect(
      findings(tool({ ...draft07, ...params({ a: text }) }), tool({ ...draft2020, ...params({ a: text }) })),
    ).toEqual([]);
  });
  test("is one finding for the whole list where one does not", () => {
    const list = (dialect: JsonObject) =>
      ["find", "get", "put"].map((name) => ({
        ...tool({ ...dialect, unevaluatedProperties: true }),
        name,
        description: `${name} it.`,
      }));
    const found = changes(list(draft07), list(draft2020));
    expect(found.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      "dialect-changed: the schema of 'find' and 2 more is written in '2020-12' instead of 'draft-07', and has a keyword that only one of them knows",
    ]);
  });
});

describe("a format that was added", () => {
  const email = (schema: JsonObject) => (is: JsonObject) => tool({ ...schema, properties: { a: { ...text, ...is } } });
  const severity = (write: (is: JsonObject) => JsonObject, options: DiffListsOptions = {}) =>
    findings(write({}), write({ format: "email" }), options);
  const plain = email({});
  test("is a warning where nothing says that it is checked", () => {
    expect(severity(plain)).toEqual(["WARN param-narrowed/format find.a"]);
  });
  test.each<[string, (is: JsonObject) => JsonObject]>([
    ["made by Zod", email({ $schema: "http://json-schema.org/draft-07/schema#", additionalProperties: false })],
    ["made by Pydantic", (is) => tool({ title: "findArguments", properties: { a: { ...text, title: "A", ...is } } })],
  ])("is a break in a schema %s", (_, write) => {
    expect(severity(write)).toEqual(["ERR param-narrowed/format find.a"]);
    expect(severity(write, { formats: "annotate" })).toEqual(["WARN param-narrowed/format find.a"]);
  });
  test("is a break where the list's formats are said to be checked", () => {
    expect(severity(plain, { formats: "assert" })).toEqual(["ERR param-narrowed/format find.a"]);
  });
  test("is a break where Zod checks it, and only what Zod knows is checked", () => {
    const withFormat = (format: string) => findings(plain({}), plain({ format }), { formats: "zod" });
    expect(withFormat("email")).toEqual(["ERR param-narrowed/format find.a"]);
    expect(withFormat("hostname")).toEqual(["WARN param-narrowed/format find.a"]);
  });
});

describe("what no proof decides", () => {
  const matching = (pattern: string, others: JsonObject = {}) => tool(params({ a: { ...text, pattern, ...others } }));

  test("is sampled, and is a break where a sample shows it", () => {
    const [change, ...more] = changes(matching("^(?=.)[a-z]+$"), matching("^(?=.{3})[a-z]+$"));
    expect(more).toEqual([]);
    expect(change).toMatchObject({ id: "param-changed", facet: "pattern", severity: "ERR" });
    expect(change?.witness).toEqual({ a: expect.stringMatching(/^[a-z]{1,2}$/) });
  });

  test("is a warning with its reason where no sample does", () => {
    const [change, ...more] = changes(matching("^(?=a)a{3,}$"), matching("^(?!b)a{3,}$"));
    expect(more).toEqual([]);
    expect(change).toMatchObject({ id: "param-changed", facet: "pattern", severity: "WARN" });
    expect(change?.note).toMatch(/^can't be decided: /);
  });
});

describe("entries of the list", () => {
  const one = tool(params({ a: text }));
  test("a name that two tools have", () => {
    expect(findings(one, [one, one])).toEqual(["ERR tool-name-duplicated catalog"]);
    expect(findings([one, one], one)).toEqual(["INFO tool-name-distinct catalog"]);
    expect(findings([one, one], [one, one])).toEqual([]);
  });
  test("no schema of the arguments", () => {
    const none = { ...one, inputSchema: null };
    expect(findings(none, tool({}))).toEqual(["INFO input-schema-declared find"]);
    expect(findings(tool({}), none)).toEqual(["ERR input-root-not-object find"]);
  });
  test("tasks that became required", () => {
    const support = (taskSupport: string) => tool({}, { execution: { taskSupport } });
    expect(findings(one, tool(params({ a: text }), { execution: { taskSupport: "required" } }))).toEqual([
      "ERR task-support-changed find",
    ]);
    expect(findings(support("required"), support("optional"))).toEqual(["WARN task-support-changed find"]);
  });
  test("a param with a type in an object that was open by its own word", () => {
    const open = (properties: JsonObject) => tool(params(properties, { additionalProperties: true }));
    expect(findings(open({}), open({ b: number }))).toEqual(["WARN param-added-optional-open-object find.b"]);
    expect(findings(open({}), open({ b: {} }))).toEqual(["INFO param-added-optional find.b"]);
    expect(findings(tool(params({})), tool(params({ b: number })))).toEqual(["INFO param-added-optional find.b"]);
  });
});

describe("prompts, resources and templates of a list", () => {
  const review: JsonObject = {
    name: "review",
    description: "Ask for a review",
    arguments: [{ name: "note", required: true }, { name: "style" }],
  };
  const style: JsonObject = { name: "style", uri: "notes://style", mimeType: "text/plain" };
  const page: JsonObject = { name: "page", uriTemplate: "notes://{id}" };
  const offers = { prompts: [review], resources: [style], resourceTemplates: [page] };
  const compared = (base: JsonObject, head: JsonObject): readonly string[] => {
    const report = diffLists({ tools: [], ...base }, { tools: [], ...head }, { headPath: "new.json" });
    if ("problem" in report) throw new Error(report.problem);
    return report.changes.map(({ severity, id, subject, path, help }) =>
      [`${severity} ${id} ${subject} ${path}`, ...(severity === "INFO" ? [] : [help])].join(": "),
    );
  };

  test("what went away", () => {
    expect(compared(offers, { prompts: [], resources: [], resourceTemplates: [] })).toEqual([
      "ERR prompt-removed prompt review base#/prompts/0: keep it, beside the prompt that replaces it",
      "ERR resource-removed resource notes://style base#/resources/0: keep its URI: notes://style",
      "ERR resource-removed resource notes://{id} base#/resourceTemplates/0: keep its URI: notes://{id}",
    ]);
  });

  test("what changed about them, at its place", () => {
    const head = {
      prompts: [
        { ...review, description: "Get a review", arguments: [{ name: "note" }, { name: "style", required: true }] },
      ],
      resources: [{ ...style, mimeType: "text/html" }],
      resourceTemplates: [{ ...page, description: "A page" }],
    };
    expect(compared({ result: { tools: [], ...offers } }, head)).toEqual([
      "ERR prompt-argument-required prompt review new.json#/prompts/0: let it be optional, and say in the message what is meant without it",
      "WARN prompt-text-changed prompt review new.json#/prompts/0: try it with the models that you support",
      "WARN resource-type-changed resource notes://style new.json#/resources/0: keep mimeType: text/plain",
      "INFO prompt-argument-optional prompt review new.json#/prompts/0",
      "INFO resource-text-changed resource notes://{id} new.json#/resourceTemplates/0",
    ]);
  });

  test("a list that was saved without them does not say that there are none", () => {
    expect(compared(offers, {})).toEqual([]);
    expect(compared({}, offers)).toEqual([]);
    expect(compared(offers, { prompts: [] })).toHaveLength(1);
  });

  test("entries that can't be read, and second ones of a name, are left out", () => {
    const strange = [null, 7, {}, { name: 1 }, { uri: "" }, { ...review, arguments: { note: {} } }, review, style];
    expect(compared({ prompts: strange, resources: strange }, { prompts: [], resources: [] })).toHaveLength(3);
    expect(compared({ prompts: {} }, { prompts: [] })).toEqual([]);
  });
});

describe("two places of one name are proved one by one", () => {
  const required = ({ severity, subject, witness }: Change) =>
    severity === "INFO" ? [] : [[severity, subject, JSON.stringify(witness)].join(" ")];
  const text = { type: "string" };
  const titled = (title: string, properties: JsonObject, ...names: readonly string[]): JsonObject => {
    return { title, type: "object", properties, required: names };
  };

  test("options with the same title: one more option takes what the first of them refuses, not what the second does", () => {
    const [first, second] = [
      { first: text, note: text },
      { second: { type: "integer" }, note: text },
    ];
    const base = tool({
      properties: { item: { anyOf: [titled("Item", first, "first"), titled("Item", second, "second")] } },
    });
    const stricter = [titled("Item", first, "first", "note"), titled("Item", second, "second", "note")];
    const rest = titled("Rest", { first: text, third: text }, "first");
    const head = tool({ properties: { item: { anyOf: [...stricter, rest] } } });
    expect(changes(base, head).flatMap(required)).toEqual([
      'ERR find.item|Item.note {"item":{"second":1}}',
      "WARN find.item|Item.note ",
    ]);
    expect(changes(base, tool({ properties: { item: { anyOf: stricter } } })).flatMap(required)).toEqual([
      'ERR find.item|Item.note {"item":{"first":"a"}}',
      'ERR find.item|Item.note {"item":{"second":1}}',
    ]);
  });

  test("a name with a dot, and a field of that path", () => {
    const box = (inner: JsonObject, members: JsonObject) =>
      tool({
        properties: {
          box: {
            type: "object",
            properties: { "a.b": text, a: { type: "object", properties: { b: text }, ...inner } },
            ...members,
          },
        },
      });
    expect(changes(box({}, {}), box({ required: ["b"] }, { required: ["a.b"] })).flatMap(required)).toEqual([
      'ERR find.box.a.b {"box":{}}',
      'ERR find.box.a.b {"box":{"a":{},"a.b":"a"}}',
    ]);
  });
});
