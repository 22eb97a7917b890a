import { expect, it } from "vitest";
import { lastLines } from "../../src/client/last-lines.ts";

it("says what went wrong where the stack of it is longer than what is repeated", () => {
  const frames = Array.from(
    { length: 40 },
    (_, index) => `    at load${index} (node:internal/modules/esm/loader:${index}:45)`,
  );
  const text = [
    "node:internal/modules/esm/resolve:873",
    "        ^",
    "",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /srv/tools.mjs",
    ...frames,
    "    at async Promise.all (index 0)",
    "    at new Promise (<anonymous>)",
    "    at main (file:///srv/tools.mjs:1:1) {",
    "  code: 'ERR_MODULE_NOT_FOUND'",
    "}",
  ].join("\n");
  expect(lastLines(text)).toBe(
    "node:internal/modules/esm/resolve:873 | Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /srv/tools.mjs | code: 'ERR_MODULE_NOT_FOUND' | }",
  );
});

it.each([
  ["at least one argument is missing", "at least one argument is missing"],
  ["usage: serve\r\n  --port is missing\r\n", "usage: serve | --port is missing"],
  ["Traceback:\n  File \"a.py\", line 1\nKeyError: 'TOKEN'", "Traceback: | File \"a.py\", line 1 | KeyError: 'TOKEN'"],
])("keeps other lines: %j", (text, expected) => {
  expect(lastLines(text)).toBe(expected);
});

it("keeps the end of what is long", () => {
  const shown = lastLines(`${"x".repeat(2_000)} the end`);
  expect(shown).toHaveLength(601);
  expect(shown).toMatch(/^…x+ the end$/);
});
