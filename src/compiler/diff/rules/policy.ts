import { isJsonObject, type Json } from "../../../contract/json.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { walkSchema } from "../../json-schema/walk-schema.ts";
import { type ComparedTool, listedPart } from "../compared.ts";
import { isForeign } from "../repairs.ts";
import { type DiffRule, rule } from "../rule.ts";
import { effectiveHint } from "./effects.ts";

// What only a list has about a tool, besides its schemas: hints as they are stated, how it runs, which params travel as
// headers, how long the list may be kept.

export const policyRules: readonly DiffRule[] = [
  rule("annotation-made-explicit", "tool-kept", "INFO", ["POLICY"], {
    reads: ["listed"],
    mirror: "annotation-made-explicit",
    hidden: true,
    message: ({ base, head }) => {
      const was = statedHints(base);
      const is = statedHints(head);
      const changed = hints.filter((hint) => was.includes(hint) !== is.includes(hint) && !meansMore(hint, base, head));
      const stated = changed.filter((hint) => is.includes(hint));
      if (changed.length === 0) return undefined;
      const how = stated.length > 0 ? "states" : "no longer states";
      return `'${head.name}' ${how} ${(stated.length > 0 ? stated : changed).join(", ")}, which changes nothing`;
    },
    explain: {
      why: "What is absent has a meaning (not read-only, destructive, not idempotent, open world); saying the same in words changes nothing.",
      bad: '"annotations": {"readOnlyHint": false}   // was {}',
      good: '"annotations": {}   // unchanged',
    },
  }),
  rule("task-support-changed", "tool-kept", "ERR", ["CALL"], {
    reads: ["tasks", "listed", "verbatim"],
    mirror: ["task-support-changed", "task-support-added"],
    points: ["tasks"],
    proof: "none",
    eases: ({ head }) =>
      taskSupport(head) === "required" ? undefined : "only callers that start it as a task notice, and few can",
    message: ({ base, head }) => {
      const was = taskSupport(base);
      const is = taskSupport(head);
      if (was === is || allowsTasks(base, head)) return undefined;
      const words = isForeign({ head })
        ? `taskSupport '${is}' instead of '${was}'`
        : `${inYaml(is)} instead of ${inYaml(was)}`;
      return `'${head.name}' has ${words}`;
    },
    help: ({ base, head }) => {
      const was = taskSupport(base);
      const kept = isForeign({ head }) ? `keep '${was}'` : `keep ${inYaml(was)}`;
      if (taskSupport(head) === "optional" || was === "optional") return kept;
      return `set ${isForeign({ head }) ? "taskSupport 'optional'" : "`tasks: optional`"}, which takes both kinds of calls, or ${kept}`;
    },
    explain: {
      why: "A caller waits for an answer, or starts a task and asks for it later; where tasks become required or forbidden, one of the two is refused.",
      bad: "tasks: required   # was optional",
      good: "tasks: optional   # unchanged",
    },
  }),
  rule("task-support-added", "tool-kept", "INFO", ["CALL"], {
    reads: ["tasks", "listed", "verbatim"],
    mirror: "task-support-changed",
    points: ["tasks"],
    message: ({ base, head }) =>
      allowsTasks(base, head)
        ? `'${head.name}' may be started as a task now; calls that wait for their answer work as before`
        : undefined,
    explain: {
      why: "Every call of before is answered as before. A client that sees the offer may start a task, and ask for the result later.",
      bad: "tasks: optional   # was absent",
      good: "summary: Export all invoices.   # no tasks, as before",
    },
  }),
  rule("x-mcp-header-added", "tool-kept", "INFO", ["CALL"], {
    reads: ["listed"],
    mirror: "x-mcp-header-removed",
    message: ({ base, head }) => {
      const was = headersOf(base);
      const added = [...headersOf(head)].filter(([path]) => !was.has(path));
      return named(added.map(([path, header]) => `'${path}' also travels as the header '${header}'`));
    },
    explain: {
      why: "Clients of the list add the header; callers with the older list leave it out, which a server has to accept.",
      bad: '"region": {"type": "string", "x-mcp-header": "Region"}   // was {"type": "string"}',
      good: '"region": {"type": "string"}   // unchanged',
    },
  }),
  rule("x-mcp-header-removed", "tool-kept", "WARN", ["CALL"], {
    reads: ["listed"],
    mirror: "x-mcp-header-added",
    message: ({ base, head }) => {
      const is = headersOf(head);
      const gone = [...headersOf(base)].filter(([path]) => !is.has(path));
      return named(gone.map(([path, header]) => `'${path}' no longer travels as the header '${header}'`));
    },
    help: () => "keep the header until no proxy reads it any more",
    explain: {
      why: "Proxies that route or judge requests by the header do not see it any more.",
      bad: '"region": {"type": "string"}   // was {"type": "string", "x-mcp-header": "Region"}',
      good: '"region": {"type": "string", "x-mcp-header": "Region"}   // unchanged',
    },
  }),
  rule("x-mcp-header-renamed", "tool-kept", "WARN", ["CALL"], {
    reads: ["listed"],
    mirror: "x-mcp-header-renamed",
    message: ({ base, head }) => {
      const was = headersOf(base);
      const changed = [...headersOf(head)].flatMap(([path, header]) => {
        const old = was.get(path);
        // Names of headers fold letter case.
        return old === undefined || old.toLowerCase() === header.toLowerCase()
          ? []
          : [`'${path}' travels as the header '${header}' instead of '${old}'`];
      });
      return named(changed);
    },
    help: () => "keep the old header until every proxy reads the new one",
    explain: {
      why: "Proxies that route or judge requests by the old header do not see it any more.",
      bad: '"region": {"type": "string", "x-mcp-header": "Area"}   // was "Region"',
      good: '"region": {"type": "string", "x-mcp-header": "region"}   // was "Region": letter case means nothing',
    },
  }),
  rule("cache-scope-widened", "catalog-kept", "ERR", ["POLICY"], {
    message: ({ base, head }) =>
      base.listAnswer?.cacheScope === "private" && head.listAnswer?.cacheScope === "public"
        ? "the list may be cached for all users (cacheScope 'public'); it was 'private'"
        : undefined,
    help: () => "keep cacheScope 'private' while the list depends on who asks",
    explain: {
      why: 'What one user is shown may be handed to another by a cache on the way. MCP 2026-07-28 schema, "CacheableResult".',
      bad: '{"tools": [], "cacheScope": "public"}   // was "private"',
      good: '{"tools": [], "cacheScope": "private"}   // was "public"',
    },
  }),
  rule("ttl-raised", "catalog-kept", "WARN", ["POLICY"], {
    message: ({ base, head }) => {
      const was = base.listAnswer?.ttlMs;
      const is = head.listAnswer?.ttlMs;
      return was !== undefined && is !== undefined && is > was
        ? `the list may be kept for '${is}' ms instead of '${was}'`
        : undefined;
    },
    help: ({ base }) => `keep ttlMs ${base.listAnswer?.ttlMs ?? 0}, or lower it before a tool is to go`,
    explain: {
      why: "Clients notice later that the list changed: a tool that was taken back is called for longer.",
      bad: '{"tools": [], "ttlMs": 3600000}   // was 60000',
      good: '{"tools": [], "ttlMs": 60000}   // was 3600000',
    },
  }),
];

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
type Hint = (typeof hints)[number];

