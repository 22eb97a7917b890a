import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pegboard, runHere } from "./run-pegboard.ts";
import { type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// Memories in the terminal: what agents store over MCP, a person finds, reads, edits and archives.

let folder = "";
let server: ServedWorkbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-browse-"));
  server = await serveWorkbenchHere({ profile: "full" });
  await server.value("session_open", { agent: "claude" });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const stored = async (title: string, content: string, over = {}) =>
  String((await server.value("memory_store", { title, content, ...over })).id);

/** An editor that is a program with an argument: it replaces one text by another, or fails. */
function editor(from: string, to: string, name = "edit"): string {
  const path = join(folder, `${name}.mjs`);
  const script = `import { readFileSync, writeFileSync } from "node:fs";
const path = process.argv.at(-1);
writeFileSync(${JSON.stringify(join(folder, "place"))}, path);
writeFileSync(path, readFileSync(path, "utf8").replace(${JSON.stringify(from)}, ${JSON.stringify(to)}));`;
  writeFileSync(path, script);
  return `${process.execPath} ${path} --wait`;
}

/** Types lines at a terminal. @returns what it has shown */
async function typed(lines: readonly string[], env: Record<string, string> = {}, words: readonly string[] = []) {
  let shown = "";
  const sink = () =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          shown += String(chunk);
          done();
        },
      }),
      { isTTY: true },
    );
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.end(lines.map((line) => `${line}\n`).join(""));
  const variables = { PEGBOARD_DB: server.databasePath, USER: "ann", VISUAL: "", EDITOR: "", NO_COLOR: "1", ...env };
  const code = await runHere(
    ["memories", "browse", ...words],
    { stdin, stdout: sink(), stderr: sink() },
    { env: variables },
  );
  return { code, shown };
}

describe("pegboard memories browse", () => {
  it("shows, searches and reads, and lets no text act on the terminal", async () => {
    await stored("Ports", "The bridge listens on 7179.\nIt \u001b[31mblinks\u202e.", {
      tags: ["net"],
      namespace: "ops",
    });
    await stored("Lunch", "At noon.");
    const { code, shown } = await typed(["2", "/bridge", "1", "x", "9", "n", "/nowhere", "q", "never"]);
    expect(code).toBe(0);
    expect(shown).toContain("  1  Lunch  global\n  2  Ports  ops\n");
    expect(shown).toContain("Ports\nops · long · net\nThe bridge listens on 7179.\nIt \\u{1b}[31mblinks\\u{202e}.\n");
    expect(shown).toContain("> " + "  1  Ports  ops\n");
    expect(shown).toContain("nothing is meant by 'x'");
    expect(shown).toContain("nothing is meant by '9'");
    expect(shown).toContain("that was the last page");
    expect(shown).toContain("nothing contains 'nowhere'");
    expect(shown).not.toContain("\u001b");
  });

  it("goes on to further pages, and ends with the input", async () => {
    for (let n = 0; n < 23; n++) await stored(`Note ${n}`, `Number ${n} of them all.`, { force: true });
    const { code, shown } = await typed(["n", "n"]);
    expect(code).toBe(0);
    expect(shown).toContain("  1  Note 22  global\n");
    expect(shown).toContain("  3  Note 0  global\n");
    expect(shown).toContain("that was the last page");
  });

  it("edits in the editor of the person, whose words no shell reads", async () => {
    const id = await stored("Ports", "It is 7179.");
    const { shown } = await typed(["e 1"], { EDITOR: `${editor("7179", "7180")} $(touch,${folder}/shell)` });
    expect(shown).toContain("updated: content\n");
    expect(await server.value("memory_get", { id })).toMatchObject({ content: "It is 7180." });
    expect(existsSync(join(folder, "shell"))).toBe(false);
    // Nothing is left of it.
    expect(existsSync(readFileSync(join(folder, "place"), "utf8"))).toBe(false);
    const { shown: refused } = await typed(["e1"], { EDITOR: editor("priority: 5", "priority: 50", "bad") });
    expect(refused).toContain("refused: its priority is not a whole number from 1 to 10\nwhat you wrote is kept in ");
    const kept = readFileSync(join(folder, "place"), "utf8");
    expect(readFileSync(kept, "utf8")).toContain("priority: 50");
    rmSync(join(kept, ".."), { recursive: true });
  });

  it("says what is missing for an edit, and changes nothing then", async () => {
    const id = await stored("Ports", "It is 7179.");
    expect((await typed(["e 1"])).shown).toContain("set EDITOR to your editor");
    expect((await typed(["e 1"], { EDITOR: "/no/such/editor" })).shown).toContain("ENOENT; nothing was changed");
    expect((await typed(["e 1"], { EDITOR: `${process.execPath} -e process.exit(3)` })).shown).toContain(
      "nothing was changed",
    );
    expect(await server.value("memory_get", { id })).toMatchObject({ content: "It is 7179." });
  });

  it("archives after a clear yes only", async () => {
    const id = await stored("Ports", "It is 7179.");
    expect((await typed(["a 1", "", "a 1", "yellow", "a 1"])).shown).toContain("it stays");
    expect(await server.value("memory_list", {})).toMatchObject({ items: [{ title: "Ports" }] });
    expect((await typed(["a 1", "y"])).shown).toContain("archive 'Ports'? [y/N] archived; memory_archive_restore");
    expect(await server.value("memory_list", {})).toMatchObject({ items: [] });
    expect(await server.value("memory_archive_restore", { id })).toMatchObject({ id });
  });

  it("is a list in a pipe, and JSON on demand", async () => {
    const id = await stored("Ports\u202e".slice(0, 5), "The bridge listens.", { namespace: "ops" });
    await stored("Lunch", "At noon.");
    const env = { PEGBOARD_DB: server.databasePath, USER: "ann" };
    const piped = await pegboard(["memory", "browse", "bridge"], { env });
    expect(piped).toEqual({ code: 0, stderr: "", stdout: `${id}\tops\tPorts\n` });
    const json = await pegboard(["memories", "browse", "--json", "bridge"], { env });
    expect(JSON.parse(json.stdout)).toEqual({ memories: [{ id, namespace: "ops", title: "Ports" }] });
    expect((await pegboard(["memories", "export"], { env })).code).toBe(2);
  });

  it.runIf(process.platform === "linux" && existsSync("/usr/bin/script"))("works at a pseudo-terminal", async () => {
    const id = await stored("Ports", "It is 7179.");
    const line = `${process.execPath} ${join(import.meta.dirname, "../../dist/cli/main.js")} memories browse`;
    const env = {
      ...process.env,
      PEGBOARD_DB: server.databasePath,
      USER: "ann",
      EDITOR: editor("7179", "7180"),
      VISUAL: "",
    };
    const child = spawn("/usr/bin/script", ["-qec", line, "/dev/null"], { env });
    let shown = "";
    const answers = ["e 1", "1", "q"];
    child.stdout.on("data", (chunk) => {
      shown += String(chunk);
      // As a person does: each line after the question for it.
      if (shown.endsWith("> ")) child.stdin.write(`${answers.shift() ?? "q"}\n`);
    });
    const code = await new Promise((resolve) => child.once("exit", resolve));
    expect({ code, shown }).toMatchObject({ code: 0, shown: expect.stringContaining("updated: content") });
    expect(shown).toContain("It is 7180.");
    expect(await server.value("memory_get", { id })).toMatchObject({ content: "It is 7180." });
  });
});
