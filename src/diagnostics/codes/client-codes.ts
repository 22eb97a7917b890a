import { type CodeTable, checkedIn } from "./code-row.ts";

const { error, info, warning } = checkedIn("2026-11");

/** Findings about limits of clients, and about names and schemas that help models. */
export const clientCodes = {
  "name-collision-folded": error({
    message: (p: { name: string; other: string; kind: string }) =>
      `'${p.name}' and the ${p.kind} '${p.other}' are the same name for clients that ignore case and punctuation`,
    why: "Some clients change names to lower case and replace every other character by '_'; when two names become equal, a tool is dropped, or a call reaches the wrong one.",
    bad: "# beside the tool note_list\naliases: [{name: Note-List, of: legacy}]   # of the tool note_create",
    good: "# beside the tool note_list\naliases: [{name: AddNote, of: legacy}]   # of the tool note_create",
    source: "https://github.com/openai/codex (mcp_connection_manager.rs): colliding names are skipped",
    suppressible: true,
  }),
  "name-style": warning({
    message: (p: { name: string; problem: string }) => `'${p.name}' ${p.problem}`,
    why: "Models and search find tools by their names, and a consistent name is found more easily. The rule compares with the other names of the catalog.",
    bad: "name: list_notes   # beside note_create, note_get and note_search",
    good: "name: note_list    # beside note_create, note_get and note_search",
    source: "Anthropic, Writing tools for agents: namespace tools, name them alike",
  }),
  "name-verb-vs-hint": error({
    message: (p: { name: string; description: string; is: string }) =>
      `'${p.name}' is named like a tool that ${p.description}, but is marked ${p.is}`,
    why: "People and clients allow calls by the name. When the name and the effects contradict each other, a call is allowed or denied for the wrong reason.",
    bad: "name: note_list\neffects: {read_only: false, destructive: true, …}",
    good: "name: note_delete\neffects: {read_only: false, destructive: true, …}",
    source: "MCP 2025-11-25 schema, ToolAnnotations",
    suppressible: true,
  }),
  "scope-missing": warning({
    message: (p: { tool: string }) => `no scope opens '${p.tool}'`,
    why: "With `auth` in catalog.yaml, callers with a token may use what its scopes open. This tool is opened by none, so only callers without a token, as over stdio, can use it.",
    bad: "auth: {scopes: {notes:read: {description: Reads notes, tools: [note_list]}}}   # note_create is there too",
    good: "auth: {scopes: {notes:read: {description: Reads notes, tools: [note_list, note_create]}}}",
    source: "MCP 2025-11-25, basic/authorization: a token without the scope is refused with insufficient_scope",
  }),
  "alias-listed": warning({
    message: (p: { profile: string; system: string }) =>
      `the default profile '${p.profile}' lists the old names of '${p.system}'`,
    why: "Old names are for clients that know them. A client without a profile would learn names that will be removed, and pay for their old params on every connection.",
    bad: "profiles:\n  old: {list_as: legacy}\ndefault_profile: old",
    good: "profiles:\n  old: {list_as: legacy}\n  core: {tiers: [essential]}\ndefault_profile: core",
    source: "MCP 2025-11-25, server/tools: a client loads the whole list",
  }),
  "error-number-reserved": warning({
    message: (p: { code: number; owner: string }) => `${p.code} is reserved: ${p.owner}`,
    why: "Declared errors can be sent as JSON-RPC errors (--errors protocol), and clients distinguish those by their numbers. The range from -32768 to -32000 belongs to JSON-RPC and MCP: MCP defines -32099 to -32020 (an error here) and discourages new numbers from -32019 to -32000 (a warning). A number that callers of an existing system already use can be kept with a suppression.",
    bad: 'NOTE_LOCKED: {code: -32050, message: "the note is locked", retry: later}',
    good: 'NOTE_LOCKED: {code: -31005, message: "the note is locked", retry: later}',
    source: "MCP 2026-07-28, basic, Error codes; JSON-RPC 2.0, 5.1 Error object",
    suppressible: true,
  }),
  "param-name-consistency": warning({
    message: (p: { name: string; other: string }) => `'${p.name}' is called '${p.other}' in other tools`,
    why: "A model passes values from one tool to the next by the names of their params; two names for one concept cause mistakes.",
    bad: "params: {repository: …}   # other tools: repo",
    good: "params: {repo: …}",
    source: "client-side observation; the synonyms are a small list of pairs seen side by side in public servers",
  }),
  "profile-tool-count": warning({
    message: (p: { list: string; count: number; client: string; limit: number; beyond: string }) =>
      `${p.list} lists ${p.count} tools; the limit of ${p.client} is ${p.limit}: ${p.beyond}`,
    why: "Clients reject or cut lists that are too long, and models choose worse among many tools.",
    bad: "full: {families: all}   # 140 tools",
    good: "full: {families: all, surface: meta}",
    source: "https://github.com/microsoft/vscode/issues/258890 (128); Windsurf documentation (100); Anthropic (30)",
    suppressible: true,
  }),
  "profile-search-unlisted": warning({
    message: (p: { profile: string; count: number }) =>
      `'tool_search' of the profile '${p.profile}' finds ${p.count} ${p.count === 1 ? "tool that is" : "tools that are"} not listed`,
    why: 'Hosts let a model call only what is listed. With `builtins: call` the tools `call_read`, `call_write` and `call_destructive` are listed too and call what is found; they cost about 200 tokens. With `builtins: "off"` nothing is found.',
    bad: "core: {tiers: [essential]}",
    good: "core: {tiers: [essential], builtins: call}",
    source: "MCP 2025-11-25, server/tools: models call what they discovered with tools/list",
    suppressible: true,
  }),
  "schema-recursion": warning({
    message: (p: { name: string; client: string }) => `the type '${p.name}' contains itself; ${p.client}`,
    why: "A recursive input needs references, and some clients do not support them. For the target gemini it is an error: one such tool makes every request fail.",
    bad: "params:\n  tree: {ref: Tree}   # Tree: {fields: {children: {type: array, items: {ref: Tree}}}}",
    good: "params:\n  nodes: {type: array, max_items: 100, items: {ref: Node}}   # Node: {fields: {parent: {type: string}}}",
    source: "mcp-ts-core portability rules; Gemini function declarations",
    suppressible: true,
  }),
  "schema-enum-types": error({
    message: (p: { path: string; found: string }) => `'${p.path}' lists ${p.found}; Gemini accepts only texts`,
    why: "Gemini's function declarations support only enums of texts; any other value, also null, makes every request fail.",
    bad: "color: {type: enum, values: [red, green], nullable: true}",
    good: "color: {type: enum, values: [red, green, none]}",
    source: "weave router#65; reposkein#14",
    suppressible: true,
  }),
  "schema-enum-size": warning({
    message: (p: { path: string; count: number; limit: string }) => `'${p.path}' lists ${p.count} values; ${p.limit}`,
    why: "All values are part of every request. OpenAI rejects more than 1,000.",
    bad: "country: {type: enum, values: [AD, AE, AF, … 249 codes]}",
    good: 'country: {type: string, pattern: "^[A-Z]{2}$", description: ISO 3166 code}',
    source: "OpenAI, Structured Outputs (copy of 2026-02): 1,000 values",
    checkedOn: "2026-02",
    suppressible: true,
  }),
  "schema-format-portable": error({
    message: (p: { format: string; client: string; beyond: string }) =>
      `${p.client} does not know the format '${p.format}': ${p.beyond}`,
    why: "One tool with a format that a target rejects makes every request fail. Checked for the target openai.",
    bad: "link: {type: string, format: uri}",
    good: 'link: {type: string, pattern: "^https://"}',
    source: "git-mcp-server#47; OpenAI, Structured Outputs (copy of 2026-02)",
    checkedOn: "2026-02",
    suppressible: true,
  }),
  "schema-keyword-dropped": info({
    message: (p: { client: string; lost: string }) => `${p.client} drops ${p.lost}`,
    why: "The model never sees what a client drops: the call is sent and then rejected. A limit that the description repeats stays visible; it is enough when the text contains its number.",
    bad: "limit: {type: integer, max: 50, description: Maximum number of notes}",
    good: "limit: {type: integer, max: 50, description: Maximum number of notes; at most 50}",
    source: "https://github.com/microsoft/vscode-copilot-chat (toolSchemaNormalizer.ts); Gemini CLI documentation",
  }),
  "schema-strict-ready": info({
    message: (p: { client: string; missing: string }) => `${p.client}'s strict mode requires ${p.missing}`,
    why: "In strict mode OpenAI's models always send valid arguments; it requires a schema in which every object is closed and every param required. Checked for the target openai.",
    bad: "unknown_params: warn\n…\nlimit: {type: integer}",
    good: "unknown_params: reject\n…\nlimit: {type: integer, nullable: true, required: true}",
    source: "OpenAI, Structured Outputs (copy of 2026-02)",
    checkedOn: "2026-02",
  }),
  "schema-depth": warning({
    message: (p: { path: string; depth: number; limit: number }) =>
      `'${p.path}' lies ${p.depth} levels deep; at most ${p.limit} are easy to fill in`,
    why: "Models fill in flat arguments better than deep ones, and clients limit the depth that they read.",
    bad: "a: {type: object, fields: {b: {type: object, fields: {c: {type: object, fields: {…}}}}}}",
    good: "a_b_c: {type: string}",
    source: "OpenAI, Structured Outputs (copy of 2026-02): 10 levels; MCP 2026-07-28 asks for bounds",
    checkedOn: "2026-02",
  }),
  "schema-node-count": warning({
    message: (p: { count: string; limit: number }) =>
      `the input schema has ${p.count} parts; more than ${p.limit} are hard to choose from`,
    why: "Models fill in large schemas badly, and clients limit how much of a schema they read.",
    bad: "params: {…}   # 250 params",
    good: "params: {…}   # a dozen; the rest belongs to other tools",
    source: "MCP 2026-07-28 asks clients for bounds; the number is our own",
  }),
  "deadline-beyond-clients": info({
    message: (p: { tool: string; time: string; limit: number; client: string }) =>
      `'${p.tool}' may take ${p.time}; ${p.client} wait ${p.limit} s by default`,
    why: "After its timeout a client reports to the model that the tool failed, while the tool still works, and its result is lost. The SDK's clients wait 60 seconds; progress extends that only where their code enables it.",
    bad: "deadline: 5m",
    good: "deadline: 60s",
    source: "https://github.com/modelcontextprotocol/typescript-sdk (protocol.ts, DEFAULT_REQUEST_TIMEOUT_MSEC)",
  }),
  "schema-size": warning({
    message: (p: { bytes: number; limit: number; beyond: string }) =>
      `the input schema takes ${p.bytes} bytes, more than ${p.limit}; ${p.beyond}`,
    why: "Claude connectors silently drop a tool whose input schema is larger than 16,384 bytes. From half of that on it is a warning.",
    bad: "params: {…}   # 20 kB of descriptions",
    good: "params: {…}   # one clause each; the rest is in description",
    source: "https://github.com/anthropics/claude-code/issues/77296",
    checkedOn: "2026-07",
    suppressible: true,
  }),
  "schema-open-object": warning({
    message: (p: { path: string }) => `'${p.path}' accepts any key, but does not describe which keys it expects`,
    why: "A model invents keys for an object without a description, and their values are not checked.",
    bad: "metadata: {type: object, open: true}",
    good: "metadata: {type: object, open: true, description: Labels of the note by name}",
    source: "OpenAI, Structured Outputs (copy of 2026-02): objects are closed",
  }),
  "schema-unbounded-string": warning({
    message: (p: { path: string }) => `'${p.path}' has no maximum length`,
    why: "A model that loops, or a page that it read, can send megabytes. A maximum length costs nothing and documents the intention.",
    bad: "title: {type: string, description: Title of the note}",
    good: "title: {type: string, max_length: 200, description: Title of the note}",
    source: "OWASP API Security Top 10 2023, API4: limit the size of strings and arrays",
  }),
  "schema-unbounded-array": warning({
    message: (p: { path: string }) => `'${p.path}' has no maximum number of items`,
    why: "A list without a limit can cause any amount of work in one call.",
    bad: "tags: {type: array, items: {type: string, max_length: 40}}",
    good: "tags: {type: array, max_items: 20, items: {type: string, max_length: 40}}",
    source: "OWASP API Security Top 10 2023, API4: limit the size of strings and arrays",
  }),
  "output-unbounded-list": warning({
    message: (p: { path: string }) => `'${p.path}' of the result has no limit`,
    why: "Clients cut or hide results that are too long (Claude Code: 25,000 tokens); the caller does not know what was cut. A limit, a cursor or a maximum in the schema or its description shows what the caller gets.",
    bad: "result: {type: array, items: {ref: Note}}   # no limit among the params",
    good: "params: {limit: {use: limit}}\nresult: {type: array, items: {ref: Note}}",
    source: "https://github.com/anthropics/claude-code/issues/45766",
  }),
} as const satisfies CodeTable;
