// A TypeScript file → a list of tools, as a server would publish it: one for each exported function. The list then goes the way of every
// import. Pure: no other file is read, nothing of the text is run.

import {
  type ArrowFunction,
  type BindingElement,
  type FunctionDeclaration,
  type FunctionExpression,
  Node,
  type ParameterDeclaration,
  Project,
  type TypeNode,
  type SourceFile as TypeScriptFile,
} from "ts-morph";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import type { SourceFile } from "../../../diagnostics/source-file.ts";
import type { Loss } from "../loss.ts";
import { type ModelType, rootObject, schemaOf } from "./model-schema.ts";
import { type Note, readNote } from "./note.ts";
import {
  type Member,
  openDeclarations,
  propertyName,
  type SafeDeclarations,
  type Scope,
  shortText,
} from "./safe-declarations.ts";

/** Makes a model of types out of declarations: typebox-codegen's `TypeScriptToModel.Generate`. */
export type MakeModel = (declarations: string) => { readonly types: readonly ModelType[] };

export interface ReadCode {
  readonly tools: readonly JsonObject[];
  readonly lost: readonly Loss[];
  /** `src/tools.ts:12`, of a pointer into the list. */
  readonly placeOf: (pointer: string) => string;
}

type Callable = FunctionDeclaration | ArrowFunction | FunctionExpression;

interface Found {
  readonly name: string;
  readonly callable: Callable;
  readonly note: Note;
  readonly line: number;
}

interface Roots extends Found {
  /** Name of the declaration of its params, and of its result. */
  readonly input: string;
  readonly isPositional: boolean;
  readonly single?: Member;
  readonly defaults: ReadonlyMap<string, Json>;
  readonly output?: string;
}

export function readCode(file: SourceFile, makeModel: MakeModel): ReadCode {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const source = project.createSourceFile("/types.ts", file.text);
  const lost: Loss[] = [];
  const lose = (line: number, tool: string, loss: Omit<Loss, "tool" | "pointer">) =>
    lost.push({ tool, pointer: `${file.path}:${line}`, ...loss });
  const functions = exportedFunctions(source, (node, keyword, why) =>
    lose(node.getStartLineNumber(), "", { keyword, effect: "left-out", why, instead: "nothing" }),
  );
  const declarations = openDeclarations(source);
  const roots = functions.map((found) => rootsOf(found, declarations, (line, loss) => lose(line, found.name, loss)));
  const types = new Map(makeModel(declarations.text()).types.map((type) => [String(type.$id), type]));
  const lines = new Map<string, number>();
  const tools = roots.map((one, index) => {
    const pointer = `/tools/${index}`;
    lines.set(pointer, one.line);
    return toolOf(one, pointer, {
      declarations,
      types,
      lose: (line, loss) => lose(line, one.name, loss),
      place: (at, line) => lines.set(at, line),
    });
  });
  for (const { line, ...loss } of declarations.lost) lose(line, "", loss);
  for (const declaration of [...source.getInterfaces(), ...source.getTypeAliases(), ...source.getEnums()]) {
    if (!declaration.isExported() || declarations.used.has(declaration.getName())) continue;
    const why = `no exported function uses '${declaration.getName()}'`;
    lose(declaration.getStartLineNumber(), "", { keyword: "type", effect: "dropped", why, instead: "nothing" });
  }
  return { tools, lost, placeOf: (pointer) => placed(file.path, lines, pointer) };
}

/** The line of the innermost part on the way that has one. */
function placed(path: string, lines: ReadonlyMap<string, number>, pointer: string): string {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const line = lines.get(at);
    if (line !== undefined) return `${path}:${line}`;
  }
  return path;
}

