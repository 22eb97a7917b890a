import { cacheFolder } from "../../../contract/generated-cache.ts";
import { parseUriTemplate } from "../../../contract/uri-template.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { OfferedValues, Prompt, Resource } from "../../catalog/offers.ts";
import { ownName } from "../../catalog/own-names.ts";
import { docComment, jsonLiteral, literal, objectKey } from "../code-text.ts";
import { pascalCase } from "../identifiers.ts";
import { type ModuleText, moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { completionsName, exportName } from "../tool-names.ts";

// Prompts and resources. Those with a handler have a file of their own with the type of what it gets, as tools have.

/** `generated/prompts/<prompt>.ts` and `generated/resources/<resource>.ts`: what hand-written handlers get. */
export function emitOfferTypes({ prompts = [], resources = [] }: Catalog): readonly OutputFile[] {
  return [
    ...prompts.map(handledPrompt).filter(isHandled).map(typeFile),
    ...resources.map(handledResource).filter(isHandled).map(typeFile),
  ];
}

/** `generated/.cache/prompts.ts` and `resources.ts`: what a server loads when a client asks for them. */
export function emitOffers({ prompts, resources }: Catalog): readonly OutputFile[] {
  return [
    ...(prompts === undefined ? [] : [promptsFile(prompts)]),
    ...(resources === undefined ? [] : [resourcesFile(resources)]),
  ];
}

/** Hand-written files that are missing. */
export function emitOfferScaffolds({ prompts = [], resources = [] }: Catalog): readonly OutputFile[] {
  return [
    ...prompts.map(handledPrompt).filter(isHandled).map(scaffoldOf),
    ...resources.map(handledResource).filter(isHandled).map(scaffoldOf),
  ];
}

/** What may be written by hand for a prompt or a resource. */
interface Handled {
  readonly folder: "prompts" | "resources";
  readonly name: string;
  readonly description: string;
  /** What the handlers get. */
  readonly type: string;
  readonly values: readonly HandledValue[];
  /** The messages or contents are made by a handler. */
  readonly isComputed: boolean;
}

interface HandledValue {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly completion?: OfferedValues;
}

function handledPrompt(prompt: Prompt): Handled {
  const { description, arguments: args, messages } = prompt;
  const name = ownName(prompt);
  const values = args.map((one) => ({ ...one, name: ownName(one) }));
  const type = `${pascalCase(name)}Arguments`;
  return { folder: "prompts", name, description, type, values, isComputed: messages === undefined };
}

function handledResource(resource: Resource): Handled {
  const { description, variables = [], text } = resource;
  const name = ownName(resource);
  const values = variables.map((variable) => ({ ...variable, required: true }));
  const type = `${pascalCase(name)}Variables`;
  return { folder: "resources", name, description, type, values, isComputed: text === undefined };
}

function isHandled(handled: Handled): boolean {
  return handled.isComputed || completed(handled).length > 0;
}

/** The values whose completion is computed. */
function completed({ values }: Handled): readonly string[] {
  return values.flatMap(({ name, completion }) => (completion === "computed" ? [name] : []));
}

function typeFile({ folder, name, type, values }: Handled): OutputFile {
  const file = moduleText(`schema/${folder}/${name}.yaml`);
  file.declare(type);
  const doc = `What the handler of '${name}' gets: ${folder === "prompts" ? "its arguments" : "the variables of its URI, decoded"}.`;
  const members = values.map(
    ({ name: key, description, required }) =>
      `${docComment(description, [], 2)}  readonly ${objectKey(key)}${required ? "" : "?"}: string;\n`,
  );
  file.add(
    members.length === 0
      ? `${docComment(doc)}export type ${type} = Readonly<Record<string, never>>;`
      : `${docComment(doc)}export interface ${type} {\n${members.join("")}}`,
  );
  return file.file(`generated/${folder}/${name}.ts`);
}

function promptsFile(prompts: readonly Prompt[]): OutputFile {
  const file = moduleText("schema/prompts");
  file.declare("prompts");
  const deps = file.importType("Deps", "../../src/handlers/deps.ts");
  const table = file.importType("PromptTable", "pegboard/runtime");
  const entries = prompts.map((prompt) => {
    const { name, title, description, arguments: args, messages, verbatim } = prompt;
    const facts = { title, description, arguments: args, messages, verbatim };
    return printEntry(name, facts, loadsOf(file, handledPrompt(prompt), deps));
  });
  file.add(`export const prompts: ${table}<${deps}> = {\n${entries.join("")}};`);
  return file.file(`${cacheFolder}/prompts.ts`);
}

function resourcesFile(resources: readonly Resource[]): OutputFile {
  const file = moduleText("schema/resources");
  file.declare("resources");
  const deps = file.importType("Deps", "../../src/handlers/deps.ts");
  const table = file.importType("ResourceTable", "pegboard/runtime");
  const entries = resources.map((resource) => {
    const { name, title, description, uri, uriTemplate, mimeType, variables, text, verbatim } = resource;
    const template = uriTemplate === undefined ? undefined : { parts: parseUriTemplate(uriTemplate).parts };
    const offered = variables?.map(({ name: variable, completion }) => ({ name: variable, completion }));
    const own = ownName(resource);
    const wire = own === name ? undefined : name;
    const shown = { title, description, uri, uriTemplate, mimeType, verbatim };
    const facts = { name: wire, ...shown, template, variables: offered, text };
    return printEntry(own, facts, loadsOf(file, handledResource(resource), deps));
  });
  file.add(`export const resources: ${table}<${deps}> = {\n${entries.join("")}};`);
  return file.file(`${cacheFolder}/resources.ts`);
}

/** The types of handlers are checked here, where their arguments are named. */
function loadsOf(file: ModuleText, handled: Handled, deps: string): string {
  if (!isHandled(handled)) return "";
  const { folder, name, type, isComputed } = handled;
  const given = file.importType(type, `../${folder}/${name}.ts`);
  const path = literal(`../../src/${folder}/${name}.ts`);
  const lines: string[] = [];
  if (isComputed) {
    const handler = file.importType(folder === "prompts" ? "PromptHandler" : "ResourceHandler", "pegboard/runtime");
    lines.push(
      `    load: async () => (await import(${path})).${exportName(name)} satisfies ${handler}<${given}, ${deps}>,\n`,
    );
  }
  const names = completed(handled);
  if (names.length > 0) {
    const completions = file.importType("Completions", "pegboard/runtime");
    const type = `${completions}<${names.map((one) => literal(one)).join(" | ")}, ${given}, ${deps}>`;
    lines.push(`    complete: async () => (await import(${path})).${completionsName(name)} satisfies ${type},\n`);
  }
  return lines.join("");
}

function printEntry(name: string, facts: Readonly<Record<string, unknown>>, load: string): string {
  const members = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `    ${key}: ${jsonLiteral(value, 4)},\n`);
  return `  ${objectKey(name)}: {\n${members.join("")}${load}  },\n`;
}

