import type { Form, NameKind } from "../catalog/spec-grammar.ts";
import { distinctOption, type EditorSchema } from "./editor-schema.ts";
import type { KnownName, KnownNames } from "./known-names.ts";

// Strings that name something. A name of the catalog is offered, not required: the file that declares it may be written
// later.

/** A string of a form, with the compiler's message in the editor. */
export function formSchema(form: Form | undefined): EditorSchema {
  if (form === undefined) return { type: "string" };
  return { type: "string", pattern: form.pattern, patternErrorMessage: `It must be ${form.description}` };
}

/** The entry in `definitions` for a kind of names; undefined when the catalog has none of it. */
export function namesSchema(kind: NameKind, known: KnownNames): EditorSchema | undefined {
  const names = known[kind];
  return names.length === 0 ? undefined : { anyOf: names.map(nameSchema) };
}

export function namesRule(kind: NameKind): string {
  return `${kind}Names`;
}

/**
 * A string of a form that may be one of the known names. The form is first: where nothing matches, the editor shows the
 * message of the first option.
 */
export function nameOrForm(form: EditorSchema, kind: NameKind, known: KnownNames): EditorSchema {
  const names = namesSchema(kind, known);
  if (names === undefined) return form;
  // The last option matches nothing. Without it the language server would treat the two others as equal.
  return {
    anyOf: [form, { $ref: `#/definitions/${namesRule(kind)}` }, { type: "string", ...distinctOption, not: {} }],
  };
}

/** One option per name, so that a hover text shows the name in the text and not all of them. */
function nameSchema({ name, description }: KnownName): EditorSchema {
  const text = oneLine(description);
  return { type: "string", enum: [name], ...(text === "" ? {} : { enumDescriptions: [text] }) };
}

const maxTextLength = 200;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= maxTextLength ? line : `${line.slice(0, maxTextLength - 1).trimEnd()}…`;
}
