import { lineStart, nextLine, type Span } from "../../diagnostics/source-file.ts";

/**
 * What to remove from a YAML text so that one entry of a map or one item of a list is gone: the part with the comma or
 * the line that belongs to it, and nothing else.
 * @param container the map or the list
 * @param part from the beginning of the key (or item) to the end of the value
 * @returns undefined when that can't be done without touching something else: a comment on its line, an anchor that others
 * may repeat, an only entry of an indented map, an entry that shares its line
 */
export function removalOf(container: Span, part: Span): Span | undefined {
  const { text } = container.file;
  if (part.file.text !== text || part.start < container.start || part.end > container.end) return undefined;
  const content = text.slice(part.start, part.end);
  if (content.includes("&")) return undefined;
  const end = part.start + content.trimEnd().length;
  const cut = "[{".includes(text[container.start] ?? "?")
    ? fromBrackets(text, container, part.start, end)
    : fromLines(text, container, part.start, end);
  return cut === undefined ? undefined : { file: part.file, ...cut };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** `[a, b]`, `{ a: 1, b: 2 }`, on one line or on several. */
function fromBrackets(text: string, container: Range, start: number, end: number): Range | undefined {
  const before = lastSignBefore(text, start);
  const after = firstSignFrom(text, end);
  const opens = before === container.start;
  const from = lineStart(text, start);
  const isAlone = text.slice(from, start).trim() === "";
  // On a line of its own a comment may stand above it.
  if (!opens && text[before] !== "," && !(isAlone && text[after] === ",")) return undefined;
  if (text[after] === ",") {
    const rest = after + 1 + (/^[ \t]*/.exec(text.slice(after + 1))?.[0].length ?? 0);
    const breaks = /^\r?\n/.test(text.slice(rest));
    if (text[rest] === "#") return undefined;
    // A line of its own goes as a whole.
    if (breaks && isAlone) return { start: from, end: text.indexOf("\n", rest) + 1 };
    // At the end of a line no space stays behind.
    return breaks ? { start: text.slice(0, start).trimEnd().length, end: after + 1 } : { start, end: rest };
  }
  if (!"]}".includes(text[after] ?? "?")) return undefined;
  return opens ? { start: before + 1, end: after } : { start: before, end };
}

/** A line of an indented map or list, or several. */
function fromLines(text: string, container: Range, start: number, end: number): Range | undefined {
  const from = lineStart(text, start);
  if (!/^[ \t]*(?:- +)?$/.test(text.slice(from, start))) return undefined;
  const isItem = text.slice(from, start).includes("-");
  // `- key: value` begins a map on the line of its list's dash.
  if (isItem && start === container.start) return undefined;
  const to = nextLine(text, end);
  if (text.slice(end, to).trim() !== "") return undefined;
  const others = text.slice(container.start, from) + text.slice(to, Math.max(to, container.end));
  // A comment is not an entry.
  return others.split("\n").some((line) => line.trim() !== "" && !line.trimStart().startsWith("#"))
    ? { start: from, end: to }
    : undefined;
}

function lastSignBefore(text: string, at: number): number {
  return text.slice(0, at).trimEnd().length - 1;
}

function firstSignFrom(text: string, at: number): number {
  return at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
}
