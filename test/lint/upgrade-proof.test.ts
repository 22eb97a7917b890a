import { describe, expect, test } from "vitest";
import type { Field, Tool, Upgrade } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { proveCalls } from "../../src/compiler/lint/upgrade-proof.ts";
import { field } from "../diff/cases.ts";
import { catalog, toolWith } from "../schema/arbitraries.ts";

// What schemas can't say: sessions, consent, limits in bytes. Everything else is held by the property tests beside this.

const none: Upgrade = { rename: {}, set: {}, defaults: {}, drop: [] };

function proved(old: Tool, current: Tool, upgrade: Partial<Upgrade> = {}): string {
  const proof = proveCalls({ ...old, supersededBy: 2 }, { ...none, ...upgrade }, { ...current, version: 2 }, catalog);
  return "reason" in proof ? proof.reason : "witness" in proof ? JSON.stringify(proof.witness) : proof.verdict;
}

describe("sessions", () => {
  test.each([
    ["none", "none", "yes"],
    ["none", "optional", "yes"],
    ["none", "required", "version 2 needs an open session, and version 1 does not"],
    ["optional", "required", "version 2 needs an open session, and version 1 does not"],
    ["required", "required", "yes"],
    ["required", "none", "yes"],
  ] as const)("%s, then %s: %s", (was, is, said) => {
    expect(proved(toolWith([], { session: was }), toolWith([], { session: is }))).toBe(said);
  });
});

describe("consent", () => {
  const action = field("action", { kind: "enum", values: [{ value: "keep" }, { value: "burn" }] }, { required: true });
  const confirm = field("confirm", { kind: "boolean" });
  const always = { message: "burn it" };
  const burning = { when: { action: "burn" }, message: "burn it" };
  const asking = (asked: Tool["confirm"]) =>
    toolWith(asked === undefined ? [action] : [action, confirm], asked === undefined ? {} : { confirm: asked });

  test.each<[string, Tool["confirm"], Tool["confirm"], Partial<Upgrade>, string]>([
    ["asked always by both", always, always, {}, "yes"],
    ["asked on the same condition by both", burning, burning, {}, "yes"],
    ["asked less often now", always, burning, {}, "yes"],
    [
      "given and dropped",
      always,
      always,
      { drop: ["confirm"] },
      "version 2 asks for a confirmation, and no param of version 1 becomes it",
    ],
    ["asked more often now", burning, always, {}, "version 2 asks for a confirmation where version 1 does not"],
    [
      "asked only now",
      undefined,
      burning,
      {},
      "version 2 asks for a confirmation, and no param of version 1 becomes it",
    ],
    [
      "asked only now, in a case that never comes",
      undefined,
      burning,
      { drop: ["action"], set: { action: "keep" } },
      "yes",
    ],
  ])("%s", (_, was, is, upgrade, said) => {
    expect(proved(asking(was), asking(is), upgrade)).toBe(said);
  });
});

describe("limits in bytes", () => {
  const text = (limits: object): TypeNode => ({ kind: "string", trim: false, ...limits });
  const inside = (type: TypeNode): TypeNode => ({ kind: "object", open: false, fields: [field("text", type)] });

  test.each<[string, TypeNode, TypeNode, string]>([
    ["no limit, then one", text({}), text({ maxBytes: 8 }), "'a' may take more than 8 bytes in UTF-8"],
    [
      "characters that may be too many bytes",
      text({ maxLength: 8 }),
      text({ maxBytes: 8 }),
      "'a' may take more than 8 bytes in UTF-8",
    ],
    ["characters that are never too many bytes", text({ maxLength: 2 }), text({ maxBytes: 8 }), "yes"],
    ["a greater limit", text({ maxBytes: 4 }), text({ maxBytes: 8 }), "yes"],
    ["words that fit", { kind: "enum", values: [{ value: "one" }] }, text({ maxBytes: 3 }), "yes"],
    ["the same limit deep inside", inside(text({ maxBytes: 8 })), inside(text({ maxBytes: 8 })), "yes"],
    [
      "another limit deep inside",
      inside(text({ maxBytes: 4 })),
      inside(text({ maxBytes: 8 })),
      "'a' may take more than 8 bytes in UTF-8",
    ],
  ])("%s", (_, was, is, said) => {
    expect(proved(toolWith([field("a", was)]), toolWith([field("a", is)]))).toBe(said);
  });
});

describe("a witness", () => {
  const number = (changes: Partial<Field>) => field("limit", { kind: "integer", min: 1, max: 9 }, changes);

  test("is a call of the older version: in its names, with what it needs and what is dropped", () => {
    const old = toolWith([
      field("most", { kind: "integer", min: 1, max: 99 }),
      field("colour", { kind: "enum", values: [{ value: "red" }] }, { required: true }),
    ]);
    const current = toolWith([number({}), field("by", undefined, { required: true })]);
    const upgrade = { rename: { most: "limit" }, drop: ["colour"], set: { by: "nobody" } };
    expect(proved(old, current, upgrade)).toBe('{"most":10,"colour":"red"}');
  });

  test("of a param that is left out holds nothing for it", () => {
    expect(proved(toolWith([number({})]), toolWith([number({ required: true })]))).toBe("{}");
    expect(proved(toolWith([number({ default: 3 })]), toolWith([number({ required: true })]))).toBe("yes");
    expect(proved(toolWith([number({})]), toolWith([number({ required: true })]), { defaults: { limit: 3 } })).toBe(
      "yes",
    );
    expect(proved(toolWith([]), toolWith([number({ required: true })]), { set: { limit: 3 } })).toBe("yes");
    expect(proved(toolWith([]), toolWith([number({ required: true })]), { set: { limit: 30 } })).toBe("{}");
  });
});
