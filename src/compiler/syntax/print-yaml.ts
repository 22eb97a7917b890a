import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";

// JSON values as readable YAML 1.2 texts: the inverse of `read-yaml.ts`, which reads exactly the same value. Small maps
// and lists are on one line, long texts in blocks, everything ambiguous in double quotes.

/** Columns that a map or list on one line may reach. */
const width = 120;

/**
 * One document, `\n` at its end.
 * @param value lone surrogates and numbers beyond the safe integers are not read back unchanged: see `isPrintable`
 */
export function printYaml(value: Json): string {
  if (isJsonObject(value) && Object.keys(value).length > 0) return `${block(value, 0).join("\n")}\n`;
  if (Array.isArray(value) && value.length > 0) return `${block(value, 0).join("\n")}\n`;
  return `${flow(value)}\n`;
}

/** False for what a schema file can't contain: infinite numbers, unsafe integers, texts that are not Unicode. */
export function isPrintable(value: Json): boolean {
  if (typeof value === "number")
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  if (Array.isArray(value)) return value.every(isPrintable);
  if (isJsonObject(value)) return Object.entries(value).every(([key, child]) => isPrintable(key) && isPrintable(child));
  return true;
}

function block(value: JsonObject | readonly Json[], indent: number): string[] {
  const pad = " ".repeat(indent);
  if (Array.isArray(value)) {
    return value.flatMap((item: Json) => {
      const [first = "", ...rest] = entry("", item, indent + 2);
      return [`${pad}-${first}`, ...rest];
    });
  }
  return Object.entries(value).flatMap(([key, child]) => {
    const [first = "", ...rest] = entry(`${pad}${keyText(key)}:`, child, indent + 2);
    return [`${pad}${keyText(key)}:${first}`, ...rest];
  });
}

/** The text after `key:` or `-`: the rest of that line, then the lines below it. */
function entry(head: string, value: Json, indent: number): string[] {
  if (typeof value === "string") return text(value, indent, head.length);
  const line = oneLine(value, Math.max(head.length, indent));
  if (line !== undefined) return [` ${line}`];
  const lines = block(value as JsonObject | readonly Json[], indent); // scalars always fit on one line
  // A map or list in a list begins on the line of its dash.
  return head === "" ? [` ${lines[0]?.slice(indent) ?? ""}`, ...lines.slice(1)] : ["", ...lines];
}

/** The value on one line where it is short enough. */
function oneLine(value: Json, from: number): string | undefined {
  if (typeof value !== "object" || value === null) return flow(value);
  if (!isShort(value, width)) return undefined;
  const line = flow(value);
  return from + line.length + 1 <= width ? line : undefined;
}

/** Can the value fit? Stops counting early, so that large values are not printed at every level. */
function isShort(value: Json, limit: number): boolean {
  return lengthOf(value, limit) <= limit;
}

function lengthOf(value: Json, limit: number): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let length = 2;
  for (const [key, child] of Object.entries(value as object) as [string, Json][]) {
    length += (Array.isArray(value) ? 0 : key.length + 2) + lengthOf(child, limit - length);
    if (length > limit) break;
  }
  return length;
}

function flow(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return isPlain(value) ? value : quoted(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  const entries = Object.entries(value as JsonObject); // neither a list nor a single value
  return `{${entries.map(([key, child]) => `${keyText(key)}: ${flow(child)}`).join(", ")}}`;
}

function numberText(value: number): string {
  // -0 is 0 in JSON, and `1e+21` needs its point to be read as a number by every reader.
  return Object.is(value, -0) ? "0" : String(value).replace(/^(-?\d+)e/, "$1.0e");
}

function keyText(key: string): string {
  return isPlain(key) ? key : quoted(key);
}

function text(value: string, indent: number, headLength: number): string[] {
  if (isPlain(value)) return [` ${value}`];
  const isBlock = value.includes("\n") && blockText.test(value) && !/[\p{Surrogate}]/u.test(value);
  if (!isBlock || headLength + value.length < 40) return [` ${quoted(value)}`];
  const pad = " ".repeat(indent);
  const body = value.replace(/\n$/, "").split("\n");
  // `+` keeps the line break for readers that leave out those that are not asked for.
  return [` ${value.endsWith("\n") ? "|+" : "|-"}`, ...body.map((line) => (line === "" ? "" : `${pad}${line}`))];
}

/**
 * Texts that a literal block gives back unchanged: a first line that doesn't begin with a space, no line of nothing but
 * spaces, at most one line end at the end, and nothing invisible.
 */
const blockText =
  /^(?![ \n])(?:[\x21-\x7e\u00a1-\u00ac\u00ae-\u061b\u061d-\u200a\u2010-\u2027\u202f-\u205f\u2070-\ud7ff\ue000-\ufdcf\ufdf0-\ufefe\uff00-\uffef\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}]|\u200d|(?<=.) |\n(?! *(?:\n|$))|\n(?=\n\S)|\n$)*$/u;

/** Text that every YAML reader, of 1.1 or 1.2, reads unchanged, in a block and inside brackets. */
function isPlain(value: string): boolean {
  return plain.test(value) && !words.test(value);
}

/** Words with at most two signs between them; no two neighbours of the pattern take the same character, so it is linear. */
const plain = /^[A-Za-z_][A-Za-z0-9_]*(?:[ ./()'+;=*$%&<>^-]{1,2}[A-Za-z0-9_]+)*[.)]?$/;
const words = /^(?:null|true|false|yes|no|on|off|y|n|nan|inf|_*)$/i;

/** JSON's quotes, with escapes for invisible characters, cursor movements, and characters that the reader rejects. */
function quoted(value: string): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff0-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
