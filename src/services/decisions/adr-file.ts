// A file of a decision: Markdown with front matter, close to MADR, and read however people write it. Two laws hold, whatever the text:
// what was put into a file is read from it, and putting in what was read changes no byte.
import { type DecisionStatus, type DecisionTexts, decisionStatuses } from "../../store/decision-rows.ts";
import { divide, type FrontMatter, joined, quoted, scalar, valueAt, withValue } from "./adr-front.ts";
import { linesOfText, type SectionName, sectionAt, sectionTitle, textOfLines, titleLine } from "./adr-lines.ts";
import { decisionLabel } from "./decision.ts";

/** What a file says of a decision. */
export interface AdrFile extends DecisionTexts {
  readonly status: DecisionStatus;
  /** Numbers, in order. */
  readonly supersedes: readonly number[];
  readonly supersededBy: number | null;
}

/** What stands in a file beside what is read from it. */
export interface AdrFacts {
  readonly number: number;
  /** Day of the last change of its status, "2026-11-22". */
  readonly date: string;
}

/** A file that says nothing of its status is proposed: its author wants it to be read. */
const silentStatus: DecisionStatus = "proposed";
const sections = ["context", "description", "consequences"] as const;

/** What the file says, or what is wrong with it, in words. */
export function readAdr(text: string): AdrFile | { readonly problem: string } {
  const { front, body } = divide(linesOf(text));
  const title = titleLine(body);
  const named = titleOf(title?.text ?? "");
  if (named === "") return { problem: "has no title: a line that begins with '# '" };
  const said = statusText(front, body);
  const status = said === undefined ? silentStatus : statusOf(said);
  if (status === undefined)
    return { problem: `has the status '${said}', which is none of ${decisionStatuses.join(", ")}` };
  const supersededBy = numbersIn(valueAt(front, "superseded_by") ?? "")[0] ?? numbersIn(said ?? "")[0] ?? null;
  return {
    title: named,
    status,
    area: oneLine(scalar(valueAt(front, "area") ?? "")),
    supersedes: numbersIn(valueAt(front, "supersedes") ?? ""),
    supersededBy,
    context: sectionText(body, "context"),
    description: sectionText(body, "description"),
    consequences: sectionText(body, "consequences"),
  };
}

/**
 * The file with that in it: as few lines as possible are another text than before.
 * @param text undefined: a new file
 */
export function writeAdr(text: string | undefined, wanted: AdrFile, { number, date }: AdrFacts): string {
  const base = text ?? newFile(number, date);
  const before = readAdr(base);
  // A text that can't be read was never kept as the text of a decision.
  if ("problem" in before) return writeAdr(undefined, wanted, { number, date });
  let { front, body } = divide(linesOf(base));
  if (before.title !== wanted.title) body = withTitle(body, wanted.title, number);
  for (const name of sections) if (before[name] !== wanted[name]) body = withSection(body, name, wanted[name]);
  const isRelinked = before.supersededBy !== wanted.supersededBy;
  if (before.status !== wanted.status || isRelinked) {
    const inBody = valueAt(front, "status") === undefined && sectionAt(body, "status") !== undefined;
    if (inBody) body = withSection(body, "status", wanted.status);
    else front = withValue(front, "status", wanted.status);
    if (valueAt(front, "date") !== undefined) front = withValue(front, "date", date);
  }
  if (before.area !== wanted.area)
    front = withValue(front, "area", wanted.area === "" ? undefined : quoted(wanted.area));
  if (!sameNumbers(before.supersedes, wanted.supersedes)) {
    const list = wanted.supersedes.map(decisionLabel).join(", ");
    front = withValue(front, "supersedes", list === "" ? undefined : `[${list}]`);
  }
  if (isRelinked) {
    const label = wanted.supersededBy === null ? undefined : decisionLabel(wanted.supersededBy);
    front = withValue(front, "superseded_by", label);
  }
  const lines = joined(front, body);
  return lines.join(base.includes("\r\n") ? "\r\n" : "\n");
}

export function sameAdr(a: AdrFile, b: AdrFile): boolean {
  return differences(a, b).length === 0;
}

/** The parts in which two files differ. */
export function differences(a: AdrFile, b: AdrFile): readonly string[] {
  const parts = ["title", "status", "area", ...sections, "supersededBy"] as const;
  return [
    ...parts.filter((part) => a[part] !== b[part]),
    ...(sameNumbers(a.supersedes, b.supersedes) ? [] : ["supersedes"]),
  ];
}

function newFile(number: number, date: string): string {
  const lines = ["---", `status: ${silentStatus}`, `date: ${date}`, "---", "", `# ${decisionLabel(number)}: -`, ""];
  return [...lines, ...sections.flatMap((name) => [`## ${sectionTitle(name)}`, ""])].join("\n");
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n/);
}

/** "ADR-0007: Use SQLite" and "7. Use SQLite" are called "Use SQLite". */
const numbered = /^(?:adr-?\d+[:.]?|\d+[.:])[ \t]+/i;

function titleOf(text: string): string {
  return oneLine(text.replace(numbered, ""));
}

function withTitle(body: readonly string[], title: string, number: number): readonly string[] {
  const found = titleLine(body);
  const [prefix = ""] = numbered.exec(found?.text ?? "") ?? [];
  // A title that looks numbered gets a number before it, which is taken off again.
  const isNumbered = titleOf(title) !== title;
  const line = `# ${prefix === "" && isNumbered ? `${decisionLabel(number)}: ` : prefix}${title}`;
  return found === undefined ? ["", line, ...body] : body.with(found.line, line);
}

function sectionText(body: readonly string[], name: SectionName): string {
  const section = sectionAt(body, name);
  return section === undefined ? "" : textOfLines(body.slice(section.from, section.to));
}

function withSection(body: readonly string[], name: SectionName, text: string): readonly string[] {
  const section = sectionAt(body, name);
  const lines = (level: number) => (text === "" ? [""] : ["", ...linesOfText(text, level), ""]);
  if (section !== undefined) return body.toSpliced(section.from, section.to - section.from, ...lines(section.level));
  const rest = body.at(-1) === "" ? body.slice(0, -1) : body;
  return [...rest, "", `## ${sectionTitle(name)}`, ...lines(2)];
}

/** What the front matter says, else the section. */
function statusText(front: FrontMatter | undefined, body: readonly string[]): string | undefined {
  const value = valueAt(front, "status");
  const said = value === undefined ? sectionText(body, "status").split("\n")[0] : scalar(value);
  return said === undefined || said.trim() === "" ? undefined : said.trim();
}

/** Also "Superseded by [ADR-0005](0005-x.md)", and the word of other systems for accepted. */
function statusOf(said: string): DecisionStatus | undefined {
  const [word = ""] = /^[a-z]+/i.exec(said) ?? [];
  const lower = word.toLowerCase();
  return lower === "approved" ? "accepted" : decisionStatuses.find((status) => status === lower);
}

/** Numbers of decisions: those of labels, where there are labels. */
function numbersIn(value: string): readonly number[] {
  const labels = [...value.matchAll(/adr-(\d{1,9})/gi)];
  const found = labels.length > 0 ? labels : [...value.matchAll(/(?<!\d)(\d{1,9})(?!\d)/g)];
  const numbers = new Set(found.map(([, digits]) => Number(digits)).filter((number) => number > 0));
  return [...numbers].sort((a, b) => a - b);
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((number, index) => number === b[index]);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
