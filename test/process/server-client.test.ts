// `pegboard client` of real servers: what it writes is type-checked with a program that uses it, and the program is run.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Finished, pegboard, pegboardHere, root, run } from "./run-pegboard.ts";

const installed = (name: string) => join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** Inside the project, so that the official SDKs are found. */
let folder: string;
let env: Readonly<Record<string, string>>;
beforeAll(() => {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "pegboard-client-"));
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files", "note.txt"), "a note\n");
  env = { HOME: folder, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", XDG_CACHE_HOME: "", PEGBOARD_AUDIT: "off" };
  const node = (...args: string[]) => ({ command: process.execPath, args });
  const altering = (file: string, ...words: string[]) =>
    node(join(import.meta.dirname, "altering-server.mjs"), join(folder, file), process.execPath, ...words);
  writeFileSync(join(folder, "hostile.json"), JSON.stringify(hostile));
  const mcpServers = {
    everything: node(installed("everything")),
    files: node(installed("filesystem"), join(folder, "files")),
    memory: { ...node(installed("memory")), env: { MEMORY_FILE_PATH: join(folder, "memory.json") } },
    [evil]: altering("hostile.json", installed("filesystem"), join(folder, "files")),
  };
  writeFileSync(join(folder, "servers.json"), JSON.stringify({ mcpServers }));
  writeFileSync(join(folder, "package.json"), '{"name": "uses-clients", "type": "module"}');
  const compilerOptions = { noUnusedLocals: true, noUnusedParameters: true, paths: {}, types: ["node"] };
  const settings = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["*.ts"], exclude: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const placeholder = "$" + "{process.exit(9)}";
/** A server's name, as a configuration of somebody else may have it. */
const evil = `evil */ ${placeholder}\n\``;
/** Texts that would end the comment, the string or the type around them. */
const hostile = {
  "read_file`);process.exit(9)//": { description: `*/ process.exit(9); /* ${placeholder}` },
  write_file: {
    inputSchema: {
      type: "object",
      properties: {
        'a"]; process.exit(9); //': { enum: ['"; process.exit(9); "', "*/"], description: "*/ process.exit(9)" },
        __proto__x: { $ref: "#/$defs/Promise" },
        deep: { $ref: "#/$defs/Answer" },
      },
      $defs: {
        Promise: { type: "object", properties: { self: { $ref: "#/$defs/Promise" } } },
        Answer: { type: "object", properties: { self: { $ref: "#/$defs/Answer" }, b: { type: "string" } } },
      },
    },
  },
};

const client = (server: string, out: string) =>
  pegboardHere(["client", server, "--config", "servers.json", "--out", out], { cwd: folder, env });

async function check(): Promise<Finished> {
  return run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", folder], {
    cwd: folder,
  });
}

/** Node 20 does not run TypeScript; types are taken off, and the official SDKs are imported as they are. */
async function runProgram(name: string): Promise<Finished> {
  const outfile = join(folder, name.replace(".ts", ".mjs"));
  const options = { bundle: true, platform: "node", format: "esm", packages: "external" } as const;
  await build({ entryPoints: [join(folder, name)], outfile, logLevel: "silent", ...options });
  return run(process.execPath, [outfile], { cwd: folder });
}

