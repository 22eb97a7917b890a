import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { pickField } from "../../src/shell/print/field-path.ts";
import { inlineImage } from "../../src/shell/print/inline-image.ts";
import { type OutputOptions, openOutput } from "../../src/shell/print/print-result.ts";
import { contentsText, resultText } from "../../src/shell/print/result-text.ts";
import { CliError } from "../../src/terminal/cli-error.ts";
import { recordTerminal } from "../cli/record-terminal.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-results-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const png = { type: "image", mimeType: "image/png", data: Buffer.from([1, 2, 3]).toString("base64") };
const text = (said: string): JsonObject => ({ type: "text", text: said });

async function printed(result: JsonObject, options: OutputOptions = {}) {
  const { terminal, stdout, stderr } = recordTerminal(folder);
  const output = await openOutput(terminal, options);
  try {
    return { code: await output.result(result), stdout: stdout(), stderr: stderr() };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { refused: error.message, exitCode: error.exitCode, stdout: stdout() };
  }
}

describe("a result in a pipe", () => {
  it.each<[what: string, result: JsonObject, stdout: string]>([
    ["what is for programs comes first", { structuredContent: { a: 1 }, content: [text("x")] }, '{\n  "a": 1\n}\n'],
    ["any JSON may be", { structuredContent: [1], content: [] }, "[\n  1\n]\n"],
    ["texts stand as they are, one below the other", { content: [text("a\n"), text("\u001b[1mb")] }, "a\n\u001b[1mb\n"],
    [
      "other blocks are JSON",
      { content: [{ type: "resource_link", uri: "a:b" }] },
      '{\n  "type": "resource_link",\n  "uri": "a:b"\n}\n',
    ],
    ["nothing is nothing", { content: [] }, ""],
  ])("%s", async (_, result, stdout) => expect(await printed(result)).toEqual({ code: 0, stdout, stderr: "" }));

  it.each<JsonObject>([{ content: "oops" }, { content: null }, {}])(
    "%j is not a result, and a fault of the server",
    async (result) => {
      const refused = "the call was carried out, but its result breaks the protocol: 'content' is not a list";
      expect(await printed(result)).toEqual({ refused, exitCode: 5, stdout: "" });
      expect(await printed(result, { path: "a" })).toEqual({ refused, exitCode: 5, stdout: "" });
      const shown = `${JSON.stringify(result, undefined, 2)}\n`;
      expect(await printed(result, { json: true })).toEqual({ refused, exitCode: 5, stdout: shown });
    },
  );

  it("--json is all of it, with unknown members", async () => {
    const result = { content: [text("x"), png], later: { b: [1] } };
    const { stdout } = await printed(result, { json: true });
    expect(JSON.parse(stdout ?? "")).toEqual(result);
  });

  it.each<[options: OutputOptions, stderr: string]>([
    [{}, "it broke\n"],
    [{ json: true }, `${JSON.stringify({ isError: true, content: [text("it broke")] }, undefined, 2)}\n`],
    [{ path: "a" }, "it broke\n"],
  ])("a tool's error goes to stderr and ends with 4: %j", async (options, stderr) => {
    expect(await printed({ isError: true, content: [text("it broke")] }, options)).toEqual({
      code: 4,
      stdout: "",
      stderr,
    });
  });

  it("bytes are mentioned, with the way to save them; the call succeeded", async () => {
    const { code, stdout, stderr } = await printed({ content: [text("see"), png] });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "see\n" });
    expect(stderr).toBe(
      "not shown: the result contains binary data (image/png, 3 bytes); use --out FILE, or --json for everything\n",
    );
  });
});

