import { isUtf8 } from "node:buffer";

const mark = "'".charCodeAt(0);

/** A row of literals of `quote()`, in the bytes of the database, as SQL. A text that is not UTF-8 is written in hexadecimal: as characters it would be another one. */
export function rowText(row: Uint8Array): string {
  const bytes = Buffer.from(row.buffer, row.byteOffset, row.byteLength);
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const parts: string[] = [];
  let at = 0;
  for (let begin = bytes.indexOf(mark); begin >= 0; begin = bytes.indexOf(mark, at)) {
    let end = bytes.indexOf(mark, begin + 1);
    while (bytes[end + 1] === mark) end = bytes.indexOf(mark, end + 2);
    parts.push(bytes.toString("latin1", at, begin), literalText(bytes.subarray(begin, end + 1)));
    at = end + 1;
  }
  parts.push(bytes.toString("latin1", at));
  return parts.join("");
}

function literalText(literal: Buffer): string {
  if (isUtf8(literal)) return literal.toString("utf8");
  const inside = literal.subarray(1, -1).toString("latin1").replaceAll("''", "'");
  return `CAST(X'${Buffer.from(inside, "latin1").toString("hex")}' AS TEXT)`;
}
