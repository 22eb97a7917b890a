/**
 * Text as a terminal shows it, cell by cell, so that carets are under the right text. Characters that would move the
 * cursor or change the reading direction are made visible: a schema may come from anywhere.
 */
export interface Cell {
  readonly text: string;
  /** Terminal columns. */
  readonly width: number;
  /** UTF-16 code units of the original text that the cell stands for. */
  readonly start: number;
  readonly end: number;
}

const tab = "    ";
/** Created when a line first needs it: creating it takes longer than the rest of the start of a command. */
let segmenter: Intl.Segmenter | undefined;

/** A line of source text as cells; tabs are four columns. */
export function displayCells(line: string): readonly Cell[] {
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes("##[")) {
    return [...line].map((text, start) => ({ text, width: 1, start, end: start + 1 }));
  }
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(line), ({ segment, index }) => {
    const isCommand = segment === "#" && index > 0 && line.startsWith("##[", index - 1);
    const text = segment === "\t" ? tab : isCommand ? "\\u{23}" : visible(segment);
    return { text, width: widthOf(segment, text), start: index, end: index + segment.length };
  });
}

/**
 * One line that is safe in a terminal: control characters, those that reorder text, and those that can't be seen are written as escapes.
 * So is the text that GitHub Actions reads as a command anywhere in a line of a log.
 * @see actions/runner, src/Runner.Common/ActionCommand.cs, TryParse ("##[")
 */
export function visible(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.replaceAll("##[", "#\\u{23}[");
  return text.replaceAll("##[", "#\\u{23}[").replaceAll(unseen(), (sign, at: number) => {
    if (sign === "\n") return "\\n";
    if (sign === "\r") return "\\r";
    if (sign === "\t") return "\\t";
    return isMeant(sign, text.slice(Math.max(0, at - 4), at))
      ? sign
      : `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Controls, halves of surrogate pairs, ends of lines, and all that Unicode says to show as nothing: bidi, joiners, tags, fillers. */
const unseen = onceNeeded("[\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb]", "gu");

/**
 * Joiners and variation selectors belong to some scripts and to emoji; elsewhere, and in a row, they hide something.
 * @see Unicode Technical Report 36, section 2.10.2; Unicode Standard Annex 31, section 2.3
 */
function isMeant(sign: string, before: string): boolean {
  if (sign === "\u200d") return pictures().test(before) || joins().test(before);
  if (sign === "\u200c") return joins().test(before);
  return /[\ufe0e\ufe0f]/.test(sign) && /\p{Emoji}$/u.test(before);
}

/** Scripts whose letters are joined or kept apart by invisible signs. */
const joins = onceNeeded(
  `[${"Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Malayalam Mongolian Myanmar Oriya Sinhala Syriac Tamil Telugu"
    .split(" ")
    .map((script) => `\\p{Script=${script}}`)
    .join("")}]$`,
  "u",
);

const pictures = onceNeeded("(?:[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)$", "u");

/** As literals these would make every start a millisecond longer: the engine then collects their characters while it reads the code. */
function onceNeeded(pattern: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(pattern, flags);
    return made;
  };
}

/** JSON with its signs that can't be seen, all of which stand in strings, as JSON's own escapes. */
export function escapedJson(text: string): string {
  return text.replaceAll(unseen(), (sign) =>
    sign === "\n"
      ? sign
      : [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Several lines: line ends and tabs stay, every other sign that would do something is spelled out. */
export function visibleText(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(visible).join("\t"))
    .join("\n");
}

/** What a terminal may be sent, whatever its source: text, line ends, tabs, and the colours that our own output has. */
export function safeOnTerminal(text: string): string {
  return text
    .split(colour)
    .map((part, index) => (index % 2 === 0 ? visibleText(part) : part))
    .join("");
}

/** Bold, dim, italic, underlined, five colours and grey, and their ends: nothing that hides a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequence is what is looked for
const colour = /(\u001b\[(?:[0-4]|2[2-4]|3[1-69]|90)m)/;

function widthOf(segment: string, shown: string): number {
  if (segment === "\t" || shown !== segment) return shown.length;
  const first = segment.codePointAt(0) ?? 0;
  if (/^\p{M}+$/u.test(segment) || first === 0x200b) return 0;
  const emoji = /\p{Emoji_Presentation}/u.test(segment) || segment.includes("\ufe0f");
  return emoji || isWide(first) ? 2 : 1;
}

/** East Asian wide and full-width blocks. @see Unicode Standard Annex 11 */
const wideBlocks: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
];

function isWide(codePoint: number): boolean {
  return wideBlocks.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** Colours for parts of a rendered finding: functions that wrap text, so that no colour library is needed here. */
export interface Palette {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly info: (text: string) => string;
  readonly place: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly mark: (text: string) => string;
  readonly help: (text: string) => string;
}

const same = (text: string): string => text;

/** No colours. */
export const plainPalette: Palette = {
  error: same,
  warning: same,
  info: same,
  place: same,
  dim: same,
  mark: same,
  help: same,
};
