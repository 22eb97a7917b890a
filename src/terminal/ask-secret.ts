import { isTerminal, type Terminal, write } from "./terminal.ts";

/** Ctrl-C, Ctrl-D, backspace (two forms), Ctrl-U. */
const keys = { interrupt: "\u0003", end: "\u0004", back: "\u007f", backspace: "\b", clear: "\u0015" } as const;

/** A terminal whose input can be read key by key, and is then not shown. */
type RawInput = Terminal["stdin"] & { setRawMode(on: boolean): unknown };

function isRaw(stdin: Terminal["stdin"]): stdin is RawInput {
  return isTerminal(stdin) && "setRawMode" in stdin && typeof stdin.setRawMode === "function";
}

/**
 * Asks for a secret: what is typed is not shown.
 * @returns "unavailable" where stdin or stderr is not a terminal; "interrupted" after Ctrl-C or Ctrl-D
 */
export async function askSecret(
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  prompt: string,
): Promise<{ readonly secret: string } | "unavailable" | "interrupted"> {
  if (!isRaw(stdin) || !isTerminal(stderr)) return "unavailable";
  // Before the prompt: what is typed at once is not shown either.
  stdin.setRawMode(true);
  write(stderr, prompt);
  try {
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    write(stderr, "\n");
  }
}

function typedLine(stdin: Terminal["stdin"]): Promise<{ readonly secret: string } | "interrupted"> {
  const decoder = new TextDecoder();
  let typed: string[] = [];
  return new Promise((resolve, reject) => {
    const done = (outcome: { readonly secret: string } | "interrupted", rest = "") => {
      stdin.off("data", read).off("end", ended).off("error", reject);
      // A second question follows what was pasted with the first.
      if (rest !== "") stdin.unshift(Buffer.from(rest, "utf8"));
      resolve(outcome);
    };
    const ended = () => done("interrupted");
    const read = (bytes: Buffer | string) => {
      const characters = [...(typeof bytes === "string" ? bytes : decoder.decode(bytes, { stream: true }))];
      for (const [index, character] of characters.entries()) {
        if (character === "\r" || character === "\n") {
          done({ secret: typed.join("") }, characters.slice(index + 1).join(""));
          return;
        }
        if (character === keys.interrupt || character === keys.end) {
          done("interrupted");
          return;
        }
        if (character === keys.back || character === keys.backspace) typed.pop();
        else if (character === keys.clear) typed = [];
        else typed.push(character);
      }
    };
    stdin.on("data", read).on("end", ended).on("error", reject);
    stdin.resume();
  });
}
