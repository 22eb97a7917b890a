import type { Catalog, Tool } from "../catalog/catalog.ts";
import { ownName } from "../catalog/own-names.ts";
import { currentTools } from "../catalog/versions.ts";
import { docComment, literal } from "./code-text.ts";
import { printMember, takenArguments } from "./emitters/client.ts";
import { camelCase, pascalCase } from "./identifiers.ts";
import { type ModuleText, moduleText } from "./module-text.ts";
import { printType } from "./print-type.ts";
import { typeNames } from "./tool-names.ts";
import { argumentsType, outputType } from "./tool-types.ts";
import type { TypeScope } from "./type-scope.ts";

/** What the catalog was imported from. */
export interface ImportedServer {
  /** The name by which the user knows it. */
  readonly server: string;
  /** Name of a tool in the catalog → its name at the server, which need not be one that a catalog can have. */
  readonly originals: ReadonlyMap<string, string>;
}

/**
 * One module with a server's tools as typed functions. It imports nothing, so it can be put into any project: what calls a tool
 * is passed in, such as the `Client` of the official SDK.
 * @param catalog what the server's list was imported as
 */
export function printServerClient(catalog: Catalog, { server, originals }: ImportedServer): string {
  const tools = currentTools(catalog);
  const file = moduleText(`the tools of '${server}'`);
  for (const { name } of catalog.types) file.declare(name);
  const names = tools.flatMap((tool) => [typeNames(tool).arguments, typeNames(tool).output]);
  const taken = new Set([...catalog.types.map(({ name }) => name), ...names]);
  const own = ownNames(`${pascalCase(server)}Client`, taken);
  for (const name of [...Object.values(own), ...names]) file.declare(name);
  const scope: TypeScope = {
    catalog,
    file: withoutImports(file, own.json),
    typesFrom: undefined,
    form: "sent",
    isStrict: true,
  };
  for (const { name, type } of catalog.types) {
    file.add(`${docComment(type.description)}export type ${name} = ${printType(type, scope)};`);
  }
  for (const tool of tools) {
    if (tool.params.length > 0) file.add(argumentsType(tool, scope));
    if (tool.contentOnly !== true) file.add(outputType(tool, scope));
  }
  file.add(`/** Any JSON value. */\n${jsonType(own.json)}`);
  file.add([
    docComment(`The tools of '${server}' as functions of their arguments.`),
    `export interface ${own.client} {\n`,
    ...tools.map((tool) => memberOf(tool, own.answer)),
    "}",
  ]);
  file.add(declarations(own));
  const opening = openingOf(own, {
    isContent: tools.some(({ contentOnly }) => contentOnly === true),
    isStructured: tools.some(({ contentOnly }) => contentOnly !== true),
  });
  file.add([opening, "  return {\n", ...tools.map((tool) => functionOf(tool, originals)), "  };\n}"]);
  return file.text();
}

/** Names of the module's own, changed where a type of the server has them. */
interface OwnNames {
  readonly client: string;
  readonly json: string;
  readonly answer: string;
  readonly caller: string;
  readonly error: string;
}

function ownNames(client: string, taken: ReadonlySet<string>): OwnNames {
  const free = (name: string): string => (taken.has(name) || name === "openClient" ? free(`${name}_`) : name);
  return {
    client: free(client),
    json: free("Json"),
    answer: free("Answer"),
    caller: free("ToolCaller"),
    error: free("ToolCallError"),
  };
}

/** Types that a module of a catalog imports are declared in this one. */
function withoutImports(file: ModuleText, json: string): ModuleText {
  return {
    ...file,
    importType(name, from) {
      if (name === "Json") return json;
      throw new Error(`invariant: a client of a server imports nothing, not '${name}' of '${from}'`);
    },
  };
}

function jsonType(json: string): string {
  const values = `string | number | boolean | null | readonly ${json}[] | { readonly [key: string]: ${json} }`;
  return `export type ${json} = ${values};`;
}

function memberOf(tool: Tool, answer: string): string {
  const { arguments: given, output } = typeNames(tool);
  return printMember(tool, [tool.contentOnly === true ? answer : output, ...(tool.params.length === 0 ? [] : [given])]);
}

function functionOf(tool: Tool, originals: ImportedServer["originals"]): string {
  const name = originals.get(ownName(tool)) ?? tool.name;
  const { taken, given } = takenArguments(tool);
  const how = tool.contentOnly === true ? "content" : "structured";
  return `    ${camelCase(ownName(tool))}: (${taken}) => ${how}(${literal(name)}, ${given}),\n`;
}

function declarations({ answer, caller, error, json }: OwnNames): string {
  return `/** What a tool without structured results answers with. */
export interface ${answer} {
  /** Its texts, one after the other. */
  readonly text: string;
  /** Everything, as it came: texts, images, sound, resources. */
  readonly content: readonly { readonly [member: string]: ${json} }[];
}

/** What it takes to call a tool: a \`Client\` of the official SDK that is connected, or anything like it. */
export interface ${caller} {
  callTool(request: { name: string; arguments?: Record<string, unknown> }): Promise<object>;
}

/** A tool answered with an error, or not in the form that it promised. */
export class ${error} extends Error {
  override readonly name = "ToolCallError";
  readonly tool: string;
  /** The whole answer. */
  readonly answer: object;

  constructor(tool: string, message: string, answer: object) {
    super(message);
    this.tool = tool;
    this.answer = answer;
  }
}`;
}

/** @param what the functions that some tool needs: one that is not used is an error of some type checkers */
function openingOf(
  { client, answer, caller, error }: OwnNames,
  what: { readonly isContent: boolean; readonly isStructured: boolean },
): string {
  const content = `  async function content(name: string, given: object): Promise<${answer}> {
    const { content, text } = await send(name, given);
    return { text, content };
  }
`;
  const structured = `  async function structured<Result>(name: string, given: object): Promise<Result> {
    const { reply } = await send(name, given);
    if (reply.structuredContent !== undefined) return reply.structuredContent as Result;
    throw new ${error}(name, \`'\${name}' answered without structured content\`, reply);
  }
`;
  return `/** Results are typed by what the server says of them; they are not checked again. */
export function openClient(caller: ${caller}): ${client} {
  async function send(name: string, given: object) {
    const reply: {
      readonly isError?: unknown;
      readonly structuredContent?: unknown;
      readonly content?: unknown;
    } = await caller.callTool({ name, arguments: { ...given } });
    const content = (Array.isArray(reply.content) ? reply.content : []) as ${answer}["content"];
    const text = content.flatMap((block) => (typeof block.text === "string" ? [block.text] : [])).join("\\n");
    if (reply.isError === true) throw new ${error}(name, text || \`'\${name}' answered with an error\`, reply);
    return { reply, content, text };
  }
${what.isContent ? content : ""}${what.isStructured ? structured : ""}`;
}