function exportedFunctions(
  source: TypeScriptFile,
  leaveOut: (node: Node, keyword: string, why: string) => void,
): readonly Found[] {
  const found: Found[] = [];
  for (const callable of source.getFunctions()) {
    const name = callable.getName();
    if (!callable.isExported() || callable.isOverload()) continue;
    if (name === undefined || callable.isDefaultExport()) {
      leaveOut(callable, "function", "a default export has no name");
      continue;
    }
    const [overload] = callable.getOverloads();
    if (overload !== undefined) leaveOut(overload, "overloads", `only the last signature of '${name}' is read`);
    const docs = (overload ?? callable).getJsDocs();
    found.push({
      name,
      callable,
      line: callable.getStartLineNumber(),
      note: readNote(docs, callable.getStartLineNumber()),
    });
  }
  for (const statement of source.getVariableStatements().filter((one) => one.isExported())) {
    for (const variable of statement.getDeclarations()) {
      const callable = variable.getInitializer();
      if (!Node.isArrowFunction(callable) && !Node.isFunctionExpression(callable)) continue;
      const line = variable.getStartLineNumber();
      found.push({ name: variable.getName(), callable, line, note: readNote(statement.getJsDocs(), line) });
    }
  }
  for (const owner of source.getClasses().filter((one) => one.isExported())) {
    leaveOut(owner, "class", `'${owner.getName() ?? "a class"}' is a class; only functions are tools`);
  }
  for (const again of source.getExportDeclarations()) {
    leaveOut(again, "export", `'${shortText(again)}' exports what another statement declares`);
  }
  return found.sort((a, b) => a.callable.getStart() - b.callable.getStart());
}

type LoseAt = (line: number, loss: Omit<Loss, "tool" | "pointer">) => void;

function rootsOf(found: Found, declarations: SafeDeclarations, lose: LoseAt): Roots {
  const { callable, note, line } = found;
  for (const tag of new Set(note.others)) {
    lose(line, { keyword: `@${tag}`, effect: "dropped", why: "the tag is not read", instead: "nothing" });
  }
  if (note.deprecated) {
    lose(line, { keyword: "@deprecated", effect: "dropped", why: "a deprecation needs a date", instead: "nothing" });
  }
  if (note.keywords.examples !== undefined) {
    lose(line, { keyword: "@example", effect: "dropped", why: "an example of a call is code", instead: "nothing" });
  }
  const scope: Scope = new Map(
    callable.getTypeParameters().map((param) => {
      const why = `'${param.getName()}' is a type parameter`;
      lose(param.getStartLineNumber(), { keyword: "type", effect: "wider", why, instead: "any JSON" });
      return [param.getName(), "unknown"];
    }),
  );
  const defaults = new Map<string, Json>();
  const params = callable.getParameters().filter((param) => param.getName() !== "this");
  const members = params.map((param) => memberOf(param, note, defaults));
  const [only] = params;
  const [single] = members;
  const isPositional = params.length !== 1 || single?.type === undefined || only?.isRestParameter() === true;
  const input =
    isPositional || single?.type === undefined
      ? declarations.declareMembers(members, scope)
      : declarations.declareType(single.type, scope);
  if (!isPositional && only !== undefined) bindingDefaults(only, defaults);
  const result = callable.getReturnTypeNode();
  if (result === undefined) {
    const why = "the function has no return type";
    lose(line, { keyword: "returns", effect: "assumed", why, instead: "a text" });
  }
  const returned = result === undefined ? undefined : awaited(result);
  const isVoid = returned === undefined || /^(?:void|undefined|never)$/.test(returned.getText());
  return {
    ...found,
    input,
    isPositional,
    defaults,
    ...(single === undefined ? {} : { single }),
    ...(isVoid ? {} : { output: declarations.declareType(returned, scope) }),
  };
}

function awaited(type: TypeNode): TypeNode {
  if (!Node.isTypeReference(type) || !/^Promise(?:Like)?$/.test(type.getTypeName().getText())) return type;
  const [inner] = type.getTypeArguments();
  return inner === undefined ? type : awaited(inner);
}

function memberOf(param: ParameterDeclaration, note: Note, defaults: Map<string, Json>): Member {
  const name = Node.isIdentifier(param.getNameNode()) ? param.getName() : "input";
  const description = note.params.get(name);
  const initial = param.getInitializer();
  const value = initial === undefined ? undefined : jsonOf(initial);
  if (value !== undefined) defaults.set(name, value);
  const line = param.getStartLineNumber();
  const type = param.getTypeNode();
  return {
    name,
    type,
    ...(type === undefined && value !== undefined && value !== null && typeof value !== "object"
      ? { text: typeof value }
      : {}),
    optional: param.isOptional() || param.isRestParameter(),
    place: param,
    note: {
      line,
      keywords: description === undefined ? {} : { description },
      params: new Map(),
      deprecated: false,
      others: [],
    },
  };
}

