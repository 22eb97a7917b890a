import type { CodeTable } from "./code-row.ts";

/**
 * Findings about a saved `tools/list` (`pegboard lint --list`) that a catalog of ours can't have: the language makes them
 * impossible, or another code tells of them at their place in the YAML. The examples are JSON, as servers publish it.
 */
export const listCodes = {
  "list-entry-invalid": {
    severity: "error",
    message: (p: { problem: string }) => `this is no tool: ${p.problem}`,
    explain: {
      why: "Each entry of tools/list is an object with a name; clients refuse the whole list for one that is not.",
      bad: '{"tools": ["note_list"]}',
      good: '{"tools": [{"name": "note_list", "inputSchema": {"type": "object", "properties": {}}}]}',
      source: "MCP 2025-11-25 schema, Tool",
      checkedOn: "2026-11",
    },
  },
  "name-charset": {
    severity: "error",
    message: (p: { name: string; description: string; clients: string }) =>
      `'${p.name}' is refused by ${p.clients}: ${p.description}`,
    explain: {
      why: "One name that an API does not take makes every request fail, not only calls of that tool. Catalogs of ours can only hold names that fit everywhere; old names that a profile lists are judged too.",
      bad: '{"name": "notes/list", …}',
      good: '{"name": "notes_list", …}',
      source: "https://github.com/github/copilot-cli/issues/1879; the other clients are in client-facts.ts",
      checkedOn: "2026-09",
    },
  },
  "name-start": {
    severity: "error",
    message: (p: { name: string; description: string; client: string }) =>
      `'${p.name}' must begin with ${p.description} for ${p.client}`,
    explain: {
      why: "Gemini refuses every request with a function whose name begins otherwise.",
      bad: '{"name": "2fa_check", …}',
      good: '{"name": "check_2fa", …}',
      source: "https://github.com/google-gemini/gemini-cli/issues/2966",
      checkedOn: "2026-11",
    },
  },
  "param-key-charset": {
    severity: "error",
    message: (p: { name: string; description: string; client: string }) =>
      `${p.client} refuses the key '${p.name}': ${p.description}`,
    explain: {
      why: "A property key that the Anthropic API does not take makes every request fail.",
      bad: '{"properties": {"user name": {"type": "string"}}}',
      good: '{"properties": {"user_name": {"type": "string"}}}',
      source: "https://github.com/anthropics/claude-code/issues/79418",
      checkedOn: "2026-11",
    },
  },
  "x-mcp-header-invalid": {
    severity: "error",
    message: (p: { path: string; problem: string }) => `the x-mcp-header of '${p.path}' ${p.problem}`,
    explain: {
      why: "HTTP clients drop a tool whose header mapping breaks a rule: a name that is a token, used once in any letter case, on a text, integer or boolean that only properties lead to. A secret does not belong into a header that proxies log.",
      bad: '{"properties": {"region": {"type": "string", "x-mcp-header": "My Region"}}}',
      good: '{"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}',
      source: "MCP 2026-07-28, x-mcp-header",
      checkedOn: "2026-11",
    },
  },
  "schema-root-object": {
    severity: "error",
    message: (p: { found: string }) => `the input schema must have the type 'object', found ${p.found}`,
    explain: {
      why: "Arguments are an object, always; clients refuse a tool that says otherwise.",
      bad: '{"inputSchema": {"type": "string"}}',
      good: '{"inputSchema": {"type": "object", "properties": {}}}',
      source: "MCP 2025-11-25 schema, Tool",
      checkedOn: "2026-11",
    },
  },
  "schema-properties-present": {
    severity: "error",
    message: (_: Record<never, never>) => "the input schema has no 'properties'",
    explain: {
      why: "OpenAI and Gemini refuse an object schema without properties, even for a tool without params.",
      bad: '{"inputSchema": {"type": "object"}}',
      good: '{"inputSchema": {"type": "object", "properties": {}}}',
      source: "https://github.com/microsoft/vscode/issues/251723",
      checkedOn: "2026-11",
    },
  },
  "schema-root-combinator": {
    severity: "error",
    message: (p: { keyword: string }) => `'${p.keyword}' stands at the root of the input schema`,
    explain: {
      why: "The Anthropic API refuses every request with such a tool; VS Code drops the keyword and with it what it says.",
      bad: '{"type": "object", "properties": {…}, "oneOf": […]}',
      good: '{"type": "object", "properties": {…}}',
      source: "langchain#39271; gitlab-mcp#552",
      checkedOn: "2026-08",
    },
  },
  "schema-array-items": {
    severity: "error",
    message: (p: { path: string }) => `the list '${p.path}' does not say what its items are`,
    explain: {
      why: "VS Code can't use a tool with such a list, and OpenAI and Gemini refuse it.",
      bad: '{"tags": {"type": "array"}}',
      good: '{"tags": {"type": "array", "items": {"type": "string"}}}',
      source: "ruby_llm-mcp#70; vscode-copilot-chat (toolSchemaNormalizer.ts)",
      checkedOn: "2026-11",
    },
  },
  "schema-required-unknown": {
    severity: "error",
    message: (p: { name: string }) => `'${p.name}' is required, and no property has that name`,
    explain: {
      why: "OpenAI and Gemini refuse it; others ask for a value that nobody described.",
      bad: '{"properties": {"title": {…}}, "required": ["tilte"]}',
      good: '{"properties": {"title": {…}}, "required": ["title"]}',
      source: "vscode-copilot-chat (toolSchemaNormalizer.ts)",
      checkedOn: "2026-11",
    },
  },
  "schema-unsatisfiable": {
    severity: "error",
    message: (p: { path: string; why: string }) => `no value of '${p.path}' can ever be valid: ${p.why}`,
    explain: {
      why: "Every call would be refused.",
      bad: '{"type": "integer", "minimum": 10, "maximum": 1}',
      good: '{"type": "integer", "minimum": 1, "maximum": 10}',
      source: "JSON Schema 2020-12, validation",
      checkedOn: "2026-11",
    },
  },
  "schema-default-valid": {
    severity: "error",
    message: (p: { path: string; expected: string; found: string }) =>
      `the default of '${p.path}' must be ${p.expected}, found ${p.found}`,
    explain: {
      why: "Models send defaults as they read them; this one is refused.",
      bad: '{"type": "integer", "maximum": 50, "default": 100}',
      good: '{"type": "integer", "maximum": 50, "default": 50}',
      source: "JSON Schema 2020-12, validation, section 9.2",
      checkedOn: "2026-11",
    },
  },
  "schema-example-valid": {
    severity: "error",
    message: (p: { path: string; expected: string; found: string }) =>
      `an example of '${p.path}' must be ${p.expected}, found ${p.found}`,
    explain: {
      why: "Models copy examples.",
      bad: '{"type": "integer", "examples": ["ten"]}',
      good: '{"type": "integer", "examples": [10]}',
      source: "JSON Schema 2020-12, validation, section 9.5",
      checkedOn: "2026-11",
    },
  },
  "schema-remote-ref": {
    severity: "error",
    message: (p: { ref: string }) => `'${p.ref}' points out of the schema`,
    explain: {
      why: "Clients never fetch a reference, so nobody knows what it means.",
      bad: '{"$ref": "https://example.com/note.json"}',
      good: '{"$ref": "#/$defs/Note"}',
      source: "MCP 2026-07-28: references are not followed over the network",
      checkedOn: "2026-11",
    },
  },
  "schema-ref-missing": {
    severity: "error",
    message: (p: { ref: string }) => `'${p.ref}' points to nothing`,
    explain: {
      why: "Validators refuse the schema, and Gemini every request with it.",
      bad: '{"$ref": "#/$defs/Noet", "$defs": {"Note": {…}}}',
      good: '{"$ref": "#/$defs/Note", "$defs": {"Note": {…}}}',
      source: "JSON Schema 2020-12, core, section 8.2.3",
      checkedOn: "2026-11",
    },
  },
  "schema-tuple-draft07": {
    severity: "error",
    message: (p: { path: string }) => `'${p.path}' gives its items by place with 'items', as draft-07 did`,
    explain: {
      why: "JSON Schema 2020-12 says it with prefixItems; APIs that hold to it refuse a list under items.",
      bad: '{"type": "array", "items": [{"type": "number"}, {"type": "number"}]}',
      good: '{"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}]}',
      source: "vscode-copilot-chat (toolSchemaNormalizer.ts); JSON Schema 2020-12, core, section 10.3.1.1",
      checkedOn: "2026-11",
    },
  },
  "schema-nullability-spelling": {
    severity: "warning",
    message: (p: { path: string; spelling: string; other: string }) =>
      `'${p.path}' spells null as ${p.spelling}; the rest would be ${p.other}`,
    explain: {
      why: "`nullable` is a word of OpenAPI, which JSON Schema ignores: null is refused. Of the other spellings one per tool is enough for readers and converters.",
      bad: '{"type": "string", "nullable": true}',
      good: '{"type": ["string", "null"]}',
      source: "google_workspace_mcp#1099",
      checkedOn: "2026-02",
    },
  },
  "schema-union-untyped-branch": {
    severity: "error",
    message: (p: { path: string }) => `an option of '${p.path}' says no type, which Gemini refuses`,
    explain: {
      why: "Gemini asks for a type in each option; without it every request fails.",
      bad: '{"anyOf": [{"type": "string"}, {"minimum": 1}]}',
      good: '{"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 1}]}',
      source: "git-mcp and mcp-ts-core portability rules",
      checkedOn: "2026-11",
    },
  },
  "annotation-incomplete": {
    severity: "error",
    message: (p: { absent: string }) => `the tool does not state ${p.absent}`,
    explain: {
      why: "What is absent counts as the worst: not read-only, destructive, not idempotent, open world. Clients then ask before every call.",
      bad: '{"annotations": {"readOnlyHint": true}}',
      good: '{"annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}}',
      source: "MCP 2025-11-25 schema, ToolAnnotations",
      checkedOn: "2026-11",
    },
  },
  "annotation-contradiction": {
    severity: "error",
    message: (_: Record<never, never>) => "the tool is marked read-only and destructive",
    explain: {
      why: "Clients run read-only tools without asking; a destructive one among them does damage.",
      bad: '{"readOnlyHint": true, "destructiveHint": true}',
      good: '{"readOnlyHint": false, "destructiveHint": true}',
      source: "MCP 2025-11-25 schema, ToolAnnotations",
      checkedOn: "2026-11",
    },
  },
  "output-schema-missing": {
    severity: "warning",
    message: (_: Record<never, never>) => "the tool does not say what it answers with",
    explain: {
      why: "Without an outputSchema neither a program nor a model knows which fields the answer has.",
      bad: '{"name": "note_list", "inputSchema": {…}}',
      good: '{"name": "note_list", "inputSchema": {…}, "outputSchema": {"type": "object", "properties": {…}}}',
      source: "MCP 2025-11-25, server/tools, Output Schema",
      checkedOn: "2026-11",
    },
  },
  "output-root-not-object": {
    severity: "warning",
    message: (_: Record<never, never>) => "the output schema does not have the type 'object'",
    explain: {
      why: "structuredContent was an object in every revision until 2026-07-28; older clients refuse anything else.",
      bad: '{"outputSchema": {"type": "array", "items": {…}}}',
      good: '{"outputSchema": {"type": "object", "properties": {"items": {"type": "array", "items": {…}}}}}',
      source: "MCP 2025-11-25 schema, Tool",
      checkedOn: "2026-11",
    },
  },
  "title-present": {
    severity: "info",
    message: (_: Record<never, never>) => "the tool has no title for people",
    explain: {
      why: "Clients show the title where they ask a person for permission; without it they show the name.",
      bad: '{"name": "note_list", …}',
      good: '{"name": "note_list", "title": "List notes", …}',
      source: "MCP 2025-11-25 schema, BaseMetadata",
      checkedOn: "2026-11",
    },
  },
  "icons-valid": {
    severity: "info",
    message: (p: { place: string; problem: string }) => `${p.place} ${p.problem}`,
    explain: {
      why: "Clients show only icons that they may fetch safely: pictures at https: addresses or in data: URIs.",
      bad: '{"icons": [{"src": "http://example.com/icon.svg"}]}',
      good: '{"icons": [{"src": "https://example.com/icon.svg", "mimeType": "image/svg+xml"}]}',
      source: "MCP 2025-11-25 schema, Icon",
      checkedOn: "2026-11",
    },
  },
} as const satisfies CodeTable;
