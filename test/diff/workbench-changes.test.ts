import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Catalog, Stability } from "../../src/compiler/catalog/catalog.ts";
import { type Compiled, check, emptyCache } from "../../src/compiler/compile.ts";
import type { Change } from "../../src/compiler/diff/change.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { positionAt, type SourceFile } from "../../src/diagnostics/source-file.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { readSchema } from "../read-schema.ts";
import { workbenchEdits } from "./workbench-edits.ts";

// What the diff says of this repository's catalog when it is changed in typical ways: everything, exactly, at its place in
// the edited YAML. Each case is reported twice: as the catalog is, experimental, and as if its tools were promised to stay.

const today = "2026-11-21";
const cache = emptyCache();
const base = checked(readSchema());

const goldens = join(import.meta.dirname, "..", "golden", "diff");

test("every golden belongs to an edit", () => {
  expect(readdirSync(goldens).sort()).toEqual(
    Object.keys(workbenchEdits)
      .map((name) => `${name}.txt`)
      .sort(),
  );
});

describe.each(Object.entries(workbenchEdits))("%s", (name, edit) => {
  test("is reported as the golden says", () => {
    const head = checked(edit(readSchema()));
    const reported = (["experimental", "stable"] as const).map((stability) => {
      const [was, is] = [promised(base.catalog, stability), promised(head.catalog, stability)];
      const { changes } = diff(was, is, { origins: head.origins, today });
      return `== ${stability} ==\n${changes.map(shown).join("") || "no changes\n"}`;
    });
    const actual = reported.join("\n");
    const path = join(goldens, `${name}.txt`);
    if (mayRewriteGoldens()) writeFileSync(path, actual);
    expect(actual).toBe(readFileSync(path, "utf8"));
  });
});

function checked(files: readonly SourceFile[]): Pick<Compiled, "catalog" | "origins"> {
  const { value, diagnostics } = check(files, { cache });
  if (value === undefined || hasErrors(diagnostics)) {
    const found = diagnostics.filter(({ severity }) => severity === "error");
    throw new Error(`it does not compile: ${found.map(({ message }) => message).join("; ")}`);
  }
  return value;
}

/** Every experimental tool as if its callers had been promised something. */
function promised(catalog: Catalog, stability: Stability): Catalog {
  const tools = catalog.tools.map((tool) => (tool.stability === "experimental" ? { ...tool, stability } : tool));
  return { ...catalog, tools };
}

function shown({
  severity,
  id,
  categories,
  subject,
  span,
  path,
  message,
  note,
  help,
  witness,
  hidden,
}: Change): string {
  const position = span === undefined ? undefined : positionAt(span.file, span.start);
  const where = position === undefined ? path : `${path}:${position.line}:${position.column}`;
  const lines = [
    `${severity} ${id} (${subject}) [${categories.join(" ")}]${hidden === true ? " hidden" : ""}`,
    `  at ${where}`,
    `  ${message}`,
    ...(witness === undefined ? [] : [`  for example ${JSON.stringify(witness)}`]),
    ...(note === undefined ? [] : [`  note: ${note}`]),
    ...(help === undefined ? [] : [`  help: ${help}`]),
  ];
  return `${lines.join("\n")}\n`;
}
