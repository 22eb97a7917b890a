import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../../src/cli/program.ts";
import { grammarOf } from "../../../src/shell/completion/grammar.ts";
import { clients } from "../../../src/shell/install/clients.ts";
import { clientNames } from "../../../src/shell/servers/client-names.ts";
import { recordTerminal } from "../../cli/record-terminal.ts";

const document = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "install.md"), "utf8");
const { verbs } = grammarOf(createProgram(recordTerminal("/").terminal, () => undefined));

describe("docs/install.md", () => {
  const commands = [...document.matchAll(/^(?:eval "\$\()?pegboard ([^#\n>)"]*)/gm)].map(([, words = ""]) =>
    words.trim(),
  );

  it("has commands that the program knows", () => {
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) {
      const [name, ...words] = command.split(" -- ")[0]?.split(" ") ?? [];
      const verb = verbs.find((each) => each.name === name);
      expect(verb, command).toBeDefined();
      const options = verb?.options.map((option) => option.name) ?? [];
      for (const word of words) if (word.startsWith("--")) expect(options, command).toContain(word);
    }
  });

  it("names every client with the member that holds its servers", () => {
    for (const client of clientNames) {
      const row = document.split("\n").find((line) => line.startsWith(`| \`${client}\` |`));
      expect(row, client).toContain(`\`${clients[client].container.join(".")}\``);
    }
  });

  it("names every option of install and doctor", () => {
    const plain = new Set(["--help", "--json", "--yes", "--dry-run"]);
    const own = verbs.filter(({ name }) => name === "install" || name === "doctor").flatMap(({ options }) => options);
    for (const { name } of own) if (!plain.has(name)) expect(document, name).toContain(name);
  });
});
