// How commands are declared: by help group, each with its examples; its work is imported when the command is used, so that
// `serve` never loads the compiler and `generate` never the runtime.
import type { Command } from "commander";
import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** What declarations need of the program. */
export interface Declaring {
  readonly program: Command;
  readonly terminal: Terminal;
  /** Gets the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void;
}

type Work<Given extends readonly unknown[]> = (terminal: Terminal, ...given: Given) => ExitCode | Promise<ExitCode>;

/** @param title of the group in the help of the program */
export function commandGroup({ program, terminal, finish }: Declaring, title: string) {
  const { dim } = terminal.colors;
  return {
    /** @param examples below the options; a text, when there is one, below them */
    command(name: string, summary: string, examples: readonly string[], text?: string): Command {
      const declared = program.command(name).description(summary).helpGroup(title);
      declared.helpOption("-h, --help", "print this help");
      const lines = ["", "Examples:", ...examples.map((line) => `  ${dim("$")} ${line}`)];
      declared.addHelpText("after", lines.join("\n"));
      return text === undefined ? declared : declared.addHelpText("after", text);
    },
    /** The action of a command: its work gets the terminal, then what commander gives: arguments, options, the command. */
    run:
      <Given extends readonly unknown[]>(load: () => Promise<Work<Given>>) =>
      async (...given: Given): Promise<void> =>
        finish(await (await load())(terminal, ...given)),
  };
}
