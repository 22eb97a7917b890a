// `--record` with the official servers, and `pegboard replay` in their place: the same answers, and no secret in the file.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shareKeptCode } from "./kept-code-folder.ts";
import { mainPath, pegboard, pegboardHere, root } from "./run-pegboard.ts";

const installed = (name: string) => join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
const secret = "s3cret-of-the-configuration";

let folder: string;
let env: Readonly<Record<string, string>>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-record-"));
  shareKeptCode(folder);
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files", "note.txt"), "a note\n");
  writeFileSync(join(folder, "files", "keys.txt"), "ghp_abcdefghijklmnopqrstuvwxyz0123 and the rest\n");
  env = {
    HOME: folder,
    XDG_CONFIG_HOME: "",
    XDG_STATE_HOME: "",
    XDG_CACHE_HOME: "",
    PEGBOARD_AUDIT: "off",
    TOOL_CLI_PORT: "",
    TOOL_CLI_TIMEOUT_MS: "60000",
  };
  const node = (...args: string[]) => ({ command: process.execPath, args });
  writeFileSync(
    join(folder, "servers.json"),
    JSON.stringify({
      mcpServers: {
        files: node(installed("filesystem"), join(folder, "files")),
        everything: { ...node(installed("everything")), env: { API_TOKEN: secret } },
      },
    }),
  );
  writeFileSync(
    join(folder, "replayed.json"),
    JSON.stringify({
      mcpServers: Object.fromEntries(
        ["files", "everything"].map((name) => [name, node(mainPath, "replay", "session.jsonl", "--server", name)]),
      ),
    }),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const type = (...words: string[]) => pegboardHere(words, { cwd: folder, env });
const real = ["--config", "servers.json", "--record", "session.jsonl"];
const replayed = ["--config", "replayed.json"];
const call = (place: readonly string[], server: string, ...words: string[]) =>
  type("call", "--server", server, ...place, ...words);
const recording = () => readFileSync(join(folder, "session.jsonl"), "utf8");

describe("a recording", () => {
  it("answers as the servers did: lists, results, errors, resources", async () => {
    const path = `path=${join(folder, "files", "note.txt")}`;
    const asked: readonly (readonly [string, ...string[]])[] = [
      ["files", "read_text_file", path, "--json"],
      ["files", "read_text_file", "path=/etc/passwd"],
      ["everything", "get-structured-content", "location=Chicago", "--json"],
      ["everything", "get-tiny-image", "--json"],
    ];
    const before = [];
    for (const [server, ...words] of asked) before.push(await call(real, server, ...words));
    expect(before.map(({ code }) => code)).toEqual([0, 4, 0, 0]);
    const uri = "demo://resource/static/document/features.md";
    const read = await type("read", uri, "--server", "everything", ...real);
    const described = await type("describe", "--server", "files", "read_text_file", "--json", ...real);
    const listed = await type("resources", "--server", "everything", "--json", ...real);
    const prompt = ["prompts", "args-prompt", "city=Oslo", "--server", "everything"];
    const given = await type(...prompt, ...real);
    expect(given).toMatchObject({ code: 0, stdout: expect.stringContaining("Oslo") });
    expect([read.code, described.code, listed.code]).toEqual([0, 0, 0]);

    // What they answer with is not there any more.
    rmSync(join(folder, "files"), { recursive: true });
    for (const [at, [server, ...words]] of asked.entries()) {
      expect(await call(replayed, server, ...words)).toEqual(before[at]);
    }
    expect(await type("read", uri, "--server", "everything", ...replayed)).toEqual(read);
    expect(await type(...prompt, ...replayed)).toEqual(given);
    expect(await type("prompts", "args-prompt", "city=Rome", "--server", "everything", ...replayed)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("the recording has no answer to the prompt 'args-prompt' with these arguments"),
    });
    const again = await type("describe", "--server", "files", "read_text_file", "--json", ...replayed);
    expect(again).toEqual(described);
    expect(await type("resources", "--server", "everything", "--json", ...replayed)).toEqual(listed);
  }, 60_000);

  it("says so where it has no answer", async () => {
    await call(real, "files", "list_allowed_directories");
    const { code, stderr } = await call(replayed, "files", "read_text_file", "path=/x");
    expect(code).toBe(4);
    expect(stderr).toContain("the recording has no answer to a call of 'read_text_file' with these arguments");
  });

  it("gives the answers to equal calls in their order, then the last one again", async () => {
    const note = join(folder, "files", "note.txt");
    const words = ["read_text_file", `path=${note}`, "--path", "content"];
    await call(real, "files", ...words);
    writeFileSync(note, "another note\n");
    await call(real, "files", ...words);
    const script = `for n in 1 2 3; do ${process.execPath} ${mainPath} call --server files read_text_file path=${note} --path content; done`;
    const bridge = ["bridge", ...replayed, "--", "sh", "-c", script];
    expect((await pegboard(bridge, { cwd: folder, env })).stdout).toBe("a note\nanother note\nanother note\n");
  });

  it("holds no secret: of the configuration, in the form of one, or under the name of one", async () => {
    // The server answers with its environment.
    const printed = await call(real, "everything", "get-env");
    expect(printed.stdout).toContain(secret);
    await call(real, "files", "read_text_file", `path=${join(folder, "files", "keys.txt")}`);
    const file = join(folder, "files", "ghp_abcdefghijklmnopqrstuvwxyz9876");
    await call(real, "files", "get_file_info", `path=${file}`);
    await call(real, "everything", "echo", "message=hello", "password=open sesame", "--no-validate");
    const text = recording();
    expect(text).toContain("and the rest");
    for (const hidden of [secret, "ghp_abcdefghijklmnopqrstuvwxyz0123", "qrstuvwxyz9876", "open sesame"]) {
      expect(text).not.toContain(hidden);
    }
    expect(statSync(join(folder, "session.jsonl")).mode & 0o777).toBe(0o600);
    // What was masked fits what is sent.
    const again = await call(replayed, "everything", "echo", "message=hello", "password=another", "--no-validate");
    expect(again).toMatchObject({ code: 0, stdout: "Echo: hello\n" });
  });

  it("is kept by a bridge too, of every server", async () => {
    const inner = [process.execPath, mainPath, "call", "--server", "everything", "get-sum", "a:=2", "b:=3"];
    const run = await pegboard(["bridge", ...real, "--", ...inner], { cwd: folder, env });
    expect(run).toMatchObject({ code: 0 });
    expect(recording()).toContain('"method":"tools/call","params":{"name":"get-sum","arguments":{"a":2,"b":3}}');
  });
});

describe("a file that is not a recording", () => {
  it("is not added to, and not served", async () => {
    writeFileSync(join(folder, "session.jsonl"), "my notes\n");
    const refused = await call(real, "files", "list_allowed_directories");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("'session.jsonl' is not a recording");
    expect(recording()).toBe("my notes\n");
    expect((await type("replay", "session.jsonl")).code).toBe(2);
    writeFileSync(join(folder, "session.jsonl"), '{"recording":1}\n{"server":"a"}\n');
    expect((await type("replay", "session.jsonl")).stderr).toContain("line 2 of 'session.jsonl' is not an exchange");
  });

  it("several servers need a name", async () => {
    await call(real, "files", "list_allowed_directories");
    await call(real, "everything", "echo", "message=a");
    const { code, stderr } = await type("replay", "session.jsonl");
    expect(code).toBe(2);
    expect(stderr).toContain("--server names one of files, everything");
  });

  it("calls of the catalog are not recorded, and that is an error", async () => {
    const { code, stderr } = await type("call", "memory_stats", "--record", "session.jsonl");
    expect(code).toBe(2);
    expect(stderr).toContain("--record keeps exchanges with servers");
    expect(existsSync(join(folder, "session.jsonl"))).toBe(false);
  });
});
