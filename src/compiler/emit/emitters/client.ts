import { cacheFolder } from "../../../contract/generated-cache.ts";
import type { Catalog, Tool } from "../../catalog/catalog.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import { ownName } from "../../catalog/own-names.ts";
import { currentTools, versionedName } from "../../catalog/versions.ts";
import { docComment, literal } from "../code-text.ts";
import { camelCase } from "../identifiers.ts";
import { type ModuleText, moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { deprecationTags } from "../print-type.ts";
import { typeNames } from "../tool-names.ts";

/** `generated/.cache/client.ts`: the catalog as typed functions over any way of calling a tool. */
export function emitClient(catalog: Catalog): readonly OutputFile[] {
  const file = moduleText("schema");
  for (const name of ["CatalogClient", "CallTool", "openClient", "InSession", "ContentResult"]) file.declare(name);
  const tools = currentTools(catalog);
  const print = partsOf(catalog);
  const members = tools.map((tool) => {
    const locals = importTypes(tool, file);
    const { member, plainLocals } = print(tool);
    return locals.every((local, index) => local === plainLocals[index]) ? member : printMember(tool, locals);
  });
  const functions = tools.map((tool) => print(tool).call);
  file.add(
    "/** A session's handle, for transports that don't remember it (HTTP). */\n" +
      "export type InSession = {\n  readonly session?: string;\n};",
  );
  const hasContent = tools.some(({ contentOnly }) => contentOnly === true);
  if (hasContent) {
    file.add(
      "/** The blocks that a tool answers with whose result is content: texts, images, links. */\n" +
        "export type ContentResult = readonly { readonly type: string; readonly [member: string]: unknown }[];",
    );
  }
  file.add(
    "/**\n * Sends a call to the server: returns the structured result, and throws when the server returns an error.\n" +
      " * The server checks its results against the schema that the result types were made from. `callToolOver(client)` of\n" +
      " * `pegboard/client` makes one from any connected SDK client, over any transport.\n */\n" +
      `export type CallTool = <Result>(name: string, given: { readonly [param: string]: unknown }${hasContent ? ', as?: "content"' : ""}) => Promise<Result>;`,
  );
  file.add(["/** Every tool as a function of its arguments. */\nexport interface CatalogClient {\n", ...members, "}"]);
  file.add(["export function openClient(call: CallTool): CatalogClient {\n  return {\n", ...functions, "  };\n}"]);
  return [file.file(`${cacheFolder}/client.ts`)];
}

/** What stands in the module of one tool, where its types are imported under their own names. */
const partsOf = oncePerTool((tool) => {
  const plainLocals = importTypes(tool, moduleText(""));
  const { taken, given } = takenArguments(tool);
  const as = tool.contentOnly === true ? ', "content"' : "";
  return {
    plainLocals,
    member: { text: printMember(tool, plainLocals) },
    call: { text: `    ${camelCase(ownName(tool))}: (${taken}) => call(${literal(tool.name)}, ${given}${as}),\n` },
  };
});

/** @returns the local names of a tool's result and, where it has params, of its arguments */
function importTypes(tool: Tool, file: ModuleText): readonly string[] {
  const names = typeNames(tool);
  const from = `../contracts/${versionedName(tool)}.ts`;
  const own = tool.params.length === 0 ? [] : [file.importType(names.arguments, from)];
  return [tool.contentOnly === true ? "ContentResult" : file.importType(names.output, from), ...own];
}

/**
 * A tool as a member of the interface of a client.
 * @param locals names of the types of its result and, where it has params, of its arguments
 */
export function printMember(tool: Tool, [output, ...own]: readonly string[]): string {
  const given = [...own, ...(tool.session === "none" ? [] : ["InSession"])].join(" & ");
  const param = `given${needsArguments(tool) ? "" : "?"}: ${given === "" ? "{ readonly [key: string]: never }" : given}`;
  const doc = docComment(tool.summary, deprecationTags(tool.deprecated), 2);
  return `${doc}  ${camelCase(ownName(tool))}(${param}): Promise<${output}>;\n`;
}

/** How the function of a tool takes its arguments, and what it sends. */
export function takenArguments(tool: Tool): { readonly taken: string; readonly given: string } {
  if (needsArguments(tool)) return { taken: "given", given: "given" };
  // `{}` has a `toString` of its own, which is not that of such a param.
  const isOfObjects = tool.params.some(({ name }) => name in Object.prototype);
  return isOfObjects ? { taken: "given", given: "given ?? {}" } : { taken: "given = {}", given: "given" };
}

function needsArguments(tool: Tool): boolean {
  return tool.params.some((param) => param.required);
}
