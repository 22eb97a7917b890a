import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Field, NamedType, Tool } from "../catalog/catalog.ts";
import { originOf, pointer } from "../catalog/origins.ts";
import { type ObjectNode, rawTypeOf, type TypeNode } from "../catalog/type-node.ts";
import type { Context } from "./context.ts";

/**
 * The type of a result after `contract/wrap.ts` has wrapped it: objects stay, arrays become {items, count},
 * anything else {data}.
 */
export function wrapType(returns: TypeNode): TypeNode {
  switch (returns.kind) {
    case "object":
    // Named types are objects.
    case "ref":
      return returns;
    case "union":
      return returns.of.every((option) => option.kind === "object" || option.kind === "ref") ? returns : data(returns);
    case "array":
      return items(returns);
    case "json":
      if (rawTypeOf(returns) === "array") return items(returns);
      return rawTypeOf(returns) === "object" ? returns : data(returns);
    default:
      return data(returns);
  }
}

function items(returns: TypeNode): TypeNode {
  return {
    kind: "object",
    fields: [
      { name: "items", type: returns, required: true },
      { name: "count", type: { kind: "integer", min: 0 }, required: true, description: "Number of items" },
    ],
    open: false,
  };
}

function data(returns: TypeNode): TypeNode {
  return { kind: "object", fields: [{ name: "data", type: returns, required: true }], open: false };
}

/** Filled in by the runtime, not by handlers: `returns` stays as it is. */
const contextLine: Field = {
  name: "_context",
  type: { kind: "string", trim: false },
  required: true,
  description: "Caller and place",
};

/** Adds `_context` to the result of a tool with `context: true`; a named type is written out for that. */
export function withContextLine(context: Context, tool: Tool, types: readonly NamedType[], base: string): Tool {
  if (tool.context === undefined) return tool;
  const result = objectOf(tool.result, types);
  if (result !== undefined) return { ...tool, result: { ...result, fields: [...result.fields, contextLine] } };
  const span = originOf(context.origins, pointer(base, "context"));
  if (span !== undefined) context.diagnostics.push(diagnostic("context-not-object", { tool: tool.name }, span));
  return tool;
}

function objectOf(node: TypeNode, types: readonly NamedType[]): ObjectNode | undefined {
  if (node.kind === "object") return node;
  if (node.kind !== "ref") return undefined;
  const named = types.find((type) => type.name === node.name)?.type;
  return named?.kind === "object" ? named : undefined;
}
