import { describe, expect, it } from "vitest";
import { check } from "../../src/compiler/compile.ts";
import type { CodeRow } from "../../src/diagnostics/codes/code-row.ts";
import { listCodes } from "../../src/diagnostics/codes/list-codes.ts";
import { type Code, codes } from "../../src/diagnostics/codes.ts";
import { caseSources } from "./golden-case.ts";

// The rules that clients and models ask for, by their names in the list of constraints, and what became of each: rules of
// that name or another, or nothing, because the language leaves no way to write the mistake. Then the closest try is made.

interface Attempt {
  /** Paths below schema/ and what to put there, or which words to replace. */
  readonly files: { readonly [path: string]: string | readonly [from: string, to: string] };
  /** The finding that the author gets. */
  readonly refusedBy: Code;
}

interface Constraint {
  readonly id: string;
  /** Codes that report it in a catalog. */
  readonly rules?: readonly Code[];
  /** Codes that report it in a saved list of another server. */
  readonly lists?: readonly Code[];
  /** In a catalog it can't be written. */
  readonly impossible?: { readonly because: string; readonly attempt?: Attempt };
}

const tool = "tools/notes/note_create.yaml";
const titled = "title: { type: string, max_length: 80, required: true, description: Title of the note }";
const inTool = (from: string, to: string, refusedBy: Code): Attempt => ({ files: { [tool]: [from, to] }, refusedBy });

