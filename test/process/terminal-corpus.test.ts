import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pegboardHere, runHere } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

// Every command that prints texts of others, on a terminal, against a server whose every text is hostile. What is read there acts on
// nothing and hides nothing; what goes into a pipe stays as it is.

const script = fileURLToPath(new URL("hostile-server.mjs", import.meta.url));
/** By what they would do. */
const corpus: Readonly<Record<string, string>> = {
  "clears the screen": "\u001b[2J\u001b[H",
  "names the window": "\u001b]0;owned\u0007",
  "writes the clipboard": "\u001b]52;c;cm0gLXJm\u001b\\",
  "links to elsewhere": "\u001b]8;;https://attacker.example\u0007here\u001b]8;;\u0007",
  "conceals what follows": "\u001b[8mhidden\u001b[30m\u001b[40m",
  "asks the terminal for a reply": "\u001b[6n\u001b[c\u001bZ",
  "does it with single signs of C1": "\u009b2J\u009d0;owned\u009c\u0090q\u0085",
  "goes back over the line": "good\rbad\b\b\u007f\u000b\u000c\u0000",
  "reorders the line": "\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c",
  "hides words": "a\u200bb\u200cc\u200dd\u2060e\u00adf\ufeffg\u034f\u3164h\u115f",
  "hides a message in tags": "a\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e007f}",
  "hides a message in variation selectors": "a\ufe00\ufe01\ufe02\u{e0100}\u{e01ef}",
  "ends a line of another kind": "a\u2028b\u2029c",
  "is half a pair": "a\ud800b\udc00",
};
const hostile = `${Object.values(corpus).join(" ")} end`;

let home: ShellHome;
beforeAll(() => {
  home = makeShellHome({ hostile: { command: process.execPath, args: [script, JSON.stringify(hostile)] } });
  writeFileSync(
    join(home.folder, "list.json"),
    JSON.stringify({ tools: [{ name: "a", description: hostile, inputSchema: { type: "object" } }] }),
  );
});
afterAll(() => home.remove());

interface Shown {
  readonly code: number;
  /** Both streams, as they come. */
  readonly text: string;
  readonly stdout: string;
}

/** Runs a command on a terminal, and gives what its screen was sent. */
async function onTerminal(words: readonly string[], typed = ""): Promise<Shown> {
  let text = "";
  let stdout = "";
  const screen = (also: (part: string) => void = () => {}) =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          text += String(chunk);
          also(String(chunk));
          done();
        },
      }),
      { isTTY: true },
    );
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(typed);
  stdin.end();
  const streams = {
    stdin,
    stdout: screen((part) => {
      stdout += part;
    }),
    stderr: screen(),
  };
  const code = await runHere(words, streams, { cwd: home.folder, env: { ...home.env, NO_COLOR: "" } });
  return { code, text, stdout };
}

/** What acts on a terminal, or can't be seen on it. The progress of a call goes back over its own line. */
function dangers(text: string): readonly string[] {
  const own = text.replaceAll("\r\u001b[2K", "");
  const found = own.match(/[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu) ?? [];
  return [...new Set(found.filter((sign) => sign !== "\n"))].map(
    (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16)}`,
  );
}

const commands: readonly (readonly string[])[] = [
  ["tools"],
  ["tools", "--server", "hostile"],
  ["tools", "--server", "hostile", "--json"],
  ["describe", "text", "--server", "hostile"],
  ["describe", "text", "--server", "hostile", "--json"],
  ["describe", hostile, "--server", "hostile"],
  ["describe", "nothing_like_it", "--server", "hostile"],
  ["call", "text", "--server", "hostile"],
  ["call", "text", "--server", "hostile", "--json"],
  ["call", "structured", "--server", "hostile"],
  ["call", "structured", "--server", "hostile", "--json"],
  ["call", "structured", "--server", "hostile", "--path", "list"],
  ["call", "broken", "--server", "hostile"],
  ["call", "broken", "--server", "hostile", "--json"],
  ["call", "picture", "--server", "hostile"],
  ["call", "asks", "--server", "hostile"],
  ["call", "text", hostile, "--server", "hostile"],
  ["call", "text", `--plain=${hostile}`, "--server", "hostile"],
  ["resources", "--server", "hostile"],
  ["resources", "--server", "hostile", "--json"],
  ["prompts", "--server", "hostile"],
  ["prompts", "--server", "hostile", "--json"],
  ["read", "x://one", "--server", "hostile"],
  ["read", "x://one", "--server", "hostile", "--json"],
  ["read", "x://one", "--server", "hostile", "--meta"],
  ["search", "end"],
  ["search", hostile],
  ["servers"],
  ["servers", "--json"],
  ["hostile"],
  ["hostile", "text"],
  ["hostile", "text", "{}"],
  [hostile],
  ["lint", "--list", "list.json"],
  ["lint", "--list", "list.json", "--format", "json"],
  ["diff", "list.json", "list.json"],
  ["explain", hostile],
  ["import", "list.json", "--into", "imported"],
];

describe("on a terminal", () => {
  it.each(
    commands.map((words) => ({
      words,
      title: words.map((word) => (word === hostile ? "HOSTILE" : word.slice(0, 20))).join(" "),
    })),
  )("$title", async ({ words }) => {
    const { text } = await onTerminal(words, "n\n");
    expect(text).not.toBe("");
    expect(dangers(text)).toEqual([]);
  });

  it("escapes stay legible: what a text says is still there", async () => {
    const { code, text } = await onTerminal(["call", "text", "--server", "hostile"]);
    expect(code).toBe(0);
    expect(text).toContain("\\u{1b}[2J");
    expect(text).toContain("\\u{202e}gnp.exe");
  });

  it("JSON stays JSON, and means the same", async () => {
    const { stdout } = await onTerminal(["call", "structured", "--server", "hostile", "--json"]);
    const { structuredContent }: { readonly structuredContent: unknown } = JSON.parse(stdout);
    expect(structuredContent).toEqual({ [hostile]: hostile, list: [hostile] });
  });
});

describe("in a pipe", () => {
  it.each([
    ["read", "x://one", "--server", "hostile"],
    ["call", "text", "--server", "hostile"],
  ])("%s: the bytes stay as they are", async (...words) => {
    const { stdout } = await pegboardHere(words, { cwd: home.folder, env: home.env });
    // Half a pair is not text: it becomes the replacement character, as in any UTF-8.
    expect(stdout).toContain(Buffer.from(hostile).toString());
  });
});
