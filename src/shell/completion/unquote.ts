/** A word as it stands on the command line, as the shell will read it; quotes may still be open. Nothing is put in. */
export function unquote(word: string): string {
  let read = "";
  let quote = "";
  for (let at = 0; at < word.length; at++) {
    const sign = word.charAt(at);
    if (sign === "\\" && quote !== "'" && at + 1 < word.length) {
      at += 1;
      read += word.charAt(at);
    } else if (sign === quote) quote = "";
    else if (quote === "" && (sign === "'" || sign === '"')) quote = sign;
    else read += sign;
  }
  return read;
}
