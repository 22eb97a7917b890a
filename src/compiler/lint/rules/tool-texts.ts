import type { Tool } from "../../catalog/catalog.ts";
import { namedType } from "../../catalog/lookup.ts";
import { pointer } from "../../catalog/origins.ts";
import { partsOf, type TypeNode } from "../../catalog/type-node.ts";
import { isCurrent } from "../../catalog/versions.ts";
import {
  errorPhrases,
  type Phrase,
  purposelessPhrases,
  returnPhrases,
  strongest,
  whenNotPhrases,
  whenPhrases,
} from "../phrases.ts";
import { finding, type LintRule, rule } from "../rule.ts";
import { contentWords, wordsOf } from "../words.ts";

// Texts of tools for models. Summary, description and guidance are checked together, so that each fact is needed only
// once, in its own key.

/** With fewer words a model has to guess. */
const minWords = 4;

export const toolTextRules: readonly LintRule[] = [
  rule("tool", ({ tool, at }) => {
    if (!isCurrent(tool) || !repeatsName(tool)) return [];
    const help = "say what changes or what comes back, or when to use it";
    return [finding("description-tautological", { tool: tool.name }, pointer(at, "summary"), { help })];
  }),
  rule("tool", ({ tool, at }) => {
    if (!isCurrent(tool) || repeatsName(tool) || !isTooShort(tool)) return [];
    const count = wordsOf(everything(tool)).length;
    const help = "say what it does and when to use it";
    return [finding("description-too-short", { tool: tool.name, count }, pointer(at, "summary"), { help })];
  }),
  rule("tool", ({ tool, at }) => {
    const empty = isCurrent(tool) ? strongest(tool.summary, purposelessPhrases) : undefined;
    if (empty === undefined) return [];
    const help = "begin with a verb that says what it does: 'Create …', 'List …'";
    const { found, confidence } = empty;
    return [finding("description-purpose", { found, confidence }, pointer(at, "summary"), { help })];
  }),
  rule("tool", ({ tool, at }) => {
    if (!isCurrent(tool) || tool.guidance.useWhen.length > 0 || mentions(tool, whenPhrases)) return [];
    // Such a text was already reported.
    if (repeatsName(tool) || isTooShort(tool)) return [];
    return [finding("description-when", { tool: tool.name }, at, { help: "add guidance: {use_when: […]}" })];
  }),
  rule("tool", ({ tool, at }) => {
    if (!isCurrent(tool) || tool.guidance.avoidWhen.length > 0 || mentions(tool, whenNotPhrases)) return [];
    return [
      finding("description-when-not", { tool: tool.name }, pointer(at, "summary"), {
        help: "add guidance: {avoid_when: […]}",
      }),
    ];
  }),
  // A described field is enough: it is published with the output schema.
  rule("tool", ({ tool, at }, catalog) => {
    const described = describes(tool.returns, (name) => namedType(name, catalog));
    if (!isCurrent(tool) || described || mentions(tool, returnPhrases)) return [];
    const help = "describe the fields of the result, or say in 'description' what is returned";
    return [finding("description-returns", { tool: tool.name }, pointer(at, "result"), { help })];
  }),
  // Declared errors have a message and a hint; this rule is for tools that seem never to fail.
  rule("tool", ({ tool, at }) => {
    const sends = tool.params.length > 0 && !tool.effects.readOnly;
    if (!isCurrent(tool) || !sends || tool.errors.length > 0 || mentions(tool, errorPhrases)) return [];
    return [finding("description-errors", { tool: tool.name }, at, { help: "list under 'errors' what it may raise" })];
  }),
];

function mentions(tool: Tool, phrases: readonly Phrase[]): boolean {
  return strongest(everything(tool), phrases) !== undefined;
}

function everything({ summary, description, guidance }: Tool): string {
  return [summary, description ?? "", ...guidance.useWhen, ...guidance.avoidWhen, ...guidance.practices].join("\n");
}

function isTooShort(tool: Tool): boolean {
  return wordsOf(everything(tool)).length < minWords;
}

/**
 * The summary is the name as separate words, and no other text adds anything. "Create a note" is not such a summary: it
 * is a sentence.
 */
function repeatsName(tool: Tool): boolean {
  const known = repeating.get(tool) ?? isRepeating(tool);
  repeating.set(tool, known);
  return known;
}

/** Several rules ask. */
const repeating = new WeakMap<Tool, boolean>();

const empty: ReadonlySet<string> = new Set(["the", "this", "tool", "function", "command"]);

function isRepeating(tool: Tool): boolean {
  const ownWords = wordsOf(tool.summary).filter((word) => !empty.has(word));
  if (ownWords.join(" ") !== wordsOf(tool.name).join(" ")) return false;
  const known = contentWords(tool.name);
  return [...contentWords(everything(tool))].every((word) => known.has(word));
}

/** Does any part of the type have a description? A type that contains itself is followed once. */
function describes(
  type: TypeNode,
  follow: (name: string) => TypeNode | undefined,
  seen: Set<string> = new Set(),
): boolean {
  if (type.description !== undefined) return true;
  switch (type.kind) {
    case "object":
      return type.fields.some((field) => field.description !== undefined || describes(field.type, follow, seen));
    case "enum":
      return type.values.some((value) => value.summary !== undefined);
    case "ref": {
      if (seen.has(type.name)) return false;
      seen.add(type.name);
      const named = follow(type.name);
      return named !== undefined && describes(named, follow, seen);
    }
    default:
      return partsOf(type).some((part) => describes(part, follow, seen));
  }
}
