import { describe, expect, test } from "vitest";
import type { Catalog, Profile, Tool } from "../../src/compiler/catalog/catalog.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { catalogOf, changed, type Pair, profile, root } from "./cases/build.ts";

// How a profile lists its tools is seen by its clients: texts as they are written, its order, the built-in tools. Each change is one
// finding, whatever follows from it.

function findings([base, head]: Pair): readonly string[] {
  return diff(base, head).changes.map(({ id, severity }) => `${severity} ${id}`);
}

const profiles = (base: Partial<Profile>, head: Partial<Profile>): Pair =>
  root({ profiles: [{ ...profile, ...base }] }, { profiles: [{ ...profile, ...head }] });

describe("built-in tools", () => {
  const off = { builtins: "off" } as const;
  test("that leave the catalog are one break, whatever its profiles say", () => {
    const without: Partial<Catalog> = { withoutBuiltins: true, profiles: [{ ...profile, ...off }] };
    expect(findings(root({ profiles: [profile] }, without))).toEqual(["ERR builtins-removed"]);
    expect(findings(root({ profiles: [{ ...profile, surface: "meta" }] }, without))).toEqual(["ERR builtins-removed"]);
    expect(findings(root(without, { profiles: [profile] }))).toEqual(["INFO builtins-added"]);
  });
  test("that leave one profile are a break for its clients", () => {
    expect(findings(profiles({}, off))).toEqual(["ERR profile-lost-builtins"]);
    expect(findings(profiles(off, {}))).toEqual(["WARN profile-gained-builtins"]);
  });
  test("that call what is found are named by themselves where only they come or go", () => {
    const call = { builtins: "call" } as const;
    const messages = ([base, head]: Pair) => diff(base, head).changes.map(({ message }) => message);
    expect(findings(profiles(call, {}))).toEqual(["ERR profile-lost-builtins"]);
    expect(messages(profiles(call, {}))).toEqual([
      expect.stringMatching(
        /no longer lists the built-in tools: 'call_read', 'call_write'(?:,| and) 'call_destructive'$/,
      ),
    ]);
    expect(messages(profiles({}, call))).toEqual([
      expect.stringMatching(/now lists the built-in tools: 'call_read', 'call_write'(?:,| and) 'call_destructive'$/),
    ]);
    expect(messages(profiles(off, call))).toEqual([expect.stringMatching(/'tool_search'.*'call_destructive'$/)]);
    expect(findings(profiles(call, call))).toEqual([]);
  });
  test.each([
    ["the surface meta, which always lists them", { surface: "meta" } as const],
    ["the names of another system, which stand alone", { listAs: "old" }],
  ])("make no difference to %s", (_, form) => {
    expect(findings(profiles(form, { ...form, ...off }))).toEqual([]);
  });
});

describe("plain texts", () => {
  const texts = "plain" as const;
  test("are one note, with the surface that follows from them", () => {
    expect(findings(profiles({ surface: "auto" }, { texts, surface: "direct" }))).toEqual([
      "INFO profile-texts-changed",
    ]);
    expect(findings(profiles({ texts, surface: "direct" }, { surface: "auto" }))).toEqual([
      "INFO profile-texts-changed",
    ]);
  });
  test("hide no other surface", () => {
    expect(findings(profiles({ surface: "folded" }, { texts, surface: "direct" }))).toEqual([
      "WARN profile-surface-changed",
      "INFO profile-texts-changed",
    ]);
  });
});

describe("the order of a profile", () => {
  const one = (name: string) => toolWith([], { name, summary: `Do ${name}.` });
  const list = (tools: readonly string[], order: readonly string[]) =>
    catalogOf(tools.map(one), { profiles: [{ ...profile, tools: order }] });
  const natural = ["alpha", "beta", "gamma"];
  test("is a note where the profile chose it, and where it no longer does", () => {
    const chosen = list(natural, ["gamma", "alpha", "beta"]);
    expect(findings([list(natural, natural), chosen])).toEqual(["INFO profile-order-changed"]);
    expect(findings([chosen, list(natural, natural)])).toEqual(["INFO profile-order-changed"]);
  });
  test("is not reported again where it is that of the catalog", () => {
    const reversed = natural.toReversed();
    expect(findings([list(natural, natural), list(reversed, reversed)])).toEqual(["INFO tool-order-changed"]);
  });
});

describe("what is listed of a tool as it stands", () => {
  const listed = (base: Tool["verbatim"], head: Tool["verbatim"]) =>
    findings(changed(base === undefined ? {} : { verbatim: base }, head === undefined ? {} : { verbatim: head }));
  test("is one finding for each member with a meaning of its own", () => {
    expect(listed({}, { description: "Does it." })).toEqual(["WARN listed-description-changed"]);
    expect(listed({ description: "Does it." }, { description: null })).toEqual(["ERR listed-description-removed"]);
    expect(listed({}, { icons: [{ src: "https://example.com/a.png" }] })).toEqual(["INFO icons-changed"]);
    expect(listed({}, { _meta: { "example.com/kind": 1 } })).toEqual(["INFO meta-changed"]);
    expect(listed({}, { execution: { taskSupport: "required" } })).toEqual(["ERR task-support-changed"]);
    expect(listed({ annotations: { readOnlyHint: false } }, {})).toEqual(["INFO listed-members-changed"]);
  });
  test("is compared with what is listed without it", () => {
    expect(listed(undefined, {})).toEqual(["INFO listed-members-changed"]);
    const { title, effects } = toolWith([]);
    const annotations = {
      readOnlyHint: effects.readOnly,
      destructiveHint: effects.destructive,
      idempotentHint: effects.idempotent,
      openWorldHint: effects.openWorld,
    };
    expect(listed(undefined, { title, annotations })).toEqual([]);
  });
});

describe("what clients are shown of the server as it stands", () => {
  const server = { name: "notes", version: "1.0.0" };
  const shown = (base: Catalog["server"]["verbatim"], head: Catalog["server"]["verbatim"]) =>
    findings(
      root(
        { server: { ...server, ...(base === undefined ? {} : { verbatim: base }) } },
        { server: { ...server, ...(head === undefined ? {} : { verbatim: head }) } },
      ),
    );
  test("has its name as the name of the server", () => {
    expect(shown({ name: "notes" }, { name: "notebook" })).toEqual(["ERR server-name-changed"]);
    expect(shown(undefined, { name: "notebook" })).toEqual(["ERR server-name-changed"]);
  });
  test("is a note else", () => {
    expect(shown({ name: "notes" }, { name: "notes", title: "Notes" })).toEqual(["INFO server-listed-changed"]);
    expect(shown(undefined, { name: "notes" })).toEqual([]);
  });
});
