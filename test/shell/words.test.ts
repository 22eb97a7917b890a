import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { shellGrammar } from "../../src/shell/call/own-options.ts";
import { withVerb } from "../../src/shell/call/words.ts";
import { recordTerminal } from "../cli/record-terminal.ts";

const grammar = shellGrammar(createProgram(recordTerminal("/").terminal, () => undefined));

describe("words without a verb become the verb that does the same", () => {
  it.each<[words: string[], same: string[]]>([
    [[], ["servers"]],
    [["--json"], ["servers", "--json"]],
    [
      ["--config", "a.json"],
      ["servers", "--config", "a.json"],
    ],
    [["files"], ["tools", "--server=files"]],
    [
      ["files", "--json"],
      ["tools", "--server=files", "--json"],
    ],
    [
      ["files", "-h"],
      ["tools", "--server=files"],
    ],
    [
      ["files", "read"],
      ["describe", "--server=files", "--", "read"],
    ],
    [
      ["files", "read", "--help"],
      ["describe", "--server=files", "--", "read"],
    ],
    [
      ["files", "read", "--json"],
      ["describe", "--server=files", "--json", "--", "read"],
    ],
    [
      ["--config", "a.json", "files", "read"],
      ["describe", "--server=files", "--config", "a.json", "--", "read"],
    ],
    [
      ["files", "read", "{}"],
      ["call", "--server=files", "--", "read", "{}"],
    ],
    [
      ["files", "read", "--path", "a.b"],
      ["call", "--server=files", "--", "read", "--path", "a.b"],
    ],
    [
      ["files", "read", "--yes"],
      ["call", "--server=files", "--", "read", "--yes"],
    ],
    [
      ["files", "read", "--", "--json"],
      ["call", "--server=files", "--", "read", "--", "--json"],
    ],
    [
      ["--out=x", "files", "read", "a=1"],
      ["call", "--server=files", "--out=x", "--", "read", "a=1"],
    ],
    // The word behind an option is its value, whatever it is.
    [
      ["--config", "tools", "files"],
      ["tools", "--server=files", "--config", "tools"],
    ],
    [
      ["--config", "a.json", "search", "x"],
      ["search", "--config", "a.json", "x"],
    ],
    // A server may be called anything, and so may a tool.
    [
      ["", "read", "{}"],
      ["call", "--server=", "--", "read", "{}"],
    ],
    [
      ["files", "tools"],
      ["describe", "--server=files", "--", "tools"],
    ],
  ])("%j", (words, same) => expect(withVerb(words, grammar)).toEqual(same));

  it.each([[["tools"]], [["help"]], [["--help"]], [["-V"]], [["--nonsense"]], [["call", "x", "--help"]]])(
    "%j is left as it is",
    (words) => expect(withVerb(words, grammar)).toBeUndefined(),
  );

  it("a server named like a verb is never meant", () => {
    const verbs = new Set([...grammar.verbs, "files"]);
    expect(withVerb(["files", "read", "{}"], { ...grammar, verbs })).toBeUndefined();
  });
});
