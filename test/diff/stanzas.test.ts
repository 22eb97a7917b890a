import { expect, test } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { check, emptyCache } from "../../src/compiler/compile.ts";
import type { Change } from "../../src/compiler/diff/change.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { aliasStanza, deprecationStanza, retiredStanza } from "../../src/compiler/diff/stanzas.ts";
import { hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { catalogOf } from "./cases.ts";

// The YAML in the help of findings, pasted where it says, compiles and fixes what was found.

const today = "2026-11-21";
const cache = emptyCache();

const catalogYaml = `format: 1
server: { name: issues, title: Issues, version: 1.4.0 }
targets: [claude]
tiers: { common: { badge: C, summary: Common } }
families: { issue: { title: Issues, summary: What is to be mended } }
profiles: { full: { families: all } }
default_profile: full
deprecation: { grace: { stable: 180d, beta: 30d, experimental: 0d } }
`;

const tool = (name: string, summary: string, params: string, more = "") => `name: ${name}
title: ${name}
tier: common
since: 1.0.0
stability: stable
summary: ${summary}
session: none
effects: { read_only: false, destructive: false, idempotent: false, open_world: false }
params: { ${params} }
result: { type: object, fields: { id: { type: string, required: true } } }
${more}`;

const note = "note: { type: string, required: true, description: What to say }";
const report = "Report what does not work, with a note.";

function compiled(tools: { readonly [name: string]: string }, retired?: string): Catalog {
  const files = [
    { path: "schema/catalog.yaml", text: catalogYaml },
    ...(retired === undefined ? [] : [{ path: "schema/retired.yaml", text: retired }]),
    ...Object.entries(tools).map(([name, text]) => ({ path: `schema/tools/issue/${name}.yaml`, text })),
  ];
  const { value, diagnostics } = check(files, { cache });
  if (value === undefined || hasErrors(diagnostics)) {
    throw new Error(diagnostics.map(({ message }) => message).join("; "));
  }
  return value.catalog;
}

function found(base: Catalog, head: Catalog, id: string): Change {
  const change = diff(base, head, { today }).changes.find((one) => one.id === id);
  if (change === undefined) throw new Error(`${id} said nothing`);
  return change;
}

/** What callers meet: neither texts nor handlers. */
const broken = (base: Catalog, head: Catalog) =>
  diff(base, head, { today }).changes.flatMap(({ id, severity, categories }) =>
    severity === "ERR" || categories.includes("CALL") ? [`${severity} ${id}`] : [],
  );

const pasted = (help: string | undefined, after: string) => help?.slice(help.indexOf(after) + after.length) ?? "";

test("a renamed tool answers to its old name when the alias is pasted, though a param was renamed with it", () => {
  const base = compiled({ issue_report: tool("issue_report", report, note) });
  const params = note.replace("note:", "text:");
  const head = compiled({ issue_file: tool("issue_file", report, params) });
  const { help } = found(base, head, "tool-renamed-without-alias");
  expect(help).toBe(
    "in issue_file.yaml: aliases: [{ name: issue_report, of: issues, rename: { note: text }, deprecated: { since: 1.4.0, sunset: 2027-05-20 } }]",
  );
  const fixed = compiled({ issue_file: tool("issue_file", report, params, pasted(help, "issue_file.yaml: ")) });
  expect(broken(base, fixed)).toEqual([]);
});

test("merged tools go on when the aliases with their presets are pasted", () => {
  const verbEffect = (name: string) => tool(name, `Say that an issue is ${name}.`, note);
  const base = compiled({ issue_open: verbEffect("issue_open"), issue_close: verbEffect("issue_close") });
  const params = `method: { type: enum, values: [open, close], required: true, description: What to do }, ${note}`;
  const manage = (more: string) =>
    compiled({ issue_manage: tool("issue_manage", "Change what is known of an issue.", params, more) });
  const { help } = found(base, manage(""), "tool-merged");
  expect(help).toBe(
    "in issue_manage.yaml: aliases: [" +
      "{ name: issue_close, of: issues, set: { method: close }, deprecated: { since: 1.4.0, sunset: 2027-05-20 } }, " +
      "{ name: issue_open, of: issues, set: { method: open }, deprecated: { since: 1.4.0, sunset: 2027-05-20 } }]",
  );
  expect(broken(base, manage(pasted(help, "issue_manage.yaml: ")))).toEqual([]);
});

test("a removal becomes an announcement when the notice is pasted", () => {
  const kept = { issue_report: tool("issue_report", report, note) };
  const going = tool("issue_close", "Say that it works.", note);
  const base = compiled({ ...kept, issue_close: going });
  const { help } = found(base, compiled(kept), "tool-removed-without-deprecation");
  const notice = /deprecated: \{[^}]*\}/.exec(help ?? "")?.[0] ?? "";
  expect(notice).toBe("deprecated: { since: 1.4.0, sunset: 2027-05-20 }");
  const announced = compiled({ ...kept, issue_close: `${going}${notice}\n` });
  expect(diff(base, announced, { today }).changes.map(({ severity, id }) => `${severity} ${id}`)).toEqual([
    "WARN deprecated-without-replacement",
    "INFO deprecated-added",
  ]);
});

test("a name that left is kept from coming back when the tombstone is pasted", () => {
  const kept = { issue_report: tool("issue_report", report, note) };
  const going = tool("issue_close", "Say that it works.", note, "deprecated: { since: 1.0.0, sunset: 2026-01-01 }\n");
  const { help } = found(compiled({ ...kept, issue_close: going }), compiled(kept), "tool-removed-after-sunset");
  const entry = pasted(help, "something else: ");
  expect(entry).toBe("issue_close: { removed: 1.4.0 }");
  const retired = compiled(kept, `${entry}\n`);
  expect(retired.retired).toEqual([{ name: "issue_close", kind: "tool", removed: "1.4.0" }]);
  expect(() => compiled({ ...kept, issue_close: going }, `${entry}\n`)).toThrow("issue_close");
});

test("without today's date no sunset is proposed, and a tool of which nothing was promised gets a month", () => {
  const head = catalogOf([]);
  expect(deprecationStanza("stable", { head })).toBe("deprecated: { since: 1.0.0 }");
  expect(deprecationStanza("experimental", { head, today })).toBe("deprecated: { since: 1.0.0, sunset: 2026-12-21 }");
  expect(deprecationStanza("beta", { head, today }, "note_find")).toBe(
    "deprecated: { since: 1.0.0, sunset: 2026-12-21, replaced_by: note_find }",
  );
});

test("names that YAML would read as something else are quoted", () => {
  const head = catalogOf([]);
  expect(aliasStanza([{ name: "yes", set: { "a b": "12", on: "x: y" } }], "stable", { head })).toBe(
    'aliases: [{ name: "yes", of: test, set: { "a b": "12", "on": "x: y" }, deprecated: { since: 1.0.0 } }]',
  );
  expect(retiredStanza("1e3", "alias", { head }, "note_find")).toBe(
    '"1e3": { kind: alias, removed: 1.0.0, replaced_by: note_find }',
  );
});
