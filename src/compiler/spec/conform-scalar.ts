import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { suggest } from "../../diagnostics/suggest.ts";
import type { Form, Grammar, NumberGrammar, StringGrammar, WordGrammar } from "../catalog/spec-grammar.ts";
import { type Conforming, inPlace, type Place } from "./conform.ts";
import type { SpecNode, SpecScalar } from "./spec-node.ts";

type ScalarGrammar =
  | StringGrammar
  | WordGrammar
  | NumberGrammar
  | { readonly kind: "text" }
  | { readonly kind: "boolean" };

/** Holds one value against a grammar of single values. */
export function conformScalar(
  state: Conforming,
  node: SpecNode,
  grammar: ScalarGrammar,
  place: Place,
): SpecNode | undefined {
  if (node.kind !== "scalar") return wrongKind(state, node, grammar, place);
  const { value } = node;
  switch (grammar.kind) {
    case "text":
      return typeof value === "string" ? node : wrongKind(state, node, grammar, place);
    case "boolean":
      return typeof value === "boolean" ? node : wrongKind(state, node, grammar, place);
    case "string":
      if (typeof value !== "string") return wrongKind(state, node, grammar, place);
      return conformForm(state, node, value, grammar.form);
    case "word":
      if (typeof value !== "string") return wrongKind(state, node, grammar, place);
      return conformWord(state, node, value, grammar, place);
    default:
      if (typeof value !== "number") return wrongKind(state, node, grammar, place);
      return conformNumber(state, node, value, grammar, place);
  }
}

export function wrongKind(state: Conforming, node: SpecNode, grammar: Grammar, place: Place): undefined {
  const params = { place: inPlace(place), expected: expectation(grammar), found: foundWord(node) };
  state.report.push(diagnostic("wrong-kind", params, node.span, { help: helpFor(node, params.expected) }));
}

function helpFor(node: SpecNode, expected: string): string | undefined {
  if (node.kind !== "scalar" || node.value === null) return undefined;
  if (typeof node.value !== "string") return expected.startsWith("a text") ? "put quotes around it" : undefined;
  if (expected.startsWith("true or false")) {
    if (/^(true|yes|on)$/i.test(node.value)) return "write true";
    if (/^(false|no|off)$/i.test(node.value)) return "write false";
  }
  const numeric = node.value.trim() !== "" && Number.isFinite(Number(node.value));
  return numeric && expected.endsWith("number") ? "take the quotes off" : undefined;
}

/** What a grammar takes, as messages say it. */
export function expectation(grammar: Grammar): string {
  switch (grammar.kind) {
    case "either":
      return [...new Set(grammar.options.map(expectation))].join(" or ");
    case "string":
    case "word":
    case "text":
      return "a text";
    case "integer":
      return "a whole number";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "list":
      return "a list";
    case "json":
      return "any value";
    case "map":
    case "record":
    case "variants":
    case "rule":
      return "a map";
  }
}

export function foundWord(node: SpecNode): string {
  switch (node.kind) {
    case "list":
      return "a list";
    case "map":
      return "a map";
    case "broken":
      return "a value that can't be read";
    case "scalar":
      if (node.value === null) return "nothing";
      return typeof node.value === "string" ? "a text" : `'${node.value}'`;
  }
}

const patterns = new Map<Form, RegExp>();

export function patternOf(form: Form): RegExp {
  const known = patterns.get(form);
  if (known !== undefined) return known;
  const pattern = new RegExp(form.pattern, "u");
  patterns.set(form, pattern);
  return pattern;
}

function conformForm(state: Conforming, node: SpecScalar, value: string, form: Form | undefined): SpecNode | undefined {
  if (form === undefined || patternOf(form).test(value)) return node;
  state.report.push(diagnostic("wrong-form", { found: value, expected: form.says }, node.span));
  return undefined;
}

function conformWord(
  state: Conforming,
  node: SpecScalar,
  word: string,
  grammar: WordGrammar,
  place: Place,
): SpecNode | undefined {
  if (Object.hasOwn(grammar.words, word)) return node;
  const help = suggest(word, Object.keys(grammar.words));
  state.report.push(diagnostic("unknown-word", { word, place: inPlace(place) }, node.span, { help }));
  return undefined;
}

function conformNumber(
  state: Conforming,
  node: SpecScalar,
  found: number,
  grammar: NumberGrammar,
  place: Place,
): SpecNode | undefined {
  if (grammar.kind === "integer" && !Number.isInteger(found)) return wrongKind(state, node, grammar, place);
  const { only, min } = grammar;
  const expected = only !== undefined ? `${only}` : `${min ?? ""} or more`;
  if (only !== undefined ? found === only : min === undefined || found >= min) return node;
  state.report.push(diagnostic("out-of-range", { found, expected }, node.span));
  return undefined;
}