const program = `
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { openClient as openEverything } from "./everything.ts";
import { openClient as openFiles, ToolCallError } from "./files.ts";
import { openClient as openMemory } from "./memory.ts";

const started = (...args: string[]) => ({ command: process.execPath, args, stderr: "ignore" as const });
const file = ${JSON.stringify("FILES/note.txt")};

const newer = new Client({ name: "test", version: "1" });
await newer.connect(new StdioClientTransport(started(${JSON.stringify("EVERYTHING")})));
const everything = openEverything(newer);
const { temperature, conditions } = await everything.getStructuredContent({ location: "Chicago" });
console.log(typeof temperature, conditions.length > 0);
const sum: string = (await everything.getSum({ a: 2, b: 40 })).text;
console.log(sum);
console.log((await everything.getTinyImage()).content.map(({ type }) => type).join());
await newer.close();

const older = new OlderClient({ name: "test", version: "1" });
await older.connect(new OlderTransport(started(${JSON.stringify("FILESYSTEM")}, ${JSON.stringify("FILES")})));
const files = openFiles(older);
console.log((await files.readTextFile({ path: file })).content);
const failed = await files.readTextFile({ path: "/etc/passwd" }).catch((error: unknown) => error);
console.log(failed instanceof ToolCallError && failed.tool === "read_text_file" && failed.message.includes("denied"));
await older.close();

/** Never run: what the type checker must refuse. */
export async function wrong(): Promise<void> {
  // @ts-expect-error a required param is missing
  await everything.getSum({ a: 2 });
  // @ts-expect-error no such city
  await everything.getStructuredContent({ location: "Paris" });
  // @ts-expect-error a param that the tool does not name
  await files.readTextFile({ path: file, lines: 3 });
  // @ts-expect-error no such member of the result
  console.log((await everything.getStructuredContent({ location: "Chicago" })).wind);
  // @ts-expect-error a member of an inner object is misspelt
  await openMemory(newer).createEntities({ entities: [{ name: "a", entityType: "b", observation: [] }] });
  // @ts-expect-error no such tool
  await everything.getProduct({ a: 2, b: 40 });
}
`;

describe("a client of a real server", () => {
  it("type-checks, refuses wrong calls, and calls the server through both generations of the SDK", async () => {
    const written = await pegboard(["client", "files", "--config", "servers.json", "--out", "files.ts"], {
      cwd: folder,
      env,
    });
    expect(written).toEqual({ code: 0, stdout: "files.ts: 14 tools of 'files'\n", stderr: "" });
    for (const name of ["everything", "memory"]) expect(await client(name, `${name}.ts`)).toMatchObject({ code: 0 });
    const text = program
      .replaceAll("EVERYTHING", installed("everything"))
      .replaceAll("FILESYSTEM", installed("filesystem"))
      .replaceAll("FILES", join(folder, "files"));
    writeFileSync(join(folder, "program.ts"), text);
    expect(await check()).toEqual({ code: 0, stdout: "", stderr: "" });
    const { code, stdout, stderr } = await runProgram("program.ts");
    expect(stderr).toBe("");
    expect(stdout).toBe("number true\nThe sum of 2 and 40 is 42.\ntext,image,text\na note\n\ntrue\n");
    expect(code).toBe(0);
  }, 120_000);

  it("is the same at each run, prints to stdout without --out, and names no file, time or place", async () => {
    const words = ["client", "everything", "--config", "servers.json"];
    const [once, again] = [
      await pegboardHere(words, { cwd: folder, env }),
      await pegboardHere(words, { cwd: folder, env }),
    ];
    expect(once.code).toBe(0);
    expect(again.stdout).toBe(once.stdout);
    expect(once.stdout).not.toContain(folder);
  });

  it("leaves hostile names and texts what they are: texts", async () => {
    expect(await client(evil, "hostile.ts")).toMatchObject({ code: 0 });
    writeFileSync(
      join(folder, "hostile-program.ts"),
      'import { openClient } from "./hostile.ts";\n' +
        "const said: string[] = [];\n" +
        "const client = openClient({ callTool: async ({ name }) => (said.push(name), { content: [] }) });\n" +
        "for (const call of Object.values(client)) await (call as (given: object) => Promise<unknown>)({}).catch(() => 0);\n" +
        "console.log(said.length, said.some((name) => name.includes('process.exit(9)')));\n",
    );
    expect(await check()).toEqual({ code: 0, stdout: "", stderr: "" });
    const ran = await runProgram("hostile-program.ts");
    expect(ran).toEqual({ code: 0, stdout: "15 true\n", stderr: "" });
  }, 120_000);

  it("replaces only what it has written", async () => {
    writeFileSync(join(folder, "own.txt"), "// by hand\n");
    const refused = await client("everything", "own.txt");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("'own.txt' was not generated by pegboard; not replaced");
    expect(readFileSync(join(folder, "own.txt"), "utf8")).toBe("// by hand\n");
    expect((await client("everything", "twice.txt")).code).toBe(0);
    expect((await client("everything", "twice.txt")).code).toBe(0);
  });
});
