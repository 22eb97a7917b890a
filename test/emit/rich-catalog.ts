import type { Catalog, Field, Tool } from "../../src/compiler/catalog/catalog.ts";
import type { StringNode, TypeNode } from "../../src/compiler/catalog/type-node.ts";

// A catalog that uses every kind of type and every form of a tool. `text` stands wherever an author may write freely, so
// that a test can put anything there.

export function richCatalog(text = "A text."): Catalog {
  const tools = [createTool(text), editTool(text), pingTool(text), treeTool(text)];
  return {
    format: 1,
    server: { name: "notes", title: text, version: "1.0.0", instructions: text },
    targets: [],
    unknownParams: "warn",
    tiers: [
      { name: "essential", badge: "🔴 ESSENTIAL", summary: text },
      { name: "common", badge: text, summary: text },
    ],
    families: [{ name: "notes", title: text, summary: text }],
    profiles: [
      { name: "full", selects: { families: "all" }, tools: tools.map((tool) => tool.name), surface: "direct" },
      { name: "old", selects: {}, tools: [], surface: "direct", listAs: "legacy", detail: "full" },
      {
        name: "loud",
        selects: { tiers: ["essential"] },
        tools: ["note_create"],
        surface: "direct",
        detail: "verbose",
        tokenBudget: 9000,
      },
    ],
    defaultProfile: "full",
    errors: [
      {
        name: "NOTE_EXISTS",
        code: -32001,
        message: `note '{title}' exists: ${text}`,
        data: [field("title", string(), { required: true, description: text })],
        retry: "changed_arguments",
        hint: text,
      },
      { name: "DELETE", code: -32002, message: text, data: [], retry: "never" },
    ],
    grace: { stable: 180, beta: 30, experimental: 0 },
    types: [
      {
        name: "Filter",
        family: "notes",
        type: {
          kind: "object",
          open: false,
          description: text,
          fields: [field("limit", { kind: "integer", min: 1 }, { default: 5 }), field("word", string())],
        },
      },
      {
        name: "Json",
        family: "notes",
        type: { kind: "object", open: false, fields: [field("any", { kind: "json" }, { required: true })] },
      },
      {
        name: "Node",
        family: "notes",
        type: {
          kind: "object",
          open: false,
          description: text,
          fields: [
            field("label", string(), { required: true }),
            field("children", { kind: "array", items: { kind: "ref", name: "Node" } }),
            field("parent", { kind: "ref", name: "Node", nullable: true }),
            field("extra", { kind: "ref", name: "Json" }),
          ],
        },
      },
    ],
    tools,
    retired: [{ name: "note_burn", kind: "tool", removed: "0.9.0", replacedBy: "note_create", reason: text }],
  };
}

export function string(more: Partial<StringNode> = {}): StringNode {
  return { kind: "string", trim: true, ...more };
}

export function field(name: string, type: TypeNode, more: Partial<Field> = {}): Field {
  return { name, type, required: false, ...more };
}

export function tool(name: string, more: Partial<Tool>): Tool {
  const result: TypeNode = { kind: "object", open: false, fields: [field("id", string(), { required: true })] };
  return {
    name,
    family: "notes",
    tier: "essential",
    title: name,
    since: "1.0.0",
    stability: "stable",
    version: 1,
    summary: "A tool.",
    session: "optional",
    effects: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    params: [],
    result,
    returns: result,
    errors: [],
    aliases: [],
    guidance: { useWhen: [], avoidWhen: [], practices: [], after: [], before: [], workflows: [] },
    examples: [],
    ...more,
  };
}

