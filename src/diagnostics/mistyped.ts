import { nearMiss, soleNearMiss } from "../contract/near-miss.ts";
import type { DiagnosticExtras, Fix } from "./diagnostic.ts";
import type { Span } from "./source-file.ts";
import { suggest } from "./suggest.ts";

/**
 * What to say of a name that is not there, and the repair where only one name can be meant.
 * @param span the name as it is written, maybe in quotes; where it covers more, there is no repair
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
 * Puts one name in the place of another, in the quotes that stand there.
 * @returns undefined when the span covers something else than one name that looks like it
 */
export function respell(span: Span, name: string): Fix | undefined {
  const written = wordAt(span);
  return written !== undefined && nearMiss(written.word, [name]) === name ? replaceWord(span, name) : undefined;
}

/** The same for a name that need not look like the one that stands there. */
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

/** Words that YAML reads as something else than a text want quotes. */
function isPlain(name: string): boolean {
  return !/^(?:true|false|null|yes|no|on|off|y|n|\.inf|\.nan|\.+)$/i.test(name);
}
