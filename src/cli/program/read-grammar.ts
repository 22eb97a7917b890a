import { type Grammar, grammarOf } from "../../shell/completion/grammar.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { createProgram } from "../program.ts";

/** The command line as completion sees it. The same in every process, so dist/ has the value in place of this module. */
export function readGrammar(terminal: Terminal): Grammar {
  return grammarOf(createProgram(terminal, () => undefined));
}
