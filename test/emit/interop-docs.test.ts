import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import { emitOpenAi } from "../../src/compiler/emit/emitters/interop.ts";
import { readSchema } from "../lint/golden-case.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { fileBlocks } from "../process/markdown-blocks.ts";

const page = join(import.meta.dirname, "../../docs/interop.md");

/** A JSON block whose fence bears the name of the file it shows. */
const block = (name: string) =>
  new RegExp(`(?<=^\`\`\`json ${name.replaceAll(".", "\\.")}\n)[\\s\\S]*?(?=^\`\`\`$)`, "m");

it("shows what the tool of docs/interop.md really becomes", () => {
  const text = readFileSync(page, "utf8");
  const files = new Map([...readSchema(join(import.meta.dirname, "../fixtures/notes")), ...fileBlocks(text)]);
  const { value } = compile([...files].map(([path, text]) => ({ path, text })));
  const catalog = value?.catalog;
  if (catalog === undefined) throw new Error("the example of docs/interop.md does not compile");
  const only = { ...catalog, tools: catalog.tools.filter(({ name }) => name === "note_list") };
  const made = emitOpenAi(only).filter(({ path }) => path.endsWith(".json"));
  const shown = made.reduce(
    (before, { path, text }) => before.replace(block(path.split("/").at(-1) ?? ""), () => text),
    text,
  );
  if (mayRewriteGoldens()) writeFileSync(page, shown);
  expect(readFileSync(page, "utf8")).toBe(shown);
  expect(shown.match(block("openai.json"))?.[0]).toContain('"note_list"');
  expect(shown.match(block("openai.dropped.json"))?.[0]).toContain('"maxLength"');
});