/** All but the error are types. */
function imported(name: string): string {
  return name === "NotWritten" ? name : `type ${name}`;
}

function scaffoldOf(handled: Handled): OutputFile {
  const { folder, name, description, type, isComputed } = handled;
  const [handler, answer] =
    folder === "prompts" ? ["PromptHandler", "PromptAnswer"] : ["ResourceHandler", "ResourceAnswer"];
  const given = folder === "prompts" ? "_args" : "_variables";
  const names = completed(handled);
  const types = [...(names.length > 0 ? ["Completions"] : []), ...(isComputed ? [answer, handler] : [])];
  const path = `src/${folder}/${name}.ts`;
  const missing = `throw new NotWritten(${literal(path)});`;
  const lines = [
    `// Scaffolded once by pegboard from schema/${folder}/${name}.yaml; you own it now: it is never rewritten.`,
    `import { ${[...types, "NotWritten"].sort().map(imported).join(", ")} } from "pegboard/runtime";`,
    `import type { ${type} } from "../../generated/${folder}/${name}.ts";`,
    `import type { Deps } from "../handlers/deps.ts";`,
  ];
  if (isComputed) {
    lines.push(
      "",
      `${docComment(description)}export const ${exportName(name)}: ${handler}<${type}, Deps> = async (${given}, _deps, _call): Promise<${answer}> => {`,
      `  ${missing}`,
      "};",
    );
  }
  if (names.length > 0) {
    const union = names.map((one) => literal(one)).join(" | ");
    lines.push(
      "",
      `/** Values that users are offered while they type. */`,
      `export const ${completionsName(name)}: Completions<${union}, ${type}, Deps> = {`,
      ...names.flatMap((one) => [`  ${objectKey(one)}: async (_typed, _given, _deps) => {`, `    ${missing}`, "  },"]),
      "};",
    );
  }
  return { path, text: `${lines.join("\n")}\n`, kind: "scaffold" };
}
