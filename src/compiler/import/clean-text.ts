import { utf8Length } from "../../contract/utf8.ts";

// Texts of a list → texts of a schema file: nothing invisible that a terminal or a reader of YAML trips over, no braces
// that the language would read as a reference, no more than a model reads.

/** Longest text that is taken over, in UTF-16 code units. */
export const maxTextLength = 16_000;

export interface CleanText {
  readonly text: string;
  /** What was done to it; empty when it is as it was. */
  readonly changes: readonly string[];
}

/** @returns undefined when nothing is left to read */
export function cleanText(raw: string): CleanText | undefined {
  const changes: string[] = [];
  let text = raw.length > maxTextLength ? `${raw.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, "")} …` : raw;
  if (text !== raw) changes.push(`cut to ${maxTextLength} of ${raw.length} characters`);
  const replace = (pattern: RegExp, by: string, change: string) => {
    const next = text.replaceAll(pattern, by);
    if (next !== text) changes.push(change);
    text = next;
  };
  text = text.replaceAll(/\r\n?/g, "\n");
  replace(
    /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0\ufffd]/gu,
    " ",
    "invisible characters became spaces",
  );
  // `{{` begins a reference to a tool.
  replace(/\{(?=\{)/g, "{ ", "braces were moved apart: {{ would be a reference");
  text = text.replaceAll(/[ \t]+$/gm, "").trim();
  return text === "" ? undefined : { text, changes };
}

/** The same with its white space, for texts that are served as they were; only what the language leaves out of every text changes. */
export function textAsWas(raw: string): CleanText | undefined {
  const clean = cleanText(raw);
  if (clean === undefined) return undefined;
  const changes = [...clean.changes];
  if (raw.includes("\r")) changes.push("line ends became one sign");
  const kept = changes.length === 0;
  if (!kept && raw !== raw.trimEnd()) changes.push("white space at the end was left out");
  return { text: kept ? raw : clean.text, changes };
}

/** The same as one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The first sentence, short enough to travel with every request; its end is marked where it was cut. */
export function firstSentence(text: string): string {
  const paragraph = text.split(/\n\s*\n/)[0] ?? text;
  const line = oneLine(paragraph).replace(/^[#*>\-\s]+/, "");
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return cutTokens(sentence === "" ? oneLine(text) : sentence, maxTokens);
}

const maxTokens = 44;

/** Cuts between words so that no known tokenizer makes more than so many tokens of it, by an estimate. */
function cutTokens(text: string, most: number): string {
  let tokens = 0;
  let end = 0;
  for (const match of text.matchAll(/[A-Za-z]+|\d{1,3}|[^\sA-Za-z\d]|\s+/gu)) {
    tokens += tokensOf(match[0]);
    if (tokens > most) return `${text.slice(0, end).trimEnd()}…`;
    end = match.index + match[0].length;
  }
  return text;
}

function tokensOf(piece: string): number {
  if (/^\s+$/.test(piece)) return 0;
  if (/^[A-Za-z]+$/.test(piece)) return Math.ceil(piece.length / 6);
  if (/^[\x20-\x7e]+$/.test(piece)) return 1;
  // Signs outside ASCII may take a token for each byte.
  return utf8Length(piece);
}
