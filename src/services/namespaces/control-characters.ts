// Invisible characters: controls (Cc) and format characters (Cf), which change the direction of a text, join or hide. With them two
// different names could look alike.

/** The first one in a name, as "U+202E"; undefined when there is none. */
export function controlInName(name: string): string | undefined {
  return codePoint(/[\p{Cc}\p{Cf}]/u.exec(name));
}

/** The first one in a text of one line. Joiners are allowed: words of many scripts, and emoji, need them. */
export function controlInLine(line: string): string | undefined {
  return codePoint(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/u.exec(line));
}

/** A line without them; those that are white space become a blank. */
export function withoutControls(line: string): string {
  return line.replaceAll(/[\t\v\f]/g, " ").replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, "");
}

/** A line in which they are seen and do nothing: each as "<U+202E>". Tabulators stay. */
export function withControlsShown(line: string): string {
  return line.replaceAll(/(?![\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu, (character) => `<${nameOf(character)}>`);
}

function codePoint(match: RegExpExecArray | null): string | undefined {
  return match === null ? undefined : nameOf(match[0]);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
