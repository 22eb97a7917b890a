// What the official everything server asks, answered by a person on a pseudo-terminal, and refused in a pipe.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainPath, pegboard, root, run } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

const everything = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
const modern = fileURLToPath(new URL("asking-server.mjs", import.meta.url));
const driver = fileURLToPath(new URL("asking-terminal.py", import.meta.url));
const hasPython = spawnSync("python3", ["-c", "import pty"]).status === 0;
if (!hasPython)
  console.warn("THERE IS NO python3 WITH pty ON THIS MACHINE: what servers ask at a terminal is NOT tested");

let home: ShellHome;
beforeAll(() => {
  home = makeShellHome({
    everything: { command: process.execPath, args: [everything, "stdio"] },
    modern: { command: process.execPath, args: [modern] },
  });
  // What opens pages writes down which.
  const browser = join(home.folder, "xdg-open");
  writeFileSync(browser, `#!/bin/sh\necho "$1" >> '${home.folder}/opened'\n`);
  chmodSync(browser, 0o755);
  const model = join(home.folder, "model");
  writeFileSync(model, "#!/bin/sh\ngrep -q 'context: hello' && echo 'said by a program'\n");
  chmodSync(model, 0o755);
});
afterAll(() => home.remove());

type Typed = readonly (readonly [prompt: string, line: string])[];

