import type { TypeBoxModel } from "@sinclair/typebox-codegen";
import type { Catalog, Field } from "../catalog/catalog.ts";
import type { ObjectNode, TypeNode } from "../catalog/type-node.ts";
import { isPresent } from "../schema/json-schema.ts";
import { typeNames } from "./tool-names.ts";
import { typesInOrder } from "./type-scope.ts";

type ModelType = TypeBoxModel["types"][number];

// The marks by which the printer knows its types: it asks for these symbols, not for the library that makes them.
const kind = Symbol.for("TypeBox.Kind");
const optional = Symbol.for("TypeBox.Optional");

/**
 * The catalog's named types, and each tool's arguments and result, as the printer's model: arguments as they are sent,
 * with their defaults.
 */
export function codegenModel(catalog: Catalog): ModelType[] {
  const types = typesInOrder(catalog);
  const order = types.map(({ name }) => name);
  const named = types.map(({ name, type }, index) => {
    // What is defined further down can't be used yet; only types that refer to each other ever ask for it.
    const scope: Scope = { self: name, later: new Set(order.slice(index + 1)) };
    return { ...modelOf(type, scope), $id: name };
  });
  const scope: Scope = { self: undefined, later: new Set() };
  const tools = catalog.tools.flatMap((tool) => {
    const names = typeNames(tool);
    const params: ObjectNode = { kind: "object", fields: tool.params, open: false };
    const { additionalProperties: _, ...given } = objectOf(params, scope);
    return [
      { ...given, [kind]: "Object", $id: names.arguments },
      { ...modelOf(tool.result, scope), $id: names.output },
    ];
  });
  return [...named, ...tools];
}

interface Scope {
  /** The named type that is being described. */
  readonly self: string | undefined;
  readonly later: ReadonlySet<string>;
}

function modelOf(node: TypeNode, scope: Scope): ModelType {
  const model = coreOf(node, scope);
  if (node.nullable !== true || node.kind === "json") return model;
  return marked("Union", { anyOf: [model, marked("Null", { type: "null" })] });
}

function coreOf(node: TypeNode, scope: Scope): ModelType {
  switch (node.kind) {
    case "string": {
      const { minLength, maxLength, maxBytes } = node;
      return marked("String", { type: "string", minLength, maxLength: maxLength ?? maxBytes });
    }
    case "integer":
      return marked("Integer", {
        type: "integer",
        minimum: node.min,
        maximum: node.max,
        exclusiveMinimum: node.above,
        exclusiveMaximum: node.below,
        multipleOf: node.multipleOf,
      });
    case "number":
      // The printer makes "above 0" into "from 1", which refuses 0.5: such a bound is given as "from 0", which accepts 0.
      return marked("Number", {
        type: "number",
        minimum: node.min ?? node.above,
        maximum: node.max ?? node.below,
        multipleOf: node.multipleOf,
      });
    case "boolean":
      return marked("Boolean", { type: "boolean" });
    case "enum": {
      const words = node.values.map(({ value }) => marked("Literal", { const: inQuotes(value) }));
      const [only] = words;
      return only !== undefined && words.length === 1 ? only : marked("Union", { anyOf: words });
    }
    case "array":
      return marked("Array", {
        type: "array",
        items: modelOf(node.items, scope),
        minItems: node.minItems,
        maxItems: node.maxItems,
      });
    case "object":
      return objectOf(node, scope);
    case "union":
      return marked("Union", { anyOf: node.of.map((option) => modelOf(option, scope)) });
    case "ref":
      if (node.name === scope.self) return marked("This", { $ref: node.name });
      return scope.later.has(node.name) ? marked("Unknown", {}) : marked("Ref", { $ref: node.name });
    case "json":
      return marked("Unknown", {});
    default:
      return unreachable(node);
  }
}

function objectOf(node: ObjectNode, scope: Scope): ModelType {
  if (node.open !== false && node.fields.length === 0) {
    const values = node.open === true ? marked("Unknown", {}) : modelOf(node.open, scope);
    return marked("Record", { type: "object", patternProperties: { "^(.*)$": values } });
  }
  const fields = marked("Object", {
    type: "object",
    properties: Object.fromEntries(node.fields.map((field) => [field.name, fieldOf(field, scope)])),
    required: node.fields.filter((field) => isPresent(field, "sent")).map((field) => field.name),
    ...(node.open === false ? { additionalProperties: false } : {}),
  });
  // An object of the printer drops keys that it does not know; a map beside it keeps them.
  const rest = marked("Record", { type: "object", patternProperties: { "^(.*)$": marked("Unknown", {}) } });
  return node.open === false ? fields : marked("Intersect", { allOf: [fields, rest] });
}

function fieldOf(field: Field, scope: Scope): ModelType {
  const model = modelOf(field.type, scope);
  if (field.default !== undefined) return { ...takingDefault(model, field.type), default: field.default };
  return field.required ? model : { ...model, [optional]: "Optional" };
}

/** The printer forgets the default of a map or a reference, but not that of a union with nothing else in it. */
function takingDefault(model: ModelType, node: TypeNode): ModelType {
  const isMap = node.kind === "object" && node.open !== false && node.fields.length === 0;
  const isForgotten = node.nullable !== true && (isMap || node.kind === "ref");
  return isForgotten ? marked("Union", { anyOf: [model, marked("Never", { not: {} })] }) : model;
}

/** The printer puts a literal between single quotes as it is, so it is handed over as it has to stand there. */
function inQuotes(value: string): string {
  return JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}

function marked(type: string, keywords: Readonly<Record<string, unknown>>): ModelType {
  const given = Object.entries(keywords).filter(([, value]) => value !== undefined);
  // The printer's type wants marks that only its own library can make; it looks at nothing but the symbols set here.
  return { ...Object.fromEntries(given), [kind]: type } as unknown as ModelType;
}

function unreachable(node: never): never {
  throw new Error(`invariant: unknown type ${JSON.stringify(node)}`);
}
