import type { CodeTable } from "./code-row.ts";

/** Findings about what clients and models make of a catalog: limits that they have, habits that help them. */
export const clientCodes = {
  "name-collision-folded": {
    severity: "error",
    message: (p: { name: string; other: string; kind: string }) =>
      `'${p.name}' and the ${p.kind} '${p.other}' are the same name to clients that fold letter case and signs`,
    explain: {
      why: "Some clients make names lower case and put '_' for every other sign; of two names that become one, a tool is dropped, or a call reaches the wrong one.",
      bad: "# beside the tool note_list\naliases: [{name: Note-List, of: legacy}]   # of the tool note_create",
      good: "# beside the tool note_list\naliases: [{name: AddNote, of: legacy}]   # of the tool note_create",
      source: "https://github.com/openai/codex (mcp_connection_manager.rs): colliding names are skipped",
      checkedOn: "2026-11",
    },
    suppressible: true,
  },
  "name-style": {
    severity: "warning",
    message: (p: { name: string; problem: string }) => `'${p.name}' ${p.problem}`,
    explain: {
      why: "Models and search find tools by their names; a name that is built like all others is found like all others. The catalog's own habit is the measure.",
      bad: "name: list_notes   # beside note_create, note_get and note_search",
      good: "name: note_list    # beside note_create, note_get and note_search",
      source: "Anthropic, Writing tools for agents: namespace tools, name them alike",
      checkedOn: "2026-11",
    },
  },
  "name-verb-vs-hint": {
    severity: "error",
    message: (p: { name: string; description: string; is: string }) =>
      `'${p.name}' ${p.description} by its name, but is marked ${p.is}`,
    explain: {
      why: "People and clients allow calls by the name. A tool that is named like a look and destroys, or is named like a destruction and denies it, gets allowed or refused for the wrong reason.",
      bad: "name: note_list\neffects: {read_only: false, destructive: true, …}",
      good: "name: note_delete\neffects: {read_only: false, destructive: true, …}",
      source: "MCP 2025-11-25 schema, ToolAnnotations",
      checkedOn: "2026-11",
    },
    suppressible: true,
  },
  "alias-listed": {
    severity: "warning",
    message: (p: { profile: string; system: string }) =>
      `the default profile '${p.profile}' lists the old names of '${p.system}'`,
    explain: {
      why: "Old names are for clients that know them. Whoever connects without choosing a profile would learn names that will go, and pay for their old params on every connection.",
      bad: "profiles:\n  old: {list_as: legacy}\ndefault_profile: old",
      good: "profiles:\n  old: {list_as: legacy}\n  core: {tiers: [essential]}\ndefault_profile: core",
      source: "MCP 2025-11-25, server/tools: a client loads the whole list",
      checkedOn: "2026-11",
    },
  },
  "error-number-reserved": {
    severity: "warning",
    message: (p: { code: number; whose: string }) => `${p.code} is taken: ${p.whose}`,
    explain: {
      why: "Declared errors can be sent as JSON-RPC errors (--errors protocol), and clients tell those by their numbers. From -32768 to -32000 they belong to JSON-RPC and MCP: MCP defines those from -32099 to -32020, an error here, and wants no new ones from -32019 to -32000, a warning. A number that callers of an existing system know is kept, with the reason beside it.",
      bad: 'NOTE_LOCKED: {code: -32050, message: "the note is locked", retry: later}',
      good: 'NOTE_LOCKED: {code: -31005, message: "the note is locked", retry: later}',
      source: "MCP 2026-07-28, basic, Error codes; JSON-RPC 2.0, 5.1 Error object",
      checkedOn: "2026-11",
    },
    suppressible: true,
  },
  "param-name-consistency": {
    severity: "warning",
    message: (p: { name: string; other: string }) => `'${p.name}' is called '${p.other}' in other tools`,
    explain: {
      why: "A model carries values from one tool to the next by the names of their params; one concept with two names is mixed up.",
      bad: "params: {repository: …}   # other tools: repo",
      good: "params: {repo: …}",
      source: "client-side observation; the synonyms are a small list of pairs seen side by side in public servers",
      checkedOn: "2026-11",
    },
  },
  "profile-tool-count": {
    severity: "warning",
    message: (p: { list: string; count: number; client: string; limit: number; beyond: string }) =>
      `${p.list} lists ${p.count} tools; the limit of ${p.client} is ${p.limit}: ${p.beyond}`,
    explain: {
      why: "Clients refuse or cut lists that are too long, and models choose worse among many tools.",
      bad: "full: {families: all}   # 140 tools",
      good: "full: {families: all, surface: meta}",
      source: "https://github.com/microsoft/vscode/issues/258890 (128); Windsurf documentation (100); Anthropic (30)",
      checkedOn: "2026-11",
    },
    suppressible: true,
  },
  "schema-recursion": {
    severity: "warning",
    message: (p: { name: string; client: string }) => `the type '${p.name}' contains itself; ${p.client}`,
    explain: {
      why: "A recursive input needs references, and some clients have none. For the target gemini it is an error: one such tool makes every request fail.",
      bad: "params:\n  tree: {ref: Tree}   # Tree: {fields: {children: {type: array, items: {ref: Tree}}}}",
      good: "params:\n  nodes: {type: array, max_items: 100, items: {ref: Node}}   # Node: {fields: {parent: {type: string}}}",
      source: "mcp-ts-core portability rules; Gemini function declarations",
      checkedOn: "2026-11",
    },
    suppressible: true,
  },
  "schema-enum-types": {
    severity: "error",
    message: (p: { path: string; found: string }) => `'${p.path}' lists ${p.found}; Gemini takes lists of texts only`,
    explain: {
      why: "Gemini's function declarations know enums of texts; any other value makes every request fail. A null in the list is one.",
      bad: "color: {type: enum, values: [red, green], nullable: true}",
      good: "color: {type: enum, values: [red, green, none]}",
      source: "weave router#65; reposkein#14",
      checkedOn: "2026-11",
    },
    suppressible: true,
  },
  "schema-enum-size": {
    severity: "warning",
    message: (p: { path: string; count: number; limit: string }) => `'${p.path}' lists ${p.count} values; ${p.limit}`,
    explain: {
      why: "All values travel with every request. OpenAI refuses more than 1,000.",
      bad: "country: {type: enum, values: [AD, AE, AF, … 249 codes]}",
      good: 'country: {type: string, pattern: "^[A-Z]{2}$", description: ISO 3166 code}',
      source: "OpenAI, Structured Outputs (copy of 2026-02): 1,000 values",
      checkedOn: "2026-02",
    },
    suppressible: true,
  },
  "schema-format-portable": {
    severity: "error",
    message: (p: { format: string; client: string; beyond: string }) =>
      `${p.client} does not know the format '${p.format}': ${p.beyond}`,
    explain: {
      why: "One tool with a format that a target refuses makes every request fail. Told for the target openai.",
      bad: "link: {type: string, format: uri}",
      good: 'link: {type: string, pattern: "^https://"}',
      source: "git-mcp-server#47; OpenAI, Structured Outputs (copy of 2026-02)",
      checkedOn: "2026-02",
    },
    suppressible: true,
  },
  "schema-keyword-dropped": {
    severity: "info",
    message: (p: { client: string; lost: string }) => `${p.client} drops ${p.lost}`,
    explain: {
      why: "What a client drops the model never sees: the call is made and then refused. A limit that the description repeats is seen. The numbers of a limit count as told when they stand in the text.",
      bad: "limit: {type: integer, max: 50, description: Most notes to return}",
      good: "limit: {type: integer, max: 50, description: Most notes to return; at most 50}",
      source: "https://github.com/microsoft/vscode-copilot-chat (toolSchemaNormalizer.ts); Gemini CLI documentation",
      checkedOn: "2026-11",
    },
  },
  "schema-strict-ready": {
    severity: "info",
    message: (p: { client: string; missing: string }) => `${p.client}'s strict mode would need ${p.missing}`,
    explain: {
      why: "In strict mode OpenAI's models always send arguments that fit; the price is a schema in which every object is closed and every param required. Told for the target openai.",
      bad: "unknown_params: warn\n…\nlimit: {type: integer}",
      good: "unknown_params: reject\n…\nlimit: {type: integer, nullable: true, required: true}",
      source: "OpenAI, Structured Outputs (copy of 2026-02)",
      checkedOn: "2026-02",
    },
  },
  "schema-depth": {
    severity: "warning",
    message: (p: { path: string; depth: number; limit: number }) =>
      `'${p.path}' lies ${p.depth} levels deep; at most ${p.limit} are easy to fill in`,
    explain: {
      why: "Models fill in flat arguments better than deep ones, and clients bound how deep they read.",
      bad: "a: {type: object, fields: {b: {type: object, fields: {c: {type: object, fields: {…}}}}}}",
      good: "a_b_c: {type: string}",
      source: "OpenAI, Structured Outputs (copy of 2026-02): 10 levels; MCP 2026-07-28 asks for bounds",
      checkedOn: "2026-02",
    },
  },
  "schema-node-count": {
    severity: "warning",
    message: (p: { count: string; limit: number }) =>
      `the input schema has ${p.count} parts; more than ${p.limit} are hard to choose from`,
    explain: {
      why: "A tool that takes everything is filled in badly, and clients bound how much of a schema they read.",
      bad: "params: {…}   # 250 params",
      good: "params: {…}   # a dozen; the rest belongs to other tools",
      source: "MCP 2026-07-28 asks clients for bounds; the number is our own",
      checkedOn: "2026-11",
    },
  },
  "deadline-beyond-clients": {
    severity: "info",
    message: (p: { tool: string; time: string; limit: number; client: string }) =>
      `'${p.tool}' may take ${p.time}; ${p.client} wait ${p.limit} s unless they are told otherwise`,
    explain: {
      why: "A client that gives up tells the model that the tool failed, while it still works: what it does then nobody hears of. The SDK's clients wait 60 seconds, and progress lengthens that only where their code asks for it.",
      bad: "deadline: 5m",
      good: "deadline: 60s",
      source: "https://github.com/modelcontextprotocol/typescript-sdk (protocol.ts, DEFAULT_REQUEST_TIMEOUT_MSEC)",
      checkedOn: "2026-11",
    },
  },
  "schema-size": {
    severity: "warning",
    message: (p: { bytes: number; limit: number; beyond: string }) =>
      `the input schema takes ${p.bytes} bytes, more than ${p.limit}; ${p.beyond}`,
    explain: {
      why: "Claude connectors drop a tool whose input schema is larger than 16,384 bytes, without a word. From half of that on it is a warning.",
      bad: "params: {…}   # 20 kB of descriptions",
      good: "params: {…}   # one clause each; the rest stands in description",
      source: "https://github.com/anthropics/claude-code/issues/77296",
      checkedOn: "2026-07",
    },
    suppressible: true,
  },
  "schema-open-object": {
    severity: "warning",
    message: (p: { path: string }) => `'${p.path}' takes any key, and nothing says which`,
    explain: {
      why: "A model invents keys for an object that says nothing, and what nobody checks may be anything.",
      bad: "metadata: {type: object, open: true}",
      good: "metadata: {type: object, open: true, description: Labels of the note by name}",
      source: "OpenAI, Structured Outputs (copy of 2026-02): objects are closed",
      checkedOn: "2026-11",
    },
  },
  "schema-unbounded-string": {
    severity: "warning",
    message: (p: { path: string }) => `'${p.path}' is a text of any length`,
    explain: {
      why: "A model that loops, or a page that it read, can send megabytes. A greatest length costs nothing and says what is meant.",
      bad: "title: {type: string, description: Title of the note}",
      good: "title: {type: string, max_length: 200, description: Title of the note}",
      source: "OWASP API Security Top 10 2023, API4: limit the size of strings and arrays",
      checkedOn: "2026-11",
    },
  },
  "schema-unbounded-array": {
    severity: "warning",
    message: (p: { path: string }) => `'${p.path}' is a list of any length`,
    explain: {
      why: "A list without an end can ask for any amount of work in one call.",
      bad: "tags: {type: array, items: {type: string, max_length: 40}}",
      good: "tags: {type: array, max_items: 20, items: {type: string, max_length: 40}}",
      source: "OWASP API Security Top 10 2023, API4: limit the size of strings and arrays",
      checkedOn: "2026-11",
    },
  },
  "output-unbounded-list": {
    severity: "warning",
    message: (p: { path: string }) => `nothing bounds '${p.path}' of the result`,
    explain: {
      why: "Clients cut or hide results that are too long (Claude Code: 25,000 tokens); what is cut is decided by nobody. A limit, a cursor or a greatest number in the schema or its description says what the caller gets.",
      bad: "result: {type: array, items: {ref: Note}}   # no limit among the params",
      good: "params: {limit: {use: limit}}\nresult: {type: array, items: {ref: Note}}",
      source: "https://github.com/anthropics/claude-code/issues/45766",
      checkedOn: "2026-11",
    },
  },
} as const satisfies CodeTable;
