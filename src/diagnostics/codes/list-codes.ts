import { type CodeTable, checkedIn } from "./code-row.ts";

const { error, info, warning } = checkedIn("2026-11");

/**
 * Findings about a saved `tools/list` (`pegboard lint --list`) that a Pegboard catalog can't have: the language makes them
 * impossible, or another code reports them in the YAML. The examples are JSON, as servers publish it.
 */
export const listCodes = {
  "list-entry-invalid": error({
    message: (p: { problem: string }) => `not a valid tool: ${p.problem}`,
    why: "Each entry of tools/list is an object with a name; clients reject the whole list because of one invalid entry.",
    bad: '{"tools": ["note_list"]}',
    good: '{"tools": [{"name": "note_list", "inputSchema": {"type": "object", "properties": {}}}]}',
    source: "MCP 2025-11-25 schema, Tool",
  }),
  "name-charset": error({
    message: (p: { name: string; description: string; clients: string }) =>
      `'${p.name}' is refused by ${p.clients}: ${p.description}`,
    why: "One name that an API rejects makes every request fail, not only calls of that tool. Names in a Pegboard catalog are valid everywhere; old names that a profile lists are checked too. A name that the clients of an existing system call can be kept with a suppression.",
    bad: '{"name": "notes/list", …}',
    good: '{"name": "notes_list", …}',
    source: "https://github.com/github/copilot-cli/issues/1879; the other clients are in client-facts.ts",
    checkedOn: "2026-09",
    suppressible: true,
  }),
  "name-start": error({
    message: (p: { name: string; description: string; client: string }) =>
      `'${p.name}' must begin with ${p.description} for ${p.client}`,
    why: "Gemini rejects every request with a function whose name begins differently.",
    bad: '{"name": "2fa_check", …}',
    good: '{"name": "check_2fa", …}',
    source: "https://github.com/google-gemini/gemini-cli/issues/2966",
  }),
  "param-key-charset": error({
    message: (p: { name: string; description: string; client: string }) =>
      `${p.client} refuses the key '${p.name}': ${p.description}`,
    why: "A property key that the Anthropic API rejects makes every request fail.",
    bad: '{"properties": {"user name": {"type": "string"}}}',
    good: '{"properties": {"user_name": {"type": "string"}}}',
    source: "https://github.com/anthropics/claude-code/issues/79418",
  }),
  "x-mcp-header-invalid": error({
    message: (p: { path: string; problem: string }) => `the x-mcp-header of '${p.path}' ${p.problem}`,
    why: "HTTP clients drop a tool whose header mapping breaks a rule: a name that is a token, used once in any letter case, on a text, integer or boolean that is reached only through properties. A secret must not be in a header, which proxies log.",
    bad: '{"properties": {"region": {"type": "string", "x-mcp-header": "My Region"}}}',
    good: '{"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}',
    source: "MCP 2026-07-28, x-mcp-header",
  }),
  "schema-root-object": error({
    message: (p: { found: string }) => `the input schema must have the type 'object', found ${p.found}`,
    why: "Arguments are always an object; clients reject any other input schema.",
    bad: '{"inputSchema": {"type": "string"}}',
    good: '{"inputSchema": {"type": "object", "properties": {}}}',
    source: "MCP 2025-11-25 schema, Tool",
  }),
  "schema-properties-present": error({
    message: (_: Record<never, never>) => "the input schema has no 'properties'",
    why: "OpenAI and Gemini reject an object schema without properties, even for a tool without params.",
    bad: '{"inputSchema": {"type": "object"}}',
    good: '{"inputSchema": {"type": "object", "properties": {}}}',
    source: "https://github.com/microsoft/vscode/issues/251723",
  }),
  "schema-root-combinator": error({
    message: (p: { keyword: string }) => `'${p.keyword}' is used at the root of the input schema`,
    why: "The Anthropic API rejects every request with such a tool; VS Code drops the keyword with its constraints.",
    bad: '{"type": "object", "properties": {…}, "oneOf": […]}',
    good: '{"type": "object", "properties": {…}}',
    source: "langchain#39271; gitlab-mcp#552",
    checkedOn: "2026-08",
  }),
  "schema-array-items": error({
    message: (p: { path: string }) => `the list '${p.path}' does not say what its items are`,
    why: "VS Code can't use a tool with such a list, and OpenAI and Gemini reject it.",
    bad: '{"tags": {"type": "array"}}',
    good: '{"tags": {"type": "array", "items": {"type": "string"}}}',
    source: "ruby_llm-mcp#70; vscode-copilot-chat (toolSchemaNormalizer.ts)",
  }),
  "schema-required-unknown": error({
    message: (p: { name: string }) => `'${p.name}' is required but is not a property`,
    why: "OpenAI and Gemini reject it; other clients require a value without a description.",
    bad: '{"properties": {"title": {…}}, "required": ["tilte"]}',
    good: '{"properties": {"title": {…}}, "required": ["title"]}',
    source: "vscode-copilot-chat (toolSchemaNormalizer.ts)",
  }),
  "schema-unsatisfiable": error({
    message: (p: { path: string; why: string }) => `no value of '${p.path}' can ever be valid: ${p.why}`,
    why: "Every call would be rejected.",
    bad: '{"type": "integer", "minimum": 10, "maximum": 1}',
    good: '{"type": "integer", "minimum": 1, "maximum": 10}',
    source: "JSON Schema 2020-12, validation",
  }),
  "schema-pattern-invalid": error({
    message: (p: { path: string; problem: string }) => `the pattern of '${p.path}' does not compile: ${p.problem}`,
    why: "Patterns are ECMA-262 regular expressions, and most validators read them with the flag u. Ajv refuses the whole schema.",
    bad: '{"type": "string", "pattern": "[a-z"}',
    good: '{"type": "string", "pattern": "^[a-z]+$"}',
    source: "JSON Schema 2020-12, core, section 6.4",
  }),
  "schema-pattern-slow": warning({
    message: (p: { path: string; problem: string }) =>
      `matching the pattern of '${p.path}' may take too long: ${p.problem}`,
    why: "A validator with backtracking is busy for minutes with a short text where parts that repeat can share it in many ways. An import leaves such a pattern out.",
    bad: '{"type": "string", "pattern": "^(.*a){20}$"}',
    good: '{"type": "string", "pattern": "^[^a]*a"}',
    source: "CWE-1333",
  }),
  "schema-default-valid": error({
    message: (p: { path: string; expected: string; found: string }) =>
      `the default of '${p.path}' must be ${p.expected}, found ${p.found}`,
    why: "Models send defaults as they read them; this one is rejected.",
    bad: '{"type": "integer", "maximum": 50, "default": 100}',
    good: '{"type": "integer", "maximum": 50, "default": 50}',
    source: "JSON Schema 2020-12, validation, section 9.2",
  }),
  "schema-example-valid": error({
    message: (p: { path: string; expected: string; found: string }) =>
      `an example of '${p.path}' must be ${p.expected}, found ${p.found}`,
    why: "Models copy examples.",
    bad: '{"type": "integer", "examples": ["ten"]}',
    good: '{"type": "integer", "examples": [10]}',
    source: "JSON Schema 2020-12, validation, section 9.5",
  }),
  "schema-remote-ref": error({
    message: (p: { ref: string }) => `'${p.ref}' refers to another document`,
    why: "Clients never fetch a reference, so its content is unknown.",
    bad: '{"$ref": "https://example.com/note.json"}',
    good: '{"$ref": "#/$defs/Note"}',
    source: "MCP 2026-07-28: references are not followed over the network",
  }),
  "schema-ref-missing": error({
    message: (p: { ref: string }) => `the reference '${p.ref}' can't be resolved`,
    why: "Validators reject the schema, and Gemini rejects every request with it.",
    bad: '{"$ref": "#/$defs/Noet", "$defs": {"Note": {…}}}',
    good: '{"$ref": "#/$defs/Note", "$defs": {"Note": {…}}}',
    source: "JSON Schema 2020-12, core, section 8.2.3",
  }),
  "schema-tuple-draft07": error({
    message: (p: { path: string }) => `'${p.path}' has a list under 'items', as in draft-07; use 'prefixItems'`,
    why: "JSON Schema 2020-12 uses prefixItems; APIs that follow it reject a list under items.",
    bad: '{"type": "array", "items": [{"type": "number"}, {"type": "number"}]}',
    good: '{"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}]}',
    source: "vscode-copilot-chat (toolSchemaNormalizer.ts); JSON Schema 2020-12, core, section 10.3.1.1",
  }),
  "schema-nullability-spelling": warning({
    message: (p: { path: string; spelling: string; other: string }) =>
      `'${p.path}' writes null as ${p.spelling}; use ${p.other} everywhere`,
    why: "`nullable` is a keyword of OpenAPI that JSON Schema ignores, so null is rejected. Use only one of the other spellings in a tool, for readers and converters.",
    bad: '{"type": "string", "nullable": true}',
    good: '{"type": ["string", "null"]}',
    source: "google_workspace_mcp#1099",
    checkedOn: "2026-02",
  }),
  "schema-union-untyped-branch": error({
    message: (p: { path: string }) => `an option of '${p.path}' has no type; Gemini rejects it`,
    why: "Gemini requires a type in each option; without it every request fails.",
    bad: '{"anyOf": [{"type": "string"}, {"minimum": 1}]}',
    good: '{"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 1}]}',
    source: "git-mcp and mcp-ts-core portability rules",
  }),
  "annotation-incomplete": error({
    message: (p: { absent: string }) => `the tool does not state ${p.absent}`,
    why: "A missing annotation has the worst default: not read-only, destructive, not idempotent, open world. Clients then ask before every call.",
    bad: '{"annotations": {"readOnlyHint": true}}',
    good: '{"annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}}',
    source: "MCP 2025-11-25 schema, ToolAnnotations",
  }),
  "annotation-contradiction": error({
    message: (_: Record<never, never>) => "the tool is marked read-only and destructive",
    why: "Clients run read-only tools without asking; a destructive one among them does damage.",
    bad: '{"readOnlyHint": true, "destructiveHint": true}',
    good: '{"readOnlyHint": false, "destructiveHint": true}',
    source: "MCP 2025-11-25 schema, ToolAnnotations",
  }),
  "output-schema-missing": warning({
    message: (_: Record<never, never>) => "the tool has no output schema",
    why: "Without an outputSchema neither a program nor a model knows which fields the answer has.",
    bad: '{"name": "note_list", "inputSchema": {…}}',
    good: '{"name": "note_list", "inputSchema": {…}, "outputSchema": {"type": "object", "properties": {…}}}',
    source: "MCP 2025-11-25, server/tools, Output Schema",
  }),
  "output-root-not-object": warning({
    message: (_: Record<never, never>) => "the output schema does not have the type 'object'",
    why: "structuredContent was an object in every revision until 2026-07-28; older clients reject any other type.",
    bad: '{"outputSchema": {"type": "array", "items": {…}}}',
    good: '{"outputSchema": {"type": "object", "properties": {"items": {"type": "array", "items": {…}}}}}',
    source: "MCP 2025-11-25 schema, Tool",
  }),
  "title-present": info({
    message: (_: Record<never, never>) => "the tool has no title",
    why: "Clients show the title where they ask a person for permission; without it they show the name.",
    bad: '{"name": "note_list", …}',
    good: '{"name": "note_list", "title": "List notes", …}',
    source: "MCP 2025-11-25 schema, BaseMetadata",
  }),
  "icons-valid": info({
    message: (p: { place: string; problem: string }) => `${p.place} ${p.problem}`,
    why: "Clients show only icons that they may fetch safely: pictures at https: addresses or in data: URIs.",
    bad: '{"icons": [{"src": "http://example.com/icon.svg"}]}',
    good: '{"icons": [{"src": "https://example.com/icon.svg", "mimeType": "image/svg+xml"}]}',
    source: "MCP 2025-11-25 schema, Icon",
  }),
} as const satisfies CodeTable;
