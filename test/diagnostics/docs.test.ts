import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { expect, it } from "vitest";
import { findingsText } from "../../src/cli/report.ts";
import { check } from "../../src/compiler/compile.ts";
import { renderGithub } from "../../src/diagnostics/render-github.ts";
import { renderJson } from "../../src/diagnostics/render-json.ts";
import { caseSources } from "../lint/golden-case.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";

const page = join(import.meta.dirname, "../../docs/diagnostics.md");

it("shows in docs/diagnostics.md what is really printed", () => {
  const sources = caseSources("base").map(({ path, text }) => ({
    path,
    text: text.replace("tier: essential\n", "tier: esential\n"),
  }));
  const { diagnostics } = check(sources);
  const blocks = {
    text: findingsText(diagnostics, pc.createColors(false)),
    json: renderJson(diagnostics),
    console: renderGithub(diagnostics),
  };
  const shown = Object.entries(blocks).reduce(
    (text, [language, block]) =>
      text.replace(new RegExp(`(?<=^\`\`\`${language}\n)[\\s\\S]*?(?=^\`\`\`$)`, "m"), () => block),
    readFileSync(page, "utf8"),
  );
  if (mayRewriteGoldens()) writeFileSync(page, shown);
  expect(readFileSync(page, "utf8")).toBe(shown);
  expect(shown).toContain('"code": "unknown-tier"');
});
