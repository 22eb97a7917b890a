// Writes modules of a built program as scripts, which terminal/load-script.ts loads: V8's compiled code of a script can be kept from one
// start to the next with every version of Node, and a script that needs another one gets it without Node's loader. Modules import a script
// by the name that it had as a module: there is a module in its place with the same exports, so each exists once in a process.
import { posix } from "node:path";
import { ts } from "ts-morph";

/** The module that loads them; paths of scripts are relative to its folder. */
export const loaderPath = "load-script.js";

/**
 * @param modules path → text of every module of the program, relative to the folder of the loader, `/` separators
 * @param isWanted whether a module shall become a script where it can; entries of the program can't
 * @param others whether modules beside these import any of them
 * @returns path → text of every file that there is now
 */
export function scriptChunks(
  modules: ReadonlyMap<string, string>,
  isWanted: (path: string) => boolean,
  { others = false }: { readonly others?: boolean } = {},
): ReadonlyMap<string, string> {
  const read = new Map([...modules].map(([path, text]) => [path, readModule(text, path)]));
  const wanted = scriptsAmong(read, isWanted);
  const files = new Map<string, string>();
  const imported = new Set<string>();
  for (const [path, module] of read) {
    if (!wanted.has(path)) {
      for (const { target } of module.imports) imported.add(target);
      files.set(path, withLoader(module, path, wanted));
      continue;
    }
    files.set(`${scriptName(path)}.script.js`, scriptOf(module));
  }
  for (const path of wanted) {
    const module = read.get(path);
    if (module !== undefined && (others || imported.has(path))) files.set(path, moduleFor(path, module));
  }
  return files;
}

/** What can't be a script stays a module, and so does what imports it at once. */
function scriptsAmong(modules: ReadonlyMap<string, Module>, isWanted: (path: string) => boolean): ReadonlySet<string> {
  const scripts = new Set([...modules.keys()].filter(isWanted));
  for (let size = -1; size !== scripts.size; ) {
    size = scripts.size;
    for (const path of scripts) {
      const module = modules.get(path);
      if (module?.isScript !== true || module.imports.some(({ target }) => !scripts.has(target))) scripts.delete(path);
    }
  }
  return scripts;
}

interface Names {
  readonly local: string;
  readonly exported: string;
}

/** What a module imports and exports, and where in its text. */
interface Module {
  readonly text: string;
  readonly imports: readonly {
    readonly statement: ts.Statement;
    readonly target: string;
    readonly clause?: ts.ImportClause | undefined;
  }[];
  readonly exports: readonly { readonly statement: ts.Statement; readonly names: readonly Names[] }[];
  /** Calls of `import()`. */
  readonly later: readonly ts.CallExpression[];
  /** `import.meta` */
  readonly metas: readonly ts.Node[];
  /** Whether a script can do what it does. */
  readonly isScript: boolean;
}

/** The arguments of a script. */
const given = { load: "$load", later: "$later", meta: "$meta" };
const reserved = new Set<string>(Object.values(given));

function readModule(text: string, path: string): Module {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const imports: Module["imports"][number][] = [];
  const exports: Module["exports"][number][] = [];
  const later: ts.CallExpression[] = [];
  const metas: ts.Node[] = [];
  // Scripts are read in one byte a character.
  let isScript = /^[\0-\x7f]*$/.test(text);
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      imports.push({ statement, target: targetOf(statement.moduleSpecifier, path), clause: statement.importClause });
    } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined) {
      imports.push({ statement, target: targetOf(statement.moduleSpecifier, path) });
      isScript = false;
    } else if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined) {
      if (ts.isNamedExports(statement.exportClause))
        exports.push({ statement, names: statement.exportClause.elements.map(namesOf) });
    } else if (ts.isExportAssignment(statement) || isExported(statement)) {
      isScript = false;
    }
  }
  const exported = new Set(exports.flatMap(({ names }) => names.map(({ local }) => local)));
  visit(file, false);
  return { text, imports, exports, later, metas, isScript };

  function visit(node: ts.Node, isInFunction: boolean): void {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) later.push(node);
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) metas.push(node);
    const waits = ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
    // A script can't wait, and exports the values that there are when it has run.
    if (waits && !isInFunction) isScript = false;
    if (assignedNames(node).some((name) => exported.has(name))) isScript = false;
    // It would hide what the script is given.
    if (ts.isIdentifier(node) && reserved.has(node.text)) isScript = false;
    ts.forEachChild(node, (child) => visit(child, isInFunction || ts.isFunctionLike(node)));
  }
}

