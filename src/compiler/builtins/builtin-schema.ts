import type { SourceFile } from "../../diagnostics/source-file.ts";

// The contracts of the built-in tools, in the language that all tools are written in. They are texts in a module because
// the compiler reads no disk.

const catalog = `
format: 1
server: {name: pegboard, version: 0.1.0}
tiers: {essential: {badge: ESSENTIAL, summary: What every agent needs}}
families: {builtin: {title: Built in, summary: "Find, describe and call tools"}}
`;

const tool_search = `
name: tool_search
title: Search tools
tier: essential
since: 0.1.0
summary: Find tools by words or family.
session: none
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params:
  query: {type: string, max_length: 500, often: true, description: "Words, or the name of a tool; without it every tool, in catalog order"}
  limit: {type: integer, min: 1, max: 100, default: 5, description: Most tools to return}
  family: {type: string, max_length: 128, description: Only tools of this family}
result:
  type: object
  fields:
    tools:
      type: array
      required: true
      items:
        type: object
        fields:
          name: {type: string, required: true}
          family: {type: string, required: true}
          summary: {type: string, required: true}
          signature: {type: string, required: true, description: Params and result on one line}
    total: {type: integer, min: 0, required: true, description: How many tools matched}
    hint: {type: string, description: "Where nothing matched: what there is"}
guidance:
  use_when: [You don't know which tool does what you need]
  before: [tool_describe]
`;

const tool_describe = `
name: tool_describe
title: Describe a tool
tier: essential
since: 0.1.0
summary: "Describe a tool, a family or all."
session: none
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params:
  tool: {type: string, max_length: 128, often: true, description: "Name of a tool, an alias or a family; without it the whole catalog, by name"}
  level: {type: enum, values: [name, signature, full, schema], default: full, description: "How much to show; schema: the definition of each tool of a family"}
  path: {type: string, max_length: 500, description: "Dotted path into its schema, such as params.filter"}
  detail: {type: enum, values: [compact, full, verbose], default: full, description: "How much a whole definition carries, as in tools/list"}
result:
  type: object
  open: true
  fields:
    name: {type: string, required: true}
    text: {type: string, required: true, description: The text that was requested}
    definition: {type: json, description: "The tool as tools/list carries it; only at levels full and schema"}
    definitions: {type: array, items: {type: json}, description: "Of a family or the catalog: its tools as tools/list carries them; only at level schema"}
    cut: {type: boolean, description: "true: it was too large; path leads further into a tool"}
guidance:
  use_when: [You know a tool's name and not its params]
  after: [tool_search]
`;

const tool_families = `
name: tool_families
title: List tool families
tier: essential
since: 0.1.0
summary: List tool families with their tools.
session: none
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params: {}
result:
  type: object
  fields:
    families:
      type: array
      required: true
      items:
        type: object
        fields:
          name: {type: string, required: true}
          title: {type: string, required: true}
          summary: {type: string, required: true}
          tools: {type: array, items: {type: string}, required: true}
guidance:
  use_when: [You want to see what there is]
  before: [tool_search]
`;

/** The proxy tools differ in the tools that they may call; their effects say which. */
const proxyTool = (name: string, title: string, summary: string, effects: string) => `
name: ${name}
title: ${title}
tier: essential
since: 0.1.0
summary: ${summary}
session: optional
effects: ${effects}
params:
  tool: {type: string, max_length: 128, required: true, description: Name of the tool to call}
  arguments: {type: object, open: true, default: {}, often: true, description: "Its arguments, by the names of its params"}
result: {type: object, open: true}
guidance:
  after: [tool_describe]
`;

const tools = {
  tool_search,
  tool_describe,
  tool_families,
  call_read: proxyTool(
    "call_read",
    "Call a reading tool",
    "Call a tool that changes nothing.",
    "{read_only: true, destructive: false, idempotent: true, open_world: true}",
  ),
  call_write: proxyTool(
    "call_write",
    "Call a writing tool",
    "Call a tool that changes, but destroys nothing.",
    "{read_only: false, destructive: false, idempotent: false, open_world: true}",
  ),
  call_destructive: proxyTool(
    "call_destructive",
    "Call a destructive tool",
    "Call a tool that may destroy something.",
    "{read_only: false, destructive: true, idempotent: false, open_world: true}",
  ),
};

/** What `parseSpec` takes. */
export const builtinSchema: readonly SourceFile[] = [
  { path: "schema/catalog.yaml", text: catalog },
  ...Object.entries(tools).map(([name, text]) => ({ path: `schema/tools/builtin/${name}.yaml`, text })),
];
