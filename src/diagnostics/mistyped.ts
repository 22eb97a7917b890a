import { nearMiss, soleNearMiss } from "../contract/near-miss.ts";
import type { DiagnosticExtras, Fix } from "./diagnostic.ts";
import type { Span } from "./source-file.ts";

/**
 * The help for an unknown name, and the fix where only one name is near.
 * @param span the name as it is written, maybe in quotes; where it covers more, there is no fix
 * @param free the names that may be written there; default: all known ones
 */
export function mistyped(
  name: string,
  span: Span,
  known: Iterable<string>,
  free: Iterable<string> = known,
): Pick<DiagnosticExtras, "help" | "fix"> {
  const all = [...known];
  const meant = soleNearMiss(name, all);
  const isFree = meant !== undefined && (free === known ? all : [...free]).includes(meant);
  return { help: suggest(name, all), fix: isFree ? respell(span, meant) : undefined };
}

/**
 * Replaces a name by a similar one and keeps its quotes.
 * @returns undefined when the span covers anything but one similar name
 */
export function respell(span: Span, name: string): Fix | undefined {
  const written = wordAt(span);
  return written !== undefined && nearMiss(written.word, [name]) === name ? replaceWord(span, name) : undefined;
}

/** The same for a name that need not be similar. */
export function replaceWord(span: Span, name: string): Fix | undefined {
  const written = wordAt(span);
  if (written === undefined || !/^[A-Za-z_$.][\w$./-]*$/.test(name)) return undefined;
  const { quote } = written;
  if (quote === "" && !isPlain(name)) return undefined;
  return { title: `write '${name}'`, edits: [{ span, text: `${quote}${name}${quote}` }] };
}

/** One word without white space, in quotes or not; undefined for anything else, such as an anchor that repeats one. */
function wordAt({ file, start, end }: Span): { readonly quote: string; readonly word: string } | undefined {
  const found = /^(["']?)([\p{L}\p{N}_$./-]+)\1$/u.exec(file.text.slice(start, end));
  return found === null ? undefined : { quote: found[1] ?? "", word: found[2] ?? "" };
}

/** Words that YAML does not read as a text need quotes. */
function isPlain(name: string): boolean {
  return !/^(?:true|false|null|yes|no|on|off|y|n|\.inf|\.nan|\.+)$/i.test(name);
}

/** The help text for a mistyped name: "did you mean 'x'?", or the known names when there are few, or nothing. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const near = nearMiss(name, names);
  if (near !== undefined) return `did you mean '${near}'?`;
  if (names.length > 0 && names.length <= 10) return `known: ${names.join(", ")}`;
  return undefined;
}
