import type { ProjectFacts, ProjectFile } from "./project-files.ts";

/** The first catalog: one family with two tools, their handlers, the host behind them, and tests of all of it; or the same without tools. */
export function catalogFiles({ name, isEmpty = false }: ProjectFacts): readonly ProjectFile[] {
  return [
    { path: "schema/catalog.yaml", text: catalogText(name, isEmpty ? nothingYet : sample) },
    { path: "src/host.ts", text: hostText(isEmpty ? "{}" : "{ notes: new Map() }") },
    { path: "src/handlers/deps.ts", text: isEmpty ? emptyDepsText : depsText },
    { path: "test/examples.test.ts", text: examplesTestText },
    ...(isEmpty ? [] : sampleFiles()),
  ];
}

function sampleFiles(): readonly ProjectFile[] {
  return [
    { path: "schema/types/note.yaml", text: typesText },
    { path: "schema/tools/note/note_create.yaml", text: createText },
    { path: "schema/tools/note/note_list.yaml", text: listText },
    { path: "src/handlers/note/note_create.ts", text: createHandlerText },
    { path: "src/handlers/note/note_list.ts", text: listHandlerText },
    { path: "test/note.test.ts", text: noteTestText },
  ];
}

/** What `catalog.yaml` says of its tools. */
interface CatalogParts {
  readonly instructions: string;
  readonly families: string;
  readonly errors: string;
}

const sample: CatalogParts = {
  instructions: `
  instructions: "Write things down with {{tool note_create}}; {{tool note_list}} shows what was written."`,
  families: `families:
  note: {title: Notes, summary: Short texts with a title}`,
  errors: `errors:
  NOTE_EXISTS:
    code: -31001
    message: "there is a note titled '{title}' already"
    data: {title: string}
    retry: changed_arguments
    hint: choose another title`,
};

const nothingYet: CatalogParts = {
  instructions: "",
  families: "families:   # groups of tools: `pegboard add tool tag_list --new-family Tags` adds one",
  errors: "errors:   # what tools may answer with in place of a result, by name",
};

function catalogText(name: string, { instructions, families, errors }: CatalogParts): string {
  return `# The catalog's identity and policy. Every tool has a file of its own under tools/<family>/.
format: 1
server:
  name: ${name}
  version: 0.1.0${instructions}
targets: [claude, openai, gemini, vscode, cursor]   # clients whose limits are checked
unknown_params: warn
tiers:
  essential: {badge: "🔴 ESSENTIAL", summary: What every agent needs}
  common: {badge: "🟡 COMMON", summary: Often useful}
defaults: {tier: essential, since: 0.1.0}   # of a tool that does not say it
${families}
profiles:
  all: {families: all}   # with detail: full the texts of params are listed too
default_profile: all
host: eager   # src/host.ts is opened at start, so that a server that can't work does not start
${errors}
deprecation:
  grace: {stable: 180d, beta: 30d, experimental: 0d}
`;
}

const typesText = `Note:
  description: A short text with a title
  fields:
    title: {type: string, max_length: 80, required: true, description: "Unique, whatever its case"}
    text: {type: string, trim: false, max_length: 2000, required: true, description: What it says}
`;

const createText = `name: note_create
title: Create a note
stability: experimental
summary: Write down a short text under a title.
session: none
effects: {read_only: false, destructive: false, idempotent: false, open_world: false}
params:
  title: {type: string, max_length: 80, required: true, description: Unique title}
  text: {type: string, max_length: 2000, default: "", description: What it says}
result: {ref: Note}
errors: [NOTE_EXISTS]
guidance:
  use_when: [Something is worth writing down]
  before: [note_list]
examples:
  - title: Write one
    arguments: {title: Milk, text: Two litres}
    result: {title: Milk, text: Two litres}
  - title: A title is taken once
    given:
      - {call: note_create, with: {title: Milk}}
    arguments: {title: milk}
    error: NOTE_EXISTS
`;

const listText = `name: note_list
title: List notes
stability: experimental
summary: List the notes in the order they were written.
session: none
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params:
  limit: {type: integer, min: 1, max: 100, default: 20, description: Most notes}
result: {type: array, items: {ref: Note}}
errors: []
guidance:
  use_when: [You want to know what was written down]
  after: [note_create]
examples:
  - title: Nothing yet
    arguments: {}
    result: {items: [], count: 0}
  - title: What was written
    given:
      - {call: note_create, with: {title: Milk, text: Two litres}}
    arguments: {}
    result: {items: [{title: Milk, text: Two litres}], count: 1}
`;