/** `export const …`, which a bundler does not print. */
function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function namesOf({ name, propertyName }: ts.ImportSpecifier | ts.ExportSpecifier): Names {
  return { local: (propertyName ?? name).text, exported: name.text };
}

/** @returns the path of the module that is named, or the name of a package */
function targetOf(specifier: ts.Expression, importer: string): string {
  if (!ts.isStringLiteral(specifier)) return "";
  return specifier.text.startsWith(".") ? posix.join(posix.dirname(importer), specifier.text) : specifier.text;
}

/** @returns the names that a node gives another value, and more; names of inner scopes may be spelled alike */
function assignedNames(node: ts.Node): readonly string[] {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isAssignment ? identifiersIn(node.left) : [];
  }
  const isLoop = ts.isForOfStatement(node) || ts.isForInStatement(node);
  if (isLoop && !ts.isVariableDeclarationList(node.initializer)) return identifiersIn(node.initializer);
  const isStep =
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken);
  return isStep ? identifiersIn(node.operand) : [];
}

/** Of what is assigned to: a name, a pattern of names, or a member, which names nothing. */
function identifiersIn(node: ts.Node): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return [];
  const names: string[] = [];
  ts.forEachChild(node, (child) => {
    names.push(...identifiersIn(child));
  });
  return names;
}

function scriptOf({ text, imports, exports, later, metas }: Module): string {
  const body = edited(text, [
    ...imports.map(({ statement, target, clause }) => ({ node: statement, to: loadingOf(target, clause) })),
    ...exports.map(({ statement }) => ({ node: statement, to: "" })),
    ...later.map(({ expression }) => ({ node: expression, to: given.later })),
    ...metas.map((node) => ({ node, to: given.meta })),
  ]);
  const names = exports.flatMap((each) => each.names).map(({ local, exported }) => `${exported}: ${local}`);
  const head = `(function (${Object.values(given).join(", ")}) {\n"use strict";\n`;
  return `${head}${body}\nreturn { ${names.join(", ")} };\n})\n`;
}

/** A statement that takes from a script what an import takes from a module. */
function loadingOf(target: string, clause: ts.ImportClause | undefined): string {
  const loading = `${given.load}(${JSON.stringify(scriptName(target))})`;
  const bindings = clause?.namedBindings;
  const names = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements.map(namesOf) : [];
  const parts = names.map(({ local, exported }) => `${local}: ${exported}`);
  if (clause?.name !== undefined) parts.push(`default: ${clause.name.text}`);
  const taken = parts.length === 0 ? `${loading};` : `const { ${parts.join(", ")} } = ${loading};`;
  const isWhole = bindings !== undefined && ts.isNamespaceImport(bindings);
  return isWhole ? `const ${bindings.name.text} = ${loading}; ${taken}` : taken;
}

/** A module that stays one: what it loads later as a script needs no module in between. */
function withLoader({ text, later }: Module, path: string, scripts: ReadonlySet<string>): string {
  const edits = later.flatMap((call) => {
    const [specifier] = call.arguments;
    const target = specifier === undefined ? "" : targetOf(specifier, path);
    if (!scripts.has(target)) return [];
    const name = JSON.stringify(scriptName(target));
    return [{ node: call, to: `import(${loaderFrom(path)}).then(({ loadScript }) => loadScript(${name}))` }];
  });
  return edited(text, edits);
}

/** What modules import in place of a script. */
function moduleFor(path: string, { exports }: Module): string {
  const names = exports.flatMap((each) => each.names.map(({ exported }) => exported));
  return [
    `import { loadScript } from ${loaderFrom(path)};`,
    `const exports = loadScript(${JSON.stringify(scriptName(path))});`,
    ...names.map((name, index) => `const value${index} = exports.${name};`),
    `export { ${names.map((name, index) => `value${index} as ${name}`).join(", ")} };\n`,
  ].join("\n");
}

const scriptName = (path: string) => path.replace(/\.js$/, "");

function loaderFrom(path: string): string {
  const between = posix.relative(posix.dirname(path), loaderPath);
  return JSON.stringify(between.startsWith(".") ? between : `./${between}`);
}

interface Edit {
  readonly node: ts.Node;
  readonly to: string;
}

function edited(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { node, to } of [...edits].sort((one, other) => one.node.getStart() - other.node.getStart())) {
    result += text.slice(at, node.getStart()) + to;
    at = node.getEnd();
  }
  return result + text.slice(at);
}
