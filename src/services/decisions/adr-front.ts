// The front matter of a file: lines of `key: value` between two lines of three dashes. Only the keys of a decision are read and
// written; every other line stays as it is.

export interface FrontMatter {
  readonly entries: readonly Entry[];
}

interface Entry {
  /** undefined: comments, blank lines. */
  readonly key: string | undefined;
  /** The line of the key and those that continue it. */
  readonly lines: readonly string[];
}

const delimiter = /^---[ \t]*$/;
const keyed = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t]|$)/;

/** Divides the lines of a file. No front matter: all of it is the body. */
export function divide(lines: readonly string[]): {
  readonly front: FrontMatter | undefined;
  readonly body: readonly string[];
} {
  const end = lines.findIndex((line, index) => index > 0 && delimiter.test(line));
  if (!delimiter.test(lines[0] ?? "") || end < 0) return { front: undefined, body: lines };
  const entries: { key: string | undefined; lines: string[] }[] = [];
  for (const line of lines.slice(1, end)) {
    const key = keyed.exec(line)?.[1]?.replaceAll("-", "_").toLowerCase();
    const last = entries.at(-1);
    if (key === undefined && last?.key !== undefined && /^(?:[ \t]|-)/.test(line)) last.lines.push(line);
    else entries.push({ key, lines: [line] });
  }
  return { front: { entries }, body: lines.slice(end + 1) };
}

export function joined(front: FrontMatter | undefined, body: readonly string[]): readonly string[] {
  if (front === undefined) return body;
  return ["---", ...front.entries.flatMap(({ lines }) => lines), "---", ...body];
}

/** The value of a key as it is written, on one line; undefined: the key is not there. */
export function valueAt(front: FrontMatter | undefined, key: string): string | undefined {
  const entry = front?.entries.find((one) => one.key === key);
  if (entry === undefined) return undefined;
  const [first = "", ...others] = entry.lines;
  return [first.slice(first.indexOf(":") + 1), ...others]
    .map((line) => line.trim())
    .join(" ")
    .trim();
}

/** @param value undefined takes the key out */
export function withValue(
  front: FrontMatter | undefined,
  key: string,
  value: string | undefined,
): FrontMatter | undefined {
  const entries = front?.entries ?? [];
  const index = entries.findIndex((entry) => entry.key === key);
  if (value === undefined) return index < 0 ? front : { entries: entries.filter((_entry, at) => at !== index) };
  const written = entries[index]?.lines[0];
  const name = written === undefined ? key : written.slice(0, written.indexOf(":")).trimEnd();
  const entry: Entry = { key, lines: [value === "" ? `${name}:` : `${name}: ${value}`] };
  return { entries: index < 0 ? [...entries, entry] : entries.with(index, entry) };
}

/** The text of a plain or quoted scalar of YAML. */
export function scalar(value: string): string {
  const [, single] = /^'((?:[^']|'')*)'(?:[ \t]+#.*)?$/.exec(value) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  const [, double] = /^("(?:[^"\\]|\\.)*")(?:[ \t]+#.*)?$/.exec(value) ?? [];
  if (double !== undefined) return parsed(double) ?? double.slice(1, -1);
  return value.replace(/(?:^|[ \t])#.*$/, "").trim();
}

/** A scalar with this text: quoted unless it is a few plain words. */
export function quoted(text: string): string {
  return /^[A-Za-z][A-Za-z0-9 ]*$/.test(text) ? text : JSON.stringify(text);
}

function parsed(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    // Escapes that YAML knows and JSON does not.
    return undefined;
  }
}
