import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { shellWord } from "../../src/shell/print/foreign-text.ts";

it("what is shown to be copied is one word, and does nothing", () => {
  const texts = ["plain/word-1.x", "", "two words", "it's", "'; echo caught; '", "$(echo caught)", "`x`", "a\\b", "*"];
  const script = `for word in ${texts.map(shellWord).join(" ")}; do printf '%s\\n' "$word"; done`;
  expect(execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\n").slice(0, -1)).toEqual(texts);
  expect(shellWord("a\nb\u001b")).toBe("'a\\nb\\u{1b}'");
});
