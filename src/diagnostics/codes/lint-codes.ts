import { type CodeTable, error, fixableError, fixableWarning, info, warning } from "./code-row.ts";

/** Findings about contradictions in a catalog: values that break their own types, limits of clients, missing texts. */
export const lintCodes = {
  "bounds-empty": error({
    message: (p: { low: string; high: string }) => `no value satisfies both ${p.low} and ${p.high}`,
    why: "No value could ever be valid.",
    bad: "{type: integer, min: 10, max: 1}",
    good: "{type: integer, min: 1, max: 10}",
  }),
  "multiple-of-invalid": error({
    message: (p: { found: number }) => `multiple_of must be greater than 0, found ${p.found}`,
    why: "JSON Schema allows only positive divisors.",
    bad: "multiple_of: 0",
    good: "multiple_of: 5",
  }),
  "enum-empty": error({
    message: (_: Record<never, never>) => "an enum needs at least one value",
    why: "No value could ever be valid.",
    bad: "{type: enum, values: []}",
    good: "{type: enum, values: [low, high]}",
  }),
  "pattern-invalid": error({
    message: (p: { pattern: string; problem: string }) =>
      `'${p.pattern}' is not a valid regular expression: ${p.problem}`,
    why: "Patterns are ECMA-262 regular expressions with flag u, as JSON Schema asks.",
    bad: 'pattern: "["',
    good: 'pattern: "[a-z]"',
  }),
  "pattern-slow": error({
    message: (p: { problem: string }) => `matching this pattern may take too long: ${p.problem}`,
    why: "A validator tries one way after the other. Where parts that repeat can share a text in many ways, a short text keeps the server busy for minutes. Let neighbouring parts begin with different characters, begin the pattern with ^, or limit the length of the text (max_length).",
    bad: 'pattern: "^([a-z]+-?)*$"',
    good: 'pattern: "^[a-z]+(-[a-z]+)*$"',
    source: "CWE-1333",
    checkedOn: "2026-11",
  }),
  "unknown-format": fixableError({
    message: (p: { format: string }) => `no format named '${p.format}'`,
    why: "An unknown format would not be checked.",
    bad: "format: datetime",
    good: "format: date-time",
  }),
  "union-indistinct": error({
    message: (p: { options: string }) => `${p.options} can't be distinguished before they are checked`,
    why: "An error about a union is only useful when it is about the intended option: objects are distinguished by a required field with one value, other types by their JSON type.",
    bad: "of: [{type: integer}, {type: number}]",
    good: "of: [{type: integer}, {type: string}]",
  }),
  "type-endless": error({
    message: (p: { name: string }) => `'${p.name}' must contain itself, so it has no finite value`,
    why: "A type that must contain itself has no finite value. Make the recursive field optional, nullable or a list.",
    bad: "Node: {fields: {next: {ref: Node, required: true}}}",
    good: "Node: {fields: {next: {ref: Node}}}",
  }),
  "extends-no-object": error({
    message: (p: { name: string; type: string }) =>
      `'${p.name}' is of type '${p.type}', and only an object can be extended`,
    why: "`extend` takes over fields, which only an object has.",
    bad: "Color: {type: enum, values: [red, blue]}\nPaint: {extend: Color}",
    good: "Color: {type: enum, values: [red, blue]}\nPaint: {fields: {color: {ref: Color}}}",
  }),
  "result-ambiguous": error({
    message: (p: { kind: string }) =>
      `${p.kind} may or may not be an object, so the compiler can't choose how to wrap it`,
    why: "A result is sent as an object: objects stay unchanged, arrays become {items, count}, anything else {data}. The type must decide which of the three applies.",
    bad: "result: {ref: Note, nullable: true}",
    good: "result: {type: object, fields: {note: {ref: Note, nullable: true, required: true}}}",
  }),
  "default-not-normal": fixableError({
    message: (p: { found: string }) => `the default ${p.found} is not normalized`,
    why: "Texts are trimmed and changed to their letter case before they are checked. A default is used as written, so it must already have that form.",
    bad: 'color: {type: string, normalize: lower, default: " Red "}',
    good: "color: {type: string, normalize: lower, default: red}",
  }),
  "enum-value-not-normal": fixableError({
    message: (p: { value: string; normalize: string }) =>
      `'${p.value}' can never match, because values are changed to ${p.normalize} case`,
    why: "`normalize` changes the letter case of arguments before they are compared with the values.",
    bad: "tone: {type: enum, values: [Warm, formal], normalize: lower}",
    good: "tone: {type: enum, values: [warm, formal], normalize: lower}",
  }),
  "default-invalid": fixableError({
    message: (p: { expected: string; found: string }) => `the default must be ${p.expected}, found ${p.found}`,
    why: "A call without the param would be rejected because of its default.",
    bad: "{type: integer, max: 50, default: 100}",
    good: "{type: integer, max: 50, default: 50}",
  }),
  "default-on-required": fixableWarning({
    message: (p: { name: string }) => `'${p.name}' is required, so its default is never used`,
    why: "A default suggests to callers that they can leave the param out.",
    bad: "{type: integer, required: true, default: 10}",
    good: "{type: integer, default: 10}",
  }),
  "example-value-invalid": error({
    message: (p: { expected: string; found: string }) => `the example must be ${p.expected}, found ${p.found}`,
    why: "People and models copy examples.",
    bad: "{type: integer, examples: [ten]}",
    good: "{type: integer, examples: [10]}",
  }),
  "invalid-argument": error({
    message: (p: { path: string; call: string; expected: string; found: string }) =>
      `'${p.call}' expects ${p.expected}${p.path}, found ${p.found}`,
    why: "Readers copy the calls of examples and workflows, so the tool must accept them.",
    bad: "arguments: {limit: many}",
    good: "arguments: {limit: 10}",
  }),
  "unknown-argument": fixableError({
    message: (p: { name: string; call: string }) => `'${p.call}' has no param '${p.name}'`,
    why: "An unknown argument is dropped, so the call does not do what the example shows.",
    bad: "arguments: {tilte: A}",
    good: "arguments: {title: A}",
  }),
  "example-accepted": error({
    message: (p: { call: string }) =>
      `'${p.call}' accepts these arguments, so the call can't end with INVALID_ARGUMENTS`,
    why: "The example expects an error that does not occur.",
    bad: "params: {limit: {type: integer, max: 50}}\nexamples:\n  - title: Too many\n    arguments: {limit: 50}\n    error: INVALID_ARGUMENTS",
    good: "params: {limit: {type: integer, max: 50}}\nexamples:\n  - title: Too many\n    arguments: {limit: 51}\n    error: INVALID_ARGUMENTS",
  }),
  "unknown-kept-path": error({
    message: (p: { key: string; path: string; tool: string }) =>
      p.key === p.path
        ? `the result of '${p.tool}' has no '${p.key}'`
        : `the result of '${p.tool}' has no '${p.key}' in the path '${p.path}'`,
    why: "`keep` takes a value out of the result by its dotted path; the type must have a value at that path.",
    bad: "given: [{call: note_create, with: {title: A}, keep: {n1: note.di}}]",
    good: "given: [{call: note_create, with: {title: A}, keep: {n1: note.id}}]",
  }),
  "example-result-invalid": error({
    message: (p: { path: string; expected: string; found: string }) =>
      `expected ${p.expected}${p.path}, found ${p.found}`,
    why: "The result of an example is matched as a part of the real one; a value that the result's type does not allow can't be matched.",
    bad: "result: {count: none}",
    good: "result: {count: 0}",
  }),
  "alias-refuses-old-calls": error({
    message: (p: { alias: string; tool: string; witness: string }) =>
      `'${p.alias}' accepted ${p.witness}, but '${p.tool}' rejects it after mapping`,
    why: "Every call that the old params allow must be accepted after mapping, or clients of the old name break. What the table can't express is written as a pure function: `adapt: true`.",
    bad: "params: {limit: {type: number}}   # ours is an integer",
    good: "adapt: true\nparams: {limit: {type: number}}",
  }),
  "alias-undecided": error({
    message: (p: { alias: string; tool: string; reason: string }) =>
      `it can't be proved that '${p.tool}' accepts every call of '${p.alias}': ${p.reason}`,
    why: "Compatibility must be proved. A hand-written function (`adapt: true`) needs no proof.",
    bad: 'params: {color: {type: string, pattern: "^(?=r)red$"}}',
    good: "params: {color: {type: enum, values: [red]}}",
  }),
  "destructive-without-confirm": info({
    message: (p: { tool: string }) => `'${p.tool}' is destructive but does not require confirmation`,
    why: "Some hosts run tools without asking. There a call destroys data that can't be restored unless the tool requires a confirmation.",
    bad: "effects: {destructive: true, …}",
    good: 'effects: {destructive: true, …}\nconfirm: {message: "delete note {note}"}',
  }),
  "action-beyond-effects": error({
    message: (p: { action: string; effect: string; tool: string }) =>
      `'${p.action}' ${p.effect}, which the effects of '${p.tool}' do not say`,
    why: "Clients decide by the effects of the tool whether they ask before a call, whatever its action.",
    bad: "effects: {destructive: false, …}\nactions: {by: action, cases: {delete: {effect: destroys}, …}}",
    good: "effects: {destructive: true, …}\nactions: {by: action, cases: {delete: {effect: destroys}, …}}",
  }),
  "effects-beyond-actions": warning({
    message: (p: { tool: string; effect: string }) =>
      `'${p.tool}' ${p.effect} by its effects, and none of its actions does`,
    why: "Clients ask more often than necessary, or a model avoids the tool.",
    bad: "effects: {destructive: true, …}\nactions: {by: action, cases: {list: {effect: reads}, add: {effect: changes}}}",
    good: "effects: {destructive: false, …}\nactions: {by: action, cases: {list: {effect: reads}, add: {effect: changes}}}",
  }),
  "effects-contradiction": error({
    message: (p: { tool: string }) => `'${p.tool}' can't be read_only and destructive`,
    why: "Clients run read-only tools without asking; a destructive one among them does damage.",
    bad: "{read_only: true, destructive: true, …}",
    good: "{read_only: false, destructive: true, …}",
  }),
  "summary-too-long": error({
    message: (p: { count: number; unit: string; limit: number }) =>
      `the summary has ${p.count} ${p.unit}; the limit is ${p.limit} tokens`,
    why: "Summaries of all tools are part of every request of a client. Longer texts belong to `description`.",
    bad: "summary: Create a note with a title and a color, which may be changed later, unless the note is locked, in which case …",
    good: "summary: Create a note with a title and a color.\ndescription: Both may be changed later, unless the note is locked.",
  }),
  "summary-many-sentences": warning({
    message: (_: Record<never, never>) => "the summary has more than one sentence",
    why: "A model chooses by the first sentence; the others belong to `description`.",
    bad: "summary: Create a note. The title is unique.",
    good: "summary: Create a note with a unique title.",
  }),
  "name-too-long": error({
    message: (p: { name: string; length: number; limit: number; why: string }) =>
      `'${p.name}' has ${p.length} characters; at most ${p.limit} fit ${p.why}`,
    why: "Clients put the server's name before a tool's name and cut, rename or drop names that are longer than their limit.",
    bad: "name: note_create_with_title_and_color_and_reminder_and_attachments",
    good: "name: note_create",
  }),
  "name-prefix": error({
    message: (p: { name: string }) => `'${p.name}' begins with 'mcp_', a prefix that clients add themselves`,
    why: "Some clients reject or misread names that begin with their own prefix.",
    bad: "name: mcp_notes",
    good: "name: note_list",
  }),
  "param-undescribed": warning({
    message: (p: { name: string }) => `'${p.name}' has no description`,
    why: "Without a description a model guesses the meaning of a param, often wrongly.",
    bad: "limit: {type: integer}",
    good: "limit: {type: integer, description: Maximum number of notes}",
  }),
  "replacement-deprecated": error({
    message: (p: { name: string }) => `the replacement '${p.name}' is deprecated too`,
    why: "Callers would have to migrate twice.",
    bad: "replaced_by: note_add      # which is deprecated too",
    good: "replaced_by: note_create",
  }),
  "deprecated-before-since": error({
    message: (p: { tool: string; notice: string; since: string }) =>
      `'${p.tool}' is deprecated since ${p.notice}, but was introduced in ${p.since}`,
    why: "One of the two versions is a mistake, and callers plan with both.",
    bad: "since: 1.2.0\ndeprecated: {since: 1.0.0, sunset: 2027-12-01}",
    good: "since: 1.0.0\ndeprecated: {since: 1.2.0, sunset: 2027-12-01}",
  }),
  "version-in-future": warning({
    message: (p: { key: string; version: string; current: string }) =>
      `'${p.key}: ${p.version}' is later than the catalog's version ${p.current}`,
    why: "`since` and `removed` name the catalog version of the change: the version in catalog.yaml or an earlier one.",
    bad: "server: {name: notebook, version: 1.2.0}\n# and in a tool\nsince: 1.3.0",
    good: "server: {name: notebook, version: 1.3.0}\n# and in a tool\nsince: 1.3.0",
  }),
  "deprecated-without-sunset": warning({
    message: (_: Record<never, never>) => "the deprecation has no sunset date",
    why: "Without a date callers do not migrate, and the name can't be removed.",
    bad: "deprecated: {since: 0.2.0}",
    good: "deprecated: {since: 0.2.0, sunset: 2027-12-01}",
  }),
  "profile-empty": warning({
    message: (p: { name: string }) => `the profile '${p.name}' contains no tool`,
    why: "A client with an empty list can't call a tool.",
    bad: "quiet: {}",
    good: "quiet: {tiers: [essential]}",
  }),
  "type-unused": warning({
    message: (p: { name: string }) => `the type '${p.name}' is not used`,
    why: "An unused type is left over, or a reference to it is mistyped.",
    bad: "# schema/types/notes.yaml\nNote: {fields: {title: string}}\n# and no tool says {ref: Note}",
    good: "# schema/types/notes.yaml\nNote: {fields: {title: string}}\n# schema/tools/notes/note_create.yaml\nresult: {ref: Note}",
  }),
  "session-never-opened": warning({
    message: (p: { tool: string }) => `'${p.tool}' needs a session, and no tool opens one`,
    why: "A call without a session is refused, and callers have no way to get one.",
    bad: "session: required       # and no tool returns a session",
    good: "# login.yaml\nsession: none\nresult: {type: object, fields: {session: {type: string, required: true}}}",
  }),
  "error-unused": warning({
    message: (p: { name: string }) => `no tool raises '${p.name}'`,
    why: "An unused error is left over, or a tool does not list it.",
    bad: "# schema/catalog.yaml\nerrors:\n  NOTE_LOCKED: {code: -31002, message: the note is locked, retry: later}\n# and no tool lists it",
    good: "# schema/tools/notes/note_create.yaml\nerrors: [NOTE_LOCKED]",
  }),
} as const satisfies CodeTable;
