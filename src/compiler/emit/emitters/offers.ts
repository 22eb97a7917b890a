import { cacheFolder } from "../../../contract/generated-cache.ts";
import { parseUriTemplate } from "../../../contract/uri-template.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Prompt, Resource } from "../../catalog/offers.ts";
import { ownName } from "../../catalog/own-names.ts";
import { docComment, jsonLiteral, literal, objectKey } from "../code-text.ts";
import { pascalCase } from "../identifiers.ts";
import { type ModuleText, moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { exportName } from "../tool-names.ts";

// Prompts and resources. Those with a handler have a file of their own with the type of what it gets, as tools have.

/** `generated/prompts/<prompt>.ts` and `generated/resources/<resource>.ts`: what hand-written handlers get. */
export function emitOfferTypes({ prompts = [], resources = [] }: Catalog): readonly OutputFile[] {
  return [
    ...prompts.filter(isComputedPrompt).map((prompt) => {
      const values = prompt.arguments.map((one) => ({ ...one, name: ownName(one) }));
      return typeFile({ folder: "prompts", name: ownName(prompt), type: argumentsType(prompt), values });
    }),
    ...resources.filter(isComputedResource).map((resource) => {
      const values = (resource.variables ?? []).map((variable) => ({ ...variable, required: true }));
      return typeFile({ folder: "resources", name: ownName(resource), type: variablesType(resource), values });
    }),
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
    ...prompts.filter(isComputedPrompt).map((prompt) => scaffoldOf(prompt, "prompts", argumentsType(prompt))),
    ...resources.filter(isComputedResource).map((one) => scaffoldOf(one, "resources", variablesType(one))),
  ];
}

function isComputedPrompt({ messages }: Prompt): boolean {
  return messages === undefined;
}

function isComputedResource({ text }: Resource): boolean {
  return text === undefined;
}

function argumentsType(prompt: Prompt): string {
  return `${pascalCase(ownName(prompt))}Arguments`;
}

function variablesType(resource: Resource): string {
  return `${pascalCase(ownName(resource))}Variables`;
}

interface TypeFile {
  readonly folder: "prompts" | "resources";
  readonly name: string;
  readonly type: string;
  readonly values: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[];
}

function typeFile({ folder, name, type, values }: TypeFile): OutputFile {
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
    const { name, title, description, arguments: args, messages } = prompt;
    const facts = { title, description, arguments: args, messages };
    const load = isComputedPrompt(prompt)
      ? loadOf(file, {
          folder: "prompts",
          name: ownName(prompt),
          type: argumentsType(prompt),
          handler: "PromptHandler",
          deps,
        })
      : "";
    return printEntry(name, facts, load);
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
    const { name, title, description, uri, uriTemplate, mimeType, variables, text } = resource;
    const template = uriTemplate === undefined ? undefined : { parts: parseUriTemplate(uriTemplate).parts };
    const offered = variables?.map(({ name: variable, completion }) => ({ name: variable, completion }));
    const own = ownName(resource);
    const wire = own === name ? undefined : name;
    const facts = { name: wire, title, description, uri, uriTemplate, template, mimeType, variables: offered, text };
    const load = isComputedResource(resource)
      ? loadOf(file, {
          folder: "resources",
          name: own,
          type: variablesType(resource),
          handler: "ResourceHandler",
          deps,
        })
      : "";
    return printEntry(own, facts, load);
  });
  file.add(`export const resources: ${table}<${deps}> = {\n${entries.join("")}};`);
  return file.file(`${cacheFolder}/resources.ts`);
}

interface Load {
  readonly folder: "prompts" | "resources";
  readonly name: string;
  /** What the handler gets. */
  readonly type: string;
  readonly handler: "PromptHandler" | "ResourceHandler";
  readonly deps: string;
}

/** The handler's type is checked here, where its arguments are named. */
function loadOf(file: ModuleText, { folder, name, type, handler, deps }: Load): string {
  const given = file.importType(type, `../${folder}/${name}.ts`);
  const local = file.importType(handler, "pegboard/runtime");
  const path = literal(`../../src/${folder}/${name}.ts`);
  return `    load: async () => (await import(${path})).${exportName(name)} satisfies ${local}<${given}, ${deps}>,\n`;
}

function printEntry(name: string, facts: Readonly<Record<string, unknown>>, load: string): string {
  const members = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `    ${key}: ${jsonLiteral(value, 4)},\n`);
  return `  ${objectKey(name)}: {\n${members.join("")}${load}  },\n`;
}

function scaffoldOf(
  offer: Pick<Prompt, "name" | "own" | "description">,
  folder: "prompts" | "resources",
  type: string,
): OutputFile {
  const name = ownName(offer);
  const handler = folder === "prompts" ? "PromptHandler" : "ResourceHandler";
  const given = folder === "prompts" ? "_args" : "_variables";
  const lines = [
    `// Scaffolded once by pegboard from schema/${folder}/${name}.yaml; you own it now: it is never rewritten.`,
    `import type { ${handler} } from "pegboard/runtime";`,
    `import type { ${type} } from "../../generated/${folder}/${name}.ts";`,
    `import type { Deps } from "../handlers/deps.ts";`,
    "",
    `${docComment(offer.description)}export const ${exportName(name)}: ${handler}<${type}, Deps> = async (${given}, _deps, _call) => {`,
    `  throw new Error(${literal(`${name} is not written yet`)});`,
    "};",
  ];
  return { path: `src/${folder}/${name}.ts`, text: `${lines.join("\n")}\n`, kind: "scaffold" };
}
