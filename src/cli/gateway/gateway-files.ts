// What `import --gateway` writes beside the YAML: handlers that pass calls on to the server, and the host that connects to it.

import type { Catalog, Tool } from "../../compiler/catalog/catalog.ts";
import { versionedName } from "../../compiler/catalog/versions.ts";
import { jsonLiteral, literal, objectKey } from "../../compiler/emit/code-text.ts";
import { pascalCase } from "../../compiler/emit/identifiers.ts";
import { completionsName, exportName, handlerPath, sourcePath, typeNames } from "../../compiler/emit/tool-names.ts";
import type { ImportedTool } from "../../compiler/import/import-list.ts";
import type { ImportedPrompt } from "../../compiler/import/read-offers.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { pinTools } from "../../gateway/pinned-list.ts";
import type { Upstream } from "../../gateway/upstream.ts";
import { originalNamesOfCalls } from "../original-names.ts";

export interface GatewayProject {
  /** What the files of the import compile to. */
  readonly catalog: Catalog;
  /** Which tool of the server each one is. */
  readonly imported: readonly ImportedTool[];
  readonly prompts: readonly ImportedPrompt[];
  /** The server's own list. */
  readonly list: readonly JsonObject[];
  readonly server: Upstream["server"];
}

export function gatewayFiles({ catalog, imported, prompts, list, server }: GatewayProject): readonly SourceFile[] {
  const originals = new Map(imported.map(({ name, original }) => [name, original]));
  const handlers = catalog.tools.flatMap((tool) => {
    const name = versionedName(tool);
    const original = originals.get(name);
    return original === undefined
      ? []
      : [{ path: handlerPath(tool, name), text: handlerText(tool, original, catalog) }];
  });
  const upstream: Upstream = { server, tools: pinTools(list) };
  return [
    { path: "src/handlers/deps.ts", text: depsText },
    ...handlers,
    ...prompts.map((prompt) => ({ path: `src/prompts/${prompt.name}.ts`, text: promptText(prompt) })),
    { path: "src/host.ts", text: hostText },
    { path: upstreamPath, text: `${JSON.stringify(upstream, undefined, 2)}\n` },
  ];
}

export const upstreamPath = "src/upstream.json";

function handlerText(tool: Tool, original: string, catalog: Catalog): string {
  const { contract } = typeNames(tool);
  const name = versionedName(tool);
  const names = originalNamesOfCalls(tool.params, catalog);
  const renamed = names === undefined ? "" : `, ${jsonLiteral(names)}`;
  const lines = [
    `// Written by pegboard import --gateway for ${sourcePath(tool)}; you own it now: it is never rewritten.`,
    `import { forwardTo } from "pegboard/gateway";`,
    `import type { ${contract} } from "../../../generated/contracts/${name}.ts";`,
    `import type { ToolHandler } from "../deps.ts";`,
    "",
    `export const ${exportName(name)}: ToolHandler<${contract}> = forwardTo(${literal(original)}${renamed});`,
  ];
  return `${lines.join("\n")}\n`;
}

function promptText({ original, name, args, completed }: ImportedPrompt): string {
  const type = `${pascalCase(name)}Arguments`;
  const renamed = Object.keys(args).length === 0 ? "" : `, ${JSON.stringify(args)}`;
  const lines = [
    `// Written by pegboard import --gateway for schema/prompts/${name}.yaml; you own it now: it is never rewritten.`,
    `import { ${completed.length === 0 ? "" : "forwardCompletion, "}forwardPrompt } from "pegboard/gateway";`,
    `import type { ${completed.length === 0 ? "" : "Completions, "}PromptHandler } from "pegboard/runtime";`,
    `import type { ${type} } from "../../generated/prompts/${name}.ts";`,
    `import type { Deps } from "../handlers/deps.ts";`,
    "",
    `export const ${exportName(name)}: PromptHandler<${type}, Deps> = forwardPrompt(${literal(original)}${renamed});`,
  ];
  if (completed.length > 0) {
    const union = completed.map((own) => literal(own)).join(" | ");
    lines.push(
      "",
      `export const ${completionsName(name)}: Completions<${union}, ${type}, Deps> = {`,
      ...completed.map((own) => {
        const upstream = args[own];
        const theirs = literal(typeof upstream === "string" ? upstream : own);
        return `  ${objectKey(own)}: forwardCompletion(${literal(original)}, ${theirs}${renamed}),`;
      }),
      "};",
    );
  }
  return `${lines.join("\n")}\n`;
}

const firstLine = "// Written by pegboard import --gateway; you own it now: it is never rewritten.\n";

const depsText = `${firstLine}import type { Gateway } from "pegboard/gateway";
import type { Clock, Contract, Handler } from "pegboard/runtime";

/** What handlers depend on, made by \`openHost\` in ../host.ts. */
export interface Deps {
  readonly now: Clock;
  /** What the handlers of prompts ask. */
  readonly gateway: Pick<Gateway, "prompt" | "complete">;
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
  const gateway = openGateway(upstream, env);
  const { forward, resources, close } = gateway;
  return { deps: { now: env.clock, gateway }, middleware: [forward], resources, close };
};
`;
