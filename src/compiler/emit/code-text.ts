import { isIdentifier } from "./identifiers.ts";

// How values and names of a catalog become TypeScript text. Everything an author wrote goes through one of these, so that
// no quote, backtick, `*/` or line separator can end the text around it.

/** A string literal in double quotes; invisible characters are written as escapes, so that code reads as it runs. */
export function literal(value: string): string {
  // Most texts, for which everything below would take longer.
  if (plain.test(value)) return `"${value}"`;
  const text = JSON.stringify(value);
  return ascii.test(text) ? text : text.replaceAll(invisible, escaped);
}

const ascii = /^[ -~]*$/;
/** In which nothing has to be escaped: without `"` and `\\`. */
const plain = /^[ !#-[\]-~]*$/;

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Control characters, line separators, zero-width characters and those that change the direction of text. */
const invisible = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The text without characters that change its direction, for comments and pages. */
export function plainDirection(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

/** A key of a type or an interface: plain where it may be, quoted otherwise. */
export function typeKey(name: string): string {
  return isIdentifier(name) ? name : literal(name);
}

/** A key of an object literal. `__proto__` is computed: as a plain key it would set the prototype. */
export function objectKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : typeKey(name);
}

/**
 * A key of a map. TypeScript takes a plain `toString` for the member that every object has, and not for one of the map: its value
 * would not be of the map's type.
 */
export function mapKey(name: string): string {
  return name in Object.prototype && name !== "__proto__" ? `[String(${literal(name)})]` : objectKey(name);
}

/** Access to a property: `.name` or `["name"]`. */
export function access(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${literal(name)}]`;
}

/**
 * JSON as a literal of TypeScript; `undefined` members are left out. What fits on a line of 110 columns stays on it.
 * @param indent current depth, in spaces
 */
export function jsonLiteral(value: unknown, indent = 0): string {
  if (typeof value === "string") return literal(value);
  // JSON.stringify writes -0 as 0 and keeps all other numbers that came from JSON.
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  if (isList) for (const item of value) parts.push(jsonLiteral(item, indent + 2));
  else {
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) parts.push(`${objectKey(key)}: ${jsonLiteral(item, indent + 2)}`);
  }
  // A part that stands on several lines is too long for one, so the whole is too; and what is too long is not joined to see that.
  if (leastLength(parts) + indent <= maxLine) {
    const flat = flatLiteral(parts, isList);
    if (flat.length + indent <= maxLine && !flat.includes("\n")) return flat;
  }
  const pad = " ".repeat(indent);
  let lines = isList ? "[\n" : "{\n";
  for (const part of parts) lines += `${pad}  ${part},\n`;
  return `${lines}${pad}${isList ? "]" : "}"}`;
}

const maxLine = 110;

function leastLength(parts: readonly string[]): number {
  let length = 0;
  for (const part of parts) length += part.length + 2;
  return length;
}

function flatLiteral(parts: readonly string[], isList: boolean): string {
  if (isList) return `[${parts.join(", ")}]`;
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/**
 * A documentation comment with a final newline; nothing for no text and no tags.
 * @param tags lines of our own such as `@deprecated …`, whose text may come from an author
 */
export function docComment(text: string | undefined, tags: readonly string[] = [], indent = 0): string {
  const written = commentLines(text).map((line) => line.replace(/^(\s*)@/, "$1\\@"));
  const lines = [...written, ...tags.map((tag) => commentLines(tag).join(" "))];
  const pad = " ".repeat(indent);
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${pad}/** ${lines[0]} */\n`;
  return `${pad}/**\n${lines.map((line) => `${pad} *${line === "" ? "" : ` ${line}`}\n`).join("")}${pad} */\n`;
}

/** A line that stands in a comment as it is. */
const oneLine = /^[!-)+-~](?:[ !-)+-~]*[!-)+-~])?$/;

/** What an author wrote, as it may stand in a comment: cut at any line end, the comment's own end mark broken. */
function commentLines(text = ""): readonly string[] {
  if (oneLine.test(text)) return [text];
  const lines = plainDirection(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  while (lines[0] === "") lines.shift();
  return lines.map((line) => line.replaceAll("*/", "*\\/"));
}