function hostText(deps: string): string {
  return `${importLines([
    ["type { Host, OpenHost }", "pegboard/runtime"],
    ["type { Deps }", "./handlers/deps.ts"],
  ])}
/** Puts together what handlers need; called once, at start. Open a database here, close it below. */
export const openHost: OpenHost<Deps> = (): Host<Deps> => ({
  deps: ${deps},
  close: async () => {},
});
`;
}

const handlerType = `
/** A handler of this project. */
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
`;

const depsText = `${importLines([
  ["type { Contract, Handler }", "pegboard/runtime"],
  ["type { Note }", "../../generated/types.ts"],
])}
/** What handlers lean on, made by \`openHost\` in ../host.ts. */
export interface Deps {
  /** By title in lower case. In memory: they are gone when the server ends. */
  readonly notes: Map<string, Note>;
}
${handlerType}`;

const emptyDepsText = `${importLines([["type { Contract, Handler }", "pegboard/runtime"]])}
/** What handlers lean on, made by \`openHost\` in ../host.ts: databases, clients, clocks. */
export interface Deps {}
${handlerType}`;

const createHandlerText = `${importLines([
  ["{ ok, type ResultOf }", "pegboard/runtime"],
  ["type { NoteCreate }", "../../../generated/contracts/note_create.ts"],
  ["{ errors }", "../../../generated/errors.ts"],
  ["type { ToolHandler }", "../deps.ts"],
])}
/** Arguments were checked and completed before: \`text\` is there, with its default. */
export const noteCreate: ToolHandler<NoteCreate> = async ({ title, text }, { notes }): ResultOf<NoteCreate> => {
  const key = title.toLowerCase();
  if (notes.has(key)) return errors.noteExists({ title });
  const note = { title, text };
  notes.set(key, note);
  return ok(note);
};
`;

const listHandlerText = `${importLines([
  ["{ ok }", "pegboard/runtime"],
  ["type { NoteList }", "../../../generated/contracts/note_list.ts"],
  ["type { ToolHandler }", "../deps.ts"],
])}
export const noteList: ToolHandler<NoteList> = async ({ limit }, { notes }) => ok([...notes.values()].slice(0, limit));
`;

const examplesTestText = `${importLines([
  ["{ examplesOf }", "pegboard/testing"],
  ["{ describe, it }", "vitest"],
  ["catalog", "../generated/.cache/catalog.json"],
  ["{ registry }", "../generated/registry.ts"],
  ["{ openHost }", "../src/host.ts"],
])}
const examples = examplesOf(catalog);

// A suite without a test fails, and a catalog may have no examples yet.
describe.skipIf(examples.length === 0)("the examples of schema/ hold", () => {
  it.each(examples)("$tool: $title", (example) => example.run({ registry, openHost }));
});
`;

const noteTestText = `${importLines([
  ["{ type Bench, openBench }", "pegboard/testing"],
  ["{ afterEach, beforeEach, expect, it }", "vitest"],
  ["{ registry }", "../generated/registry.ts"],
  ["{ openHost }", "../src/host.ts"],
])}
// Each call goes through everything that a client's call does: old names, defaults, checks, handler, check of the result.
let bench: Bench;
beforeEach(() => {
  bench = openBench({ registry, openHost });
});
afterEach(() => bench.close());

it("keeps notes in the order they were written", async () => {
  await bench.call("note_create", { title: "Milk", text: "Two litres" });
  await bench.call("note_create", { title: "Bread" });
  const { result } = await bench.call("note_list", { limit: 1 });
  expect(result).toEqual({ items: [{ title: "Milk", text: "Two litres" }], count: 1 });
});

it("takes a title once, and says what to do", async () => {
  await bench.call("note_create", { title: "Milk" });
  const { error } = await bench.call("note_create", { title: "MILK" });
  expect(error).toMatchObject({ code: "NOTE_EXISTS", data: { title: "MILK" } });
});

it("refuses arguments that schema/ does not allow before the handler sees them", async () => {
  const { error } = await bench.call("note_create", { text: "without a title" });
  expect(error?.code).toBe("INVALID_ARGUMENTS");
});
`;

/**
 * The first lines of a module that is written for a project: `[["{ ok }", "pegboard/runtime"]]`. Written out in a template
 * they would read as imports of the file that holds the template, to people and to the layer test.
 */
function importLines(imports: readonly (readonly [what: string, from: string])[]): string {
  return imports
    .map(([what, from]) => `import ${what} from "${from}"${from.endsWith(".json") ? ' with { type: "json" }' : ""};\n`)
    .join("");
}
