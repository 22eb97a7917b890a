// SQL in pieces of any size → whole statements, as SQLite's own shell cuts them. Only the statement that is being read is kept.

export interface SqlStatement {
  readonly sql: string;
  /** Its first words in capitals, at most three, comments left out. */
  readonly words: readonly string[];
}

export interface StatementSplitter {
  push(text: string): readonly SqlStatement[];
  /** What is left; undefined where it is nothing but space and comments. */
  end(): SqlStatement | undefined;
}

/** SQL of a row with a blob of 128 MiB; a longer one is neither dumped nor run. */
export const maxStatementLength = 256 * 1024 * 1024;

type Inside = "none" | "'" | '"' | "`" | "]" | "--" | "/*" | "word";

/** @throws RangeError from `push` for a statement that is longer than 256 Mi characters */
export function splitStatements(): StatementSplitter {
  /** What was read of the statement before `pending`, in pieces: joined once, so a long one takes time by its length. */
  let head: string[] = [];
  let headLength = 0;
  let pending = "";
  let at = 0;
  let inside: Inside = "none";
  let wordStart = 0;
  let words: string[] = [];
  /** The last two tokens: a trigger ends by `; END ;`. */
  let before = "";
  let last = "";

  const token = (text: string) => {
    before = last;
    last = text;
  };
  const endWord = (end: number) => {
    const word = pending.slice(wordStart, end).toUpperCase();
    if (words.length < 3) words.push(word);
    token(word);
    inside = "none";
  };
  const isTrigger = () =>
    words[0] === "CREATE" &&
    (words[1] === "TRIGGER" || (/^TEMP(ORARY)?$/.test(words[1] ?? "") && words[2] === "TRIGGER"));
  /** Goes behind the next mark. @returns false where more text is needed */
  const skipTo = (mark: string): boolean => {
    const found = pending.indexOf(mark, at);
    if (found < 0) {
      // The mark may be cut in two.
      at = Math.max(at, pending.length - mark.length + 1);
      return false;
    }
    at = found + mark.length;
    inside = "none";
    return true;
  };

  const scan = (isLast: boolean): readonly SqlStatement[] => {
    const found: SqlStatement[] = [];
    let start = 0;
    while (at < pending.length) {
      if (inside === "--") {
        if (!skipTo("\n")) break;
      } else if (inside === "/*") {
        if (!skipTo("*/")) break;
      } else if (inside === "word") {
        if (isWordPart(pending.charCodeAt(at))) at += 1;
        else endWord(at);
      } else if (inside !== "none") {
        // A doubled quote ends a text and begins the next one, which comes to the same.
        if (!skipTo(inside)) break;
      } else {
        const char = pending[at] ?? "";
        const next = pending[at + 1];
        if ((char === "-" || char === "/") && next === undefined && !isLast) break;
        if (char === ";") {
          const isEnd = !isTrigger() || (before === ";" && last === "END");
          token(";");
          at += 1;
          if (!isEnd) continue;
          if (words.length > 0) found.push({ sql: head.join("") + pending.slice(start, at), words });
          start = at;
          head = [];
          headLength = 0;
          words = [];
          before = "";
          last = "";
        } else if (char === "-" && next === "-") {
          inside = "--";
          at += 2;
        } else if (char === "/" && next === "*") {
          inside = "/*";
          at += 2;
        } else if (char === "'" || char === '"' || char === "`" || char === "[") {
          if (words.length === 0) words.push(char);
          token(char);
          inside = char === "[" ? "]" : char;
          at += 1;
        } else if (isWordPart(char.charCodeAt(0))) {
          inside = "word";
          wordStart = at;
          at += 1;
        } else {
          if (!/\s|\uFEFF/.test(char)) {
            if (words.length === 0) words.push(char);
            token(char);
          }
          at += 1;
        }
      }
    }
    const kept = inside === "word" ? wordStart : at;
    head.push(pending.slice(start, kept));
    headLength += kept - start;
    pending = pending.slice(kept);
    at -= kept;
    wordStart = 0;
    if (headLength + pending.length > maxStatementLength)
      throw new RangeError("a statement is longer than 256 Mi characters");
    return found;
  };

  return {
    push(text) {
      pending += text;
      return scan(false);
    },
    end() {
      scan(true);
      if (inside === "word") endWord(pending.length);
      return words.length === 0 ? undefined : { sql: head.join("") + pending, words };
    },
  };
}

function isWordPart(code: number): boolean {
  const isDigit = code >= 48 && code <= 57;
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return isDigit || isLetter || code === 95 || code === 36 || (code > 127 && code !== 0xfeff);
}