async function onTerminal(
  words: readonly string[],
  typed: Typed,
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number; screen: string; left: unknown }> {
  const plan = JSON.stringify({ command: [process.execPath, mainPath, ...words], typed });
  const env = { ...home.env, ...more, PATH: `${home.folder}:${process.env.PATH ?? ""}` };
  const { stdout, stderr } = await run("python3", [driver, plan], { cwd: home.folder, env });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const form = ["call", "--server", "everything", "--yes", "trigger-elicitation-request"];
const rest = (from: number): Typed => Array.from({ length: 12 - from }, () => ["> ", ""]);
const address = ["call", "--server", "everything", "--yes", "trigger-url-elicitation", "url=https://example.com/a?b=c"];

describe.skipIf(!hasPython)("at a terminal", () => {
  it("a form is filled in: what does not fit is asked again, defaults are taken, the rest is skipped", async () => {
    const { code, screen, left } = await onTerminal(form, [
      ["> ", ""],
      ["it is required", "Ada"],
      ["> ", "yes"],
      ["> ", ""],
      ["> ", "not an address"],
      ["expected", "ada@example.com"],
      ["> ", "/skip"],
      ["> ", "1815-12-10"],
      ["> ", "101"],
      ["expected", "7"],
      ["> ", ""],
      ["> ", "rachel"],
      ["> ", "2, Drums"],
      ["> ", "Wonder Woman"],
      ["> ", "2,3"],
      ["> ", "Dogs"],
      ["Send it to 'everything'?", "y"],
    ]);
    expect({ code, left }).toEqual({ code: 0, left: [] });
    const raw: unknown = JSON.parse(screen.slice(screen.indexOf("Raw result:") + 11).replaceAll("\r", ""));
    expect(raw).toEqual({
      action: "accept",
      content: {
        name: "Ada",
        check: true,
        firstLine: "It was a dark and stormy night.",
        email: "ada@example.com",
        birthdate: "1815-12-10",
        integer: 7,
        number: 3.14,
        untitledSingleSelectEnum: "Rachel",
        untitledMultipleSelectEnum: ["Piano", "Drums"],
        titledSingleSelectEnum: "hero-3",
        titledMultipleSelectEnum: ["fish-2", "fish-3"],
        legacyTitledEnum: "pet-2",
      },
    });
  });

  it.each([
    ["/decline", "decline"],
    ["/cancel", "cancel"],
    ["\u0004", "cancel"],
  ])("%j ends it: %s", async (line, action) => {
    const { screen } = await onTerminal(form, [["> ", line]]);
    expect(screen).toContain(`"action": "${action}"`);
  });

  it("a filled form is not sent without a yes", async () => {
    const { screen } = await onTerminal(form, [["> ", "Ada"], ...rest(0), ["Send it to", "d"]]);
    expect(screen).toContain('"action": "decline"');
  });

  it("an address is shown whole, with its host, and opened after a yes", async () => {
    const { code, screen } = await onTerminal(address, [["Open it in the browser?", "y"]]);
    expect(code).toBe(0);
    expect(screen).toMatch(/address: https:\/\/example\.com\/a\?b=c\r\n {2}host: {4}example\.com\r\n/);
    expect(screen).toContain("User completed the URL elicitation flow");
    const { stdout } = await run("cat", [join(home.folder, "opened")]);
    expect(stdout).toBe("https://example.com/a?b=c\n");
  });

  it("an address that a call needs first is visited, and then the call is sent again", async () => {
    const { code, screen, left } = await onTerminal(
      [...address, "errorPath=true"],
      [
        ["Open it in the browser?", "y"],
        ["Press Enter", ""],
        ["Open it in the browser?", "y"],
      ],
    );
    expect({ code, left }).toEqual({ code: 0, left: [] });
    expect(screen).toContain("host:    modelcontextprotocol.io");
    expect(screen).toContain("User completed the URL elicitation flow");
  });

  it.each(["file:///etc/passwd", "javascript:alert(1)", "https://bank.example@evil.example/"])(
    "%s is not opened",
    async (url) => {
      const { screen } = await onTerminal([...address.slice(0, -1), `url=${url}`], []);
      expect(screen).toContain("Not opened");
      expect(screen).not.toContain("Open it in the browser?");
    },
  );

  it("a request for a model is answered by the person", async () => {
    const words = ["call", "--server", "everything", "--yes", "trigger-sampling-request", "prompt=hello"];
    const { code, screen } = await onTerminal(words, [
      ["Type the answer", "typed here"],
      ["> ", "."],
    ]);
    expect(code).toBe(0);
    expect(screen).toContain('"model": "typed by the user"');
    expect(screen).toContain('"text": "typed here"');
  });

  it("folders are those that the command names", async () => {
    const { code, screen } = await onTerminal(["call", "--server", "everything", "--root", ".", "get-roots-list"], []);
    expect(code).toBe(0);
    expect(screen).toContain(`URI: file://${home.folder}`);
  });

  it("of 2026-07-28: everything that one round asks is answered", async () => {
    const { code, screen, left } = await onTerminal(
      ["call", "--server", "modern", "--root", home.folder, "--yes", "ask"],
      [
        ["> ", "Ada"],
        ["Send it to 'modern'?", "y"],
        ["Type the answer", "a model's words"],
        ["> ", "."],
        ["Open it in the browser?", "y"],
        ["Press Enter", ""],
      ],
    );
    expect({ code, left }).toEqual({ code: 0, left: [] });
    expect(JSON.parse(screen.slice(screen.lastIndexOf("\n{\r")).replaceAll("\r", ""))).toEqual({
      form: { action: "accept", content: { name: "Ada" } },
      model: {
        role: "assistant",
        model: "typed by the user",
        content: { type: "text", text: "a model's words" },
        stopReason: "endTurn",
      },
      page: { action: "accept" },
      roots: { roots: [{ uri: `file://${home.folder}`, name: basename(home.folder) }] },
    });
    // The message of its form would clear the screen.
    expect(screen).not.toContain("\u001b[2J");
    expect(screen).toContain("\\u{1b}[2J");
  });
});

describe("in a pipe", () => {
  const inPipe = (words: readonly string[]) => pegboard(words, { cwd: home.folder, env: home.env });

  it.each([
    ["everything", "trigger-elicitation-request"],
    ["everything", "trigger-sampling-request"],
    ["everything", "get-roots-list"],
  ])("%s is not offered a person, a model, or folders: %s", async (server, tool) => {
    const { code, stdout, stderr } = await inPipe(["call", "--server", server, "--yes", tool]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`no tool '${tool}'`);
  });

  it("a server that asks all the same is refused", async () => {
    const { code, stdout, stderr } = await inPipe(["call", "--server", "modern", "--yes", "ask"]);
    expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
    expect(stderr).toContain("error: 'modern' asks ");
  });

  it("--root and --sampler answer", async () => {
    const roots = await inPipe(["call", "--server", "everything", "--root", ".", "get-roots-list"]);
    expect(roots.stdout).toContain(`URI: file://${home.folder}`);
    const words = [
      "--server",
      "everything",
      "--sampler",
      "./model",
      "--yes",
      "trigger-sampling-request",
      "prompt=hello",
    ];
    expect((await inPipe(["call", ...words])).stdout).toContain('"text": "said by a program"');
  });

  it("--sampler with an address asks a model there, with the key and the texts of the request", async () => {
    const seen: { url: string | undefined; authorization: string | undefined; body: unknown }[] = [];
    let answer = { status: 200, body: JSON.stringify({ choices: [{ message: { content: "said by a model" } }] }) };
    const api = createServer(async (request, response) => {
      const { url, headers } = request;
      seen.push({ url, authorization: headers.authorization, body: JSON.parse(await text(request)) });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
    });
    api.listen(0, "127.0.0.1");
    await once(api, "listening");
    const { port } = api.address() as AddressInfo; // it listens on TCP
    const key = "key-of-the-model-0123456789";
    const words = ["call", "--server", "everything", "--sampler", `http://127.0.0.1:${port}/v1`, "--yes"];
    const asked = (more: Readonly<Record<string, string>>) =>
      pegboard([...words, "trigger-sampling-request", "prompt=hello", "maxTokens=7"], {
        cwd: home.folder,
        env: { ...home.env, PEGBOARD_SAMPLER_MODEL: "small", PEGBOARD_SAMPLER_KEY: key, ...more },
      });
    try {
      const { code, stdout } = await asked({});
      expect({ code, said: stdout.includes('"text": "said by a model"') }).toEqual({ code: 0, said: true });
      expect(seen).toEqual([
        {
          url: "/v1/chat/completions",
          authorization: `Bearer ${key}`,
          body: {
            model: "small",
            messages: [
              { role: "system", content: "You are a helpful test server." },
              { role: "user", content: expect.stringContaining("hello") },
            ],
            max_tokens: 7,
            temperature: 0.7,
          },
        },
      ]);
      answer = { status: 429, body: JSON.stringify({ error: { message: `slow down, ${key}` } }) };
      const refused = await asked({});
      expect(refused.stderr + refused.stdout).toContain("429");
      expect(refused.stderr + refused.stdout).not.toContain(key);
      const unnamed = await asked({ PEGBOARD_SAMPLER_MODEL: "" });
      expect(unnamed.stderr).toContain("PEGBOARD_SAMPLER_MODEL names the model of the sampler's API; it is not set");
      expect(seen).toHaveLength(2);
    } finally {
      api.close();
    }
  });

  it("a key of a model goes neither over plain HTTP to another machine nor into an address", async () => {
    const sampler = (address: string) =>
      pegboard(["call", "--server", "everything", "--sampler", address, "echo", "message=x"], {
        cwd: home.folder,
        env: { ...home.env, PEGBOARD_SAMPLER_MODEL: "small", PEGBOARD_SAMPLER_KEY: "key-of-the-model-0123456789" },
      });
    const far = await sampler("http://models.example.org/v1");
    expect(far).toMatchObject({ code: 2, stdout: "" });
    expect(far.stderr).toContain("PEGBOARD_SAMPLER_KEY is sent over https or to this machine only");
    expect((await sampler("https://me:pass@models.example.org/v1")).stderr).toContain("an address without a user name");
  });

  it("a folder that is none is refused", async () => {
    const { code, stderr } = await inPipe(["call", "--server", "everything", "--root", "nowhere", "echo", "message=x"]);
    expect(code).toBe(2);
    expect(stderr).toBe("error: --root: 'nowhere' is not a folder\n");
  });
});

describe.skipIf(!hasPython)("a server that is kept warm", () => {
  const warm = () => ({ ...home.env, PEGBOARD_DAEMON: "60", XDG_RUNTIME_DIR: home.folder });
  afterAll(() => pegboard(["servers", "stop"], { cwd: home.folder, env: warm() }));

  it("asks the person at the terminal of each command", async () => {
    chmodSync(home.folder, 0o700);
    for (const [last, action] of [
      ["y", "accept"],
      ["d", "decline"],
    ] as const) {
      const typed: Typed = [["> ", "Ada"], ...rest(0), ["Send it to", last]];
      const { code, screen } = await onTerminal(form, typed, warm());
      expect({ code, action: /"action": "(\w+)"/.exec(screen)?.[1] }).toEqual({ code: 0, action });
    }
    expect(await requestsOf("everything")).toEqual([4]);
  });

  it("asks a program that the command names, and has no person in a pipe", async () => {
    const rest = ["--yes", "trigger-sampling-request", "prompt=hello"];
    const call = (...words: string[]) =>
      pegboard(["call", "--server", "everything", ...words, ...rest], { cwd: home.folder, env: warm() });
    expect((await call("--sampler", "./model")).stdout).toContain("said by a program");
    expect(await call()).toMatchObject({ code: 2, stdout: "" });
  });

  /** How many requests each process of this server has had. */
  async function requestsOf(name: string): Promise<readonly number[]> {
    const { stdout } = await pegboard(["servers", "running", "--json"], { cwd: home.folder, env: warm() });
    const { processes }: { processes: { servers: { server: string; requests: number }[] }[] } = JSON.parse(stdout);
    return processes.flatMap(({ servers }) =>
      servers.filter(({ server }) => server === name).map(({ requests }) => requests),
    );
  }
});
