import { Transform } from "node:stream";

/** A line of SQL. Dumps have each row, or each statement, on a line of its own. */
export interface SqlLine {
  /** From 1. */
  readonly number: number;
  readonly bytes: number;
  /** Of the last INSERT that a line began with; undefined: none did. */
  readonly table: string | undefined;
}

/** Passes SQL on and finds its longest line: a server that takes no packet of that size names neither the line nor its table. */
export function widestLine(): { readonly stream: Transform; widest(): SqlLine } {
  let widest: SqlLine = { number: 1, bytes: 0, table: undefined };
  let number = 1;
  let bytes = 0;
  /** The beginning of the line: the name of a table has at most 64 characters. */
  let start = "";
  let table: string | undefined;
  const take = (piece: Buffer) => {
    if (start.length < startLength) start += piece.toString("utf8", 0, startLength);
    bytes += piece.length;
  };
  const endLine = () => {
    table = insertInto.exec(start)?.[1]?.replaceAll("``", "`") ?? table;
    if (bytes > widest.bytes) widest = { number, bytes, table };
    number += 1;
    bytes = 0;
    start = "";
  };
  return {
    widest() {
      endLine();
      return widest;
    },
    stream: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        let from = 0;
        for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
          take(chunk.subarray(from, end));
          endLine();
          from = end + 1;
        }
        take(chunk.subarray(from));
        done(null, chunk);
      },
    }),
  };
}

const startLength = 300;
const insertInto = /^(?:INSERT|REPLACE)(?: IGNORE)? INTO `((?:[^`]|``)+)`/i;
