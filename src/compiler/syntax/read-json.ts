import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { isDeeperThan } from "../../contract/depth.ts";
import type { Json } from "../../contract/json.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { maxDepth } from "./to-spec-node.ts";

// JSON files of a catalog, which are published as they stand. So a text is refused whose values JSON would write in another way.

/** @returns undefined where the text is not JSON, with its place */
export function readJson(file: SourceFile): Checked<Json | undefined> {
  const text = file.text.startsWith("\uFEFF") ? ` ${file.text.slice(1)}` : file.text;
  const report = (found: Diagnostic) => ({ value: undefined, diagnostics: [found] });
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    const { offset, problem } = firstMistake(text);
    return report(diagnostic("json-invalid", { problem }, { file, start: offset, end: offset + 1 }));
  }
  if (isDeeperThan(maxDepth, value)) {
    return report(diagnostic("json-invalid", { problem: `it nests deeper than ${maxDepth} levels` }, wholeOf(file)));
  }
  const other = otherSpelling(text, JSON.stringify(value));
  if (other === undefined) return { value, diagnostics: [] };
  const { start, found, published } = other;
  const place = { file, start, end: start + found.length };
  return report(diagnostic("json-respelled", { found: short(found), published: short(published) }, place));
}

function wholeOf(file: SourceFile) {
  return { file, start: 0, end: file.text.length };
}

/** Where the engine says too little, and in other words in each version, the library says what it found first. */
function firstMistake(text: string): { readonly offset: number; readonly problem: string } {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    // It calls itself for each level.
    return { offset: 0, problem: `it nests deeper than ${maxDepth} levels` };
  }
  const [first] = errors;
  if (first === undefined) return { offset: 0, problem: "it can't be read" };
  const words = printParseErrorCode(first.error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
  return { offset: Math.min(first.offset, Math.max(0, text.length - 1)), problem: words };
}

const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** The first part of a JSON text that is written in another way once it was read. Texts in quotes may spell letters in two ways. */
function otherSpelling(text: string, written: string) {
  const parts = written.matchAll(token);
  for (const { 0: found, index: start } of text.matchAll(token)) {
    const published = parts.next().value?.[0] ?? "";
    const isSame = found === published || (found.startsWith('"') && JSON.parse(found) === unquoted(published));
    if (!isSame) return { start, found, published };
  }
  return undefined;
}

function unquoted(part: string): unknown {
  return part.startsWith('"') ? JSON.parse(part) : undefined;
}

function short(part: string): string {
  return part.length > 40 ? `${part.slice(0, 40)} …` : part;
}
