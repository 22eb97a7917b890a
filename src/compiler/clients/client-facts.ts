// What clients and model APIs publish or were seen to enforce, as dated facts. Limits move: a change of a limit is a
// change of this file and of nothing else. `client-limits.ts` reads it.

/** A consumer of tool lists. The first six are words that `targets` in catalog.yaml takes. */
export type Client =
  | "claude"
  | "openai"
  | "gemini"
  | "vscode"
  | "cursor"
  | "windsurf"
  /** Holds for every consumer, or for the protocol itself. */
  | "any";

interface ClientFact {
  readonly client: Client;
  /** How messages name the consumer. */
  readonly name: string;
  /** What happens beyond the limit. */
  readonly beyond: string;
  readonly source: string;
  /** Month or day on which the source was looked up. */
  readonly checkedOn: string;
}

export interface ClientLimit extends ClientFact {
  readonly limit: number;
}

interface ClientPattern extends ClientFact {
  readonly pattern: string;
  readonly description: string;
}

interface ClientWords extends ClientFact {
  readonly words: readonly string[];
}

const vscode = { client: "vscode", name: "VS Code" } as const;
const cursor = { client: "cursor", name: "Cursor" } as const;
const openai = { client: "openai", name: "OpenAI" } as const;
const gemini = { client: "gemini", name: "Gemini" } as const;
const claudeApi = { client: "claude", name: "the Anthropic API" } as const;
const models = { client: "any", name: "models" } as const;

/** Numbers. */
export const clientLimits = {
  "vscode-name": {
    ...vscode,
    limit: 64,
    beyond: "the qualified name is cut",
    source: "https://github.com/microsoft/vscode/issues/308463",
    checkedOn: "2026-04",
  },
  "vscode-name-prefix": {
    ...vscode,
    limit: 18,
    beyond: "it is part of the qualified name",
    source: "https://github.com/microsoft/vscode (mcpServer.ts)",
    checkedOn: "2026-04",
  },
  "cursor-name-with-server": {
    ...cursor,
    limit: 59,
    beyond: "the tool is left out without a word",
    source: "https://github.com/ComposioHQ/composio/issues/2788",
    checkedOn: "2026-07",
  },
  "prefixed-name": {
    client: "claude",
    name: "Claude Desktop",
    limit: 64,
    beyond: "the request is refused",
    source: "https://github.com/anthropics/claude-code/issues/22276",
    checkedOn: "2026-03",
  },
  "param-key": {
    ...claudeApi,
    limit: 64,
    beyond: "every request is refused",
    source: "https://github.com/anthropics/claude-code/issues/79418",
    checkedOn: "2026-11",
  },
  "input-schema-bytes": {
    client: "claude",
    name: "Claude connectors",
    limit: 16_384,
    beyond: "the tool is dropped without a word",
    source: "https://github.com/anthropics/claude-code/issues/77296",
    checkedOn: "2026-07",
  },
  "input-schema-bytes-warning": {
    client: "any",
    name: "half of what Claude connectors take",
    limit: 8_192,
    beyond: "every request pays for it",
    source: "https://github.com/anthropics/claude-code/issues/77296",
    checkedOn: "2026-07",
  },
  "enum-values-warning": {
    ...models,
    limit: 50,
    beyond: "every request pays for it",
    source: "our own judgement: a twentieth of what OpenAI's strict mode takes",
    checkedOn: "2026-02",
  },
  "enum-values": {
    ...openai,
    limit: 1_000,
    beyond: "the request is refused",
    source: "OpenAI, Structured Outputs, as copied by jsonschemaprofiles",
    checkedOn: "2026-02",
  },
  "openai-strict-properties": {
    client: "openai",
    name: "OpenAI's strict mode",
    limit: 5_000,
    beyond: "strict mode refuses the request",
    source: "OpenAI API, structured outputs, limitations",
    checkedOn: "2026-11-21",
  },
  "openai-strict-levels": {
    client: "openai",
    name: "OpenAI's strict mode",
    limit: 10,
    beyond: "strict mode refuses the request",
    source: "OpenAI API, structured outputs, limitations",
    checkedOn: "2026-11-21",
  },
  "openai-strict-characters": {
    client: "openai",
    name: "OpenAI's strict mode",
    limit: 120_000,
    beyond: "strict mode refuses the request",
    source: "OpenAI API, structured outputs, limitations",
    checkedOn: "2026-11-21",
  },
  "schema-levels": {
    ...models,
    limit: 5,
    beyond: "models lose their way",
    source: "our own judgement: half of what OpenAI's strict mode takes",
    checkedOn: "2026-02",
  },
  "schema-nodes": {
    client: "any",
    name: "clients",
    limit: 200,
    beyond: "clients may bound what they read",
    source: "our own judgement; MCP 2026-07-28 asks clients to bound schemas and names no number",
    checkedOn: "2026-11",
  },
  "description-characters": {
    ...openai,
    limit: 1_024,
    beyond: "the request is refused",
    source: "cherry-studio#3698, probe#9",
    checkedOn: "2026-11",
  },
  "description-characters-most": {
    client: "claude",
    name: "Claude Code",
    limit: 2_048,
    beyond: "the rest is cut off, or the tool is dropped",
    source: "https://github.com/anthropics/claude-code/issues/41593",
    checkedOn: "2026-11",
  },
  "request-seconds": {
    client: "any",
    name: "clients built with the TypeScript SDK",
    limit: 60,
    beyond: "the client gives the call up, unless its own code asks for more time",
    source: "https://github.com/modelcontextprotocol/typescript-sdk (protocol.ts, DEFAULT_REQUEST_TIMEOUT_MSEC)",
    checkedOn: "2026-11",
  },
  "params-for-choosing": {
    ...models,
    limit: 15,
    beyond: "some are said to lose the rarer ones; weak evidence",
    source: "one linter of tool lists, without a source of its own",
    checkedOn: "2026-11",
  },
  "tools-for-choosing": {
    ...models,
    limit: 30,
    beyond: "choosing the right tool gets worse",
    source: "Anthropic, tool search, as quoted by others: worse beyond 30 to 50 tools",
    checkedOn: "2026-11",
  },
  "cursor-tools": {
    ...cursor,
    limit: 40,
    beyond: "it warns, and tools may be left out",
    source: "several pages of 2025 and 2026: about 40; once a hard limit, now a warning",
    checkedOn: "2026-11",
  },
  "windsurf-tools": {
    client: "windsurf",
    name: "Windsurf",
    limit: 100,
    beyond: "no more can be switched on",
    source: "Windsurf, Cascade MCP, a copy of its documentation",
    checkedOn: "2026-11",
  },
  "vscode-tools": {
    ...vscode,
    limit: 128,
    beyond: "every request is refused",
    source: "https://github.com/microsoft/vscode/issues/258890",
    checkedOn: "2026-11",
  },
  "openai-tools": {
    ...openai,
    limit: 128,
    beyond: "every request is refused",
    source: "https://github.com/microsoft/vscode-copilot-release/issues/11653",
    checkedOn: "2026-11",
  },
} as const satisfies { readonly [id: string]: ClientLimit };

