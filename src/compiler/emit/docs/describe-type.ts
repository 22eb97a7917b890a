import { givenMembers } from "../../../contract/given-members.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { EnumNode, NumberNode, StringNode, TypeNode } from "../../catalog/type-node.ts";
import { code } from "./markdown.ts";

/** A type in words, as Markdown on one line: "integer, 1 to 10", "list of `Note`, at most 50". */
export function describeType(node: TypeNode): string {
  const words = describe(node);
  return node.nullable === true ? `${words}, or null` : words;
}

function describe(node: TypeNode): string {
  switch (node.kind) {
    case "string":
      return ["string", ...stringLimits(node)].join(", ");
    case "integer":
    case "number":
      return [node.kind, ...numberLimits(node)].join(", ");
    case "boolean":
      return "boolean";
    case "enum":
      return describeEnum(node);
    case "array":
      return [`list of ${describeType(node.items)}`, ...range(node.minItems, node.maxItems, "items")].join("; ");
    case "object":
      if (node.open === true) return "object with any keys";
      if (node.open !== false) return `map of ${describeType(node.open)}`;
      return node.fields.length === 0 ? "empty object" : `object of ${node.fields.map((f) => code(f.name)).join(", ")}`;
    case "union":
      return node.of.map(describeType).join("; or ");
    case "ref":
      return `[${code(node.name)}](#${node.name.toLowerCase()})`;
    case "json":
      return describeSchema(node.schema ?? {});
    default:
      return unreachable(node);
  }
}

/** A JSON Schema that its author wrote, as far as these words go. */
function describeSchema(schema: JsonSchema): string {
  const { type, enum: values, items, minLength, maxLength, pattern, format } = schema;
  if (Object.hasOwn(schema, "const")) return code(JSON.stringify(schema.const));
  if (values !== undefined) return values.map((value) => code(JSON.stringify(value))).join(" ");
  if (type === undefined) return "any JSON";
  if (typeof type === "object") return type.join(" or ");
  if (type === "array") return items?.type === undefined ? "list" : `list of ${describeSchema(items)}`;
  const numbers = {
    ...{ min: schema.minimum, max: schema.maximum, multipleOf: schema.multipleOf },
    ...{ above: schema.exclusiveMinimum, below: schema.exclusiveMaximum },
  };
  const text = { minLength, maxLength, pattern, format };
  const limits = type === "string" ? stringLimits(givenMembers(text)) : numberLimits(givenMembers(numbers));
  return [type, ...limits].join(", ");
}

function describeEnum(node: EnumNode): string {
  return node.values.map((value) => code(value.value)).join(" ");
}

function stringLimits(node: Omit<StringNode, "kind" | "trim">): readonly string[] {
  return [
    ...(node.format === undefined ? [] : [node.format]),
    ...range(node.minLength, node.maxLength, "characters"),
    ...(node.maxBytes === undefined ? [] : [`at most ${node.maxBytes} bytes`]),
    ...(node.pattern === undefined ? [] : [`matching ${code(node.pattern)}`]),
  ];
}

function numberLimits(node: Omit<NumberNode, "kind">): readonly string[] {
  return [
    ...range(node.min, node.max, ""),
    ...(node.above === undefined ? [] : [`above ${node.above}`]),
    ...(node.below === undefined ? [] : [`below ${node.below}`]),
    ...(node.multipleOf === undefined ? [] : [`a multiple of ${node.multipleOf}`]),
  ];
}

function range(min: number | undefined, max: number | undefined, unit: string): readonly string[] {
  const of = unit === "" ? "" : ` ${(max ?? min) === 1 ? unit.replace(/s$/, "") : unit}`;
  if (min !== undefined && max !== undefined) return [min === max ? `exactly ${min}${of}` : `${min} to ${max}${of}`];
  if (min !== undefined) return [`at least ${min}${of}`];
  return max === undefined ? [] : [`at most ${max}${of}`];
}

function unreachable(node: never): never {
  throw new Error(`invariant: unknown type ${JSON.stringify(node)}`);
}
