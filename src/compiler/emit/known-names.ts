import { builtinTools } from "../../contract/builtin-tools.ts";
import type { Catalog, Profile, SharedParam } from "../catalog/catalog.ts";
import type { Form, NameKind } from "../catalog/spec-grammar.ts";
import { distinctOption, type EditorSchema } from "./editor-schema.ts";

/** A name of this catalog and its description, "" where there is none. */
export interface KnownName {
  readonly name: string;
  readonly description: string;
}

/** The names of a catalog by what they name: editors offer them where one is wanted. */
export type KnownNames = { readonly [K in NameKind]: readonly KnownName[] };

export function knownNames(catalog: Catalog, sharedParams: readonly SharedParam[]): KnownNames {
  const tools = catalog.tools.map(({ name, summary }) => ({ name, description: summary }));
  const named = [...catalog.tools, ...(catalog.builtins ?? [])];
  const aliases = named.flatMap((tool) => tool.aliases.map((alias) => ({ alias, tool: tool.name })));
  const params = catalog.tools.flatMap((tool) => tool.params);
  return {
    tool: sorted(tools),
    call: sorted([
      ...tools,
      ...Object.entries(builtinTools).map(([name, description]) => ({ name, description })),
      ...aliases.map(({ alias, tool }) => ({ name: alias.name, description: `Old name of ${tool}, from ${alias.of}` })),
    ]),
    param: sorted(params.map(({ name, description }) => ({ name, description: description ?? "" }))),
    sharedParam: sorted(sharedParams.map(({ name, description }) => ({ name, description: description ?? "" }))),
    type: sorted(catalog.types.map(({ name, type }) => ({ name, description: type.description ?? "" }))),
    error: sorted(catalog.errors.map(({ name, message }) => ({ name, description: message }))),
    family: catalog.families.map(({ name, title, summary }) => ({ name, description: `${title}: ${summary}` })),
    tier: catalog.tiers.map(({ name, badge, summary }) => ({ name, description: `${badge}: ${summary}` })),
    profile: sorted(catalog.profiles.map((profile) => ({ name: profile.name, description: selection(profile) }))),
    system: sorted(
      [...aliases.map(({ alias }) => alias.of), ...catalog.tools.flatMap(({ nativeTo = [] }) => nativeTo)].map(
        (name) => ({
          name,
          description: "",
        }),
      ),
    ),
  };
}

/** Sorted by name; of several entries with one name the first description counts. */
function sorted(names: readonly KnownName[]): readonly KnownName[] {
  const byName = new Map<string, string>();
  for (const { name, description } of names) byName.set(name, byName.get(name) || description);
  return [...byName]
    .map(([name, description]) => ({ name, description }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function selection({ selects, listAs }: Profile): string {
  const { tiers = [], families = [], also = [] } = selects;
  const parts = [
    ...(families === "all" ? ["all families"] : families.length > 0 ? [`families ${families.join(", ")}`] : []),
    ...(tiers.length > 0 ? [`tiers ${tiers.join(", ")}`] : []),
    ...(also.length > 0 ? [`also ${also.join(", ")}`] : []),
    ...(listAs === undefined ? [] : [`the names of ${listAs}`]),
  ];
  return parts.join("; ");
}

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
  if (known[kind].length === 0) return form;
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
