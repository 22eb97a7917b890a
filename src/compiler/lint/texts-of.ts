import { sameJson } from "../../contract/alias.ts";
import type { Deprecation } from "../../contract/deprecation.ts";
import type { Catalog, Field, Tool } from "../catalog/catalog.ts";
import type { Prompt } from "../catalog/offers.ts";
import { pointer } from "../catalog/origins.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import type { TextSubject } from "./rule.ts";

/** The texts of a catalog for people and models that belong to no tool, in the order of the catalog. */
export function textsOutside(catalog: Catalog): readonly TextSubject[] {
  const { server } = catalog;
  return [
    ...text(server.title, "/server/title"),
    ...text(server.instructions, "/server/instructions"),
    ...catalog.tiers.flatMap(({ summary }, index) => text(summary, pointer("/tiers", index, "summary"))),
    ...catalog.families.flatMap(({ title, summary }, index) => [
      ...text(title, pointer("/families", index, "title")),
      ...text(summary, pointer("/families", index, "summary")),
    ]),
    ...catalog.errors.flatMap(({ message, hint, data, deprecated }, index) => {
      const at = pointer("/errors", index);
      return [
        ...text(message, pointer(at, "message")),
        ...text(hint, pointer(at, "hint")),
        ...fieldTexts(data, pointer(at, "data")),
        ...noticeTexts(deprecated, at),
      ];
    }),
    ...catalog.types.flatMap(({ type }, index) => typeTexts(type, pointer("/types", index, "type"))),
    ...(catalog.prompts ?? []).flatMap((prompt, index) => promptTexts(prompt, pointer("/prompts", index))),
    ...(catalog.resources ?? []).flatMap((resource, index) => {
      const at = pointer("/resources", index);
      return [
        ...text(resource.title, pointer(at, "title")),
        ...text(resource.description, pointer(at, "description")),
        ...text(resource.text, pointer(at, "text")),
      ];
    }),
  ];
}

function promptTexts(prompt: Prompt, at: string): readonly TextSubject[] {
  return [
    ...text(prompt.title, pointer(at, "title")),
    ...text(prompt.description, pointer(at, "description")),
    ...prompt.arguments.flatMap(({ description }, index) =>
      text(description, pointer(at, "arguments", index, "description")),
    ),
    ...(prompt.messages ?? []).flatMap((message, index) => text(message.text, pointer(at, "messages", index, "text"))),
  ];
}

/** The texts of one tool; `at` is its JSON Pointer. */
export function toolTexts(tool: Tool, at: string): readonly TextSubject[] {
  return textsOfParts(tool, at, () => false);
}

/**
 * The texts of the parts in which a tool differs from its former self, which may have had some of them too.
 * @param changed the keys under which the two differ; the others are not looked into
 */
export function changedToolTexts(
  tool: Tool,
  at: string,
  former: Tool,
  changed: ReadonlySet<string>,
): readonly TextSubject[] {
  const fields = new Map(former.params.map((field) => [field.name, field]));
  return textsOfParts(tool, at, (part) =>
    typeof part === "string" ? !changed.has(part) : hasSameTexts(part, fields.get(part.name)),
  );
}

function hasSameTexts({ description, type, deprecated }: Field, former: Field | undefined): boolean {
  if (former === undefined || description !== former.description) return false;
  return sameJson(type, former.type) && sameJson(deprecated, former.deprecated);
}

/** Passes over what is known: some keys of a tool, and its params. */
function textsOfParts(tool: Tool, at: string, isKnown: IsKnown): readonly TextSubject[] {
  const texts: TextSubject[] = [];
  for (const [key, textsOf] of textsUnder) {
    if (isKnown(key)) continue;
    for (const one of textsOf(tool, pointer(at, key), isKnown)) texts.push({ ...one, tool });
  }
  return texts;
}

type IsKnown = (part: keyof Tool | Field) => boolean;

/** The keys of a tool that hold texts, in the order of the language. */
const textsUnder: readonly (readonly [
  keyof Tool,
  (tool: Tool, at: string, isKnown: IsKnown) => readonly TextSubject[],
])[] = [
  ["title", ({ title }, at) => text(title, at)],
  ["summary", ({ summary }, at) => text(summary, at)],
  ["description", ({ description }, at) => text(description, at)],
  ["confirm", ({ confirm }, at) => text(confirm?.message, at)],
  ["deprecated", ({ deprecated }, at) => text(deprecated?.reason, pointer(at, "reason"))],
  ["params", ({ params }, at, isKnown) => fieldTexts(params, at, isKnown)],
  [
    "actions",
    ({ actions }, at) =>
      (actions?.cases ?? []).flatMap(({ summary }, index) => text(summary, pointer(at, "cases", index, "summary"))),
  ],
  ["returns", ({ returns }, at) => typeTexts(returns, at)],
  [
    "guidance",
    ({ guidance }, at) => [
      ...listTexts(guidance.useWhen, pointer(at, "useWhen")),
      ...listTexts(guidance.avoidWhen, pointer(at, "avoidWhen")),
      ...listTexts(guidance.practices, pointer(at, "practices")),
      ...guidance.workflows.flatMap(({ goal }, index) => text(goal, pointer(at, "workflows", index, "goal"))),
    ],
  ],
  [
    "aliases",
    ({ aliases }, at) =>
      aliases.flatMap(({ params, result, deprecated }, index) => {
        const aliasAt = pointer(at, index);
        return [
          ...fieldTexts(params, pointer(aliasAt, "params")),
          ...(result === undefined ? [] : typeTexts(result, pointer(aliasAt, "result"))),
          ...noticeTexts(deprecated, aliasAt),
        ];
      }),
  ],
  ["examples", ({ examples }, at) => examples.flatMap(({ title }, index) => text(title, pointer(at, index)))],
];

function fieldTexts(
  fields: readonly Field[],
  base: string,
  isKnown: (field: Field) => boolean = () => false,
): readonly TextSubject[] {
  return fields.flatMap((field, index) => {
    if (isKnown(field)) return [];
    const { description, type, deprecated } = field;
    const at = pointer(base, index);
    return [
      ...text(description, pointer(at, "type", "description")),
      ...noticeTexts(deprecated, at),
      ...typeTexts(type, pointer(at, "type")),
    ];
  });
}

function typeTexts(type: TypeNode, at: string): readonly TextSubject[] {
  const own = text(type.description, pointer(at, "description"));
  switch (type.kind) {
    case "array":
      return [...own, ...typeTexts(type.items, pointer(at, "items"))];
    case "object": {
      const rest = typeof type.open === "boolean" ? [] : typeTexts(type.open, pointer(at, "open"));
      return [...own, ...fieldTexts(type.fields, pointer(at, "fields")), ...rest];
    }
    case "union":
      return [...own, ...type.of.flatMap((option, index) => typeTexts(option, pointer(at, "of", index)))];
    case "enum":
      return [
        ...own,
        ...type.values.flatMap(({ summary, deprecated }, index) => {
          const place = pointer(at, "values", index);
          return [...text(summary, pointer(place, "summary")), ...noticeTexts(deprecated, place)];
        }),
      ];
    default:
      return own;
  }
}

function noticeTexts(notice: Deprecation | undefined, base: string): readonly TextSubject[] {
  return text(notice?.reason, pointer(base, "deprecated", "reason"));
}

function listTexts(texts: readonly string[], base: string): readonly TextSubject[] {
  return texts.flatMap((each, index) => text(each, pointer(base, index)));
}

function text(value: string | undefined, at: string): readonly TextSubject[] {
  return value === undefined ? [] : [{ text: value, at }];
}
