import type { Field } from "../../catalog/catalog.ts";
import { namedType } from "../../catalog/lookup.ts";
import { pointer } from "../../catalog/origins.ts";
import type { TypeNode } from "../../catalog/type-node.ts";
import { clientLimits } from "../../clients/client-facts.ts";
import { type Finding, finding, findingIn, type LintRule, rule } from "../rule.ts";
import { wordsOf } from "../words.ts";

/** Descriptions of params for models. */
export const paramTextRules: readonly LintRule[] = [
  rule("field", ({ field, at, role }) => {
    if (role !== "param" || field.description === undefined || !repeatsName(field)) return [];
    const help = "say what it is for, or what a value looks like";
    return [finding("param-description-repeats-name", { name: field.name }, descriptionAt(at), { help })];
  }),
  rule("field", ({ field, at }, catalog) => {
    const { description = "" } = field;
    const type = settled(field.type, (name) => namedType(name, catalog));
    const claim = claims.find(({ pattern, holds }) => pattern.test(description) && !holds(type));
    if (claim === undefined) return [];
    const [part = description] = claim.pattern.exec(description) ?? [];
    const params = { name: field.name, claim: claim.claimed, type: type.kind };
    return [findingIn("description-type-conflict", params, descriptionAt(at), part)];
  }),
  // VS Code drops `pattern` for the gpt-4 family, Gemini rejects it: then only the description shows the form.
  rule("field", ({ field, at, role }) => {
    if (role !== "param" || field.description === undefined) return [];
    return unsaidPatterns(field, field.type, descriptionAt(at));
  }),
  rule("tool", ({ tool, at }) =>
    tool.params.length > manyParams
      ? [finding("param-count", { tool: tool.name, count: tool.params.length, limit: manyParams }, at)]
      : [],
  ),
];

/** No client rejects more: it is advice. */
const manyParams = clientLimits["params-for-choosing"].limit;

function descriptionAt(at: string): string {
  return pointer(at, "type", "description");
}

/** "Limit", "The limit", "limit value": the name with only filler words around it. */
function repeatsName({ name, description = "" }: Field): boolean {
  const empty = new Set("the a an this value param parameter field argument of to use".split(" "));
  const ownWords = wordsOf(description).filter((word) => !empty.has(word));
  return ownWords.join(" ") === wordsOf(name).join(" ") || ownWords.length === 0;
}

interface Claim {
  /** Matches the claim at the beginning: later words may be about anything. */
  readonly pattern: RegExp;
  readonly claimed: string;
  readonly holds: (type: TypeNode) => boolean;
}

const claims: readonly Claim[] = [
  {
    pattern: /^(?:an? |the )?(?:json )?(?:array|list) of\b(?!.*\b(?:separated|joined|delimited|by commas?)\b)/i,
    claimed: "a list",
    holds: mayBe("array", "string-with-form"),
  },
  {
    pattern: /^(?:an? )?(?:comma|space|semicolon|newline|pipe)[- ](?:separated|delimited)\b/i,
    claimed: "one text with separators",
    holds: mayBe("string"),
  },
  { pattern: /^(?:an? )?(?:integer|whole number)\b/i, claimed: "an integer", holds: mayBe("integer", "number") },
  { pattern: /^(?:an? )?boolean\b|^true (?:or false|to|if|when)\b/i, claimed: "a boolean", holds: mayBe("boolean") },
  {
    pattern: /^(?:an? )?json object\b(?!.* as (?:a |one )?(?:text|string)\b)/i,
    claimed: "an object",
    holds: mayBe("object"),
  },
  { pattern: /^(?:an? )?json(?:-encoded)? (?:string|text)\b/i, claimed: "a text", holds: mayBe("string") },
];

/** True when a value of the type can be of one of these kinds. A string with a pattern may be a list written as text. */
function mayBe(...kinds: readonly string[]): (type: TypeNode) => boolean {
  const holds = (type: TypeNode): boolean => {
    if (type.kind === "json" || type.kind === "ref") return true;
    if (type.kind === "union") return type.of.some(holds);
    if (type.kind === "enum") return kinds.includes("string");
    if (type.kind === "string" && type.pattern !== undefined && kinds.includes("string-with-form")) return true;
    return kinds.includes(type.kind);
  };
  return holds;
}

/** The type that a reference leads to; references to references are followed a few steps only. */
function settled(type: TypeNode, follow: (name: string) => TypeNode | undefined): TypeNode {
  let found = type;
  for (let steps = 0; steps < 8 && found.kind === "ref"; steps++) found = follow(found.name) ?? { kind: "json" };
  return found;
}

function unsaidPatterns(field: Field, type: TypeNode, at: string): readonly Finding[] {
  switch (type.kind) {
    case "array":
      return unsaidPatterns(field, type.items, at);
    case "union":
      return type.of.flatMap((option) => unsaidPatterns(field, option, at));
    case "string": {
      const { pattern } = type;
      if (pattern === undefined || isTrivial(pattern) || field.examples !== undefined) return [];
      if (mentionsForm(`${field.description ?? ""} ${type.description ?? ""}`, pattern)) return [];
      const help = "say in the description what a value looks like, or give 'examples'";
      const params = { name: field.name, pattern };
      return [finding("description-mentions-required-constraints", params, at, { help })];
    }
    default:
      return [];
  }
}

/** Requires only some character: "must not be blank" needs no description. */
function isTrivial(pattern: string): boolean {
  return /^\^?(?:\\S|\.|\[\\s\\S\])[+*]?\$?$/.test(pattern);
}

/** A quoted sample, a digit, a word for a form, or a literal of the pattern. */
function mentionsForm(text: string, pattern: string): boolean {
  if (/['"`\u201C\u2018\u00AB]|\d|\b(?:e\.g|like|such as|example|form|format)\b/i.test(text)) return true;
  if (formWords.test(text)) return true;
  const literals = pattern.replaceAll(/\\.|\[[^\]]*\]|\{[^}]*\}|[\^$()|?*+.]/g, " ").match(/\S+/g) ?? [];
  return literals.some((literal) => text.toLowerCase().includes(literal.toLowerCase()));
}

const formWords =
  /\b(?:base64|base64url|hex(?:adecimal)?|uuid|ulid|slug|semver|iso|rfc|url|uri|email|e-mail|date|time|path|commas?|separated|joined|digits?|letters?|upper ?case|lower ?case|alphanumeric|snake_case|kebab-case|camelcase|ascii|regex|glob|cron|sha|hash|code|dotted|prefix|starts?|ends?|words?)\b/i;
