import { decisionText } from "./decision.ts";

// The body of a file of a decision as lines: headings, code and sections of Markdown, as far as a decision needs them.

export type SectionName = "status" | "context" | "description" | "consequences";

/** In lower case; the first one is what a new section is called. */
const titles: Readonly<Record<SectionName, readonly [string, ...string[]]>> = {
  status: ["status"],
  context: ["context", "context and problem statement"],
  description: ["decision", "decision outcome"],
  consequences: ["consequences"],
};

export function sectionTitle(name: SectionName): string {
  const [title] = titles[name];
  return `${title[0]?.toUpperCase()}${title.slice(1)}`;
}

interface Heading {
  readonly line: number;
  readonly level: number;
  /** As it is written, without white space at both ends. */
  readonly text: string;
  readonly section: SectionName | undefined;
}

/** Lines `from` to `to` (excluded) are what stands below the heading. */
export interface Section {
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
/** What would be read as a heading or as a fence, and backslashes before it. */
const mark = /^( {0,3})(\\*)(#{1,6}(?:[ \t]|$)|`{3,}|~{3,})/;

/** Headings that are not in code. */
function headingsOf(lines: readonly string[]): readonly Heading[] {
  const isCode = codeOf(lines);
  return lines.flatMap((text, line) => {
    const found = headingOf(text);
    return found === undefined || isCode[line] === true ? [] : [{ line, ...found }];
  });
}

function headingOf(line: string): Omit<Heading, "line"> | undefined {
  const [, hashes, rest = ""] = heading.exec(line) ?? [];
  if (hashes === undefined) return undefined;
  return { level: hashes.length, text: rest.trim(), section: hashes.length === 1 ? undefined : sectionOf(rest) };
}

function sectionOf(text: string): SectionName | undefined {
  const plain = text
    .replace(/[ \t]#+[ \t]*$/, "")
    .trim()
    .toLowerCase();
  const names: readonly SectionName[] = ["status", "context", "description", "consequences"];
  return names.find((name) => titles[name].includes(plain));
}

/** Which lines are fenced code. A fence that is not closed before the next section of a decision is text. */
function codeOf(lines: readonly string[]): readonly boolean[] {
  const isCode = lines.map(() => false);
  // Of fences that nothing closes: no longer one of the kind is closed either, so each is looked for once.
  const open = new Map<string, { readonly length: number; readonly until: number }>();
  for (let line = 0; line < lines.length; line++) {
    const opening = openingFence(lines[line] ?? "");
    if (opening === undefined) continue;
    const kind = opening.slice(0, 1);
    const known = open.get(kind);
    if (known !== undefined && line < known.until && opening.length >= known.length) continue;
    const { at, isClosed } = fenceEnd(lines, line + 1, opening);
    if (isClosed) {
      isCode.fill(true, line, at + 1);
      line = at;
    } else open.set(kind, { length: opening.length, until: at });
  }
  return isCode;
}

function openingFence(line: string): string | undefined {
  const [, opening, info = ""] = fence.exec(line) ?? [];
  return opening?.startsWith("`") === true && info.includes("`") ? undefined : opening;
}

/** The line that closes the code, else the one before which it would have to be closed. */
function fenceEnd(lines: readonly string[], start: number, opening: string) {
  for (let at = start; at < lines.length; at++) {
    const text = lines[at] ?? "";
    if (headingOf(text)?.section !== undefined) return { at, isClosed: false };
    const [, closing, rest] = fence.exec(text) ?? [];
    if (closing?.startsWith(opening) === true && rest?.trim() === "") return { at, isClosed: true };
  }
  return { at: lines.length, isClosed: false };
}

/** Line and text of the first heading of level 1. */
export function titleLine(lines: readonly string[]): { readonly line: number; readonly text: string } | undefined {
  return headingsOf(lines).find(({ level }) => level === 1);
}

/** The first section of that name. It ends at the next heading of its level or above, and at the next section of a decision. */
export function sectionAt(lines: readonly string[], name: SectionName): Section | undefined {
  const headings = headingsOf(lines);
  const start = headings.findIndex(({ section }) => section === name);
  const own = headings[start];
  if (own === undefined) return undefined;
  const next = headings.slice(start + 1).find(({ level, section }) => level <= own.level || section !== undefined);
  return { level: own.level, from: own.line + 1, to: next?.line ?? lines.length };
}

/** The text of a section: marks lose a backslash. */
export function textOfLines(lines: readonly string[]): string {
  const isCode = codeOf(lines);
  return decisionText(
    lines.map((line, index) => (isCode[index] === true && !namesSection(line) ? line : unmarked(line))).join("\n"),
  );
}

/** The lines of a text below a heading of this level: marks that would end the section, or code that does not end, get a backslash. */
export function linesOfText(text: string, level: number): readonly string[] {
  const lines = text.split("\n");
  const isCode = codeOf(lines);
  return lines.map((line, index) => {
    if (namesSection(line)) return marked(line);
    if (isCode[index] === true) return line;
    const ends = (headingOf(line)?.level ?? 9) <= level || fence.test(line);
    return ends || unmarked(line) !== line ? marked(line) : line;
  });
}

/** Also behind backslashes, and in code: it would end the code. */
function namesSection(line: string): boolean {
  return headingOf(line.replace(mark, "$1$3"))?.section !== undefined;
}

function marked(line: string): string {
  return line.replace(mark, "$1\\$2$3");
}

/** Without one of the backslashes before a mark. */
function unmarked(line: string): string {
  return line.replace(mark, (all, indent: string, backslashes: string, rest: string) =>
    backslashes === "" ? all : `${indent}${backslashes.slice(1)}${rest}`,
  );
}
