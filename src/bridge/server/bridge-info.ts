import packageJson from "../../../package.json" with { type: "json" };
import type { BridgeInfo, BridgeMethods, ToolProvider } from "../provider.ts";

export const operations = [
  "getBridgeInfo",
  "listServers",
  "listTools",
  "describeTool",
  "callTool",
  "listResources",
  "listResourceTemplates",
  "readResource",
  "listPrompts",
  "getPrompt",
] as const satisfies readonly (keyof BridgeMethods)[];

/** What clients of tool-cli 1.x ask first; they go on where name and major are theirs. */
export function bridgeInfo(provider: ToolProvider): BridgeInfo {
  const upstreamMcp = provider.getUpstreamMcpSummary?.();
  return {
    bridgeProtocol: { name: "tool-cli-bridge", major: 1, version: "1.0" },
    serverImplementation: { name: packageJson.name, version: packageJson.version },
    operations: [...operations],
    capabilities: {
      authentication: { required: true, scheme: "bearer" },
      tools: {
        discovery: true,
        calls: true,
        inputSchemaValidation: true,
        jsonSchemaDialect: dialects[0],
        supportedJsonSchemaDialects: [...dialects],
      },
      resources: {
        list: provider.listResources !== undefined,
        templates: provider.listResourceTemplates !== undefined,
        read: provider.readResource !== undefined,
      },
      prompts: {
        list: provider.listPrompts !== undefined,
        get: provider.getPrompt !== undefined,
      },
      cancellation: { providerAbortSignal: true },
    },
    ...(upstreamMcp === undefined ? {} : { upstreamMcp }),
  };
}

const dialects = [
  "https://json-schema.org/draft/2020-12/schema",
  "https://json-schema.org/draft/2019-09/schema",
  "http://json-schema.org/draft-07/schema#",
] as const;
