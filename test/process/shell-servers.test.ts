// Servers as people have them, from npm: through the shell, and through a bridge that keeps them warm.
import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainPath, pegboardHere } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

const require = createRequire(import.meta.url);
const script = (name: string) =>
  join(require.resolve(`@modelcontextprotocol/server-${name}/package.json`), "..", "dist", "index.js");

let home: ShellHome;
let folder = "";
let bridge: ChildProcess | undefined;
let bridged: Record<string, string> = {};
beforeAll(async () => {
  home = makeShellHome();
  folder = realpathSync(home.folder);
  const node = (name: string, ...words: string[]) => ({ command: process.execPath, args: [script(name), ...words] });
  const mcpServers = {
    files: node("filesystem", folder),
    memory: { ...node("memory"), env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") } },
    everything: node("everything"),
  };
  writeFileSync(join(folder, "three.json"), JSON.stringify({ mcpServers }));
  bridge = spawn(process.execPath, [mainPath, "bridge", "--config", "three.json", "--allow", "memory/*", "--json"], {
    cwd: folder,
    env: { ...process.env, ...home.env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  bridged = await variablesOf(bridge);
});
afterAll(async () => {
  if (bridge !== undefined) {
    const ended = new Promise((resolve) => bridge?.on("close", resolve));
    bridge.kill("SIGTERM");
    await ended;
  }
  home.remove();
});

/** What `pegboard bridge --json` says on its first lines. */
async function variablesOf(child: ChildProcess): Promise<Record<string, string>> {
  let text = "";
  if (child.stdout === null) throw new Error("no stdout");
  for await (const line of createInterface({ input: child.stdout })) {
    text += line;
    try {
      const { port, token } = JSON.parse(text) as { port: number; token: string };
      return { TOOL_CLI_PORT: String(port), TOOL_CLI_TOKEN: token };
    } catch {
      // Not yet the whole of it.
    }
  }
  throw new Error(`the bridge said no more than '${text}'`);
}

const ways = [
  ["the shell", ["--config", "three.json"], () => ({})],
  ["a bridge", [], () => bridged],
] as const;

describe.each(ways)("through %s", (_, before, env) => {
  const shell = (...words: string[]) =>
    pegboardHere([...before, ...words], { cwd: folder, env: { ...home.env, ...env() } });

  it("are listed and searched", async () => {
    const { servers } = JSON.parse((await shell("servers", "--json")).stdout) as { servers: { name: string }[] };
    const names = servers.map(({ name }) => name).filter((name) => name !== "pegboard");
    expect(names.sort()).toEqual(["everything", "files", "memory"]);
    const found = await shell("search", "knowledge", "graph", "--limit", "3");
    expect(found.stdout).toContain("memory read_graph");
    expect((await shell("files")).stdout).toMatch(
      /^files — \d+ tools:\n[\s\S]* {2}read_file\(path: string, .*\[json\]\n/,
    );
  });

  it("are described and called", async () => {
    const described = await shell("everything", "get-sum");
    expect(described.stdout).toMatch(/Params {2}\(\* is required\)\n {2}a \* {2}First number \(number\)/);
    expect(await shell("everything", "get-sum", "--a", "3", "--b", "4")).toEqual({
      code: 0,
      stdout: "The sum of 3 and 4 is 7.\n",
      stderr: "",
    });
    writeFileSync(join(folder, "note.txt"), "kept");
    const read = await shell("files", "read_text_file", `path=${join(folder, "note.txt")}`, "--path", "content");
    expect(read).toEqual({ code: 0, stdout: "kept\n", stderr: "" });
  });

  it("describe says what a call of a tool that writes takes", async () => {
    const { stdout } = await shell("files", "write_file");
    const taken = before.length > 0 ? "needs --yes or an allow rule" : "runs if the rules of the bridge allow it";
    expect(stdout).toContain(`may change something: ${taken}`);
  });

  it("what writes is refused until somebody allows it", async () => {
    const written = join(folder, "written.txt");
    const refused = await shell("files", "write_file", `path=${written}`, "content=x");
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 6, stdout: "" });
    const entities = '[{"name":"Ada","entityType":"person","observations":["writes"]}]';
    const made = await shell("memory", "create_entities", `entities:=${entities}`, "--allow", "memory/create_*");
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: "" });
    expect((await shell("memory", "read_graph", "{}", "--path", "entities[0].name")).stdout).toBe("Ada\n");
  });
});
