// Patterns of any server: is a backtracking matcher safe with them, on any text?

/** The pattern as the language takes it (flag `u`), or why it can't be taken. */
export function safePattern(raw: string): { readonly pattern: string } | { readonly problem: string } {
  if (raw.length > maxPatternLength) return { problem: `it is longer than ${maxPatternLength} characters` };
  if (/\p{Surrogate}/u.test(raw) || !/\S/.test(raw)) return { problem: "a schema file can't hold it" };
  const pattern = compiles(raw) ? raw : withoutNeedlessEscapes(raw);
  if (!compiles(pattern)) return { problem: "it is not a regular expression of ECMA-262 with the flag u" };
  if (mayExplode(pattern)) return { problem: "matching some texts would take too long" };
  return { pattern };
}

const maxPatternLength = 4000;

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Without the flag `u`, `\_` is `_`; with it, it is an error. */
function withoutNeedlessEscapes(pattern: string): string {
  return pattern.replaceAll(/\\([\s\S])/g, (escaped, sign: string) =>
    /[A-Za-z0-9^$\\.*+?()[\]{}|/-]/.test(sign) ? escaped : sign,
  );
}

/**
 * A cautious guess by the pattern's outline: a repetition without an end may take exponential time when the rounds of what
 * it repeats can be cut in more than one way. Large counts multiply what they repeat.
 */
function mayExplode(pattern: string): boolean {
  const outline = readOutline({ text: pattern, at: 0 });
  return outline.explodes || outline.size > maxStates;
}

const maxStates = 5000;

interface Scan {
  readonly text: string;
  at: number;
}

/** What is known of a group, or of the whole pattern. */
interface Outline {
  readonly explodes: boolean;
  /** It repeats something without end. */
  readonly loops: boolean;
  /** Something in it may be there or not. */
  readonly varies: boolean;
  /** A group in it has alternatives. */
  readonly choosesInside: boolean;
  /** By alternative: its parts in order. */
  readonly branches: readonly (readonly Part[])[];
  /** States that a matcher keeps apart, about. */
  readonly size: number;
}

interface Part {
  readonly text: string;
  /** One character or class, exactly once. */
  readonly isPlain: boolean;
}

function readOutline(scan: Scan): Outline {
  let explodes = false;
  let loops = false;
  let varies = false;
  let choosesInside = false;
  let size = 0;
  const branches: Part[][] = [[]];
  while (scan.at < scan.text.length && scan.text[scan.at] !== ")") {
    if (scan.text[scan.at] === "|") {
      branches.push([]);
      scan.at++;
      continue;
    }
    const from = scan.at;
    const inner = readAtom(scan);
    const text = scan.text.slice(from, scan.at);
    const counts = readCounts(scan);
    const endless = counts.max > maxRounds;
    explodes ||= inner?.explodes === true || (endless && inner !== undefined && !isDistinguishable(inner));
    loops ||= inner?.loops === true || endless;
    varies ||= inner?.varies === true || counts.min !== counts.max;
    choosesInside ||= inner !== undefined && (inner.choosesInside || inner.branches.length > 1);
    size += (inner?.size ?? 1) * Math.max(1, endless ? counts.min : counts.max);
    const isOnce = counts.min === 1 && counts.max === 1;
    branches.at(-1)?.push({ text, isPlain: inner === undefined && isOnce && !/^(?:[\^$]|\\[bB\d]|\\k.*)$/.test(text) });
  }
  return { explodes, loops, varies, choosesInside, branches, size };
}

/** Rounds beyond which a count is as good as none. */
const maxRounds = 40;

/** Can a text be cut into rounds of this group in one way only? */
function isDistinguishable({ loops, varies, choosesInside, branches }: Outline): boolean {
  if (choosesInside) return false;
  const [only = [], ...others] = branches;
  if (others.length > 0) {
    const firsts = branches.map(([first]) => (first?.isPlain === true ? first.text : undefined));
    return !loops && !varies && samples.every((sign) => firsts.filter((first) => takes(first, sign)).length <= 1);
  }
  // Rounds of one length can't be cut otherwise.
  if (!loops && !varies) return true;
  // Each round begins, or ends, with a sign that nothing else in it takes.
  return marks(only[0], only.slice(1)) || marks(only.at(-1), only.slice(0, -1));
}

function marks(mark: Part | undefined, rest: readonly Part[]): boolean {
  if (mark?.isPlain !== true) return false;
  const signs = samples.filter((sign) => takes(mark.text, sign));
  const atoms = rest.flatMap(({ text }) => atomsOf(text));
  return signs.length > 0 && atoms.every((atom) => !signs.some((sign) => takes(atom, sign)));
}

function atomsOf(text: string): readonly string[] {
  return (
    text.match(
      /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\c[A-Za-z]|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[^()|*+?{}[\]\\]/gu,
    ) ?? []
  );
}

/** One character of each sort that patterns distinguish. */
const samples = [
  ...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)),
  "Ж",
  "あ",
  "漢",
  "💡",
  "\u2028",
];

function takes(atom: string | undefined, sign: string): boolean {
  if (atom === undefined) return true;
  try {
    return new RegExp(`^(?:${atom})$`, "u").test(sign);
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

/** Moves behind one atom; gives the outline of a group. */
function readAtom(scan: Scan): Outline | undefined {
  const sign = scan.text[scan.at];
  if (sign === "\\") {
    const long = /^\\(?:[pPu]\{[^}]*\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|k<[^>]*>|c[A-Za-z]|[\s\S])/.exec(
      scan.text.slice(scan.at, scan.at + 40),
    );
    scan.at += long?.[0].length ?? 1;
    return undefined;
  }
  if (sign === "[") {
    for (scan.at++; scan.at < scan.text.length && scan.text[scan.at] !== "]"; scan.at++) {
      if (scan.text[scan.at] === "\\") scan.at++;
    }
    scan.at++;
    return undefined;
  }
  if (sign !== "(") {
    scan.at++;
    return undefined;
  }
  scan.at += /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(scan.text.slice(scan.at, scan.at + 80))?.[0].length ?? 1;
  const inner = readOutline(scan);
  scan.at++;
  return inner;
}

function readCounts(scan: Scan): { readonly min: number; readonly max: number } {
  const found = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(scan.text.slice(scan.at, scan.at + 40));
  if (found === null) return { min: 1, max: 1 };
  scan.at += found[0].length;
  const [, sign, low = "0", comma, high = ""] = found;
  if (sign === "*") return { min: 0, max: Infinity };
  if (sign === "+") return { min: 1, max: Infinity };
  if (sign === "?") return { min: 0, max: 1 };
  const min = Number(low);
  return { min, max: comma === undefined ? min : high === "" ? Infinity : Number(high) };
}