describe("images on a terminal", () => {
  const image = { mimeType: "image/png", base64: Buffer.alloc(5_000, 7).toString("base64") };
  const jpeg = { ...image, mimeType: "image/jpeg" };

  it("are shown where the terminal says that it can", () => {
    expect(inlineImage(image, { TERM_PROGRAM: "iTerm.app" })).toBe(
      `\u001b]1337;File=inline=1;size=5000:${image.base64}\u0007\n`,
    );
    expect(inlineImage(jpeg, { TERM_PROGRAM: "WezTerm" })).toContain(image.base64);
    const kitty = inlineImage(image, { TERM: "xterm-kitty" }) ?? "";
    const parts = kitty
      .trimEnd()
      .split("\u001b\\")
      .slice(0, -1)
      .map((part) => part.split(";"));
    expect(parts.map(([keys]) => keys)).toEqual(["\u001b_Ga=T,f=100,m=1", "\u001b_Gm=0"]);
    expect(parts.map(([, data]) => data).join("")).toBe(image.base64);
  });

  it("are not where it can't, nor anything else than what was checked", () => {
    expect(inlineImage(image, { TERM: "xterm-256color" })).toBeUndefined();
    expect(inlineImage(image, { TERM_PROGRAM: "iTerm.app", TMUX: "/tmp/x" })).toBeUndefined();
    expect(inlineImage(jpeg, { KITTY_WINDOW_ID: "1" })).toBeUndefined();
    expect(inlineImage({ ...image, mimeType: "audio/wav" }, { TERM_PROGRAM: "iTerm.app" })).toBeUndefined();
    const hostile = { mimeType: "image/png", base64: "AAAA\u0007\u001b[2JBBBB" };
    const shown = inlineImage(hostile, { TERM_PROGRAM: "iTerm.app" }) ?? "";
    expect([shown.split("\u001b").length, shown.split("\u0007").length]).toEqual([2, 2]);
  });
});

