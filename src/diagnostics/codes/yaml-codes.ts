import { type CodeTable, error, fixableError, fixableWarning } from "./code-row.ts";

/** Findings about the text of a file and the form of its values. */
export const yamlCodes = {
  "yaml-not-text": error({
    message: (p: { found: string }) => `the file is not UTF-8 text: it contains ${p.found}`,
    why: "A schema file is UTF-8 text without NUL. Other bytes come from a wrong file or a wrong encoding.",
  }),
  "yaml-too-large": error({
    message: (p: { size: number; limit: number }) => `the file has ${p.size} characters; the limit is ${p.limit}`,
    why: "A tool needs at most a few hundred lines. A file of a megabyte is not a schema file, and reading it takes seconds.",
  }),
  "yaml-empty": error({
    message: (_: Record<never, never>) => "the file has no content",
    why: "A schema file without a document was not finished, or was cut off while it was saved.",
    bad: "# notes go here",
    good: "Note: {fields: {title: {type: string}}}",
  }),
  "yaml-byte-order-mark": fixableWarning({
    message: (_: Record<never, never>) => "the file begins with a byte order mark",
    why: "UTF-8 needs no byte order mark, and other programs fail on it. Save the file without one.",
  }),
  "yaml-syntax": fixableError({
    message: (p: { problem: string }) => `not valid YAML: ${p.problem}`,
    why: "The text breaks the syntax of YAML 1.2. Only the first problem of a file is reported, because the others follow from it.",
    bad: "summary: Read it: all of it",
    good: 'summary: "Read it: all of it"',
  }),
  "yaml-directive": fixableError({
    message: (_: Record<never, never>) => "a YAML directive is not allowed in a schema file",
    why: "Schema files are YAML 1.2. A directive such as `%YAML 1.1` would change what words like `no` and `on` mean.",
    bad: "%YAML 1.1\n---\nname: note_create",
    good: "name: note_create",
  }),
  "yaml-many-documents": fixableError({
    message: (_: Record<never, never>) => "a second YAML document begins here; a file must contain one",
    why: "One file describes one thing; the text after `---` would be ignored.",
    bad: "name: a\n---\nname: b",
    good: "name: a",
  }),
  "yaml-duplicate-key": fixableError({
    message: (p: { key: string }) => `duplicate key '${p.key}'`,
    why: "YAML readers keep one of the two, and not all keep the same one.",
    bad: "min: 1\nmin: 2",
    good: "min: 2",
  }),
  "yaml-non-string-key": error({
    message: (p: { found: string }) => `a key must be a text, found ${p.found}`,
    why: "Names are texts. Put quotes around a number, true or null that is meant as a name.",
    bad: "404: not found",
    good: '"404": not found',
  }),
  "yaml-unknown-anchor": error({
    message: (p: { name: string }) => `the anchor '${p.name}' is not defined before this point`,
    why: "`*name` repeats what `&name` marked earlier in the same file.",
    bad: "items: *note",
    good: "note: &note {type: string}\nitems: *note",
  }),
  "yaml-recursive-anchor": error({
    message: (p: { name: string }) => `the anchor '${p.name}' contains itself`,
    why: "A value can't contain itself. A type that refers to itself is a named type with `ref`.",
    bad: "a: &a [*a]",
    good: "items: {ref: Node}",
  }),
  "yaml-too-many-repeats": error({
    message: (p: { limit: number }) => `anchors repeat more than ${p.limit} values in this file`,
    why: "Anchors inside anchors grow exponentially: a few lines become millions of values.",
    bad: "a: &a [1, 1, 1, 1, 1, 1, 1, 1]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\n# … and so on",
    good: "limit: &limit {type: integer, min: 1, max: 50}\nmost: *limit",
  }),
  "yaml-too-deep": error({
    message: (p: { limit: number }) => `nested deeper than ${p.limit} levels`,
    why: "No part of a catalog nests that deep, and readers of deep texts run out of stack.",
    bad: "{type: array, items: {type: array, items: {type: array, items: …}}}   # and so on",
    good: "type: array\nitems: {ref: Row}",
  }),
  "yaml-tag": error({
    message: (p: { tag: string }) => `the tag '${p.tag}' is not supported`,
    why: "Schema files use plain YAML: texts, numbers, booleans, lists and maps.",
    bad: "min: !int 1",
    good: "min: 1",
  }),
  "yaml-number": error({
    message: (p: { found: string }) => `the number '${p.found}' can't be represented exactly`,
    why: "JSON has no infinity, and integers above 2^53 lose their last digits. Put quotes around it if it is a text.",
    bad: "max: .inf",
    good: "max: 9007199254740991",
  }),
  "unknown-file": error({
    message: (p: { path: string }) => `'${p.path}' is not a catalog file`,
    why: "The folder of a file decides what it describes. A file in another place would be ignored.",
    bad: "schema/note_create.yaml",
    good: "schema/tools/notes/note_create.yaml",
  }),
  "unknown-key": fixableError({
    message: (p: { key: string; place: string }) => `unknown key '${p.key}'${p.place}`,
    why: "An unknown key is usually mistyped, and its value would be ignored silently.",
    bad: "sumary: Create a note.",
    good: "summary: Create a note.",
  }),
  "key-not-for-type": fixableError({
    message: (p: { key: string; type: string }) => `the type '${p.type}' has no key '${p.key}'`,
    why: "Each type has its own keys; a key of another type would be ignored.",
    bad: "{type: integer, max_length: 3}",
    good: "{type: integer, max: 999}",
  }),
  "missing-key": error({
    message: (p: { key: string; place: string }) => `the key '${p.key}' is missing${p.place}`,
    why: "Callers rely on this key, so it has no default.",
    bad: "name: note_create",
    good: "name: note_create\ntitle: Create a note",
  }),
  "missing-type": fixableError({
    message: (p: { place: string; keys: string }) => `the type is missing${p.place}: add one of ${p.keys}`,
    why: "Without a type nothing can be checked. `{type: json}` takes any value on purpose.",
    bad: "limit: {min: 1}",
    good: "limit: {type: integer, min: 1}",
  }),
  "conflicting-keys": error({
    message: (p: { keys: string }) => `${p.keys} can't be used together`,
    why: "The keys exclude each other: each of them is complete.",
    bad: "{type: string, ref: Note}",
    good: "{ref: Note}",
  }),
  "wrong-kind": fixableError({
    message: (p: { place: string; expected: string; found: string }) =>
      `expected ${p.expected}${p.place}, found ${p.found}`,
    why: "The key accepts another kind of value.",
    bad: 'min: "1"',
    good: "min: 1",
  }),
  "unknown-word": fixableError({
    message: (p: { word: string; place: string }) => `unknown value '${p.word}'${p.place}`,
    why: "The key accepts one of a few words.",
    bad: "stability: steady",
    good: "stability: stable",
  }),
  "wrong-form": fixableError({
    message: (p: { found: string; expected: string }) => `'${p.found}' must be ${p.expected}`,
    why: "Names and dates have one form, so that every client, file system and language supports them.",
    bad: "name: noteCreate",
    good: "name: note_create",
  }),
  "out-of-range": error({
    message: (p: { found: number; expected: string }) => `${p.found} must be ${p.expected}`,
    why: "The number is outside the allowed range of this key.",
    bad: "max_length: -1",
    good: "max_length: 200",
  }),
  "too-few": error({
    message: (p: { place: string; min: number }) =>
      `at least ${p.min} ${p.min === 1 ? "entry is" : "entries are"} needed${p.place}`,
    why: "The list needs enough entries to choose from.",
    bad: "of: [{type: string}]",
    good: "of: [{type: string}, {type: integer}]",
  }),
  "duplicate-item": fixableError({
    message: (p: { item: string }) => `'${p.item}' is in the list twice`,
    why: "The list is a set; the second entry has no effect.",
    bad: "errors: [NOTE_NOT_FOUND, NOTE_NOT_FOUND]",
    good: "errors: [NOTE_NOT_FOUND]",
  }),
} as const satisfies CodeTable;
