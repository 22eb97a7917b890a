import { readFile, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Catalog } from "../compiler/catalog/catalog.ts";
import { compile } from "../compiler/compile.ts";
import { readBaseline } from "../compiler/diff/baseline.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import { findProject, readSources, reasonOf } from "./project.ts";
import { Refusal } from "./refusal.ts";

/** Where the released catalog is kept, relative to the project's root. */
export const baselinePath = "test/baseline/catalog.json";

/**
 * The older catalog that `diff` compares with.
 * @param against `baseline`, a project's folder, or a file: generated/catalog.json or a baseline
 * @throws Refusal when it is missing, damaged or does not compile
 */
export async function readBase(cwd: string, root: string, against: string): Promise<Catalog> {
  if (against === "baseline") {
    const catalog = await readRecorded(root);
    if (catalog !== undefined) return catalog;
    throw new Refusal(`there is no baseline: '${baselinePath}' does not exist`, {
      hint: "record one with `pegboard baseline --release`, or compare with --against <folder or catalog.json>",
    });
  }
  const path = resolve(cwd, against);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new Refusal(`'${against}' does not exist`);
  return found.isDirectory() ? compileBase(cwd, against) : parseCatalog(await readText(path, against), against);
}

/** The project's own baseline, or undefined when none was recorded yet. */
export async function readRecorded(root: string): Promise<Catalog | undefined> {
  const path = join(root, baselinePath);
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? undefined : parseBaseline(await readText(path, baselinePath), baselinePath);
}

async function compileBase(cwd: string, folder: string): Promise<Catalog> {
  const root = await findProject(cwd, folder);
  const { sources, diagnostics } = await readSources(root);
  const { value, diagnostics: found } = compile(sources);
  if (value !== undefined && !hasErrors(diagnostics)) return value.catalog;
  const place = relative(cwd, root) === "" ? "." : relative(cwd, root);
  throw new Refusal(`the catalog in '${folder}' does not compile`, {
    hint: `pegboard lint --catalog ${place} says why (${[...diagnostics, ...found].length} findings)`,
  });
}

function parseCatalog(text: string, name: string): Catalog {
  const value = parseJson(text, name);
  if (isOutline(value, ["hash", "catalog"])) return parseBaseline(text, name);
  if (!isOutline(value, ["format", "server", "tools", "types", "profiles"])) {
    throw new Refusal(`'${name}' is no catalog`, { hint: "take a project's generated/catalog.json, or a baseline" });
  }
  // Only the compiler writes such a file; its outline was looked at.
  return value as unknown as Catalog;
}

function parseBaseline(text: string, name: string): Catalog {
  const read = readBaseline(text);
  if ("problem" in read) {
    throw new Refusal(`'${name}' can't be used as a baseline: ${read.problem}`, {
      hint: "take it back from version control; only `pegboard baseline --release` writes it",
    });
  }
  return read.catalog;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`'${name}' is no valid JSON: ${reasonOf(error)}`, { cause: error });
  }
}

function isOutline(value: unknown, keys: readonly string[]): value is object {
  return typeof value === "object" && value !== null && keys.every((key) => Object.hasOwn(value, key));
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Refusal(`'${name}' can't be read: ${reasonOf(error)}`, { cause: error });
  }
}