/** Forms of names. */
export const clientPatterns = {
  "claude-name": {
    ...claudeApi,
    pattern: "^[a-zA-Z0-9_-]*$",
    description: "letters, digits, '_' and '-'",
    beyond: "every request is refused",
    source: "https://github.com/github/copilot-cli/issues/1879",
    checkedOn: "2026-03",
  },
  "openai-name": {
    ...openai,
    pattern: "^[a-zA-Z0-9_-]*$",
    description: "letters, digits, '_' and '-'",
    beyond: "every request is refused",
    source: "https://github.com/openai/codex/issues/8174",
    checkedOn: "2026-09",
  },
  "gemini-name": {
    ...gemini,
    pattern: "^[A-Za-z0-9_.:-]*$",
    description: "letters, digits, '_', '.', ':' and '-'",
    beyond: "every request is refused",
    source: "https://github.com/google-gemini/gemini-cli/issues/2966",
    checkedOn: "2026-11",
  },
  "vscode-name-form": {
    ...vscode,
    pattern: "^[A-Za-z0-9_-]*$",
    description: "letters, digits, '_' and '-'",
    beyond: "the tool is renamed",
    source: "https://github.com/microsoft/vscode (mcpServer.ts)",
    checkedOn: "2026-04",
  },
  "cursor-name": {
    ...cursor,
    pattern: "^[A-Za-z0-9_]*$",
    description: "letters, digits and '_'",
    beyond: "the tool is left out without a word",
    source: "https://github.com/webstudio-is/webstudio/issues/5960",
    checkedOn: "2026-07",
  },
  "gemini-name-start": {
    ...gemini,
    pattern: "^[A-Za-z_]",
    description: "a letter or '_'",
    beyond: "every request is refused",
    source: "https://github.com/google-gemini/gemini-cli/issues/2966",
    checkedOn: "2026-11",
  },
  "param-key-form": {
    ...claudeApi,
    pattern: "^[a-zA-Z0-9_.-]+$",
    description: "letters, digits, '_', '.' and '-'",
    beyond: "every request is refused",
    source: "https://github.com/anthropics/claude-code/issues/79418",
    checkedOn: "2026-11",
  },
} as const satisfies { readonly [id: string]: ClientPattern };

/** Words of JSON Schema. */
export const clientWords = {
  "openai-formats": {
    ...openai,
    words: ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
    beyond: "strict mode refuses the request",
    source: "OpenAI, Structured Outputs, as copied by jsonschemaprofiles",
    checkedOn: "2026-02",
  },
  "openai-strict-refuses": {
    ...openai,
    words: ["oneOf", "allOf", "not", "if", "then", "else"],
    beyond: "strict mode refuses the request",
    source: "OpenAI, Structured Outputs, as copied by jsonschemaprofiles",
    checkedOn: "2026-02",
  },
  "openai-strict-omits": {
    client: "openai",
    name: "OpenAI's strict mode",
    words: ["uniqueItems", "minLength", "maxLength", "title", "default", "examples", "deprecated"],
    beyond: "they are not among the supported keywords",
    source: "OpenAI API, structured outputs, supported schemas",
    checkedOn: "2026-11-21",
  },
  "gemini-api-omits": {
    ...gemini,
    words: ["$ref", "$defs", "const", "additionalProperties", "format", "title", "default", "examples", "deprecated"],
    beyond: "a FunctionDeclaration has no such member",
    source: "Gemini API, FunctionDeclaration and Schema",
    checkedOn: "2026-11-21",
  },
  "vscode-drops": {
    client: "vscode",
    name: "VS Code with GPT-4 models",
    words: [
      "minLength",
      "maxLength",
      "pattern",
      "format",
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf",
      "minItems",
      "maxItems",
      "uniqueItems",
      "default",
    ],
    beyond: "the keyword is dropped",
    source: "https://github.com/microsoft/vscode-copilot-chat (toolSchemaNormalizer.ts)",
    checkedOn: "2026-11",
  },
  "gemini-drops": {
    ...gemini,
    words: ["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "pattern", "minLength", "maxLength"],
    beyond: "the keyword is stripped",
    source: "https://github.com/google-gemini/gemini-cli (docs/tools/mcp-server.md)",
    checkedOn: "2026-11",
  },
} as const satisfies { readonly [id: string]: ClientWords };
