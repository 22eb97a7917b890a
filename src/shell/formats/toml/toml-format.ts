import { parse, TomlDate, TomlError } from "smol-toml";
import { isJsonObject, type Json } from "../../../contract/json.ts";
import type { SourceFile } from "../../../diagnostics/source-file.ts";
import type { JsoncNode } from "../../servers/jsonc.ts";
import type { ConfigFormat, EntryPlace, ParsedText } from "../config-format.ts";
import { type HiddenPiece, withoutPieces } from "../hidden-pieces.ts";
import { memberTree, plainTree } from "../plain-tree.ts";
import { endOfLine, insertLines, lineEnd, lineStart } from "../text-lines.ts";
import { printTable } from "./print-toml.ts";
import { type ScannedToml, type Statement, scanToml } from "./scan-toml.ts";

/** TOML's own tables and pairs are moved as whole lines; the parser only says what they mean. */
export const tomlFormat: ConfigFormat = {
  parse: parseToml,
  nullIsEmpty: false,
  raw: (text, place) => {
    const pieces = piecesOf(text, place);
    if (pieces.length === 0) return undefined;
    const isWhole = pieces.every(({ isTable }) => isTable);
    // Pairs can't be moved without the table that they stand in.
    return isWhole ? pieces.map(({ start, end }) => text.slice(start, end)).join("") : printed(text, place);
  },
  missingLevels: () => 0,
  put: (text, place, entry) => replaced(text, place, printTable([...place.container, place.name], entry)),
  putBack: (text, place, raw) => replaced(text, place, raw.replace(/\r?\n$/, "").split(/\r?\n/)),
  remove: (text, place) => withoutEntry(text, place).text,
  hide: (text, isShown) => {
    const { comments, texts } = scanToml(text);
    const hidden: HiddenPiece[] = [
      ...comments.map(({ start, end }) => ({ offset: start, length: end - start, shown: "# …" })),
      ...texts
        .filter(({ path }) => !isShown(path))
        .map(({ start, end }) => ({ offset: start, length: end - start, shown: '"…"' })),
    ];
    return withoutPieces(text, hidden);
  },
};

function parseToml(file: SourceFile): ParsedText {
  const { text } = file;
  try {
    const read = parse(text.replace(/^\ufeff/, ""), { integersAsBigInt: "asNeeded" });
    return { root: treeOf(jsonOf(read), text), problems: [] };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // Its message goes on with a piece of the text.
    const [reason = ""] = error.message.replace("Invalid TOML document: ", "").split("\n");
    const message = `is not TOML: ${reason}`;
    return { root: undefined, problems: [{ file: file.path, line: error.line, column: error.column, message }] };
  }
}

/** Tables two levels down are where their headers are. */
function treeOf(value: Json, text: string): JsoncNode {
  const { statements } = scanToml(text);
  const placeOf = (path: readonly string[]) =>
    statements.find((statement) => path.every((part, at) => statement.path[at] === part))?.start ?? 0;
  const object = (member: Json, path: readonly string[]): JsoncNode => {
    if (path.length === 2 || !isJsonObject(member)) return plainTree(member, placeOf(path));
    const children = Object.entries(member).map(([name, below]) => {
      const inside = [...path, name];
      return memberTree(name, object(below, inside), placeOf(inside));
    });
    return { type: "object", offset: placeOf(path), length: 0, children };
  };
  return object(value, []);
}

/** Dates and large numbers as texts. */
function jsonOf(value: unknown): Json {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonOf(member)]));
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return String(value);
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isTable: boolean;
}

/** The lines of an entry: its tables, with the pairs in them, and pairs of other tables that belong to it. */
function piecesOf(text: string, { container, name }: EntryPlace): readonly Piece[] {
  const path = [...container, name];
  return piecesBelow(text, scanToml(text), (statement) => isBelow(statement, path));
}

function isBelow({ path }: Statement, above: readonly string[]): boolean {
  return above.every((part, at) => path[at] === part);
}

function piecesBelow(
  text: string,
  { statements }: ScannedToml,
  isOfIt: (statement: Statement) => boolean,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let open: { start: number; end: number } | undefined;
  const close = () => {
    if (open !== undefined) pieces.push({ ...open, isTable: true });
    open = undefined;
  };
  for (const statement of statements) {
    const start = lineStart(text, statement.start);
    const end = lineEnd(text, statement.end);
    if (!isOfIt(statement)) close();
    else if (statement.kind === "table") {
      if (open === undefined) open = { start, end };
      else open.end = end;
    } else if (open === undefined) pieces.push({ start, end, isTable: false });
    else open.end = end;
  }
  close();
  return pieces;
}

function printed(text: string, place: EntryPlace): string | undefined {
  const path = [...place.container, place.name];
  let value: Json | undefined = jsonOf(parse(text));
  for (const part of path) value = isJsonObject(value) ? value[part] : undefined;
  return isJsonObject(value) ? `${printTable(path, value).join("\n")}\n` : undefined;
}

/** @returns also where its first table was; undefined: it had none */
function withoutEntry(text: string, place: EntryPlace): { readonly text: string; readonly at: number | undefined } {
  const pieces = piecesOf(text, place);
  const first = pieces.find(({ isTable }) => isTable);
  let rest = text;
  for (const { start, end, isTable } of pieces.toReversed()) {
    // The blank line before a table goes with it, unless nothing else would stand between its neighbours.
    const blank = isTable && start > 0 ? (/(?:^|\n)([ \t]*\r?\n)$/.exec(rest.slice(0, start))?.[1]?.length ?? 0) : 0;
    rest = rest.slice(0, start - blank) + rest.slice(end);
  }
  return { text: rest, at: first === undefined ? undefined : first.start };
}

function replaced(text: string, place: EntryPlace, lines: readonly string[]): string {
  const pieces = piecesOf(text, place);
  const [only] = pieces;
  // The usual case: one table, or one with those below it.
  if (only !== undefined && pieces.length === 1 && only.isTable) {
    const end = text.slice(only.start, only.end).endsWith("\n") ? endOfLine(text) : "";
    return `${text.slice(0, only.start)}${lines.join(endOfLine(text))}${end}${text.slice(only.end)}`;
  }
  const rest = withoutEntry(text, place).text;
  // Behind the other servers, else at the end.
  const others = piecesBelow(rest, scanToml(rest), (statement) => isBelow(statement, place.container));
  const at = others.findLast(({ isTable }) => isTable)?.end ?? rest.length;
  const isFirst = rest.slice(0, at).trim() === "";
  return insertLines(rest, at, isFirst ? lines : ["", ...lines]);
}
