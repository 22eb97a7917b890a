import { type DiagnosticExtras, diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped, replaceWord } from "../../diagnostics/mistyped.ts";
import { forms } from "../catalog/grammar/forms.ts";
import type { Form, Grammar, NumberGrammar, StringGrammar, TextGrammar, WordGrammar } from "../catalog/spec-grammar.ts";
import { type Conforming, inPlace } from "./conform.ts";
import type { SpecNode, SpecScalar } from "./spec-node.ts";

type ScalarGrammar = StringGrammar | WordGrammar | NumberGrammar | TextGrammar | { readonly kind: "boolean" };

/** Checks one value against a grammar of single values. */
export function conformScalar(state: Conforming, node: SpecNode, grammar: ScalarGrammar): SpecNode | undefined {
  if (node.kind !== "scalar") return wrongKind(state, node, grammar);
  const { value } = node;
  switch (grammar.kind) {
    case "text":
      if (typeof value !== "string") return wrongKind(state, node, grammar);
      return conformForm(state, node, value, grammar.oneLine === true ? forms.line : undefined);
    case "boolean":
      return typeof value === "boolean" ? node : wrongKind(state, node, grammar);
    case "string":
      if (typeof value !== "string") return wrongKind(state, node, grammar);
      return conformForm(state, node, value, grammar.form);
    case "word":
      if (typeof value !== "string") return wrongKind(state, node, grammar);
      return conformWord(state, node, value, grammar);
    default:
      if (typeof value !== "number") return wrongKind(state, node, grammar);
      return conformNumber(state, node, value, grammar);
  }
}

/** @param known what to write instead, where the caller knows better */
export function wrongKind(
  state: Conforming,
  node: SpecNode,
  grammar: Grammar,
  known?: Pick<DiagnosticExtras, "help" | "fix">,
): undefined {
  const params = { place: inPlace(state), expected: expectation(grammar), found: foundWord(node) };
  const words = grammar.kind === "word" && node.kind === "scalar" ? Object.keys(grammar.words) : undefined;
  if (words !== undefined) {
    state.report.push(diagnostic("wrong-kind", params, node.span, { help: `write one of ${words.join(", ")}` }));
    return;
  }
  const repair = known === undefined ? repairOf(node, params.expected, formOf(grammar)) : undefined;
  if (repair === undefined) {
    state.report.push(diagnostic("wrong-kind", params, node.span, known));
    return;
  }
  const fix =
    repair.text === undefined ? undefined : { title: repair.help, edits: [{ span: node.span, text: repair.text }] };
  state.report.push(diagnostic("wrong-kind", params, node.span, { help: repair.help, fix }));
}

function formOf(grammar: Grammar): Form | undefined {
  return grammar.kind === "string" ? grammar.form : undefined;
}

/** For a text that begins with `#`, which makes a comment of it. */
export const hashHelp = "'#' begins a comment: put quotes around the text";

/** What to write instead; without a text where the author has to choose. */
function repairOf(
  node: SpecNode,
  expected: string,
  form: Form | undefined,
): { readonly help: string; readonly text?: string } | undefined {
  if (node.kind === "map" && node.entries.size > 0 && expected === "a text") {
    const inBraces = node.span.file.text[node.span.start] === "{";
    return { help: inBraces ? "write the text itself" : "put quotes around the text: ': ' turns it into a map" };
  }
  if (node.kind !== "scalar") return undefined;
  if (node.value === null) {
    const { file, end } = node.span;
    if (expected === "a text" && /^[ \t]*#/.test(file.text.slice(end, end + 80))) return { help: hashHelp };
    const none = expected === "a map" ? "{}" : expected === "a list" ? "[]" : undefined;
    return none === undefined ? undefined : { help: `write ${none} where there are none` };
  }
  const { span } = node;
  const written = span.file.text.slice(span.start, span.end);
  if (typeof node.value !== "string") {
    if (!expected.startsWith("a text")) return undefined;
    // Quotes alone would cause the next finding.
    if (form !== undefined && !patternOf(form).test(written)) return { help: `write ${form.description}` };
    return { help: "put quotes around it", ...(/^[\w.+-]+$/.test(written) ? { text: `"${written}"` } : {}) };
  }
  if (expected.startsWith("true or false")) {
    if (/^(true|yes|on)$/i.test(node.value)) return { help: "write true", text: "true" };
    if (/^(false|no|off)$/i.test(node.value)) return { help: "write false", text: "false" };
  }
  const numeric = node.value.trim() !== "" && Number.isFinite(Number(node.value));
  if (!numeric || !expected.endsWith("number")) return undefined;
  const whole = expected.endsWith("a whole number");
  const isNumber = (whole ? /^-?(?:0|[1-9]\d{0,14})$/ : /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/).test(node.value);
  return { help: "remove the quotes", ...(isNumber && /^["']/.test(written) ? { text: node.value } : {}) };
}

/** What a grammar accepts, for messages. */
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
  const meant = wellFormed(value, form);
  const extras = meant === undefined ? {} : { help: `write '${meant}'`, fix: replaceWord(node.span, meant) };
  state.report.push(diagnostic("wrong-form", { found: value, expected: form.description }, node.span, extras));
  return undefined;
}

/** The name in the form: its words joined by `_`, or each with a capital, or all in capitals. */
export function wellFormed(name: string, form: Form | undefined): string | undefined {
  if (form === undefined) return undefined;
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .replaceAll(/[\s.-]+/g, "_")
    .toLowerCase();
  const capitals = words.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());
  return [words, capitals, words.toUpperCase()].find((found) => patternOf(form).test(found));
}

function conformWord(state: Conforming, node: SpecScalar, word: string, grammar: WordGrammar): SpecNode | undefined {
  if (Object.hasOwn(grammar.words, word)) return node;
  const extras = mistyped(word, node.span, Object.keys(grammar.words));
  state.report.push(diagnostic("unknown-word", { word, place: inPlace(state) }, node.span, extras));
  return undefined;
}

function conformNumber(
  state: Conforming,
  node: SpecScalar,
  found: number,
  grammar: NumberGrammar,
): SpecNode | undefined {
  if (grammar.kind === "integer" && !Number.isInteger(found)) return wrongKind(state, node, grammar);
  const { only, min } = grammar;
  const expected = only !== undefined ? `${only}` : `${min ?? ""} or more`;
  if (only !== undefined ? found === only : min === undefined || found >= min) return node;
  state.report.push(diagnostic("out-of-range", { found, expected }, node.span));
  return undefined;
}
