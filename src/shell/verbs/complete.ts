import { clip } from "../../contract/utf8.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { complete } from "../completion/complete.ts";
import type { Grammar } from "../completion/grammar.ts";
import { knownTools } from "../completion/known-tools.ts";
import { completionScripts } from "../completion/scripts.ts";

/** Bytes of a summary that are shown beside a word. */
const shownBytes = 100;

/**
 * Answers the shell's script: first `words`, or `files` or `folders` with the number of characters that stand before the
 * path; then one word a line, behind a tab what it is.
 * @param words of the command line up to the cursor, as they were typed, without the program
 */
export async function completeWords(terminal: Terminal, grammar: Grammar, words: readonly string[]): Promise<ExitCode> {
  const read = words.map(unquote);
  const { kind, skip, candidates } = await complete(read.slice(0, -1), read.at(-1) ?? "", grammar, (said) =>
    knownTools(terminal, said),
  );
  const lines = candidates.map(({ value, summary }) => `${value}\t${clip(visible(summary), shownBytes)}`);
  terminal.stdout.write([kind === "words" ? kind : `${kind} ${skip}`, ...lines, ""].join("\n"));
  return ExitCode.fine;
}

/** Prints the script that a shell reads to complete our commands. */
export function completion(terminal: Terminal, shell: keyof typeof completionScripts): ExitCode {
  terminal.stdout.write(completionScripts[shell]);
  return ExitCode.fine;
}

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
