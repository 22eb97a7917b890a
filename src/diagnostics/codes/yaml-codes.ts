import type { CodeTable } from "./code-row.ts";

/** Findings about the text itself and about the form of what stands in it. */
export const yamlCodes = {
  "yaml-not-text": {
    severity: "error",
    message: (p: { found: string }) => `not a UTF-8 text: it holds ${p.found}`,
    explain: {
      why: "A schema file is UTF-8 text without NUL. Bytes that are no text come from a wrong file or a wrong encoding.",
    },
  },
  "yaml-too-large": {
    severity: "error",
    message: (p: { size: number; limit: number }) => `the file has ${p.size} characters; the limit is ${p.limit}`,
    explain: {
      why: "A tool is described in a few hundred lines. A file of a megabyte is something else, and reading it costs seconds.",
    },
  },
  "yaml-empty": {
    severity: "error",
    message: (_: Record<never, never>) => "the file says nothing",
    explain: {
      why: "A schema file without a document is a file that was not finished, or was cut off while it was saved.",
      bad: "# notes will stand here",
      good: "Note: {fields: {title: {type: string}}}",
    },
  },
  "yaml-byte-order-mark": {
    severity: "warning",
    fixable: true,
    message: (_: Record<never, never>) => "the file begins with a byte order mark",
    explain: { why: "UTF-8 needs no byte order mark, and other programs trip over it. Save the file without one." },
  },
  "yaml-syntax": {
    severity: "error",
    fixable: true,
    message: (p: { problem: string }) => `this is no YAML: ${p.problem}`,
    explain: {
      why: "The text breaks the syntax of YAML 1.2. Only the first problem of a file is told, because the others follow from it.",
      bad: "summary: Read it: all of it",
      good: 'summary: "Read it: all of it"',
    },
  },
  "yaml-directive": {
    severity: "error",
    fixable: true,
    message: (_: Record<never, never>) => "a schema file takes no YAML directive",
    explain: {
      why: "Schema files are YAML 1.2. A directive such as `%YAML 1.1` would change what words like `no` and `on` mean.",
      bad: "%YAML 1.1\n---\nname: note_create",
      good: "name: note_create",
    },
  },
  "yaml-many-documents": {
    severity: "error",
    fixable: true,
    message: (_: Record<never, never>) => "a second document begins here; a file holds one",
    explain: {
      why: "One file describes one thing; what stands after `---` would be overlooked.",
      bad: "name: a\n---\nname: b",
      good: "name: a",
    },
  },
  "yaml-duplicate-key": {
    severity: "error",
    fixable: true,
    message: (p: { key: string }) => `the key '${p.key}' stands here twice`,
    explain: {
      why: "YAML readers keep one of the two, and not all keep the same one.",
      bad: "min: 1\nmin: 2",
      good: "min: 2",
    },
  },
  "yaml-non-string-key": {
    severity: "error",
    message: (p: { found: string }) => `a key must be a text, found ${p.found}`,
    explain: {
      why: "Names are texts. Put quotes around a number, true or null that is meant as a name.",
      bad: "404: not found",
      good: '"404": not found',
    },
  },
  "yaml-unknown-anchor": {
    severity: "error",
    message: (p: { name: string }) => `no anchor named '${p.name}' before this place`,
    explain: {
      why: "`*name` repeats what `&name` marked earlier in the same file.",
      bad: "items: *note",
      good: "note: &note {type: string}\nitems: *note",
    },
  },
  "yaml-recursive-anchor": {
    severity: "error",
    message: (p: { name: string }) => `the anchor '${p.name}' holds itself`,
    explain: {
      why: "A value can't contain itself. A type that refers to itself is a named type with `ref`.",
      bad: "a: &a [*a]",
      good: "items: {ref: Node}",
    },
  },
  "yaml-too-many-repeats": {
    severity: "error",
    message: (p: { limit: number }) => `anchors repeat more than ${p.limit} values in this file`,
    explain: {
      why: "Anchors inside anchors grow exponentially: a few lines become millions of values.",
      bad: "a: &a [1, 1, 1, 1, 1, 1, 1, 1]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\n# … and so on",
      good: "limit: &limit {type: integer, min: 1, max: 50}\nmost: *limit",
    },
  },
  "yaml-too-deep": {
    severity: "error",
    message: (p: { limit: number }) => `nested deeper than ${p.limit} levels`,
    explain: {
      why: "Nothing in a catalog nests that deep, and readers of deep texts run out of stack.",
      bad: "{type: array, items: {type: array, items: {type: array, items: …}}}   # and so on",
      good: "type: array\nitems: {ref: Row}",
    },
  },
  "yaml-tag": {
    severity: "error",
    message: (p: { tag: string }) => `the tag '${p.tag}' has no meaning here`,
    explain: {
      why: "Schema files use plain YAML: texts, numbers, booleans, lists and maps.",
      bad: "min: !int 1",
      good: "min: 1",
    },
  },
  "yaml-number": {
    severity: "error",
    message: (p: { found: string }) => `the number '${p.found}' can't be kept exactly`,
    explain: {
      why: "JSON has no infinity, and integers above 2^53 lose their last digits. Put quotes around it if it is a text.",
      bad: "max: .inf",
      good: "max: 9007199254740991",
    },
  },
  "unknown-file": {
    severity: "error",
    message: (p: { path: string }) => `'${p.path}' is not a file of a catalog`,
    explain: {
      why: "The folder of a file says what it describes. A file in another place would be overlooked.",
      bad: "schema/note_create.yaml",
      good: "schema/tools/notes/note_create.yaml",
    },
  },
  "unknown-key": {
    severity: "error",
    fixable: true,
    message: (p: { key: string; place: string }) => `unknown key '${p.key}'${p.place}`,
    explain: {
      why: "A key that nobody reads is a mistyped one: what it says would silently not hold.",
      bad: "sumary: Create a note.",
      good: "summary: Create a note.",
    },
  },
  "key-not-for-type": {
    severity: "error",
    message: (p: { key: string; type: string }) => `the type '${p.type}' has no key '${p.key}'`,
    explain: {
      why: "Each type has its own keys; one of another type would never be checked.",
      bad: "{type: integer, max_length: 3}",
      good: "{type: integer, max: 999}",
    },
  },
  "missing-key": {
    severity: "error",
    message: (p: { key: string; place: string }) => `the key '${p.key}' is missing${p.place}`,
    explain: {
      why: "What callers rely on is said, not guessed.",
      bad: "name: note_create",
      good: "name: note_create\ntitle: Create a note",
    },
  },
  "missing-type": {
    severity: "error",
    message: (p: { place: string; keys: string }) => `no type${p.place}: one of ${p.keys} is needed`,
    explain: {
      why: "Without a type nothing can be checked. `{type: json}` takes any value on purpose.",
      bad: "limit: {min: 1}",
      good: "limit: {type: integer, min: 1}",
    },
  },
  "conflicting-keys": {
    severity: "error",
    message: (p: { keys: string }) => `${p.keys} can't stand together`,
    explain: {
      why: "The keys exclude each other: each gives the whole answer.",
      bad: "{type: string, ref: Note}",
      good: "{ref: Note}",
    },
  },
  "wrong-kind": {
    severity: "error",
    fixable: true,
    message: (p: { place: string; expected: string; found: string }) =>
      `expected ${p.expected}${p.place}, found ${p.found}`,
    explain: { why: "The value has another kind than the key takes.", bad: 'min: "1"', good: "min: 1" },
  },
  "unknown-word": {
    severity: "error",
    fixable: true,
    message: (p: { word: string; place: string }) => `the word '${p.word}' has no meaning${p.place}`,
    explain: { why: "The key takes one of a few words.", bad: "stability: steady", good: "stability: stable" },
  },
  "wrong-form": {
    severity: "error",
    fixable: true,
    message: (p: { found: string; expected: string }) => `'${p.found}' must be ${p.expected}`,
    explain: {
      why: "Names and dates have one form, so that every client, file system and language can carry them.",
      bad: "name: noteCreate",
      good: "name: note_create",
    },
  },
  "out-of-range": {
    severity: "error",
    message: (p: { found: number; expected: string }) => `${p.found} must be ${p.expected}`,
    explain: { why: "The number can't mean anything at this place.", bad: "max_length: -1", good: "max_length: 200" },
  },
  "too-few": {
    severity: "error",
    message: (p: { place: string; min: number }) =>
      `at least ${p.min} ${p.min === 1 ? "entry is" : "entries are"} needed${p.place}`,
    explain: {
      why: "A list that must choose or order something needs something to choose from.",
      bad: "of: [{type: string}]",
      good: "of: [{type: string}, {type: integer}]",
    },
  },
  "duplicate-item": {
    severity: "error",
    fixable: true,
    message: (p: { item: string }) => `'${p.item}' stands in the list twice`,
    explain: {
      why: "The list is a set; the second entry is a slip of the hand.",
      bad: "errors: [NOTE_NOT_FOUND, NOTE_NOT_FOUND]",
      good: "errors: [NOTE_NOT_FOUND]",
    },
  },
} as const satisfies CodeTable;
