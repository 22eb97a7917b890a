import { expect, test } from "vitest";
import { check } from "../../src/compiler/compile.ts";
import { importCatalog } from "../../src/compiler/import/import-catalog.ts";
import { importList } from "../../src/compiler/import/import-list.ts";
import { isJsonObject } from "../../src/contract/json.ts";

function importWith(instructions: string) {
  const imported = importList({ tools: [] }, { server: "texts", instructions });
  const catalog = imported?.drafts.find(({ path }) => path === "schema/catalog.yaml")?.value;
  const server = catalog?.server;
  if (imported === undefined || !isJsonObject(server)) throw new Error("no catalog was made");
  return { text: server.instructions, lost: imported.lost.map(({ pointer, why }) => `${pointer}: ${why}`) };
}

const asTheyAre = [
  "Ask first.",
  "  Ask first.",
  "Ask first.  \n\nThen act.",
  "Ask first.\n",
  "Ask first. \t\n\n",
  "# How to use this server\n\nAsk first, and act on what you were answered.\n",
];

test.each(asTheyAre)("the instructions %j stay byte for byte", (text) => {
  expect(importWith(text)).toEqual({ text, lost: [] });
});

test.each(asTheyAre)("the catalog that was made of the instructions %j serves them", (text) => {
  const tools = [{ name: "ask", description: "Ask first.", inputSchema: { type: "object" } }];
  const imported = importCatalog({ tools }, { server: "texts", instructions: text });
  const { value, diagnostics } = check(imported?.files ?? []);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(value?.catalog.server.instructions).toBe(text);
});

test.each([
  ["Ask first.\r\nThen act.", "Ask first.\nThen act.", "/instructions: line ends became one sign"],
  [" \n\t ", undefined, "/instructions: it has no visible text"],
  ["Ask {{first}}.", "Ask { {first}}.", "/instructions: braces were moved apart: {{ would be a reference"],
])("the instructions %j change and it is reported once", (given, text, loss) => {
  expect(importWith(given)).toEqual({ text, lost: [loss] });
});

test.each(["", undefined])("instructions that say nothing are not a loss: %j", (text) => {
  const imported = importList(
    { tools: [] },
    { server: "texts", ...(text === undefined ? {} : { instructions: text }) },
  );
  expect(imported?.lost).toEqual([]);
});
