import { expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { commandLine } from "../../src/shell/call/own-options.ts";
import { noOptions } from "../../src/shell/verbs/call.ts";
import { recordTerminal } from "./record-terminal.ts";

// `run` hands the commonest lines on without the parser. Here the parser reads them.

const program = createProgram(recordTerminal("/").terminal, () => undefined);

/** What the parser makes of the options of a line. */
function read(verb: string, words: readonly string[]): object {
  const command = program.commands.find((each) => each.name() === verb);
  if (command === undefined) throw new Error(`no command ${verb}`);
  return commandLine(command).read(words);
}

test("`call TOOL` has the options that the parser would give it", () => {
  expect(read("call", [])).toEqual(noOptions);
});

test("`serve` has none, and `serve --catalog FOLDER` that one", () => {
  // The parser fills in what --no-sessions turns off; `serve` only asks whether it is false.
  expect(read("serve", [])).toEqual({ sessions: true });
  expect(read("serve", ["--catalog", "folder"])).toEqual({ catalog: "folder", sessions: true });
});
