import type { Json } from "../../contract/json.ts";
import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";

/**
 * Replaces a text on a single line and keeps its quotes; a text that YAML would read as something else gets quotes.
 * @returns undefined for values that are not texts, and for texts that span lines
 */
export function rewriteText(place: Span, value: Json | undefined): Fix | undefined {
  const written = place.file.text.slice(place.start, place.end);
  if (typeof value !== "string" || written === "" || /[\n\r]/.test(written) || !isScalar(written)) return undefined;
  const text =
    written.startsWith("'") && !/[\p{Cc}]/u.test(value) ? `'${value.replaceAll("'", "''")}'` : quoted(written, value);
  return { title: `write ${text}`, edits: [{ span: place, text }] };
}

function quoted(written: string, value: string): string {
  const isPlain = /^[A-Za-z][\w -]*$/.test(value) && value.trim() === value;
  const isWord = /^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return !written.startsWith('"') && isPlain && !isWord ? value : JSON.stringify(value);
}

function isScalar(written: string): boolean {
  return !/^[[{&*!|>-]/.test(written);
}
