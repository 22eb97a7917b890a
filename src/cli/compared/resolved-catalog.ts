import { readBuiltinCatalog } from "../../compiler/builtins/builtin-catalog.ts";
import { resolve } from "../../compiler/resolve/resolve.ts";
import { parseSpec } from "../../compiler/syntax/parse.ts";
import { type Diagnostic, hasErrors, pathOf } from "../../diagnostics/diagnostic.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { positionAt } from "../../diagnostics/source-file.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Sources } from "../project.ts";
import { tuneForShortRun } from "../tune-engine.ts";
import { type CatalogSide, locateIn, renameOrigins } from "./side.ts";

/**
 * The catalog of texts that are not this project's schema/: of another folder or an older commit. It has to be whole, but
 * it isn't linted: a rule that came later must not make an old catalog incomparable, least of all to the change that fixes it.
 * @param rename gives the texts paths that differ from ours
 * @throws CliError with the first finding when it does not compile
 */
export function resolvedSide(
  { sources, diagnostics }: Sources,
  { name, rename, hint }: { readonly name: string; readonly rename: (path: string) => string; readonly hint?: string },
): CatalogSide {
  tuneForShortRun();
  const parsed = parseSpec(sources);
  const { value, diagnostics: found } = resolve(parsed.value, { builtinTools: () => readBuiltinCatalog().tools });
  const errors = [...diagnostics, ...parsed.diagnostics, ...found].filter(({ severity }) => severity === "error");
  const { catalog } = value;
  if (catalog === undefined || hasErrors(errors)) throw new CliError(notCompiled(name, errors, rename), { hint });
  const origins = renameOrigins(value.origins, rename);
  return { kind: "catalog", name, catalog, origins, locate: locateIn(origins) };
}

function notCompiled(name: string, errors: readonly Diagnostic[], rename: (path: string) => string): string {
  const [first] = errors;
  if (first === undefined) return `the catalog of '${name}' does not compile`;
  const more = errors.length === 1 ? "" : ` (and ${errors.length - 1} more)`;
  const place = visible(`${rename(pathOf(first))}${position(first)}`);
  return `the catalog of '${name}' does not compile: ${place}: ${visible(first.message)}${more}`;
}

function position({ span }: Diagnostic): string {
  if (span === undefined) return "";
  const { line, column } = positionAt(span.file, span.start);
  return `:${line}:${column}`;
}
