// docs/shell.md shows what the shell prints. This types its examples, one after the other.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Finished, pegboardHere, root } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";
import { openShell } from "./shell-tools.ts";

const markdown = readFileSync(join(root, "docs", "shell.md"), "utf8");

/** `$ command` and the lines below it, up to the next one. */
const examples = [...markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((example) => {
      const end = example.indexOf("\n");
      return { command: example.slice(0, end), said: example.slice(end + 1) };
    }),
);

let home: ShellHome;
let bash: (script: string) => Promise<Finished>;
beforeAll(() => {
  home = makeShellHome();
  bash = openShell(home);
});
afterAll(() => home.remove());

/** What needs no shell is run in this process. */
async function type(command: string): Promise<string> {
  const isPlain = !/[|;&<>$`]/.test(command);
  const words = [...command.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ""));
  const { stdout, stderr } = isPlain
    ? await pegboardHere(words.slice(1), { cwd: home.folder, env: home.env })
    : await bash(command);
  return `${stdout}${stderr}`;
}

describe("an example of docs/shell.md", () => {
  it.each(examples)("$command", async ({ command, said }) => {
    const printed = await type(command);
    const [start = "", rest] = said.split("…\n");
    // A line of its own with three dots stands for the rest.
    if (rest === "") expect(printed.startsWith(start)).toBe(true);
    else expect(printed).toBe(said);
  });

  it("there are some, of every section", () => {
    const sections = markdown.split(/^## /m).filter((section) => section.includes("```console"));
    expect(sections.length).toBeGreaterThan(3);
    expect(examples.length).toBeGreaterThan(12);
  });
});