const constraints: readonly Constraint[] = [
  {
    id: "name-charset",
    rules: ["name-charset"],
    lists: ["name-charset"],
    impossible: {
      because: "names of tools are lower case words",
      attempt: inTool("name: note_create", "name: note.create", "wrong-form"),
    },
  },
  {
    id: "name-start",
    lists: ["name-start"],
    impossible: {
      because: "names begin with a letter",
      attempt: inTool("name: note_create", "name: 2note", "wrong-form"),
    },
  },
  { id: "name-length", rules: ["name-too-long"], lists: ["name-too-long"] },
  { id: "name-prefix-mcp", rules: ["name-prefix"], lists: ["name-prefix"] },
  { id: "name-collision-folded", rules: ["name-collision-folded"], lists: ["name-collision-folded"] },
  { id: "name-style", rules: ["name-style"], lists: ["name-style"] },
  { id: "name-verb-vs-hint", rules: ["name-verb-vs-hint"], lists: ["name-verb-vs-hint"] },
  { id: "alias-shadows-tool", rules: ["alias-shadows-tool"] },
  {
    id: "alias-cycle",
    impossible: {
      because: "an alias stands in its tool, so it leads to a tool and never to an alias",
      attempt: inTool("name: add_note", "name: note_create", "alias-shadows-tool"),
    },
  },
  {
    id: "alias-chain",
    impossible: {
      because: "an alias has no aliases",
      attempt: inTool("    of: legacy", "    of: legacy\n    aliases: [{ name: put_note, of: legacy }]", "unknown-key"),
    },
  },
  {
    id: "alias-missing-target",
    impossible: {
      because: "an alias stands in its tool and can't name another",
      attempt: inTool("    of: legacy", "    of: legacy\n    tool: note_make", "unknown-key"),
    },
  },
  { id: "alias-listed", rules: ["alias-listed"] },
  {
    id: "param-key-charset",
    rules: ["name-too-long"],
    lists: ["param-key-charset"],
    impossible: {
      because: "names of params are lower case words",
      attempt: inTool("  title: {", '  "note title": {', "wrong-form"),
    },
  },
  { id: "param-name-consistency", rules: ["param-name-consistency"], lists: ["param-name-consistency"] },
  { id: "schema-root-object", lists: ["schema-root-object"], impossible: { because: "the compiler prints the root" } },
  {
    id: "schema-properties-present",
    lists: ["schema-properties-present"],
    impossible: { because: "the compiler prints the root" },
  },
  {
    id: "schema-root-combinator",
    lists: ["schema-root-combinator"],
    impossible: { because: "the compiler prints the root" },
  },
  {
    id: "schema-array-items",
    lists: ["schema-array-items"],
    impossible: { because: "a list has items", attempt: inTool(titled, "title: { type: array }", "missing-key") },
  },
  {
    id: "schema-required-unknown",
    lists: ["schema-required-unknown"],
    impossible: {
      because: "a param says by itself that it is required; `required` of an object lists its fields",
      attempt: inTool(
        titled,
        "title: { type: object, fields: { a: { type: boolean } }, required: [b], description: A }",
        "unknown-field",
      ),
    },
  },
  {
    id: "schema-unsatisfiable",
    rules: ["bounds-empty", "enum-empty", "type-endless"],
    lists: ["schema-unsatisfiable"],
  },
  { id: "schema-default-valid", rules: ["default-invalid"], lists: ["schema-default-valid"] },
  { id: "schema-example-valid", rules: ["example-value-invalid", "invalid-argument"], lists: ["schema-example-valid"] },
  {
    id: "schema-remote-ref",
    lists: ["schema-remote-ref", "schema-ref-missing"],
    impossible: {
      because: "`ref` names a type of the catalog",
      attempt: inTool("result: { ref: Note }", 'result: { ref: "https://example.com/note.json" }', "wrong-form"),
    },
  },
  { id: "schema-recursion", rules: ["schema-recursion"], lists: ["schema-recursion"] },
  {
    id: "schema-tuple-draft07",
    lists: ["schema-tuple-draft07"],
    impossible: {
      because: "items is one type",
      attempt: inTool(titled, "title: { type: array, items: [{ type: boolean }] }", "wrong-kind"),
    },
  },
  { id: "schema-enum-types", rules: ["schema-enum-types"], lists: ["schema-enum-types"] },
  { id: "schema-enum-size", rules: ["schema-enum-size"], lists: ["schema-enum-size"] },
  { id: "schema-format-portable", rules: ["schema-format-portable"], lists: ["schema-format-portable"] },
  {
    id: "schema-nullability-spelling",
    lists: ["schema-nullability-spelling"],
    impossible: {
      because: "`nullable` is the one spelling, and the compiler prints it in one way",
      attempt: inTool(titled, "title: { type: [string, null] }", "wrong-kind"),
    },
  },
  {
    id: "schema-union-untyped-branch",
    lists: ["schema-union-untyped-branch"],
    impossible: {
      because: "the options of a union are distinguished by their types",
      attempt: inTool(
        titled,
        "title: { type: union, of: [{ type: json }, { type: boolean }], description: A }",
        "union-indistinct",
      ),
    },
  },
  { id: "schema-keyword-dropped", rules: ["schema-keyword-dropped"], lists: ["schema-keyword-dropped"] },
  { id: "schema-depth", rules: ["schema-depth"], lists: ["schema-depth"] },
  { id: "schema-node-count", rules: ["schema-node-count"], lists: ["schema-node-count"] },
  { id: "schema-open-object", rules: ["schema-open-object"], lists: ["schema-open-object"] },
  { id: "schema-unbounded-string", rules: ["schema-unbounded-string"], lists: ["schema-unbounded-string"] },
  { id: "schema-unbounded-array", rules: ["schema-unbounded-array"], lists: ["schema-unbounded-array"] },
  { id: "schema-strict-ready", rules: ["schema-strict-ready"], lists: ["schema-strict-ready"] },
  { id: "schema-size", rules: ["schema-size"], lists: ["schema-size"] },
  {
    id: "description-missing",
    impossible: {
      because: "a tool has a summary",
      attempt: inTool("summary: Create a note.\n", "", "missing-key"),
    },
  },
  { id: "description-tautological", rules: ["description-tautological"] },
  { id: "description-too-short", rules: ["description-too-short"] },
  { id: "description-purpose", rules: ["description-purpose"] },
  { id: "description-when", rules: ["description-when"] },
  { id: "description-when-not", rules: ["description-when-not"] },
  { id: "description-returns", rules: ["description-returns"] },
  { id: "description-errors", rules: ["description-errors"] },
  { id: "description-length", rules: ["description-length", "description-too-long", "summary-too-long"] },
  { id: "description-mentions-required-constraints", rules: ["description-mentions-required-constraints"] },
  { id: "description-type-conflict", rules: ["description-type-conflict"] },
  { id: "description-dangling-reference", rules: ["description-dangling-reference", "unknown-template"] },
  { id: "description-overlap", rules: ["description-overlap"] },
  { id: "description-hidden-unicode", rules: ["description-hidden-unicode"] },
  { id: "description-instruction-to-model", rules: ["description-instruction-to-model"] },
  { id: "description-secret-or-host", rules: ["description-secret-or-host"] },
  { id: "param-description-missing", rules: ["param-undescribed"] },
  { id: "param-description-repeats-name", rules: ["param-description-repeats-name"] },
  { id: "param-count", rules: ["param-count"] },
  {
    id: "annotation-incomplete",
    lists: ["annotation-incomplete"],
    impossible: { because: "a tool states all four", attempt: inTool(", open_world: false", "", "missing-key") },
  },
  { id: "annotation-contradiction", rules: ["effects-contradiction"], lists: ["annotation-contradiction"] },
  {
    id: "output-schema-missing",
    lists: ["output-schema-missing"],
    impossible: { because: "a tool has a result", attempt: inTool("result: { ref: Note }\n", "", "missing-key") },
  },
  {
    id: "output-text-parity",
    impossible: {
      because: "the text form is printed by the runtime from the whole of structuredContent; the author writes neither",
    },
  },
  {
    id: "output-root-not-object",
    lists: ["output-root-not-object"],
    impossible: { because: "arrays and scalars are wrapped into an object" },
  },
  { id: "output-unbounded-list", rules: ["output-unbounded-list"], lists: ["output-unbounded-list"] },
  { id: "error-contract", rules: ["error-contract", "unknown-error", "error-not-listed"] },
  {
    // Whether the window is long enough needs two catalogs: the diff judges it.
    id: "deprecation-*",
    rules: ["deprecated-without-sunset", "deprecated-before-since", "replacement-deprecated", "unknown-replacement"],
    impossible: {
      because: "a sunset is a date of the calendar",
      attempt: inTool("sunset: 2027-12-01", "sunset: 2027-13-01", "wrong-form"),
    },
  },
  {
    id: "x-mcp-header-*",
    lists: ["x-mcp-header-invalid"],
    impossible: {
      because: "the language has no word for it",
      attempt: inTool("max_length: 80, ", "max_length: 80, x-mcp-header: Title, ", "unknown-key"),
    },
  },
  { id: "pattern-compiles", rules: ["pattern-invalid"], lists: ["schema-pattern-invalid"] },
  { id: "pattern-linear", rules: ["pattern-slow"], lists: ["schema-pattern-slow"] },
  { id: "profile-tool-count", rules: ["profile-tool-count"], lists: ["profile-tool-count"] },
  { id: "profile-token-budget", rules: ["profile-token-budget", "tool-token-budget"] },
  {
    id: "order-deterministic",
    impossible: {
      because:
        "the order of files, tools and keys is settled while resolving; the tests below and of the emitters hold it",
    },
  },
  {
    id: "icons-valid",
    lists: ["icons-valid"],
    impossible: {
      because: "the language has no icons",
      attempt: inTool("session: none", "icons: []\nsession: none", "unknown-key"),
    },
  },
  {
    id: "title-present",
    lists: ["title-present"],
    impossible: { because: "a tool has a title", attempt: inTool("title: Create a note\n", "", "missing-key") },
  },
  { id: "yaml-unknown-key", rules: ["unknown-key"] },
  { id: "yaml-duplicate-key", rules: ["yaml-duplicate-key"] },
  {
    id: "yaml-norway",
    impossible: {
      because: "YAML 1.2: `no` and `on` are texts, and a boolean is asked for by its own words",
      attempt: inTool("read_only: false", "read_only: no", "wrong-kind"),
    },
  },
];

