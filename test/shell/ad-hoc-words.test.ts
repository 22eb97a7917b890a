import { describe, expect, it } from "vitest";
import { withAdHocServer } from "../../src/shell/call/ad-hoc-words.ts";
import type { ShellGrammar } from "../../src/shell/call/words.ts";

const option = (name: string, takesValue = true) => ({ name, takesValue });
const places = [option("--server"), option("--config"), option("--timeout")];
const grammar: ShellGrammar = {
  verbs: new Set(["servers", "tools", "describe", "call", "search", "import"]),
  call: [...places, option("--json", false), option("--yes", false), option("--out")],
  describe: [...places, option("--json", false)],
  others: [...places, option("--json", false), option("--family")],
  adHoc: [option("--url"), option("--stdio", false), option("--env"), option("--header-env")],
};

const command = (...words: readonly string[]) => `--stdio-command=${JSON.stringify(words)}`;

describe("a command line with a server of its own", () => {
  it.each([
    ["--url https://x.org/mcp", ["tools", "--url", "https://x.org/mcp", "--server=x.org"]],
    ["tools --url=https://x.org:8/mcp --json", ["tools", "--url=https://x.org:8/mcp", "--json", "--server=x.org:8"]],
    ["--json tools --url https://x.org", ["tools", "--json", "--url", "https://x.org", "--server=x.org"]],
    ["--url https://x.org echo", ["describe", "--server=x.org", "--url", "https://x.org", "--", "echo"]],
    [
      "--url https://x.org echo --json",
      ["describe", "--server=x.org", "--url", "https://x.org", "--json", "--", "echo"],
    ],
    ["--url https://x.org echo --help", ["describe", "--server=x.org", "--url", "https://x.org", "--", "echo"]],
    ["--url https://x.org echo a=b", ["call", "--server=x.org", "--url", "https://x.org", "--", "echo", "a=b"]],
    // Its own flags, whatever they are called.
    [
      "--url https://x.org fetch --url https://y.org --env z",
      ["call", "--server=x.org", "--url", "https://x.org", "--", "fetch", "--url", "https://y.org", "--env", "z"],
    ],
    [
      "call --url https://x.org fetch --url https://y.org",
      ["call", "--url", "https://x.org", "--server=x.org", "fetch", "--url", "https://y.org"],
    ],
    [
      "--yes --url https://x.org save a=b",
      ["call", "--server=x.org", "--yes", "--url", "https://x.org", "--", "save", "a=b"],
    ],
    [
      "--server mine --url https://x.org echo a=b",
      ["call", "--server=mine", "--url", "https://x.org", "--", "echo", "a=b"],
    ],
    ["--stdio -- /bin/my-server -y a", ["tools", command("/bin/my-server", "-y", "a"), "--server=my-server"]],
    ["--stdio tools -- npx x", ["tools", command("npx", "x"), "--server=npx"]],
    ["--stdio echo a=b -- npx x --y", ["call", "--server=npx", command("npx", "x", "--y"), "--", "echo", "a=b"]],
    ["call --stdio --env A echo a=b -- npx", ["call", command("npx"), "--env", "A", "--server=npx", "echo", "a=b"]],
    ["search --stdio words -- npx", ["search", command("npx"), "--server=npx", "words"]],
  ])("%s", (line, expected) => {
    expect(withAdHocServer(line.split(" "), grammar)).toEqual(expected);
  });

  it.each([
    "tools",
    "github echo --url https://x.org",
    "call echo --url https://x.org",
    "call echo --stdio -- a",
    "import --url https://x.org",
    "import --stdio -- npx x",
    "servers add x --url https://x.org",
    "",
  ])("is not '%s', which stays as it is", (line) => {
    const words = line === "" ? [] : line.split(" ");
    expect(withAdHocServer(words, grammar)).toBe(words);
  });

  it.each([
    ["--stdio echo a=b", "--stdio needs the command that starts the server"],
    ["tools --stdio --", "--stdio needs the command that starts the server"],
    ["--url https://x.org --stdio -- npx", "--stdio and --url can't be combined"],
  ])("'%s' is refused", (line, message) => {
    expect(() => withAdHocServer(line.split(" "), grammar)).toThrow(message);
  });
});
