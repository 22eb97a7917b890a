import { nearMiss } from "../../contract/near-miss.ts";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import { suggest } from "../../diagnostics/mistyped.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import type { Catalog, Tool } from "../catalog/catalog.ts";
import { oncePerTool } from "../catalog/once-per-tool.ts";
import { type Origins, originOf, pointer } from "../catalog/origins.ts";
import { versionedName } from "../catalog/versions.ts";
import {
  adapterNames,
  builtinAliasSource,
  exportName,
  handlerPath,
  resultAdapterName,
  sourcePath,
  typeNames,
  writtenAliases,
} from "./tool-names.ts";

// Hand-written files against the catalog, before the type checker sees them: is there one for each tool, does it export
// the name that the registry imports, does it belong to a tool that still exists. The type checker checks their types.

/**
 * @param handlerFiles the .ts files under src/handlers, as they stand after scaffolds were written
 * @returns findings that point at the export that is wrong, or, where there is none, at the tool's YAML
 */
export async function checkHandlers(
  catalog: Catalog,
  origins: Origins,
  handlerFiles: readonly SourceFile[],
): Promise<readonly Diagnostic[]> {
  const files = new Map(handlerFiles.map((file) => [file.path, file]));
  const expected = expectedFiles(catalog, origins);
  const findings: Diagnostic[] = [];
  const known = new Set<string>();
  for (const { wanted, origin } of expected) {
    const file = files.get(wanted.path);
    known.add(wanted.path);
    // At each edit of a session all files are right but a few.
    if (file === undefined || !isPlainlyRight(wanted, file)) findings.push(...(await checkFile(wanted, file, origin)));
  }
  for (const file of handlerFiles) if (!known.has(file.path)) findings.push(...staleHandler(file, catalog));
  return findings;
}

interface Expected {
  readonly wanted: ExpectedFile;
  readonly origin: () => Span | { readonly path: string };
}

interface ExpectedFile {
  readonly kind: "handler" | "adapter";
  /** Tool or alias. */
  readonly name: string;
  /** Names of the functions that the registry imports. */
  readonly exports: readonly string[];
  readonly path: string;
  /** It must be `{preview, run}`. */
  readonly previews?: boolean;
}

function expectedFiles(catalog: Catalog, origins: Origins): readonly Expected[] {
  const named = handlerOf(catalog);
  const tools = catalog.tools.flatMap((tool, index) => {
    if (tool.upgrade !== undefined) return [];
    const origin = () => originOf(origins, pointer("/tools", index, "name")) ?? { path: sourcePath(tool) };
    return [
      { wanted: named(tool), origin },
      ...expectedAdapters(tool, pointer("/tools", index), origins, sourcePath(tool)),
    ];
  });
  const builtins = (catalog.builtins ?? []).flatMap((tool, index) =>
    expectedAdapters(tool, pointer("/builtins", index), origins, builtinAliasSource),
  );
  return [...tools, ...builtins];
}

const handlerOf = oncePerTool((tool): ExpectedFile => {
  const name = versionedName(tool);
  const exports = [exportName(name)];
  const previews = tool.confirm?.preview === true;
  return { kind: "handler", name, exports, path: handlerPath(tool, name), previews };
});

function expectedAdapters(tool: Tool, base: string, origins: Origins, path: string): readonly Expected[] {
  return writtenAliases(tool).map((alias) => {
    const at = () => pointer(base, "aliases", tool.aliases.indexOf(alias), "name");
    const exports = [
      ...(alias.adapt ? [exportName(alias.name)] : []),
      ...(alias.result === undefined ? [] : [exportName(resultAdapterName(alias))]),
    ];
    const wanted = { kind: "adapter", name: alias.name, exports, path: handlerPath(tool, alias.name) } as const;
    return { wanted, origin: () => originOf(origins, at()) ?? { path } };
  });
}

function isPlainlyRight({ exports, previews }: ExpectedFile, file: SourceFile): boolean {
  return previews !== true && exports.every((expected) => plainlyExports(file, expected));
}