function codesAfter({ files }: Attempt): readonly Code[] {
  const sources = caseSources("clean").map(({ path, text }) => {
    const change = files[path.slice("schema/".length)];
    if (change === undefined) return { path, text };
    if (typeof change === "string") return { path, text: change };
    const [from, to] = change;
    if (!text.includes(from)) throw new Error(`invariant: '${from}' stands in ${path}`);
    return { path, text: text.replace(from, () => to) };
  });
  return check(sources).diagnostics.map(({ code }) => code);
}

describe("the list of constraints", () => {
  it("has each constraint once", () => {
    const ids = constraints.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.length).toBeGreaterThanOrEqual(74);
  });

  it.each(constraints)("$id is a rule, or can't be written", ({ rules = [], lists = [], impossible }) => {
    expect(rules.length > 0 || impossible !== undefined).toBe(true);
    for (const code of [...rules, ...lists]) {
      const row: CodeRow = codes[code];
      expect(row.why.length).toBeGreaterThan(20);
    }
  });

  it.each(
    constraints.flatMap(({ id, impossible }) =>
      impossible?.attempt === undefined ? [] : [[id, impossible.attempt] as const],
    ),
  )("the closest try is refused: %s", (_, attempt) => {
    expect(codesAfter(attempt)).toContain(attempt.refusedBy);
  });

  it("says of each kind of finding about lists which constraint it is", () => {
    const named = new Set(constraints.flatMap(({ lists = [] }) => lists));
    expect(Object.keys(listCodes).filter((code) => code !== "list-entry-invalid" && !named.has(code as Code))).toEqual(
      [],
    );
  });

  // order-deterministic: whatever order the files come in, the catalog is the same.
  it("has an order that no order of files changes", () => {
    const sources = caseSources("ten-mistakes");
    const base = caseSources("clean");
    for (const files of [sources, base]) {
      const forward = check(files).value?.catalog;
      expect(check(files.toReversed()).value?.catalog).toEqual(forward);
    }
  });
});