/** `({ limit = 10 }: { limit?: number })` */
function bindingDefaults(param: ParameterDeclaration, defaults: Map<string, Json>): void {
  const pattern = param.getNameNode();
  if (!Node.isObjectBindingPattern(pattern)) return;
  for (const element of pattern.getElements()) {
    const initial = element.getInitializer();
    const value = initial === undefined ? undefined : jsonOf(initial);
    const name = boundName(element);
    if (value !== undefined && name !== undefined) defaults.set(name, value);
  }
}

function boundName(element: BindingElement): string | undefined {
  const name = element.getPropertyNameNode();
  return name === undefined ? element.getName() : propertyName(name);
}

/** A literal as the value that it is; nothing is computed. */
function jsonOf(node: Node): Json | undefined {
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return node.getLiteralValue();
  if (Node.isNumericLiteral(node)) return node.getLiteralValue();
  if (Node.isTrueLiteral(node)) return true;
  if (Node.isFalseLiteral(node)) return false;
  if (Node.isNullLiteral(node)) return null;
  if (Node.isArrayLiteralExpression(node) && node.getElements().length === 0) return [];
  if (/^-\d+(?:\.\d+)?$/.test(node.getText())) return Number(node.getText());
  return undefined;
}

interface ToolReading {
  readonly declarations: SafeDeclarations;
  readonly types: ReadonlyMap<string, ModelType>;
  readonly lose: LoseAt;
  readonly place: (pointer: string, line: number) => void;
}

function toolOf(roots: Roots, pointer: string, reading: ToolReading): JsonObject {
  const { name, note, input, output, line } = roots;
  const schema = schemaOf(input, `${pointer}/inputSchema`, reading);
  const inputSchema = withNotes(roots.isPositional ? schema : asParams(schema, roots), roots);
  const description = note.keywords.description;
  return {
    name,
    description: description ?? `Run '${name}'.`,
    inputSchema,
    ...(output === undefined ? {} : { outputSchema: resultOf(output) }),
  };

  function resultOf(declared: string): JsonObject {
    const result = schemaOf(declared, `${pointer}/outputSchema`, reading);
    const text = note.returns === undefined ? {} : { description: note.returns };
    const root = rootObject(result);
    if (root !== undefined) return { ...root, ...text };
    reading.lose(line, {
      keyword: "returns",
      effect: "reworded",
      why: "the result of a tool is an object",
      instead: "an object with the member 'result'",
    });
    const { $defs, ...value } = result;
    return {
      type: "object",
      properties: { result: { ...value, ...text } },
      required: ["result"],
      ...($defs === undefined ? {} : { $defs }),
    };
  }
}

/** One param that is an object: its members are the params. Anything else is a param of its own. */
function asParams(schema: JsonObject, { single }: Roots): JsonObject {
  const root = rootObject(schema);
  if (root !== undefined) return root;
  const { $defs, ...value } = schema;
  const name = single?.name ?? "input";
  return {
    type: "object",
    properties: { [name]: { ...value, ...single?.note.keywords } },
    ...(single?.optional === true ? {} : { required: [name] }),
    ...($defs === undefined ? {} : { $defs }),
  };
}

/** Texts of `@param input.title`, or `@param title`, and defaults; what is said at the member itself goes before. */
function withNotes(schema: JsonObject, { note, defaults, single, isPositional }: Roots): JsonObject {
  if (!isJsonObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]): [string, Json] => {
    if (!isJsonObject(property)) return [name, property];
    const text = note.params.get(name) ?? (isPositional ? undefined : note.params.get(`${single?.name}.${name}`));
    const value = defaults.get(name);
    return [
      name,
      {
        ...(text === undefined ? {} : { description: text }),
        ...property,
        ...(value === undefined ? {} : { default: value }),
      },
    ];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
