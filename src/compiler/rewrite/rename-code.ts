// A tool's new name in hand-written TypeScript: its handler and tests move, its types and functions get their new names
// wherever they are used. The only file of this module that loads a TypeScript parser; import it dynamically.

import {
  ModuleKind,
  ModuleResolutionKind,
  Project,
  ScriptTarget,
  type StringLiteral,
  SyntaxKind,
  type SourceFile as TsFile,
} from "ts-morph";
import { cacheFolder } from "../../contract/generated-cache.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { exportName, typeNames } from "../emit/tool-names.ts";
import { isHandlerOf, type MovedTool, newPath, newSpecifier } from "./moved-paths.ts";
import type { RewrittenFile } from "./rename-tool.ts";

export interface CodeRename extends MovedTool {
  /** How callers spelt the tool, where files and types may say `old`. */
  readonly called: string;
  /** Names that the new contract exports; a rename to any other name is skipped. */
  readonly newExports: ReadonlySet<string>;
}

export interface CodeRenaming {
  readonly files: readonly RewrittenFile[];
  /** Files with the name of callers in a string, which keeps working as an alias: path → number of occurrences. */
  readonly mentions: ReadonlyMap<string, number>;
  /** New names that are already used for something else. */
  readonly taken: readonly { readonly name: string; readonly path: string }[];
}

/**
 * Reads text only; nothing is run or looked up.
 * @param written hand-written files, such as those below src/ and test/
 * @param generated files of the catalog as it is now, before the renaming
 */
export function renameCode(
  written: readonly SourceFile[],
  generated: readonly SourceFile[],
  rename: CodeRename,
): CodeRenaming {
  const symbols = symbolNames(rename);
  const concerned = written.filter((file) => concerns(file, rename));
  const taken = concerned.flatMap((file) =>
    [symbols.handler.to, symbols.contract.to]
      .filter((name) => name !== symbols.handler.from && name !== symbols.contract.from)
      .filter((name) => wholeWord(name).test(file.text))
      .map((name) => ({ name, path: file.path })),
  );
  if (taken.length > 0) return { files: [], mentions: new Map(), taken };
  const project = openProject([...concerned, ...generated.filter((file) => /^generated\/.*\.ts$/.test(file.path))]);
  renameContract(project, rename, symbols);
  renameClient(project, symbols);
  for (const file of concerned) renameHandler(project, file, rename, symbols);
  const moves = new Map(
    [...concerned, ...generated].map((file): [string, string] => [file.path, newPath(file.path, rename)]),
  );
  const files: RewrittenFile[] = [];
  const mentions = new Map<string, number>();
  for (const file of concerned) {
    const path = moves.get(file.path) ?? file.path;
    const isOwn = path !== file.path;
    const renamed = withNewTexts(project.getSourceFileOrThrow(`/${file.path}`), file.path, moves, rename);
    const text = withBom(file.text, isOwn ? withOwnName(renamed, rename) : renamed);
    if (isOwn || text !== file.text) files.push({ from: file, path, text });
    const left = [...text.matchAll(inQuotes(rename.called))].length;
    if (left > 0) mentions.set(path, left);
  }
  return { files, mentions, taken: [] };
}

interface SymbolNames {
  readonly contract: { readonly from: string; readonly to: string };
  readonly handler: { readonly from: string; readonly to: string };
}

function symbolNames({ old, current }: CodeRename): SymbolNames {
  return {
    contract: { from: typeNames({ name: old }).contract, to: typeNames({ name: current }).contract },
    handler: { from: exportName(old), to: exportName(current) },
  };
}

function openProject(files: readonly SourceFile[]): Project {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: {
      target: ScriptTarget.ESNext,
      module: ModuleKind.ESNext,
      moduleResolution: ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      noEmit: true,
    },
  });
  for (const file of files) project.createSourceFile(`/${file.path}`, withoutBom(file.text));
  return project;
}

/** Every import of a moved file contains its name; when files change folders, their own imports change too. */
function concerns(file: SourceFile, rename: CodeRename): boolean {
  if (rename.family !== rename.oldFamily || newPath(file.path, rename) !== file.path) return true;
  const { contract, handler } = symbolNames(rename);
  const isNamed = [rename.old, contract.from, handler.from].some((name) => file.text.includes(name));
  return isNamed || file.text.search(inQuotes(rename.called)) !== -1;
}

