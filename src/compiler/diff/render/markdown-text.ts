import { visible } from "../../../diagnostics/display-text.ts";

// Foreign texts inside Markdown as GitHub renders it: they mention no user, link nowhere and end no table or block.

/** Running text. */
export function markdownText(text: string): string {
  return withoutReferences(visible(text).replaceAll(/[\\`*_[\]<>|~&$!{}]/g, (sign) => `\\${sign}`));
}

/** Inside HTML, such as `<summary>`, where Markdown is not read. */
export function htmlText(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return withoutReferences(visible(text).replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign));
}

/** A span of code. No run of backticks within ends it. */
export function codeSpan(text: string): string {
  const shown = visible(text);
  const runs = new Set(Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const ticks = "`".repeat(length);
  const space = shown === "" || /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${ticks}${space}${shown}${space}${ticks}`;
}

/** Code in a cell of a table, where `|` ends the cell even inside code, unless it is written as HTML. */
export function codeCell(text: string): string {
  const inner = () => markdownText(text).replaceAll("\\|", "&#124;");
  return /[|\\]/.test(visible(text)) ? `<code>${inner()}</code>` : codeSpan(text);
}

/** `@name` would send a user a message, `#12` mention this in an issue, `https://` make a link. */
function withoutReferences(text: string): string {
  return text
    .replaceAll("@", "@<!-- -->")
    .replaceAll(/#(?=\d)/g, "#<!-- -->")
    .replaceAll(/\b(GH)-(?=\d)/gi, "$1<!-- -->-")
    .replaceAll(/:(?=\/\/)/g, ":<!-- -->")
    .replaceAll(/\bwww\./gi, (www) => `${www.slice(0, -1)}<!-- -->.`);
}
