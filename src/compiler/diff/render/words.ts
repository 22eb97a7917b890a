import { isJsonObject, type Json } from "../../../contract/json.ts";
import { visible } from "../../../diagnostics/display-text.ts";
import { positionAt, type Span } from "../../../diagnostics/source-file.ts";
import type { Change, DiffReport, Severity } from "../change.ts";

// What the forms of a report have in common: how a change is called, where it is, which of them are shown.

/** Longer messages are not read; a foreign list may hold names of a megabyte. */
const longest = 2000;

/** What people call the severities. */
export const severityWords: Readonly<Record<Severity, string>> = {
  ERR: "breaking",
  WARN: "dangerous",
  INFO: "compatible",
};

export interface ReportOptions {
  /** Hidden changes too. */
  readonly all?: boolean;
}

export function shownChanges(report: DiffReport, { all = false }: ReportOptions): readonly Change[] {
  return all ? report.changes : report.changes.filter((change) => change.hidden !== true);
}

/** Subject and message on one line; without the subject where the message names it. */
export function headline(change: Change): string {
  return clipped(visible(namesSubject(change) ? change.message : `${change.subject}: ${change.message}`));
}

/** The message names the subject in quotes; of "profile core" the name is enough. */
export function namesSubject({ subject, message }: Change): boolean {
  return subject === "catalog" || message.includes(`'${subject}'`) || message.includes(`'${subject.split(" ")[1]}'`);
}

/** `file:line:column`, or the file and a JSON Pointer into it. */
export function placeText({ span, path }: Pick<Change, "span" | "path">): string {
  return span === undefined ? clipped(visible(path)) : spanText(span);
}

export function spanText({ file, start }: Span): string {
  const { line, column } = positionAt(file, start);
  return `${visible(file.path)}:${line}:${column}`;
}

/** Where to look in what was edited: for what is gone, at the nearest thing that is left; undefined where no text is known. */
export function editedPlace(change: Change): { readonly path: string; readonly span?: Span } | undefined {
  const span = change.side === "head" ? change.span : change.nearest;
  if (span !== undefined) return { path: span.file.path, span };
  // A JSON Pointer alone, or a file of the other side.
  return change.side === "base" || change.path.includes("#") ? undefined : { path: change.path };
}

/**
 * The lines of a help, each harmless; YAML to paste keeps its indentation. A line of a log that begins with `::` is a command
 * to GitHub Actions, and a name may hold a line break.
 */
export function helpLines(text: string): readonly string[] {
  return clipped(text)
    .split("\n")
    .map((line) => visible(line).replace(/^(\s*)::/, "$1\\u{3a}:"));
}

/** What a witness is: a call that is refused from now on, or in vain, or a result that readers do not expect. */
export function witnessWords({ categories, isIgnored }: Change): string {
  if (categories.includes("RESULT")) return "for example, this result";
  return isIgnored === true
    ? "for example, this call is accepted, but ignored in part"
    : "for example, this call is refused";
}

/** As few lines as `width` allows: what fits stands on one line, the rest is broken into its parts. Long texts are cut. */
export function witnessLines(witness: Json, width: number): readonly string[] {
  const lines = brokenLines(withShortTexts(witness), width);
  return lines.length <= 24 ? lines : [...lines.slice(0, 23), "…"];
}

function brokenLines(value: Json, width: number): readonly string[] {
  const line = jsonText(value);
  if (line.length <= width || typeof value !== "object" || value === null) return [line];
  const [open, close, parts] = Array.isArray(value)
    ? (["[", "]", value.map((item) => ["", item] as const)] as const)
    : (["{", "}", Object.entries(value).map(([key, item]) => [`${jsonText(key)}: `, item] as const)] as const);
  const inner = parts.flatMap(([key, item], index) => {
    const [first = "", ...more] = brokenLines(item, width - 2 - key.length - 1);
    const all = [`  ${key}${first}`, ...more.map((next) => `  ${next}`)];
    return index === parts.length - 1 ? all : [...all.slice(0, -1), `${all.at(-1)},`];
  });
  return [open, ...inner, close];
}

/** JSON that does nothing to a terminal or a log (as `visible`), and is JSON still. */
function jsonText(value: Json): string {
  return JSON.stringify(value)
    .replaceAll("##[", "#\\u0023[")
    .replaceAll(
      /[\u007f-\u009f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

function withShortTexts(value: Json): Json {
  if (typeof value === "string") {
    return value.length <= 60 ? value : `${sliced(value, 40)}… (${[...value].length} characters)`;
  }
  if (Array.isArray(value)) return value.map(withShortTexts);
  if (!isJsonObject(value)) return value;
  // fromEntries defines, so that a key named __proto__ stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [sliced(key, 200), withShortTexts(inner)]));
}

/** "2 breaking, 0 dangerous, 1 compatible, 1 accepted; from 1.0.0 to 1.1.0, a major version is needed" */
export function summaryText(report: DiffReport): string {
  const { baseVersion, headVersion } = report;
  const versions = hasVersions(report)
    ? `from ${clipped(visible(baseVersion))} to ${clipped(visible(headVersion))}, `
    : "";
  return `${countText(report)}; ${versions}${bumpText(report)}`;
}

/** A list of tools has no version. */
export function hasVersions({ baseVersion, headVersion }: DiffReport): boolean {
  return baseVersion !== "" && headVersion !== "";
}

export function countText({ counts }: DiffReport): string {
  const accepted = counts.accepted === 0 ? "" : `, ${counts.accepted} accepted`;
  return `${counts.ERR} breaking, ${counts.WARN} dangerous, ${counts.INFO} compatible${accepted}`;
}

export function bumpText({ required, changes, baseVersion }: DiffReport): string {
  // An edited baseline has no version, and was compared with nothing.
  if (baseVersion === "" && changes.some(({ id }) => id === "baseline-missing-or-edited"))
    return "the required version can't be computed";
  return required === "none" ? "no new version is needed" : `a ${required} version is needed`;
}

/** "accepted until 2027-06-01: no calls in the logs" */
export function acceptedText({ reason, until }: NonNullable<Change["accepted"]>): string {
  return `accepted until ${until}: ${clipped(visible(reason))}`;
}

export function levelledText({ from, reason, until }: NonNullable<Change["levelled"]>): string {
  return `${from} in itself; levelled until ${until}: ${clipped(visible(reason))}`;
}

export function clipped(text: string, most = longest): string {
  return text.length <= most ? text : `${sliced(text, most)}…`;
}

/** No half of a surrogate pair stays at the end. */
function sliced(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