describe("--out", () => {
  it("takes bytes as what they are, and says so", async () => {
    expect(await printed({ content: [png] }, { out: "a.png" })).toMatchObject({
      code: 0,
      stdout: "Written to: a.png\n",
    });
    expect([...readFileSync(join(folder, "a.png"))]).toEqual([1, 2, 3]);
  });

  it("takes the one image of a result, also where the result has a form for programs", async () => {
    const result = { content: [png], structuredContent: { content: [png] } };
    const { code, stdout, stderr } = await printed(result, { out: "b.png" });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Written to: b.png\n" });
    expect(stderr).toContain("not written: the rest of the result; --json prints everything");
    expect([...readFileSync(join(folder, "b.png"))]).toEqual([1, 2, 3]);
    await printed(result, { out: "all.json", json: true });
    expect(JSON.parse(readFileSync(join(folder, "all.json"), "utf8"))).toEqual(result);
    await printed(result, { out: "part.json", path: "content[0].type" });
    expect(readFileSync(join(folder, "part.json"), "utf8")).toBe("image");
  });

  it("takes texts without a line end that is not theirs, and JSON with one", async () => {
    await printed({ content: [text("a\nb")] }, { out: "a.txt" });
    await printed({ content: [], structuredContent: { a: 1 } }, { out: "a.json" });
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("a\nb");
    expect(readFileSync(join(folder, "a.json"), "utf8")).toBe('{\n  "a": 1\n}\n');
  });

  it("with --json tells how much was written", async () => {
    const { stdout } = await printed({ content: [text("x")] }, { out: "b.json", json: true });
    expect(JSON.parse(stdout ?? "")).toEqual({ written: "b.json", bytes: statSync(join(folder, "b.json")).size });
  });

  it("of several files --path picks one", async () => {
    const several = { content: [png, { ...png, data: Buffer.from([9]).toString("base64") }] };
    expect((await printed(several, { out: "two" })).refused).toContain("contains 2 files; --out takes one");
    await printed(several, { out: "two", path: "content[1]" });
    expect([...readFileSync(join(folder, "two"))]).toEqual([9]);
  });

  it("writes through no link, into no folder, nowhere that is not there, and says so before the call", async () => {
    writeFileSync(join(folder, "secret"), "kept");
    symlinkSync(join(folder, "secret"), join(folder, "link"));
    const refusal = async (out: string) => {
      const { terminal } = recordTerminal(folder);
      return openOutput(terminal, { out }).then(
        () => "opened",
        (error: unknown) => (error as Error).message,
      );
    };
    expect(await refusal("link")).toBe("'link' is a symbolic link; --out does not follow links");
    expect(await refusal(".")).toBe("'.' is a folder");
    expect(await refusal("nowhere/x")).toMatch(/^'nowhere\/x' can't be written: ENOENT/);
    expect(readFileSync(join(folder, "secret"), "utf8")).toBe("kept");
  });

  it("leaves a file to its owner that was its owner's", async () => {
    writeFileSync(join(folder, "mine"), "", { mode: 0o600 });
    await printed({ content: [text("x")] }, { out: "mine" });
    expect(statSync(join(folder, "mine")).mode & 0o777).toBe(0o600);
  });
});

describe("--path", () => {
  const value: Json = { a: { b: [{ c: "x" }, { c: null }], d: [1] }, "d.e": 1 };
  it.each<[path: string, found: Json]>([
    ["a.b[0].c", "x"],
    [".a.b[-1].c", null],
    ["$.a.b[1]", { c: null }],
    ['["d.e"]', 1],
    ['a["b"][0]["c"]', "x"],
    ["", value],
  ])("%s", (path, found) => expect(pickField(value, path)).toEqual(found));

  it.each<[path: string, message: string]>([
    ["a.c", "--path 'a.c': 'a' has no 'c'"],
    ["a.b[2]", "--path 'a.b[2]': 'a.b' has 2 items, none at 2"],
    ["a.d[1]", "--path 'a.d[1]': 'a.d' has 1 item, none at 1"],
    ["a[0]", "--path 'a[0]': 'a' is not a list"],
    ["a.b.c", "--path 'a.b.c': 'a.b' is a list"],
    ["x", "--path 'x': the result has no 'x'"],
    ["a..b", "--path 'a..b' can't be read at '..b'"],
    ["a[x]", "--path 'a[x]' can't be read at '[x]'"],
    ["constructor", "--path 'constructor': the result has no 'constructor'"],
  ])("%s is refused", (path, message) => expect(() => pickField(value, path)).toThrow(message));

  it("that misses after a call says that the call was carried out; one that can't be read is refused before", async () => {
    const { refused } = await printed({ content: [], structuredContent: { a: 1 } }, { path: "b" });
    expect(refused).toBe("the call was carried out, but --path 'b': the result has no 'b'");
    await expect(openOutput(recordTerminal(folder).terminal, { path: "a..b" })).rejects.toThrow("can't be read at");
  });

  it("prints a text as it is, and looks into JSON that a text is", async () => {
    expect((await printed({ content: [text('{"a":"x"}')] }, { path: "a" })).stdout).toBe("x\n");
    expect((await printed({ content: [text("x")] }, { path: "content[0].text" })).stdout).toBe("x\n");
    expect((await printed({ content: [text("x")] }, { path: "content[0].text", json: true })).stdout).toBe('"x"\n');
  });
});

it("several parts of a resource are printed each under its URI", () => {
  const part = (uri: string) => ({ uri, mimeType: "text/plain", text: "x" });
  expect(contentsText({ contents: [part("a:1"), part("a:2")] }).text).toBe(
    "# a:1 (text/plain)\nx\n# a:2 (text/plain)\nx",
  );
  expect(contentsText({ contents: [part("a:1")] }).text).toBe("x");
});

it("what is not a result breaks nothing", () => {
  expect(resultText({ content: "x" })).toEqual({ text: undefined, binary: [] });
  expect(resultText({ content: [null, 1] })).toEqual({ text: "null\n1\n", binary: [] });
});

it("on a terminal nothing of a server's texts does anything", async () => {
  const { terminal } = recordTerminal(folder);
  let written = "";
  const stdout = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        written += String(chunk);
        done();
      },
    }),
    { isTTY: true },
  );
  const output = await openOutput({ ...terminal, stdout }, {});
  await output.result({ content: [text("a\u001b]0;title\u0007\tb\r\nc")] });
  expect(written).toBe("a\\u{1b}]0;title\\u{7}\tb\nc\n");
});
