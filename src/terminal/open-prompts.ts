import { createInterface } from "node:readline";
import { isTerminal, type Terminal, write } from "./terminal.ts";

/** A conversation with the person at the terminal, line by line. */
export interface Prompts {
  /** Prints to stderr, with a line end. */
  say(text: string): void;
  /** @returns what was typed; undefined: the input has ended */
  ask(prompt: string): Promise<string | undefined>;
  close(): void;
}

/** Whether a question can be read and answered here. */
export function canPrompt({ stdin, stderr }: Pick<Terminal, "stdin" | "stderr">): boolean {
  return isTerminal(stdin) && isTerminal(stderr);
}

export function openPrompts({ stdin, stderr }: Pick<Terminal, "stdin" | "stderr">): Prompts {
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  const typed: string[] = [];
  let hasEnded = false;
  let wake: () => void = () => undefined;
  lines.on("line", (line) => {
    typed.push(line);
    wake();
  });
  lines.on("close", () => {
    hasEnded = true;
    wake();
  });
  return {
    say: (text) => write(stderr, `${text}\n`),
    async ask(prompt) {
      write(stderr, prompt);
      while (typed.length === 0 && !hasEnded) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const line = typed.shift();
      // Who ends the input types no line end.
      if (line === undefined) write(stderr, "\n");
      return line;
    },
    close: () => lines.close(),
  };
}
