import type { TypeNode } from "../catalog/type-node.ts";

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
      return {
        kind: "object",
        fields: [
          { name: "items", type: returns, required: true },
          { name: "count", type: { kind: "integer", min: 0 }, required: true, description: "Number of items" },
        ],
        open: false,
      };
    default:
      return data(returns);
  }
}

function data(returns: TypeNode): TypeNode {
  return { kind: "object", fields: [{ name: "data", type: returns, required: true }], open: false };
}
