import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { specRules } from "../../src/compiler/catalog/spec-grammar.ts";
import { knownClients } from "../../src/compiler/lint/client-limits.ts";
import { clientLimits, clientPatterns, clientWords } from "../../src/compiler/lint/clients.ts";

// What clients take is data with a source and a date. A fact that no rule asks for would grow old unseen.

const facts = Object.entries({ ...clientLimits, ...clientPatterns, ...clientWords });
const room = join(import.meta.dirname, "../../src/compiler/lint");

function rulesText(): string {
  return readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "clients.ts")
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

describe("what clients take", () => {
  it.each(facts)("%s has a source and a date", (_, { source, checkedOn, beyond, name }) => {
    expect([source, beyond, name].filter((text) => text.trim().length < 4)).toEqual([]);
    expect(checkedOn).toMatch(/^20\d\d-(0[1-9]|1[0-2])(-\d\d)?$/);
  });

  it("is all asked for by a rule", () => {
    const text = rulesText();
    expect(facts.map(([id]) => id).filter((id) => !text.includes(`"${id}"`))).toEqual([]);
  });

  it("is known of exactly the clients that catalog.yaml can aim at", () => {
    const grammar = JSON.stringify(specRules.catalog);
    const targets = knownClients.filter((client) => grammar.includes(`"${client}":`));
    expect([...knownClients].sort()).toEqual([...targets].sort());
  });

  it("holds patterns that are regular expressions", () => {
    for (const { pattern } of Object.values(clientPatterns))
      expect(new RegExp(pattern, "u").test("note_list")).toBe(true);
  });
});
