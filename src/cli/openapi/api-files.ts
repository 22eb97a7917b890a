// What `import --openapi` writes beside the YAML: a handler for each tool that calls the API, and where the API is.

import type { Catalog, Tool } from "../../compiler/catalog/catalog.ts";
import { versionedName } from "../../compiler/catalog/versions.ts";
import { jsonLiteral } from "../../compiler/emit/code-text.ts";
import { exportName, handlerPath, sourcePath, typeNames } from "../../compiler/emit/tool-names.ts";
import type { ImportedTool } from "../../compiler/import/import-list.ts";
import type { ApiOperation, ReadOpenApi } from "../../compiler/import/openapi/read-openapi.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { originalNames } from "../original-names.ts";
import { urlVariable } from "./api-environment.ts";

/** @param imported which operation each tool is */
export function apiFiles(catalog: Catalog, imported: readonly ImportedTool[], api: ReadOpenApi): readonly SourceFile[] {
  const { operations, secrets } = api;
  const handlers = imported.flatMap(({ name, original }) => {
    const tool = catalog.tools.find((one) => versionedName(one) === name);
    const operation = operations.find((one) => one.tool === original);
    if (tool === undefined || operation === undefined) return [];
    return [{ path: handlerPath(tool, name), text: handlerText(tool, operation, catalog) }];
  });
  // The URL of the document is in catalog.yaml, as the default of its variable.
  const facts = { urlVariable: urlVariable(api), secrets };
  return [
    { path: "src/api.ts", text: apiText(facts) },
    { path: "src/handlers/deps.ts", text: depsText },
    ...handlers,
    { path: "src/host.ts", text: hostText },
  ];
}

const firstLine = "// Written by pegboard import --openapi; you own it now: it is never rewritten.\n";

function apiText(facts: object): string {
  return `${firstLine}import type { ApiFacts } from "pegboard/api";

/** Where the API is, and the variables with what its requests carry. */
export const facts: ApiFacts = ${jsonLiteral(facts)};
`;
}

function handlerText(tool: Tool, { tool: _, ...operation }: ApiOperation, catalog: Catalog): string {
  const { contract } = typeNames(tool);
  const name = versionedName(tool);
  const request = { ...operation, names: originalNames(tool.params, catalog) };
  const lines = [
    `// Written by pegboard import --openapi for ${sourcePath(tool)}; you own it now: it is never rewritten.`,
    `import type { ApiRequest } from "pegboard/api";`,
    `import { ok } from "pegboard/runtime";`,
    `import type { ${contract} } from "../../../generated/contracts/${name}.ts";`,
    `import type { ToolHandler } from "../deps.ts";`,
    "",
    `const request: ApiRequest = ${jsonLiteral(request)};`,
    "",
    `export const ${exportName(name)}: ToolHandler<${contract}> = async (input, { api }, { signal }) =>`,
    "  ok(await api.send(request, input, signal));",
  ];
  return `${lines.join("\n")}\n`;
}

const depsText = `${firstLine}import type { Api } from "pegboard/api";
import type { Clock, Contract, Handler } from "pegboard/runtime";

/** What handlers depend on, made by \`openHost\` in ../host.ts. */
export interface Deps {
  readonly now: Clock;
  readonly api: Api;
}

/** A handler of this project. */
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
`;

const hostText = `${firstLine}import { openApi } from "pegboard/api";
import type { OpenHost } from "pegboard/runtime";
import { facts } from "./api.ts";
import type { Deps } from "./handlers/deps.ts";

/** Called once, at the first call that needs it. */
export const openHost: OpenHost<Deps> = ({ clock, env }) => ({
  deps: { now: clock, api: openApi(facts, env) },
  close: async () => {},
});
`;
