// Where the tables, pairs, texts and comments of a TOML text stand. The text was parsed before: what is not TOML never
// comes here.
// @see TOML 1.0.0, "Keys", "String", "Table", "Array of Tables"

/** A table's header, or a pair of a key and a value. */
export interface Statement {
  readonly kind: "table" | "pair";
  /** From the root: for a pair, with the table that it stands in. */
  readonly path: readonly string[];
  readonly start: number;
  /** Behind the last sign of its value or header. */
  readonly end: number;
}

export interface ScannedToml {
  readonly statements: readonly Statement[];
  readonly comments: readonly { readonly start: number; readonly end: number }[];
  /** Values that are texts, with the path of their pair. */
  readonly texts: readonly { readonly start: number; readonly end: number; readonly path: readonly string[] }[];
}

export function scanToml(text: string): ScannedToml {
  const statements: Statement[] = [];
  const comments: { start: number; end: number }[] = [];
  const texts: { start: number; end: number; path: readonly string[] }[] = [];
  let table: readonly string[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;

  const comment = (): void => {
    const end = text.slice(at).search(/\r?\n/);
    const stop = end < 0 ? text.length : at + end;
    comments.push({ start: at, end: stop });
    at = stop;
  };
  /** A key of one or more parts, up to what can't belong to one. */
  const keyPath = (): readonly string[] => {
    const parts: string[] = [];
    for (;;) {
      at = skipBlank(text, at);
      const sign = text[at];
      if (sign === '"' || sign === "'") {
        const end = endOfText(text, at);
        parts.push(sign === "'" ? text.slice(at + 1, end - 1) : unescaped(text.slice(at + 1, end - 1)));
        at = end;
      } else {
        const [bare = ""] = /^[A-Za-z0-9_-]*/.exec(text.slice(at, at + 512)) ?? [];
        parts.push(bare);
        at += bare.length;
      }
      at = skipBlank(text, at);
      if (text[at] !== ".") return parts;
      at++;
    }
  };
  /** @returns the place behind the last sign of the value */
  const value = (path: readonly string[]): number => {
    let depth = 0;
    let end = at;
    while (at < text.length) {
      const sign = text[at];
      if (sign === "#") {
        comment();
        continue;
      }
      if (sign === "\n" && depth === 0) break;
      if (sign === '"' || sign === "'") {
        const stop = endOfText(text, at);
        texts.push({ start: at, end: stop, path });
        at = stop;
        end = at;
        continue;
      }
      if (sign === "[" || sign === "{") depth++;
      if (sign === "]" || sign === "}") depth--;
      at++;
      if (!/\s/.test(sign ?? "")) end = at;
    }
    return end;
  };

  while (at < text.length) {
    const sign = text[at] ?? "";
    if (sign === "#") comment();
    else if (/\s/.test(sign)) at++;
    else if (sign === "[") {
      const start = at;
      const isArray = text[at + 1] === "[";
      at += isArray ? 2 : 1;
      table = keyPath();
      at += isArray ? 2 : 1;
      statements.push({ kind: "table", path: table, start, end: at });
    } else {
      const start = at;
      const path = [...table, ...keyPath()];
      // Behind the equals sign.
      at++;
      statements.push({ kind: "pair", path, start, end: value(path) });
    }
  }
  return { statements, comments, texts };
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** Of a text in any of the four kinds of quotes: the place behind it. */
function endOfText(text: string, start: number): number {
  const sign = text.slice(start, start + 1);
  const isLong = text.startsWith(sign.repeat(3), start);
  const escapes = sign === '"';
  let at = start + (isLong ? 3 : 1);
  while (at < text.length) {
    if (escapes && text[at] === "\\") at += 2;
    else if (!isLong && text[at] === sign) return at + 1;
    else if (isLong && text.startsWith(sign.repeat(3), at)) {
      at += 3;
      // Up to two quotes may stand before the three that end it.
      for (let more = 0; more < 2 && text[at] === sign; more++) at++;
      return at;
    } else at++;
  }
  return text.length;
}

/** A key in double quotes; its escapes are those of JSON, and `\U` with eight digits. */
function unescaped(inside: string): string {
  return inside.replaceAll(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/g, (_, code: string) => {
    if (/^[uU]./.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
    return { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", e: "\u001b" }[code] ?? code;
  });
}
