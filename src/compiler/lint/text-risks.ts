import { type SuspectForm, secretForms } from "../../contract/secret-forms.ts";
import type { Code, ParamsOf } from "../../diagnostics/codes.ts";

// Texts of tools reach every model, often without a human reader. Hidden characters, orders to the model, secrets and
// internal hosts are found here, whether they are intended or not. Texts may have any size: no pattern takes more than linear
// time.

/** One risk in a text, and the part of the text that shows it. */
export type TextRisk = {
  readonly [C in TextRiskCode]: {
    readonly code: C;
    readonly params: ParamsOf<C>;
    readonly part: string;
    readonly help?: string;
  };
}[TextRiskCode];

type TextRiskCode = Extract<
  Code,
  "description-hidden-unicode" | "description-instruction-to-model" | "description-secret-or-host"
>;

/** At most one of each kind, in the order of the kinds. */
export function textRisksIn(text: string): readonly TextRisk[] {
  const hidden = hiddenCharacter(text);
  const order = anyOrder.test(text)
    ? orders.map((pattern) => pattern.exec(text)?.[0]).find((part) => part !== undefined)
    : undefined;
  const leak = leakIn(text);
  return [
    ...(hidden === undefined ? [] : [hiddenRisk(hidden)]),
    ...(order === undefined ? [] : [orderRisk(order)]),
    ...(leak === undefined ? [] : [leak]),
  ];
}

function hiddenRisk({ character, name }: { character: string; name: string }): TextRisk {
  const params = { character: codePoint(character), name };
  return { code: "description-hidden-unicode", params, part: character };
}

function orderRisk(part: string): TextRisk {
  const help = "describe the tool; instructions to an agent belong to its user";
  return { code: "description-instruction-to-model", params: { found: part }, part, help };
}

function leakIn(text: string): TextRisk | undefined {
  if (!anyLeak.test(text)) return undefined;
  const secret = firstMatch(text, secretForms);
  // The message does not repeat the secret: messages land in logs.
  if (secret !== undefined) {
    return { code: "description-secret-or-host", params: { what: secret.what }, part: secret.part };
  }
  const host = firstMatch(text, hosts);
  if (host === undefined) return undefined;
  return { code: "description-secret-or-host", params: { what: `${host.what} '${host.part}'` }, part: host.part };
}

/** @see OWASP LLM01 (prompt injection); "tool poisoning" reports against MCP servers, 2025 */
const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override) (?:all |any )?(?:of )?(?:the |your )?(?:previous|prior|earlier|above|other|system) (?:instructions?|prompts?|rules|messages?|tools?)\b/i,
  /\b(?:do not|don't|never) (?:tell|inform|mention(?: this)? to|reveal(?: this)? to|show(?: this)? to|let) the user\b/i,
  /\bwithout (?:telling|informing|asking) the user\b/i,
  /<\/?(?:important|system|instructions?|secret|admin)>/i,
  /\b(?:reveal|repeat|print|leak|output|include) (?:the |your )?system prompt\b/i,
  /\b(?:you are now (?:a|an|in|the)|act as if you|pretend (?:to be|that you))\b/i,
  /\b(?:always|must) (?:call|use|run|invoke) this (?:tool |function )?(?:first|before (?:any|every|all|using any))\b/i,
  /\byou (?:must|have to) always\b/i,
];

const hosts: readonly SuspectForm[] = [
  {
    pattern: /(?<![\d.])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?![\d.]*\/\d)(?![\d.])/,
    what: "the private address",
  },
  {
    pattern: /\b(?:[a-z0-9-]{1,63}\.){1,8}(?:internal|intranet|corp|lan|localdomain)\b(?!\.[a-z])/i,
    what: "the internal host",
  },
  { pattern: /(?<![\w/.])\/(?:home|Users)\/(?!(?:you|me|user|username|name)\b)[a-z][\w.-]*/i, what: "the home folder" },
  { pattern: /\b[A-Z]:\\Users\\(?!(?:you|me|user|username|name)\b)\w[\w.-]*/i, what: "the home folder" },
];

// Nearly every text is free of them, which one pattern tells sooner than all of them one after the other.
const anyOrder = anyOf(orders);
const anyLeak = anyOf([...secretForms, ...hosts].map(({ pattern }) => pattern));

/**
 * Matches wherever one of the patterns does, and maybe where a letter's case keeps it from that.
 * @param patterns with no other flag than `i`, no group that is referred to, and, without `i`, no letters that must not follow
 */
function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "i");
}

function firstMatch(text: string, suspects: readonly SuspectForm[]): { part: string; what: string } | undefined {
  for (const { pattern, what } of suspects) {
    const [part] = pattern.exec(text) ?? [];
    if (part !== undefined) return { part, what };
  }
  return undefined;
}

/**
 * The first invisible character: controls, format characters, fillers, variation selectors without effect. Joiners
 * between joining letters and in emoji are part of their spelling and allowed.
 */
function hiddenCharacter(text: string): { character: string; name: string } | undefined {
  if (!/[^\n\t\x20-\x7e]/.test(text)) return undefined;
  const characters = [...text];
  for (const [index, character] of characters.entries()) {
    const name = hiddenBy(character);
    if (name === undefined) continue;
    const before = characters[index - 1] ?? "";
    const after = characters[index + 1] ?? "";
    if (isJoiner(character) && (joins(before, after) || joinsEmoji(before, after))) continue;
    // A variation selector changes the character before it, once.
    if (isSelector(character) && /[\p{S}\p{Po}\p{N}\p{Lo}]/u.test(before) && hiddenBy(before) === undefined) continue;
    return { character, name };
  }
  return undefined;
}

/** Why a character is invisible; undefined for a visible one. */
function hiddenBy(character: string): string | undefined {
  if (character === "\n" || character === "\t") return undefined;
  if (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(character)) return "a control character";
  const point = character.codePointAt(0) ?? 0;
  if (zeroWidth.has(point)) return "a zero-width character";
  if (turning.has(point)) return "it changes the direction of the text";
  if (point >= 0xe0000 && point <= 0xe007f) return "a tag character, which can spell hidden words";
  if (isSelector(character)) return "a variation selector without effect";
  return /\p{Cf}/u.test(character) || blank.has(point) ? "an invisible character" : undefined;
}

const zeroWidth = new Set([0x200b, 0x200c, 0x200d, 0x2060, 0xfeff]);
/** Marks, embeddings, overrides and isolates of writing directions. */
const turning = new Set([
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
]);
/** Letters and symbols without a glyph: Hangul fillers, the empty Braille pattern. */
const blank = new Set([0x115f, 0x1160, 0x2800, 0x3164, 0xffa0]);

function isJoiner(character: string): boolean {
  return character === "\u200c" || character === "\u200d";
}

function isSelector(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);
}

/** Letters of scripts that are written with joiners: all but those of Europe and East Asia. */
function joins(before: string, after: string): boolean {
  return joining.test(before) && joining.test(after);
}

const joining =
  /\p{M}|\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gujarati}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Sinhala}|\p{Script=Khmer}/u;

function joinsEmoji(before: string, after: string): boolean {
  const first = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u.test(before) || isSelector(before);
  return first && /\p{Extended_Pictographic}/u.test(after);
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
