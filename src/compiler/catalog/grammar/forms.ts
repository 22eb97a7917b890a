import { formatPatterns } from "../../../contract/formats.ts";
import type {
  Form,
  Grammar,
  KeyGrammar,
  KeyTable,
  MapGrammar,
  NameKind,
  StringGrammar,
  VariantsGrammar,
  WordGrammar,
} from "./grammar.ts";

/** Forms of names and values, and short constructors for the tables beside this file. */
export const forms = {
  name: { pattern: "^[a-z][a-z0-9_]*$", description: "lower case words joined by '_', beginning with a letter" },
  serverName: {
    pattern: "^[a-z][a-z0-9_-]*$",
    description: "lower case words joined by '-' or '_', beginning with a letter",
  },
  typeName: {
    pattern: "^[A-Z][A-Za-z0-9]*$",
    description: "words that begin with a capital, joined without a separator, such as NotePreview",
  },
  errorName: {
    pattern: "^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$",
    description: "capitals joined by '_', such as NOTE_NOT_FOUND",
  },
  envName: {
    pattern: "^[A-Z_][A-Z0-9_]*$",
    description: "capitals and digits joined by '_', such as INVOICES_TOKEN",
  },
  oldName: {
    pattern: "^(?!__proto__$)[A-Za-z_][A-Za-z0-9_.-]*$",
    description: "letters, digits, '_', '-' and '.', beginning with a letter",
  },
  wireTool: {
    pattern: "^(?!__proto__$)[A-Za-z0-9_./:-]{1,128}$",
    description: "letters, digits, '_', '-', '.', '/' and ':', at most 128",
  },
  wireField: {
    pattern: "^(?!__proto__$)[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]{1,200}$",
    description: "1 to 200 visible characters",
  },
  templateVariable: {
    pattern: "^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]*$",
    description: "letters, digits and '_', beginning with a letter or '_'",
  },
  system: { pattern: "^[a-z][a-z0-9_.-]*$", description: "a lower case name such as ai-memory" },
  version: {
    pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$",
    description: "a semantic version such as 1.2.0",
  },
  date: { pattern: formatPatterns.date.source, description: "a date such as 2027-12-01" },
  days: { pattern: "^(0|[1-9]\\d{0,4})d$", description: "a number of days such as 180d" },
  // No more digits than `limits.deadlineMs` allows.
  duration: {
    pattern: "^(?:[1-9]\\d{0,6}ms|[1-9]\\d{0,5}s|[1-9]\\d{0,3}m)$",
    description: "a time such as 90s, 500ms or 5m, at most 9999m",
  },
  scope: {
    pattern: "^(?!__proto__$)[!#-\\[\\]-~]{1,200}$",
    description: "visible ASCII characters without spaces, quotation marks and backslashes, such as notes:read",
  },
  line: { pattern: "^[^\\r\\n]*\\S[^\\r\\n]*$", description: "one line of text" },
  notEmpty: { pattern: "\\S", description: "a text that is not empty" },
  mimeType: {
    pattern: "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(;[^\\r\\n]+)?$",
    description: "a media type such as text/markdown",
  },
  path: {
    pattern: "^[A-Za-z_][A-Za-z0-9_]*(\\.([A-Za-z_][A-Za-z0-9_]*|\\d+))*$",
    description: "a dotted path into a result, such as task.id",
  },
} as const satisfies { readonly [name: string]: Form };

/** A string of a form, optionally the name of something. */
export function string(form: keyof typeof forms, names?: NameKind): StringGrammar {
  return { kind: "string", form: forms[form], ...(names === undefined ? {} : { names }) };
}

export function listOf(items: Grammar): Grammar {
  return { kind: "list", items, unique: true };
}

export function rule(name: string): Grammar {
  return { kind: "rule", rule: name };
}

/** A map whose keys the author chooses. */
export function mapOf(key: MapGrammar["key"], value: Grammar, minEntries?: number): Grammar {
  return { kind: "map", key, value, ...(minEntries === undefined ? {} : { minEntries }) };
}

/** The same, where there may be none yet. */
export function mapOrNothing(key: MapGrammar["key"], value: Grammar): Grammar {
  return { kind: "map", key, value, orNothing: true };
}

export function record(keys: KeyTable): Grammar {
  return { kind: "record", keys };
}

export function word(words: WordGrammar["words"]): WordGrammar {
  return { kind: "word", words };
}

export function either(...options: readonly Grammar[]): Grammar {
  return { kind: "either", options };
}

/** An optional key with its hover text. */
export function key(value: Grammar, description: string): KeyGrammar {
  return { value, description };
}

export function requiredKey(value: Grammar, description: string): KeyGrammar {
  return { value, required: true, description };
}

export const text: Grammar = { kind: "text" };
export const line: Grammar = { kind: "text", oneLine: true };
export const boolean: Grammar = { kind: "boolean" };
export const json: Grammar = { kind: "json" };
/** A map of JSON values by name. */
export const jsonMap: Grammar = mapOf(string("oldName"), json);

/** The keys of all types: for maps whose type is not written in them. */
export function allVariantKeys({ variants }: VariantsGrammar): KeyTable {
  return Object.assign({}, ...Object.values(variants).map(({ keys }) => keys));
}

/** The types that have a key. */
export function typesWithKey({ variants }: VariantsGrammar, key: string): readonly string[] {
  return Object.keys(variants).filter((word) => Object.hasOwn(variants[word]?.keys ?? {}, key));
}
