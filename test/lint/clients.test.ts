import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { specRules } from "../../src/compiler/catalog/spec-grammar.ts";
import { clientLimits, clientPatterns, clientWords } from "../../src/compiler/clients/client-facts.ts";
import { knownClients } from "../../src/compiler/clients/client-limits.ts";

// What clients take is data with a source and a date. A fact that nothing asks for would grow old unseen.

const facts = Object.entries({ ...clientLimits, ...clientPatterns, ...clientWords });
const readers = ["clients/client-limits.ts", "lint", "emit/interop"];

function rulesText(): string {
  return readers.flatMap((reader) => textsIn(join(import.meta.dirname, "../../src/compiler", reader))).join("\n");
}

function textsIn(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [readFileSync(path, "utf8")];
  return readdirSync(path).flatMap((name) => textsIn(join(path, name)));
}

describe("what clients take", () => {
  it.each(facts)("%s has a source and a date", (_, { source, checkedOn, beyond, name }) => {
    expect([source, beyond, name].filter((text) => text.trim().length < 4)).toEqual([]);
    expect(checkedOn).toMatch(/^20\d\d-(0[1-9]|1[0-2])(-\d\d)?$/);
  });

  it("is all asked for by a rule or an emitter", () => {
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
