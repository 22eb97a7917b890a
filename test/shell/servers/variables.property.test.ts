import fc from "fast-check";
import { expect, it } from "vitest";
import { expandVariables, inputVariable } from "../../../src/shell/servers/variables.ts";
import { world } from "./read-config.ts";

const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/);
const text = fc.string({ unit: fc.constantFrom("a", "$", "{", "}", ":", "-", " ", "é", "\\", "\n") });
const plain = text.filter((value) => !value.includes("${"));
const dialect = fc.constantFrom("shell" as const, "editor" as const);
const none = new Map<string, string>();

it("leaves what is not a variable as it is", () => {
  fc.assert(
    fc.property(plain, dialect, (given, spelled) => {
      expect(expandVariables(given, spelled, none, world)).toEqual({ text: given, secrets: [], problem: undefined });
    }),
  );
});

it("puts in any value whole and once, though it looks like a variable, and keeps it as a secret", () => {
  const before = plain.filter((value) => !value.endsWith("$"));
  fc.assert(
    fc.property(before, name, text, plain, (head, variable, value, tail) => {
      const env = { [variable]: value };
      const expanded = expandVariables(`${head}\${env:${variable}}${tail}`, "editor", none, { ...world, env });
      expect(expanded.text).toBe(`${head}${value}${tail}`);
      expect(expanded.secrets).toEqual(value === "" ? [] : [value]);
      expect(expandVariables(`\${${variable}:-x}`, "shell", none, { ...world, env }).text).toBe(
        value === "" ? "x" : value,
      );
    }),
  );
});

it("names a variable that is not set, and never fills in a part", () => {
  fc.assert(
    fc.property(name, dialect, (variable, spelled) => {
      const { problem } = expandVariables(`a\${env:${variable}}b`, spelled, none, { ...world, env: {} });
      expect(problem).toBe(`needs the environment variable '${variable}', which is not set`);
    }),
  );
});

it("makes of any id a variable that a shell can set, and that the file's own answer stands in for", () => {
  const id = fc.string().filter((value) => !value.includes("}"));
  fc.assert(
    fc.property(id, (given) => {
      expect(inputVariable(given)).toMatch(/^PEGBOARD_INPUT_[A-Z0-9_]*$/);
      const asked = `\${input:${given}}`;
      const proposed = new Map([[given, "own"]]);
      expect(expandVariables(asked, "editor", proposed, { ...world, env: {} }).text).toBe("own");
      const env = { [inputVariable(given)]: "user's" };
      expect(expandVariables(asked, "editor", proposed, { ...world, env }).text).toBe("user's");
      expect(expandVariables(asked, "shell", none, { ...world, env: {} }).problem).toContain(inputVariable(given));
    }),
  );
});
