import { expect, it } from "vitest";
import { type Compiled, compile } from "../../src/compiler/compile.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";

const catalog = (defaults: string) => `format: 1
server: {name: shop, version: 1.2.0}
tiers: {essential: {badge: ESSENTIAL, summary: All}, common: {badge: COMMON, summary: Often useful}}
${defaults}
families: {note: {title: Notes, summary: Short texts}}
`;

const tool = (name: string, own = "") => `name: ${name}
title: Read a note
${own}summary: Read a note by its id.
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params: {id: {type: string, required: true, description: Its id}}
result: {type: object, fields: {id: {type: string, required: true, description: Its id}}}
guidance: {use_when: [You know the id]}
examples: [{title: One, arguments: {id: a}}]
`;

const sources = (
  defaults: string,
  read = tool("note_read"),
  show = tool("note_show", "tier: essential\nsince: 1.2.0\n"),
) => [
  { path: "schema/catalog.yaml", text: catalog(defaults) },
  { path: "schema/tools/note/note_read.yaml", text: read },
  { path: "schema/tools/note/note_show.yaml", text: show },
];

function compiled(files: readonly SourceFile[]): Compiled {
  const { value } = compile(files);
  if (value === undefined) throw new Error("catalog.yaml can't be read");
  return value;
}

const errorsOf = (files: readonly SourceFile[]) =>
  compile(files).diagnostics.flatMap((one) =>
    one.severity === "error"
      ? [`${one.span?.file.path}:${one.span?.start} ${one.code}: ${one.message}; ${one.help}`]
      : [],
  );

it("gives a tool the tier and the version that it does not write, and leaves those of others", () => {
  const { catalog: made } = compiled(sources("defaults: {tier: common, since: 1.0.0}"));
  // By tier: note_read would come first by its name.
  expect(made.tools.map(({ name, tier, since }) => [name, tier, since])).toEqual([
    ["note_show", "essential", "1.2.0"],
    ["note_read", "common", "1.0.0"],
  ]);
});

it("is the same catalog as one whose tools write both keys", () => {
  const short = compiled(sources("defaults: {tier: common, since: 1.0.0}")).catalog;
  const long = compiled(sources("", tool("note_read", "tier: common\nsince: 1.0.0\n"))).catalog;
  expect(short).toEqual({ ...long, toolDefaults: { tier: "common", since: "1.0.0" } });
});

it("reports what neither the tool nor the catalog says, with both places to say it", () => {
  const help = "or give all tools one under 'defaults' of catalog.yaml";
  expect(errorsOf(sources("defaults: {tier: common}"))).toEqual([
    `schema/tools/note/note_read.yaml:0 missing-key: the key 'since' is missing; add 'since': catalog version that introduced it; ${help}`,
  ]);
  expect(errorsOf(sources(""))).toEqual([
    `schema/tools/note/note_read.yaml:0 missing-key: the key 'tier' is missing; add 'tier': how important it is: a tier of catalog.yaml; ${help}`,
    `schema/tools/note/note_read.yaml:0 missing-key: the key 'since' is missing; add 'since': catalog version that introduced it; ${help}`,
  ]);
});

it("reports a mistyped key, and not that the key is missing too", () => {
  const found = errorsOf(sources("", tool("note_read", "teir: common\nsince: 1.0.0\n")));
  expect(found).toEqual(["schema/tools/note/note_read.yaml:35 unknown-key: unknown key 'teir'; did you mean 'tier'?"]);
});

it("reports a default tier that is not declared, once, where it is written", () => {
  const files = sources("defaults: {tier: comon, since: 1.0.0}", tool("note_read"), tool("note_show"));
  expect(errorsOf(files)).toEqual([
    `schema/catalog.yaml:${files[0]?.text.indexOf("comon")} unknown-tier: no tier named 'comon'; did you mean 'common'?`,
  ]);
});

it("makes editors ask for the keys that have no default", () => {
  const required = (defaults: string, show?: string) => {
    const file = compiled(sources(defaults, tool("note_read", "tier: common\nsince: 1.0.0\n"), show)).files.find(
      ({ path }) => path === "generated/.cache/spec/tool.schema.json",
    );
    const schema = JSON.parse(file?.text ?? "") as { definitions: { tool: { required: string[] } } };
    return schema.definitions.tool.required.filter((key) => key === "tier" || key === "since");
  };
  expect(required("")).toEqual(["tier", "since"]);
  expect(required("defaults: {tier: common}")).toEqual(["since"]);
  expect(required("defaults: {tier: common, since: 1.0.0}")).toEqual([]);
});
