import { plainDirection } from "../code-text.ts";

// What an author wrote, as it may stand in Markdown: it must keep its meaning and never become HTML, a heading or a
// new table column. Code spans in backticks are kept, because authors name params that way.

/** A paragraph or several. */
export function prose(text: string): string {
  if (plain.test(text)) return text.trimEnd();
  const lines = plainDirection(text)
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/);
  return lines
    .map((line) => outsideCode(line, escapeInline).replace(/^(\s*)(#+|=+$|-{3,}|~{3,})/, "$1\\$2"))
    .join("\n");
}

/** A line in which nothing means anything to Markdown. */
const plain = /^[A-Za-z0-9][A-Za-z0-9 ,.:;'"()/%?!-]*$/;

/** One line of a list or a table cell. */
export function inline(text: string): string {
  if (plain.test(text)) return text.trimEnd();
  return prose(text).replaceAll(/\s*\n\s*/g, " ");
}

/** A table cell: the same with its pipes escaped, in code spans too (GFM, "Tables"). */
export function cell(text: string): string {
  return pipes(inline(text));
}

/** A code span that holds any text. */
export function code(text: string): string {
  if (withoutBackticks.test(text)) return `\`${text}\``;
  const line = plainDirection(text).replaceAll(/[\r\n\u2028\u2029]+/g, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  const pad = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

const withoutBackticks = /^[ -_a-~]+$/;

export function codeCell(text: string): string {
  return pipes(code(text));
}

/** A fenced block of JSON. */
export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${plainDirection(JSON.stringify(value, undefined, 2))}\n\`\`\``;
}

function pipes(text: string): string {
  return text.replaceAll("|", "\\|");
}

function outsideCode(line: string, change: (text: string) => string): string {
  return line
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

function escapeInline(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\\*[\]`]/g, "\\$&")
    .replaceAll(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_");
}
