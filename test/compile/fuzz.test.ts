import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import { hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { render } from "../../src/diagnostics/render.ts";
import { renderJson } from "../../src/diagnostics/render-json.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { lawCases } from "../law-cases.ts";
import { readSchema } from "../lint/golden-case.ts";
import { mutated } from "./mutate-yaml.ts";

// A short run with every test; `npm run nightly` sets the seconds for a long one. fast-check prints the seed of a failure.
const seconds = Number(process.env.PEGBOARD_FUZZ_SECONDS ?? 0);
const runs =
  seconds > 0
    ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }
    : { numRuns: lawCases(120) };

const root = join(import.meta.dirname, "../..");

function catalogAt(folder: string): readonly SourceFile[] {
  return readSchema(join(root, folder)).map(([path, text]) => ({ path, text }));
}

/**
 * Where `generate` may write: nowhere else, whatever an author or a pull request writes into YAML. `src/host.ts` is the one
 * scaffold that is not a handler; its name is fixed.
 */
const allowed =
  /^src\/host\.ts$|^(?:generated|generated\/\.cache|src\/handlers)\/(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

function judge(sources: readonly SourceFile[]): void {
  const { value, diagnostics } = compile(sources);
  expect(render(diagnostics)).not.toContain("undefined");
  JSON.parse(renderJson(diagnostics));
  for (const { span } of diagnostics) {
    if (span === undefined) continue;
    expect(span.start).toBeGreaterThanOrEqual(0);
    expect(span.end).toBeGreaterThanOrEqual(span.start);
    expect(span.end).toBeLessThanOrEqual(span.file.text.length);
  }
  const files = value?.files ?? [];
  expect(files.length > 0).toBe(!hasErrors(diagnostics));
  for (const { path } of files) expect(path).toMatch(allowed);
  expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length);
}

describe("whatever happens to the texts, the compiler answers and writes only where it may", () => {
  it.each(["test/golden/mistakes/base", "test/golden/lint/base", "test/fixtures/notes"])(
    "%s",
    (folder) => {
      fc.assert(fc.property(mutated(catalogAt(folder)), judge), runs);
    },
    seconds * 1000 + 120_000,
  );

  it(
    "the workbench itself",
    () => {
      const few = seconds > 0 ? runs : { numRuns: lawCases(15) };
      fc.assert(fc.property(mutated(catalogAt(".")), judge), few);
    },
    seconds * 1000 + 120_000,
  );

  it("has teeth: a path that leaves its folder is seen", () => {
    expect("generated/contracts/../../x.ts").not.toMatch(allowed);
    expect("src/handlers/notes/note_create.ts").toMatch(allowed);
    expect("src/main.ts").not.toMatch(allowed);
  });
});