async function checkFile(
  wanted: ExpectedFile,
  file: SourceFile | undefined,
  origin: Expected["origin"],
): Promise<readonly Diagnostic[]> {
  const { name, path } = wanted;
  const isHandler = wanted.kind === "handler";
  if (file === undefined) {
    const extras = { help: "'pegboard generate' writes a first version" };
    if (isHandler) return [diagnostic("handler-missing", { tool: name, path }, origin(), extras)];
    return [diagnostic("adapter-missing", { alias: name, path }, origin(), extras)];
  }
  const unseen = wanted.exports.filter((expected) => !plainlyExports(file, expected));
  if (unseen.length === 0) return wanted.previews === true ? withoutPreview(wanted, file, origin) : [];
  // The parser of TypeScript is slow to load, so it is loaded only when a simple pattern does not match.
  const { readExports } = await import("./read-exports.ts");
  const { names, complete } = readExports(file);
  if (!complete) return [];
  return unseen
    .filter((expected) => !names.includes(expected))
    .map((expected) => {
      const declaredAt = origin();
      const declared =
        "file" in declaredAt ? [{ span: declaredAt, message: `the ${isHandler ? "tool" : "alias"}` }] : [];
      const place = placeOf(nearMiss(expected, names) ?? names[0], file);
      const extras = {
        help: suggest(expected, names) ?? `export '${expected}' from it`,
        related: [{ span: place, message: exportsText(names) }, ...declared],
      };
      if (isHandler) return diagnostic("handler-export-missing", { tool: name, path, expected }, place, extras);
      return diagnostic("adapter-export-missing", { alias: name, path, expected }, place, extras);
    });
}

/** The handler from before its tool said `preview: true`. What is not plainly a function is left to the type checker. */
function withoutPreview(
  { name, path, exports }: ExpectedFile,
  file: SourceFile,
  origin: Expected["origin"],
): readonly Diagnostic[] {
  for (const written of file.text.matchAll(functionExport)) {
    if (!exports.includes(written[1] ?? written[2] ?? "")) continue;
    const start = written.index;
    const help = "make it a PreviewedHandler: the function becomes 'run', and 'preview' says what it would destroy";
    const related = [{ span: { file, start, end: start + "export".length }, message: "a function" }];
    return [diagnostic("handler-without-preview", { tool: name, path }, origin(), { help, related })];
  }
  return [];
}

const functionExport =
  /^export (?:(?:async )?function ([\w$]+)|const ([\w$]+)(?:: [\w.]+<[\w, ]*>)? = (?:async\b|function\b|\([^()]*\)[^;{(]*=>))/gm;

/** Where a name is exported; the beginning of the file where that is not plain. */
function placeOf(name: string | undefined, file: SourceFile): Span {
  const found =
    name === undefined
      ? null
      : new RegExp(`^export [^\\n]*?(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "m").exec(file.text);
  if (found === null || name === undefined) return { file, start: 0, end: 0 };
  const end = found.index + found[0].length;
  return { file, start: end - name.length, end };
}

function exportsText(names: readonly string[]): string {
  return names.length === 0 ? "it exports nothing" : `it exports ${names.map((name) => `'${name}'`).join(", ")}`;
}

/** By file, the names that are found in it without its parser: a session asks for the same ones at each edit. */
const plainExports = new WeakMap<SourceFile, ReadonlySet<string>>();

function plainlyExports(file: SourceFile, name: string): boolean {
  const known = plainExports.get(file);
  if (known !== undefined) return known.has(name);
  // One pattern for all names: making one for each takes longer than everything else here.
  const found = new Set(Array.from(file.text.matchAll(plainExport), ([, exported = ""]) => exported));
  plainExports.set(file, found);
  return found.has(name);
}

const plainExport = /^export (?:async )?(?:const|let|function) ([\w$]+)/gm;

/** A file that was written for a removed tool still imports that tool's contract; other files never did. */
function staleHandler(file: SourceFile, catalog: Catalog): readonly Diagnostic[] {
  const name = /^src\/handlers\/[^/]+\/([^/]+)\.ts$/.exec(file.path)?.[1];
  if (name === undefined) return [];
  const version = catalog.tools.find((tool) => versionedName(tool) === name);
  const isTool = version !== undefined;
  const forTool = file.text.includes(`generated/contracts/${name}.ts`);
  const { adapt, adaptResult } = adapterNames({ name });
  const forAlias = new RegExp(`\\b(?:${adapt}|${adaptResult})\\b`).test(file.text);
  if (!forAlias && !(forTool && (isTool || importsContract(file.text, typeNames({ name }).contract)))) return [];
  const help = staleHelp(version);
  return [diagnostic("handler-stale", { name, path: file.path }, { file, start: 0, end: 0 }, { help })];
}

function importsContract(text: string, contract: string): boolean {
  return new RegExp(`\\b${contract}\\b`).test(text);
}

function staleHelp(version: Tool | undefined): string {
  if (version === undefined) return "delete the file";
  if (version.upgrade !== undefined) return `delete the file: 'upgrade' in ${sourcePath(version)} stands in for it`;
  return "the tool moved to another family: move the file too";
}
