import { bytesWithin } from "../memories/tokens.ts";
import { sentencesOf } from "./sentences.ts";

/**
 * A text in small parts: whole sentences of one paragraph, as many as fit. A sentence that does not fit is cut between words, a word that does
 * not fit between characters. Nothing but white space is lost.
 */
export function atomsOf(text: string, maxTokens: number): readonly string[] {
  const maxBytes = bytesWithin(maxTokens);
  return text.split(/(?:\r\n|[\n\r\u2028\u2029])\s*(?:\r\n|[\n\r\u2028\u2029])/u).flatMap((paragraph) =>
    packed(
      sentencesOf(paragraph).flatMap((sentence) => fitting(sentence.text, maxBytes)),
      maxBytes,
    ),
  );
}

/** Joins neighbours as long as they fit. */
function packed(parts: readonly string[], maxBytes: number): readonly string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const both = `${last} ${part}`;
    if (last !== undefined && Buffer.byteLength(both) <= maxBytes) joined[joined.length - 1] = both;
    else joined.push(part);
  }
  return joined;
}

function fitting(sentence: string, maxBytes: number): readonly string[] {
  if (Buffer.byteLength(sentence) <= maxBytes) return [sentence];
  const words = sentence.split(/\s+/u).flatMap((word) => cutWord(word, maxBytes));
  return packed(words, maxBytes);
}

function cutWord(word: string, maxBytes: number): readonly string[] {
  if (Buffer.byteLength(word) <= maxBytes) return [word];
  const parts: string[] = [];
  let part = "";
  for (const character of word) {
    if (Buffer.byteLength(part + character) > maxBytes) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}
