/**
 * Phrases that show what a text is about. The confidence is a rough estimate that the phrase means what the rule assumes;
 * a finding shows it, because the patterns do not understand English.
 */
export interface Phrase {
  readonly pattern: RegExp;
  /** 0 to 1. */
  readonly confidence: number;
}

/** When to call a tool. */
export const whenPhrases: readonly Phrase[] = [
  { pattern: /\b(?:use|call|run|invoke|choose|prefer) (?:this|it|me)\b/i, confidence: 0.9 },
  { pattern: /\b(?:use|call|run)(?:d|ed|ful)? (?:when|if|for|to|before|after|whenever|once)\b/i, confidence: 0.9 },
  {
    pattern: /\b(?:when|whenever|if|once) (?:you|the user|a user|an agent|your|someone|something)\b/i,
    confidence: 0.8,
  },
  { pattern: /\b(?:before|after|instead of) \p{L}+ing\b/iu, confidence: 0.6 },
];

/** When not to call it. */
export const whenNotPhrases: readonly Phrase[] = [
  { pattern: /\b(?:do not|don't|never|avoid) (?:use|call|using|calling)\b/i, confidence: 0.9 },
  { pattern: /\b(?:not for|not meant for|not intended for|only for|only when|only if)\b/i, confidence: 0.8 },
  { pattern: /\b(?:instead|rather than|unless|otherwise)\b/i, confidence: 0.6 },
];

/** What comes back. */
export const returnPhrases: readonly Phrase[] = [
  { pattern: /\b(?:returns?|yields?|answers? with|responds? with|gives? back|outputs?)\b/i, confidence: 0.9 },
  { pattern: /\b(?:the|its) (?:answer|result|response|output)\b/i, confidence: 0.8 },
  {
    pattern:
      /^(?:gets?|lists?|finds?|fetch(?:es)?|reads?|search(?:es)?|shows?|looks? up|counts?|tells?|describes?|browses?|recalls?|sees?|retrieves?|quer(?:y|ies)|checks?)\b/i,
    confidence: 0.7,
  },
];

/** What may go wrong. */
export const errorPhrases: readonly Phrase[] = [
  { pattern: /\b(?:fails?|errors?|refuse[sd]?|reject(?:s|ed)?|raises?|throws?|not found|invalid)\b/i, confidence: 0.8 },
  { pattern: /\b(?:cannot|can't|must not|limited to|at most|up to)\b/i, confidence: 0.5 },
];

/** A summary that does not begin with what the tool does. */
export const purposelessPhrases: readonly Phrase[] = [
  {
    pattern:
      /^(?:this|the|a|an) (?:\p{L}+ )?(?:tool|function|endpoint|method|operation|command|action|utility|helper|api)\b/iu,
    confidence: 0.9,
  },
  { pattern: /^(?:tool|function|endpoint|method|utility|helper|wrapper|api|interface)\b/i, confidence: 0.9 },
  { pattern: /^(?:todo|tbd|fixme|wip|n\/a|none|test|description|placeholder|lorem ipsum|foo|bar)\b/i, confidence: 0.9 },
  {
    pattern:
      /^(?:use|used|useful|for|allows?|enables?|lets?|helps?|provides?|supports?|responsible|it|you can|can be)\b/i,
    confidence: 0.7,
  },
  {
    pattern: /^(?:handles?|do(?:es)?|works? with|deals? with|various|misc(?:ellaneous)?)\b/i,
    confidence: 0.6,
  },
];

/** The strongest phrase that a text holds; undefined when it holds none. */
export function strongest(text: string, phrases: readonly Phrase[]): { confidence: number; found: string } | undefined {
  let best: { confidence: number; found: string } | undefined;
  for (const { pattern, confidence } of phrases) {
    if (best !== undefined && best.confidence >= confidence) continue;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) best = { confidence, found };
  }
  return best;
}