function createTool(text: string): Tool {
  return tool("note_create", {
    title: text,
    summary: text,
    description: `${text}\n\n${text}`,
    params: [
      field("title", string({ minLength: 1, maxLength: 80 }), { required: true, description: text }),
      field(
        "tags",
        { kind: "array", items: string(), maxItems: 9, unique: true },
        { default: ["a"], description: text },
      ),
      field("colour", { kind: "enum", values: [{ value: "red" }, { value: "blue" }], nullable: true }),
      field("weight", { kind: "number", above: 0, below: 10, multipleOf: 0.5 }, { default: 1, unit: text }),
      field("place", {
        kind: "union",
        discriminator: "kind",
        of: [
          {
            kind: "object",
            open: false,
            fields: [constant("kind", "file"), field("path", string(), { required: true })],
          },
          { kind: "object", open: false, fields: [constant("kind", "none")] },
        ],
      }),
      field("either", { kind: "union", of: [string(), { kind: "array", items: string(), minItems: 1 }] }),
      field("meta", { kind: "object", open: true, fields: [] }, { default: {} }),
      field("counts", { kind: "object", open: { kind: "integer" }, fields: [] }),
      field("mixed", {
        kind: "object",
        open: { kind: "integer" },
        fields: [field("name", string(), { required: true })],
      }),
      field("nothing", { kind: "object", open: false, fields: [] }),
      field("filter", { kind: "ref", name: "Filter" }),
      field("wrapped", { kind: "ref", name: "Json", nullable: true }),
      field("__proto__", string(), { description: text, deprecated: { since: "1.0.0", reason: text } }),
      field("constructor", { kind: "boolean" }, { default: false, sensitive: true }),
    ],
    result: { kind: "ref", name: "Node", description: text },
    returns: { kind: "ref", name: "Node", description: text },
    errors: ["DELETE", "NOTE_EXISTS"],
    aliases: [
      {
        name: "add-note.v0",
        of: "legacy",
        params: [
          field("body", string(), { required: true, description: text }),
          field("pin", { kind: "boolean" }, { default: false }),
          field("gone", { kind: "json" }),
        ],
        rename: {},
        set: {},
        defaults: {},
        ignore: ["gone"],
        adapt: true,
        result: {
          kind: "object",
          open: false,
          fields: [
            field("_note", { kind: "ref", name: "Node" }, { required: true, description: text }),
            field("key", string(), { sensitive: true }),
          ],
        },
        deprecated: { since: "1.0.0", sunset: "2030-01-01", replacedBy: "note_create", reason: text },
      },
      {
        name: "new_note",
        of: "legacy",
        params: [field("name", string({ minLength: 1, maxLength: 80 }), { required: true })],
        rename: { name: "title" },
        set: { colour: text },
        defaults: { tags: [text] },
        ignore: [],
        adapt: false,
        result: { kind: "object", open: false, fields: [field("__proto__", { kind: "boolean" }, { required: true })] },
      },
    ],
    guidance: {
      useWhen: [text],
      avoidWhen: [text],
      practices: [text],
      after: ["ping"],
      before: ["note_tree"],
      workflows: [{ goal: text, steps: [{ call: "note_create", with: { title: text } }] }],
    },
    examples: [
      {
        title: text,
        given: [{ call: "ping", with: {}, keep: { id: "data" } }],
        arguments: { title: text },
        result: { label: text },
      },
    ],
  });
}

function editTool(text: string): Tool {
  return tool("note_edit", {
    tier: "common",
    session: "required",
    effects: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    confirm: { when: { action: "delete" }, message: text, preview: true },
    params: [
      field("action", { kind: "enum", values: [{ value: "rename" }, { value: "delete" }] }, { required: true }),
      field("note", string(), { required: true }),
      field("title", string(), { description: text }),
      field("loud", { kind: "boolean" }, { default: false }),
      field("confirm", { kind: "boolean" }, { description: text }),
    ],
    actions: {
      by: "action",
      cases: [
        { action: "rename", summary: text, requires: ["title"], optional: ["loud"] },
        { action: "delete", requires: [], optional: [] },
      ],
    },
  });
}

function pingTool(text: string): Tool {
  return tool("ping", {
    tier: "common",
    summary: text,
    session: "none",
    deprecated: { since: "1.0.0", sunset: "2030-01-01", reason: text },
    result: { kind: "object", open: false, fields: [field("data", string({ nullable: true }), { required: true })] },
    returns: string({ nullable: true }),
  });
}

function treeTool(text: string): Tool {
  const items: TypeNode = { kind: "array", items: { kind: "ref", name: "Node" } };
  return tool("note_tree", {
    tier: "common",
    summary: text,
    effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    params: [
      field("root", { kind: "ref", name: "Node" }),
      field("filter", { kind: "ref", name: "Filter" }, { required: true }),
    ],
    result: {
      kind: "object",
      open: false,
      fields: [field("items", items, { required: true }), field("count", { kind: "integer" }, { required: true })],
    },
    returns: items,
  });
}

function constant(name: string, value: string): Field {
  return field(name, { kind: "enum", values: [{ value }] }, { required: true });
}