function renameContract(project: Project, rename: CodeRename, { contract }: SymbolNames): void {
  for (const file of contractsOf(project, rename)) {
    for (const name of exportsOf(file)) {
      if (!name.startsWith(contract.from) || rename.newExports.has(name)) continue;
      const renamed = contract.to + name.slice(contract.from.length);
      if (rename.newExports.has(renamed)) renameExport(file, name, renamed);
    }
  }
}

/** The typed client has one function per tool. */
function renameClient(project: Project, { handler }: SymbolNames): void {
  for (const declaration of project.getSourceFile(`/${cacheFolder}/client.ts`)?.getInterfaces() ?? []) {
    const member = declaration.getMethod(handler.from) ?? declaration.getProperty(handler.from);
    member?.getNameNode().asKind(SyntaxKind.Identifier)?.rename(handler.to);
  }
}

/** The function of the handler's own file, and of those of its older versions. */
function renameHandler(project: Project, file: SourceFile, rename: CodeRename, { handler }: SymbolNames): void {
  if (!isHandlerOf(file.path, rename.old, rename.oldFamily)) return;
  const source = project.getSourceFileOrThrow(`/${file.path}`);
  for (const name of exportsOf(source)) {
    if (!name.startsWith(handler.from)) continue;
    const rest = name.slice(handler.from.length);
    if (rest === "" || /^V\d+$/.test(rest)) renameExport(source, name, handler.to + rest);
  }
}

function exportsOf(file: TsFile): readonly string[] {
  return [...file.getExportedDeclarations().keys()];
}

/** A constant and a type of one name are one symbol: renaming either renames both. */
function renameExport(file: TsFile | undefined, name: string, renamed: string): void {
  const declaration =
    file?.getVariableDeclaration(name) ??
    file?.getFunction(name) ??
    file?.getTypeAlias(name) ??
    file?.getInterface(name);
  if (declaration !== undefined) {
    declaration.rename(renamed);
    return;
  }
  for (const exported of file?.getExportDeclarations() ?? []) {
    for (const specifier of exported.getNamedExports()) {
      if ((specifier.getAliasNode() ?? specifier.getNameNode()).getText() === name) specifier.setAlias(renamed);
    }
  }
}

/**
 * The text with every path to a moved file as it is from the file's own new place, and the tool's name where it selects
 * a type of `Handlers`. A file that moves to another folder also needs its other imports adjusted.
 */
function withNewTexts(
  source: TsFile,
  from: string,
  moves: ReadonlyMap<string, string>,
  { old, current }: CodeRename,
): string {
  const imports = new Set(source.getImportStringLiterals());
  let text = source.getFullText();
  for (const literal of source.getDescendantsOfKind(SyntaxKind.StringLiteral).toReversed()) {
    const written = literal.getLiteralValue();
    const next =
      written === old && picksHandler(literal) ? current : newSpecifier(written, from, moves, imports.has(literal));
    if (next === written) continue;
    text = `${text.slice(0, literal.getStart() + 1)}${next}${text.slice(literal.getEnd() - 1)}`;
  }
  return text;
}

/** `Handlers<Deps>["note_list"]`. */
function picksHandler(literal: StringLiteral): boolean {
  const access = literal.getParent()?.getParent()?.asKind(SyntaxKind.IndexedAccessType);
  return access !== undefined && /^Handlers\b/.test(access.getObjectTypeNode().getText());
}

/** A moved file may contain its own name in comments and texts too. */
function withOwnName(text: string, { old, called, current }: CodeRename): string {
  const renamed = text.replaceAll(inQuotes(called), `$1${current}$1`);
  // A name of one word may be an English word: it is certainly the tool only as a whole string.
  if (!old.includes("_")) return renamed.replaceAll(inQuotes(old), `$1${current}$1`);
  return renamed.replaceAll(new RegExp(`(?<![\\w$.])${old}(?![\\w$])`, "g"), current);
}

function inQuotes(name: string): RegExp {
  return new RegExp(`(["'\`])${name.replaceAll(".", "\\.")}\\1`, "g");
}

/** Of the tool and of its older versions. */
function contractsOf(project: Project, { old }: CodeRename): readonly TsFile[] {
  const pattern = new RegExp(`^/generated/contracts/${old}\\.(?:v\\d+\\.)?ts$`);
  return project.getSourceFiles().filter((file) => pattern.test(file.getFilePath()));
}

function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`);
}

function withoutBom(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function withBom(before: string, text: string): string {
  return before.startsWith("\ufeff") && !text.startsWith("\ufeff") ? `\ufeff${text}` : text;
}
