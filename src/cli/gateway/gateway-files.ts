// What `import --gateway` writes beside the YAML: handlers that pass calls on to the server, and the host that connects to it.

import type { Catalog, Tool } from "../../compiler/catalog/catalog.ts";
import { jsonLiteral, literal } from "../../compiler/emit/code-text.ts";
import { exportName, handlerPath, sourcePath, typeNames } from "../../compiler/emit/tool-names.ts";
import type { ImportedTool } from "../../compiler/import/import-list.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { pinTools } from "../../gateway/pinned-list.ts";
import type { Upstream } from "../../gateway/upstream.ts";
import { originalNames } from "../original-names.ts";

export interface GatewayProject {
  /** What the files of the import compile to. */
  readonly catalog: Catalog;
  /** Which tool of the server each one is. */
  readonly imported: readonly ImportedTool[];
  /** The server's own list. */
  readonly list: readonly JsonObject[];
  readonly server: Upstream["server"];
}

export function gatewayFiles({ catalog, imported, list, server }: GatewayProject): readonly SourceFile[] {
  const originals = new Map(imported.map(({ name, original }) => [name, original]));
  const handlers = catalog.tools.flatMap((tool) => {
    const original = originals.get(tool.name);
    if (original === undefined) return [];
    return [{ path: handlerPath(tool, tool.name), text: handlerText(tool, original, catalog) }];
  });
  const upstream: Upstream = { server, tools: pinTools(list) };
  return [
    { path: "src/handlers/deps.ts", text: depsText },
    ...handlers,
    { path: "src/host.ts", text: hostText },
    { path: upstreamPath, text: `${JSON.stringify(upstream, undefined, 2)}\n` },
  ];
}

export const upstreamPath = "src/upstream.json";

function handlerText(tool: Tool, original: string, catalog: Catalog): string {
  const { contract } = typeNames(tool);
  const renamed = originalNames(tool.params, catalog);
  const names = renamed === undefined ? "" : `, ${jsonLiteral(renamed)}`;
  const lines = [
    `// Written by pegboard import --gateway for ${sourcePath(tool)}; you own it now: it is never rewritten.`,
    `import { forwardTo } from "pegboard/gateway";`,
    `import type { ${contract} } from "../../../generated/contracts/${tool.name}.ts";`,
    `import type { ToolHandler } from "../deps.ts";`,
    "",
    `export const ${exportName(tool.name)}: ToolHandler<${contract}> = forwardTo(${literal(original)}${names});`,
  ];
  return `${lines.join("\n")}\n`;
}

const firstLine = "// Written by pegboard import --gateway; you own it now: it is never rewritten.\n";

const depsText = `${firstLine}import type { Clock, Contract, Handler } from "pegboard/runtime";

/** What handlers depend on, made by \`openHost\` in ../host.ts. */
export interface Deps {
  readonly now: Clock;
}

/** A handler of this project. */
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
`;

const hostText = `${firstLine}import { openGateway } from "pegboard/gateway";
import type { OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";
import upstream from "./upstream.json" with { type: "json" };

/** Called once, at the first call that needs it: then the server behind the gateway is started or reached. */
export const openHost: OpenHost<Deps> = (env) => {
  const { forward, resources, close } = openGateway(upstream, env);
  return { deps: { now: env.clock }, middleware: [forward], resources, close };
};
`;