const effectOf = {
  readOnlyHint: "readOnly",
  destructiveHint: "destructive",
  idempotentHint: "idempotent",
  openWorldHint: "openWorld",
} as const satisfies { readonly [H in Hint]: keyof ComparedTool["effects"] };

/** The hints of a list's tool that are there; our own catalogs always have all. */
function statedHints({ listed }: ComparedTool): readonly Hint[] {
  const annotations = listed === undefined ? undefined : ownValue(listed.raw, "annotations");
  if (!isJsonObject(annotations)) return [];
  return hints.filter((hint) => typeof ownValue(annotations, hint) === "boolean");
}

/** It does not only say what was meant before. */
function meansMore(hint: Hint, base: ComparedTool, head: ComparedTool): boolean {
  return effectiveHint(effectOf[hint], base) !== effectiveHint(effectOf[hint], head);
}

/** @see MCP 2025-11-25 schema, "ToolExecution": absent means forbidden */
function taskSupport(tool: ComparedTool): string {
  const execution = listedPart(tool, "execution");
  const support: Json | undefined = isJsonObject(execution) ? ownValue(execution, "taskSupport") : undefined;
  return typeof support === "string" ? support : (tool.tasks ?? "forbidden");
}

/** A caller may start a task, and need not. */
function allowsTasks(base: ComparedTool, head: ComparedTool): boolean {
  return taskSupport(base) === "forbidden" && taskSupport(head) === "optional";
}

function inYaml(support: string): string {
  return support === "forbidden" ? "no `tasks`" : `\`tasks: ${support}\``;
}

const headerCache = new WeakMap<ComparedTool, ReadonlyMap<string, string>>();

/** Path of a param → its header. */
function headersOf(tool: ComparedTool): ReadonlyMap<string, string> {
  const known = headerCache.get(tool);
  if (known !== undefined) return known;
  const input = tool.listed === undefined ? undefined : ownValue(tool.listed.raw, "inputSchema");
  const found = new Map<string, string>();
  for (const { schema, path } of isJsonObject(input) ? walkSchema(input, "").nodes : []) {
    const header = ownValue(schema, "x-mcp-header");
    if (typeof header === "string") found.set(path, header);
  }
  headerCache.set(tool, found);
  return found;
}

function named(parts: readonly string[]): string | undefined {
  return parts.length === 0 ? undefined : parts.join("; ");
}
