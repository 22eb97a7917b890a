import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { OutputFile } from "../../src/compiler/emit/output-file.ts";

const project = resolve(import.meta.dirname, "../..");

/** Settings of a project that differ from ours. */
export interface CheckerSettings {
  readonly exactOptionalPropertyTypes?: false;
  readonly noUncheckedIndexedAccess?: false;
}

/**
 * Writes files into a folder of their own inside the project (so that packages are found) and runs the type checker.
 * @returns its complaints, "" when there are none
 */
export function typeErrors(
  files: readonly Pick<OutputFile, "path" | "text">[],
  settings: CheckerSettings = {},
): string {
  mkdirSync(join(project, "node_modules/.cache"), { recursive: true });
  const root = mkdtempSync(join(project, "node_modules/.cache/pegboard-types-"));
  try {
    for (const { path, text } of [...files, { path: "tsconfig.json", text: tsconfig(settings) }]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    writeFileSync(join(root, "package.json"), '{"name":"notes","type":"module"}');
    execFileSync(process.execPath, [join(project, "node_modules/typescript/bin/tsc"), "-p", root], {
      encoding: "utf8",
    });
    return "";
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const tsconfig = (settings: CheckerSettings) =>
  JSON.stringify({
    extends: join(project, "tsconfig.json"),
    compilerOptions: { paths: { "pegboard/runtime": [join(project, "src/runtime/index.ts")] }, ...settings },
    include: ["generated", "src", "test"],
    exclude: [],
  });
