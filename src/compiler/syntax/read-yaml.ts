import { type Document, parseAllDocuments } from "yaml";
import { type Checked, type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import { lineEnd, type SourceFile, type Span } from "../../diagnostics/source-file.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";
import type { SpecNode } from "./spec-node.ts";
import { maxDepth, toSpecNode } from "./to-spec-node.ts";
import { yamlProblem, yamlTokens } from "./yaml-problem.ts";

/** Maximum size of a schema file, in UTF-16 code units (1 MiB of ASCII). */
const maxSize = 1024 * 1024;

export interface ReadYaml extends Checked<SpecNode | undefined> {
  /** In order; undefined where only the library could read the text. */
  readonly comments?: readonly Span[];
}

/**
 * Reads one YAML 1.2 document (core schema), keeping positions. Never throws on any text.
 * @returns undefined when there is no usable document; the reason is among the findings
 */
export function readYaml(source: SourceFile): ReadYaml {
  const plain = source.text.length > maxSize ? undefined : readPlainYaml(source);
  return plain === undefined ? readAnyYaml(source) : { value: plain.root, diagnostics: [], comments: plain.comments };
}

/** The same by the library, which reads every form of YAML and knows every mistake. */
export function readAnyYaml(source: SourceFile): Checked<SpecNode | undefined> {
  const diagnostics: Diagnostic[] = [];
  const stop = (...found: Diagnostic[]) => ({ value: undefined, diagnostics: [...diagnostics, ...found] });
  // Something missing at the end is reported after the last character.
  const inside = (offset: number) => Math.min(offset, source.text.length);
  const span = (start: number, end: number): Span => ({ file: source, start: inside(start), end: inside(end) });

  const { text } = source;
  if (text.length > maxSize) {
    return stop(diagnostic("yaml-too-large", { size: text.length, limit: maxSize }, span(0, 0)));
  }
  const binary = text.search(/[\0\uFFFD]/);
  if (binary !== -1) {
    const found = text[binary] === "\0" ? "a NUL character" : "bytes that are not UTF-8";
    return stop(diagnostic("yaml-not-text", { found }, span(binary, binary + 1)));
  }
  if (text.startsWith("\uFEFF")) {
    const fix = { title: "remove the byte order mark", edits: [{ span: span(0, 1), text: "" }] };
    diagnostics.push(diagnostic("yaml-byte-order-mark", {}, span(0, 1), { fix }));
  }
  const deep = tooDeep(text);
  if (deep !== undefined) return stop(diagnostic("yaml-too-deep", { limit: maxDepth }, span(deep, deep + 1)));

  const documents = parseAllDocuments(text, {
    version: "1.2",
    schema: "core",
    merge: false,
    strict: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const empty = diagnostic("yaml-empty", {}, span(0, 0), { help: "write the document, or remove the file" });
  if (!Array.isArray(documents)) return stop(empty);
  // An extra mark makes an empty document; the intended one has content.
  const first = documents.find((document) => document.errors.length > 0 || hasContent(document)) ?? documents[0];
  if (first === undefined) return stop(empty);
  const error = first.errors.toSorted((a, b) => a.pos[0] - b.pos[0])[0];
  if (error !== undefined) return stop(yamlProblem(error, source));
  if (first.directives?.yaml.explicit === true || text.startsWith("%")) {
    const start = text.indexOf("%");
    const line = span(start, lineEnd(text, start));
    // Only the version can be removed; what another directive declares is used below it.
    const isVersion = /^%YAML\s/.test(text.slice(start));
    const edits = [{ span: span(start, line.end + 1), text: "" }];
    const fix = isVersion ? { title: "remove the line", edits } : undefined;
    return stop(diagnostic("yaml-directive", {}, line, { help: "remove the line", fix }));
  }
  if (!hasContent(first)) return stop(empty);
  const others = documents.filter((document) => document !== first);
  const second = others.find(hasContent) ?? (others.length === 0 ? undefined : documents[1]);
  if (second !== undefined) {
    const start = text.lastIndexOf("---", second.contents?.range?.[0] ?? second.range[0]);
    const from = start === -1 ? second.range[0] : start;
    const mark = span(from, from + 3);
    // With more content in the second document, the first one alone is not checked.
    if (second !== first && hasContent(second)) {
      return stop(diagnostic("yaml-many-documents", {}, mark, { help: "move it to a file of its own" }));
    }
    const edits = [{ span: span(from, lineEnd(text, from) + 1), text: "" }];
    const fix =
      text.slice(from, lineEnd(text, from)).trim() === "---" ? { title: "remove the line", edits } : undefined;
    diagnostics.push(diagnostic("yaml-many-documents", {}, mark, { help: "remove the line", fix }));
  }
  const read = toSpecNode(source, first);
  return { value: read.value, diagnostics: [...diagnostics, ...read.diagnostics] };
}

/**
 * The offset where brackets nest too deep. The parser of the library uses unbounded memory for such texts, so they must
 * not reach it. Brackets are counted roughly first; only a suspicious text is split into tokens.
 */
function tooDeep(text: string): number | undefined {
  let depth = 0;
  let maxLevel = 0;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (sign === "[" || sign === "{") maxLevel = Math.max(maxLevel, ++depth);
    else if ((sign === "]" || sign === "}") && depth > 0) depth--;
  }
  if (maxLevel <= maxDepth) return undefined;
  depth = 0;
  for (const { token, start } of yamlTokens(text)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > maxDepth) return start;
  }
  return undefined;
}

/** `---` alone makes a null with an empty range. */
function hasContent({ contents }: Document.Parsed): boolean {
  return contents !== null && contents.range[0] !== contents.range[1];
}
