import { Lexer, type YAMLParseError } from "yaml";
import { type Diagnostic, diagnostic, type Fix } from "../../diagnostics/diagnostic.ts";
import { lineEnd, lineStart, type SourceFile } from "../../diagnostics/source-file.ts";
import { hashHelp } from "./conform-scalar.ts";
import { maxDepth } from "./to-spec-node.ts";

/**
 * The first YAML error of a text, described by the mistake rather than by the grammar: which bracket is not closed, which
 * line has the wrong indentation. An error without a better description keeps the library's message.
 */
export function yamlProblem(error: YAMLParseError, source: SourceFile): Diagnostic {
  const { text } = source;
  const described = describeProblem(error, text) ?? whole(error);
  // Something missing at the end is reported after the last character.
  const inside = (offset: number) => Math.min(offset, text.length);
  const span = { file: source, start: inside(described.start), end: inside(described.end) };
  if (error.code === "RESOURCE_EXHAUSTION") return diagnostic("yaml-too-deep", { limit: maxDepth }, span);
  return diagnostic("yaml-syntax", { problem: described.problem }, span, {
    help: described.help,
    fix: fixOf(described, source),
  });
}

interface DescribedProblem {
  readonly problem: string;
  readonly start: number;
  readonly end: number;
  readonly help?: string;
  readonly fix?: { readonly title: string; readonly edits: readonly Edit[] };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function describeProblem(error: YAMLParseError, text: string): DescribedProblem | undefined {
  const merge = /^(?:<{7}|>{7}|\|{7})(?: .*)?$/m.exec(text);
  if (merge !== null) {
    const help = "choose one side and remove the conflict markers";
    return { problem: "a conflict marker of an unfinished merge", start: merge.index, end: merge.index + 7, help };
  }
  const [at] = error.pos;
  switch (error.code) {
    case "MISSING_CHAR":
      return noSpaceBeforeComment(error, text) ?? openQuote(text, at) ?? openBracket(text, at);
    case "BAD_INDENT":
      return openBracket(text, at) ?? wrongIndentation(text, at);
    case "MULTILINE_IMPLICIT_KEY":
      return noSpaceAfterColon(text, at);
    case "BLOCK_AS_IMPLICIT_KEY":
      return deeperThanAValue(text, at) ?? colonInText(text, at);
    case "TAB_AS_INDENT":
      return { problem: "tabs are not allowed as indentation", start: at, end: at + 1, help: "indent with spaces" };
    case "BAD_SCALAR_START":
      return { ...whole(error), help: "put quotes around the text" };
    default:
      return undefined;
  }
}

function fixOf({ fix }: DescribedProblem, file: SourceFile): Fix | undefined {
  if (fix === undefined) return undefined;
  return { title: fix.title, edits: fix.edits.map(({ start, end, text }) => ({ span: { file, start, end }, text })) };
}

function whole(error: YAMLParseError): DescribedProblem {
  const problem = `${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
  return { problem, start: error.pos[0], end: error.pos[1] };
}

/** `"50"# most`: behind a value a comment needs a space, or it would be part of it. */
function noSpaceBeforeComment({ pos: [start, end] }: YAMLParseError, text: string): DescribedProblem | undefined {
  // A comment at the beginning of its line has another cause: something above it is not closed.
  if (text[start] !== "#" || /[\s]/.test(text[start - 1] ?? "\n")) return undefined;
  const fix = { title: "put a space before '#'", edits: [{ start, end: start, text: " " }] };
  return { problem: "there is no space before the comment", start, end, help: fix.title, fix };
}

/** A quoted text without its end: the finding points to the opening quote. */
function openQuote(text: string, at: number): DescribedProblem | undefined {
  for (const { token, start } of yamlTokens(text)) {
    const end = start + token.length;
    if (start > at) return undefined;
    const quote = token[0];
    if ((quote !== '"' && quote !== "'") || end < at) continue;
    const problem = `the text that begins with ${quote} is not closed`;
    return { problem, start, end: start + 1, help: `close it with ${quote} on the same line` };
  }
  return undefined;
}

const closing = { "[": "]", "{": "}" } as const;

/** A bracket that is not closed, if one is open at the place of the error. */
function openBracket(text: string, at: number): DescribedProblem | undefined {
  const open: { readonly sign: "[" | "{"; readonly start: number }[] = [];
  let comment: number | undefined;
  for (const { token, start } of yamlTokens(text)) {
    if (start >= at) break;
    if (token === "[" || token === "{") open.push({ sign: token, start });
    else if (token === "]" || token === "}") open.pop();
    else if (open.length > 0 && token.startsWith("#") && /:[ \t]+$/.test(text.slice(Math.max(0, start - 20), start))) {
      comment ??= start;
    }
  }
  const last = open.at(-1);
  if (last === undefined) return undefined;
  if (comment !== undefined && comment > last.start) {
    const problem = `'${last.sign}' is not closed before the comment`;
    return { problem, start: comment, end: comment + 1, help: hashHelp };
  }
  const close = closing[last.sign];
  return {
    problem: `'${last.sign}' is not closed`,
    start: last.start,
    end: last.start + 1,
    help: `close it with ${close}`,
  };
}

/** A line that begins in a column where no other line begins. */
function wrongIndentation(text: string, at: number): DescribedProblem | undefined {
  const start = lineStart(text, at);
  const line = text.slice(start, lineEnd(text, start));
  const indent = indentOf(line);
  const word = /^\s*(\S+)/.exec(line)?.[1] ?? "";
  const place = { start: start + indent, end: start + indent + word.length };
  const above = linesAbove(text, start);
  const sibling = above.find((other) => indentOf(other) <= indent);
  if (sibling !== undefined && indentOf(sibling) === indent && isItem(sibling) !== isItem(line)) {
    const [first, then] = isItem(sibling) ? ["a list", "an entry of a map"] : ["a map", "an item of a list"];
    return { ...place, problem: `${first} goes on with ${then}`, help: "use one of the two" };
  }
  const previous = above[0];
  if (previous === undefined) return undefined;
  const columns = `column ${indent + 1}, the line above it at column ${indentOf(previous) + 1}`;
  return {
    ...place,
    problem: `this line begins at ${columns}, which matches no other line`,
    help: "align the lines",
  };
}

function noSpaceAfterColon(text: string, at: number): DescribedProblem | undefined {
  const start = lineStart(text, at);
  const line = text.slice(start, lineEnd(text, start));
  const found = /^(\s*(?:- )?[A-Za-z_][\w-]*):(?=[^\s:/])/.exec(line);
  if (found === null) {
    const indent = indentOf(line);
    const end = lineEnd(text, start);
    return { problem: "this line is not 'key: value'", start: start + indent, end, help: "is a ':' missing?" };
  }
  const colon = start + (found[1]?.length ?? 0);
  const fix = { title: "put a space after ':'", edits: [{ start: colon + 1, end: colon + 1, text: " " }] };
  return { problem: "there is no space after ':'", start: colon, end: colon + 1, help: "write ': '", fix };
}

/** `key: value` and below it a deeper `other: …`: one of the two lines is indented wrongly. */
function deeperThanAValue(text: string, at: number): DescribedProblem | undefined {
  const start = lineStart(text, at);
  const end = lineEnd(text, start);
  const nextStart = end + 1;
  const next = text.slice(nextStart, lineEnd(text, nextStart));
  const line = text.slice(start, end);
  const key = /^(?:- )?([^\s:#][^:#]*):\s/.exec(line.trimStart())?.[1];
  // A second ': ' in the same line is a text that needs quotes; then the line below is not the cause.
  if (key === undefined || /:\s/.test(text.slice(at, end)) || indentOf(next) <= indentOf(line)) return undefined;
  const word = /^\s*(\S+)/.exec(next)?.[1] ?? "";
  const from = nextStart + indentOf(next);
  const problem = `this line is indented deeper than '${key}' above it, which already has a value`;
  return { problem, start: from, end: from + word.length, help: "align the two lines" };
}

/** `summary: Read it: all of it`: the second colon turns a text into a map. */
function colonInText(text: string, at: number): DescribedProblem | undefined {
  const end = lineEnd(text, at);
  const line = text.slice(at, end);
  const colon = line.search(/:(\s|$)/);
  if (colon === -1) return undefined;
  const start = at + colon;
  const described = {
    problem: "': ' turns this text into a map",
    start,
    end: start + 1,
    help: "put quotes around the text",
  };
  if (/["\\]| #/.test(line)) return described;
  const value = line.trimEnd();
  return {
    ...described,
    fix: { title: described.help, edits: [{ start: at, end: at + value.length, text: `"${value}"` }] },
  };
}

/** Lines with content, from the nearest upwards. */
function linesAbove(text: string, start: number): readonly string[] {
  const lines = text.slice(0, start).split(/\r?\n/);
  return lines.filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#")).reverse();
}

function isItem(line: string): boolean {
  return /^\s*-(\s|$)/.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The tokens of any text, valid or not, with the offset of each in UTF-16 code units. */
export function* yamlTokens(text: string): Generator<{ readonly token: string; readonly start: number }> {
  let start = 0;
  for (const token of new Lexer().lex(text)) {
    // The lexer marks documents and scalars by control characters that are not part of the text.
    if (token === "\u0002" || token === "\u0018" || token === "\u001f") continue;
    yield { token, start };
    start += token.length;
  }
}
