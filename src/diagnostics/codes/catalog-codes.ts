import { lowerFirst } from "../lower-first.ts";
import type { CodeTable } from "./code-row.ts";

/** Findings about names and references of a catalog: what is named must be there, and be one thing. */
export const catalogCodes = {
  "catalog-missing": {
    severity: "error",
    message: (p: { path: string }) => `there is no '${p.path}'`,
    explain: {
      why: "catalog.yaml says what the tools have in common; without it there is no catalog.",
      bad: "schema/tools/notes/note_create.yaml   # and nothing else",
      good: "# schema/catalog.yaml\nformat: 1\nserver: {name: notebook, version: 0.1.0}\ntiers: {common: {badge: C, summary: Useful every day}}\nfamilies: {notes: {title: Notes, summary: Write and read notes}}",
    },
  },
  "unknown-type": {
    severity: "error",
    fixable: true,
    message: (p: { name: string }) => `no type named '${p.name}'`,
    explain: {
      why: "`ref` points to a type of schema/types.",
      bad: "result: {ref: Noet}",
      good: "result: {ref: Note}",
    },
  },
  "unknown-shared-param": {
    severity: "error",
    fixable: true,
    message: (p: { name: string }) => `no shared param named '${p.name}'`,
    explain: {
      why: "`use` takes a param of schema/params.yaml.",
      bad: "limit: {use: limits}",
      good: "limit: {use: limit}",
    },
  },
  "unknown-tool": {
    severity: "error",
    fixable: true,
    message: (p: { name: string }) => `no tool named '${p.name}'`,
    explain: {
      why: "A text or a workflow that names a tool which is not there sends the reader nowhere.",
      bad: "after: [note_creat]",
      good: "after: [note_create]",
    },
  },
  "unknown-param": {
    severity: "error",
    fixable: true,
    message: (p: { name: string; tool: string }) => `'${p.tool}' has no param '${p.name}'`,
    explain: {
      why: "What refers to a param of the tool must name one that it has.",
      bad: "rename: {noteId: nte}",
      good: "rename: {noteId: note}",
    },
  },
  "unknown-field": {
    severity: "error",
    fixable: true,
    message: (p: { name: string }) => `no field named '${p.name}'`,
    explain: {
      why: "`required` on an object lists fields of that object.",
      bad: "required: [tilte]",
      good: "required: [title]",
    },
  },
  "unknown-error": {
    severity: "error",
    fixable: true,
    message: (p: { name: string }) => `no error named '${p.name}'`,
    explain: {
      why: "A tool raises errors that catalog.yaml declares, so that every caller can know them.",
      bad: "errors: [NOTE_MISSING]",
      good: "errors: [NOTE_NOT_FOUND]",
    },
  },
  "error-not-listed": {
    severity: "error",
    message: (p: { name: string; tool: string }) => `'${p.tool}' does not list the error '${p.name}'`,
    explain: {
      why: "An example can only end with an error that the tool may raise.",
      bad: "errors: []\n…\n    error: NOTE_NOT_FOUND",
      good: "errors: [NOTE_NOT_FOUND]\n…\n    error: NOTE_NOT_FOUND",
    },
  },
  "unknown-family": {
    severity: "error",
    message: (p: { name: string }) => `no family named '${p.name}'`,
    explain: {
      why: "Families are declared in catalog.yaml; a tool's folder is its family.",
      bad: "schema/tools/note/…  # the family is 'notes'",
      good: "schema/tools/notes/…",
    },
  },
  "unknown-tier": {
    severity: "error",
    fixable: true,
    message: (p: { name: string }) => `no tier named '${p.name}'`,
    explain: { why: "Tiers are declared in catalog.yaml.", bad: "tier: esential", good: "tier: essential" },
  },
  "unknown-profile": {
    severity: "error",
    fixable: true,
    message: (p: { name: string }) => `no profile named '${p.name}'`,
    explain: {
      why: "The default profile is one of the profiles of catalog.yaml.",
      bad: "default_profile: cor",
      good: "default_profile: core",
    },
  },
  "unknown-system": {
    severity: "error",
    fixable: true,
    message: (p: { name: string }) => `no alias is marked 'of: ${p.name}'`,
    explain: {
      why: "`list_as` lists the aliases of one system; without any the profile would be empty.",
      bad: "old: {list_as: lgacy}",
      good: "old: {list_as: legacy}",
    },
  },
  "unknown-value": {
    severity: "error",
    fixable: true,
    message: (p: { value: string; param: string }) => `'${p.value}' is no value of '${p.param}'`,
    explain: { why: "The condition could never hold.", bad: "when: {action: delet}", good: "when: {action: delete}" },
  },
  "unknown-replacement": {
    severity: "error",
    fixable: true,
    message: (p: { name: string; kind: string }) => `no ${p.kind} named '${p.name}' to use instead`,
    explain: {
      why: "A notice that names a replacement must name one that is there.",
      bad: "replaced_by: note_ad",
      good: "replaced_by: note_add",
    },
  },
  "unknown-template": {
    severity: "error",
    fixable: true,
    message: (p: { found: string }) => `'${p.found}' is no reference`,
    explain: {
      why: "In texts `{{tool name}}` becomes the name of a tool as clients see it; nothing else stands in double braces.",
      bad: "{{note_create}}",
      good: "{{tool note_create}}",
    },
  },
  "unknown-kept-value": {
    severity: "error",
    fixable: true,
    message: (p: { name: string }) => `nothing is kept under the name '${p.name}'`,
    explain: {
      why: "`$name` stands for a value that an earlier step of the example keeps.",
      bad: "arguments: {note: $n1}",
      good: "given:\n  - {call: note_create, with: {title: A}, keep: {n1: id}}\narguments: {note: $n1}",
    },
  },
  "text-file-missing": {
    severity: "error",
    fixable: true,
    message: (p: { path: string }) => `there is no text '${p.path}'`,
    explain: {
      why: "`{file: …}` names a Markdown file below schema/, relative to the file it stands in.",
      bad: "{file: giude.md}",
      good: "{file: guide.md}",
    },
  },
  "text-file-outside": {
    severity: "error",
    message: (p: { path: string }) => `'${p.path}' leads out of schema/`,
    explain: {
      why: "A catalog is complete in its folder, and reads nothing else of the machine it is compiled on.",
      bad: "{file: ../README.md}",
      good: "{file: guide.md}",
    },
  },
  "text-unused": {
    severity: "warning",
    message: (p: { path: string }) => `nothing names the text '${p.path}'`,
    explain: {
      why: "A Markdown file below schema/ is a text of the catalog. One that nothing names reaches nobody, or `{file: …}` names another by mistake. README.md may stand anywhere.",
      bad: "# schema/guide.md, and in catalog.yaml\nserver: {name: notebook, version: 1.2.0}",
      good: "server: {name: notebook, version: 1.2.0, instructions: {file: guide.md}}",
    },
  },
  "shared-param-unused": {
    severity: "warning",
    message: (p: { name: string }) => `no tool takes the shared param '${p.name}'`,
    explain: {
      why: "What nothing uses is left over, or its user has written the param out again.",
      bad: "# params.yaml\nlimit: {type: integer}\n# and no tool says\nlimit: {use: limit}",
      good: "# params.yaml\nlimit: {type: integer}\n# and in a tool\nlimit: {use: limit}",
    },
  },
  "empty-text": {
    severity: "error",
    message: (_: Record<never, never>) => "the text is empty",
    explain: {
      why: "A text that says nothing is a text that was forgotten.",
      bad: 'summary: ""',
      good: "summary: Create a note.",
    },
  },
  "name-mismatch": {
    severity: "error",
    fixable: true,
    message: (p: { name: string; file: string }) => `the tool is named '${p.name}', its file '${p.file}'`,
    explain: {
      why: "A tool's name is the base name of its file: one search shows its whole life.",
      bad: "name: note_add      # in note_create.yaml",
      good: "name: note_create   # in note_create.yaml",
    },
  },
  "duplicate-name": {
    severity: "error",
    message: (p: { name: string; kind: string }) => `there is another ${p.kind} named '${p.name}'`,
    explain: {
      why: "A name means one thing in the whole catalog.",
      bad: "# schema/types/notes.yaml\nNote: {fields: {title: string}}\n# schema/types/tasks.yaml\nNote: {fields: {text: string}}",
      good: "# schema/types/notes.yaml\nNote: {fields: {title: string}}\n# schema/types/tasks.yaml\nRemark: {fields: {text: string}}",
    },
  },
  "duplicate-error-number": {
    severity: "error",
    message: (p: { code: number; other: string }) => `'${p.other}' has the number ${p.code} already`,
    explain: {
      why: "Callers tell errors apart by their numbers.",
      bad: "A: {code: -31001}\nB: {code: -31001}",
      good: "A: {code: -31001}\nB: {code: -31002}",
    },
  },
  "reserved-error-name": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}' is the name of an error of the runtime`,
    explain: {
      why: "The runtime answers with errors of its own, such as INVALID_ARGUMENTS; a catalog can't give them another meaning.",
      bad: "errors:\n  INVALID_ARGUMENTS: {code: -31001, message: bad title, retry: never}",
      good: "errors:\n  TITLE_REFUSED: {code: -31001, message: bad title, retry: never}",
    },
  },
  "alias-param-unmapped": {
    severity: "error",
    message: (p: { name: string; tool: string }) => `the old param '${p.name}' becomes no param of '${p.tool}'`,
    explain: {
      why: "An old param that leads nowhere would be dropped without a word; what an old name accepted must arrive, or be said to mean nothing now.",
      bad: "aliases: [{name: add_note, of: legacy, params: {colour: {type: string}}}]",
      good: "aliases: [{name: add_note, of: legacy, rename: {colour: color}}]",
    },
  },
  "reserved-param": {
    severity: "error",
    message: (p: { name: string; why: string }) => `the param name '${p.name}' is taken: ${p.why}`,
    explain: {
      why: "`session` carries the session's handle and `confirm` the consent; the runtime reads both before the tool does.",
      bad: "session: optional\nparams:\n  session: {type: string}",
      good: "session: optional\nparams:\n  meeting: {type: string}",
    },
  },
  "retired-name-reused": {
    severity: "error",
    message: (p: { name: string }) => `the name '${p.name}' is retired`,
    explain: {
      why: "A client that still calls the old name would reach something else without noticing. Choose a new name.",
      bad: "# schema/retired.yaml\nnote_add: {removed: 2.0.0}\n# schema/tools/notes/note_add.yaml\nname: note_add",
      good: "# schema/retired.yaml\nnote_add: {removed: 2.0.0}\n# schema/tools/notes/note_create.yaml\nname: note_create",
    },
  },
  "reserved-tool-name": {
    severity: "error",
    message: (p: { name: string; what: string }) => `'${p.name}' is the name of a built-in tool: ${lowerFirst(p.what)}`,
    explain: {
      why: "Every catalog has tools that find, describe and call the others. Clients know them by their names, so no tool, alias or tombstone takes one.",
      bad: "name: tool_search",
      good: "name: note_search",
    },
  },
  "alias-shadows-tool": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}' is the name of a tool`,
    explain: {
      why: "A call of that name could mean either.",
      bad: "# in note_create.yaml, and there is a tool note_add\naliases: [{name: note_add, of: legacy}]",
      good: "aliases: [{name: add_note, of: legacy}]",
    },
  },
  "param-spelled-twice": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}' is already a name or a spelling here`,
    explain: {
      why: "A spelling stands for one param.",
      bad: "note: {…, aliases: [{name: title}]}\ntitle: {…}",
      good: "note: {…, aliases: [{name: note_id}]}\ntitle: {…}",
    },
  },
  "context-not-object": {
    severity: "error",
    message: (p: { tool: string }) => `the result of '${p.tool}' is a union, which can't carry '_context'`,
    explain: {
      why: "`context: true` adds a field to the result, so the result is one object (an array or a scalar is wrapped into one).",
      bad: "context: true\nresult: {type: union, of: [{ref: Note}, {ref: Task}]}",
      good: "context: true\nresult: {ref: Note}",
    },
  },
  "action-not-enum": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}' is no enum param that is always there`,
    explain: {
      why: "The action decides which params a call needs, so it is one of a few words and always known: required, or with a default.",
      bad: "action: {type: string}",
      good: "action: {type: enum, values: [open, close], required: true}",
    },
  },
  "action-missing-case": {
    severity: "error",
    message: (p: { action: string }) => `the action '${p.action}' has no case`,
    explain: {
      why: "Every action of the enum says what it needs, even if that is nothing.",
      bad: "cases: {open: {}}",
      good: "cases: {open: {}, close: {}}",
    },
  },
  "action-unknown-case": {
    severity: "error",
    fixable: true,
    message: (p: { action: string; by: string }) => `'${p.action}' is no value of '${p.by}'`,
    explain: {
      why: "A case for an action that can't be asked for never applies.",
      bad: "cases: {opne: {}}",
      good: "cases: {open: {}}",
    },
  },
  "error-hole-unknown": {
    severity: "error",
    message: (p: { name: string }) => `the hole '{${p.name}}' is not in data`,
    explain: {
      why: "Each hole of a message is filled by a value that the handler gives, and `data` is the list of them.",
      bad: 'message: "no note {note}"\ndata: {id: string}',
      good: 'message: "no note {id}"\ndata: {id: string}',
    },
  },
  "error-data-unused": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}' is no hole of message or hint`,
    explain: {
      why: "The data of an error are the holes of its texts, no more: what a caller is given it is also told.",
      bad: 'message: "no such note"\ndata: {id: string}',
      good: 'message: "no note {id}"\ndata: {id: string}',
    },
  },
  "alias-adapt-with-table": {
    severity: "error",
    message: (p: { key: string }) => `'${p.key}' has no meaning beside 'adapt: true'`,
    explain: {
      why: "Either the table maps the old arguments or a function does. Two maps would have an order that nobody sees.",
      bad: "adapt: true\nrename: {noteId: note}",
      good: "rename: {noteId: note}",
    },
  },
  "alias-param-twice": {
    severity: "error",
    message: (p: { name: string }) => `the old param '${p.name}' is ignored and mapped`,
    explain: {
      why: "An ignored param is dropped before anything is mapped.",
      bad: "rename: {noteId: note}\nignore: [noteId]",
      good: "rename: {noteId: note}",
    },
  },
} as const satisfies CodeTable;
