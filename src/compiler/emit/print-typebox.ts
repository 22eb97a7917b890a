import type { Field } from "../catalog/catalog.ts";
import type { ObjectNode, TypeNode } from "../catalog/type-node.ts";
import { jsonLiteral, literal, objectKey } from "./code-text.ts";
import { emptyObject, printType } from "./print-type.ts";
import { isPresent, type TypeScope, typeName } from "./type-scope.ts";

// TypeNode → TypeBox source whose `Static` is exactly what `print-type.ts` prints. Where TypeBox has no such type
// (readonly maps, any JSON, objects without keys) the type is stated and the schema kept: `Type.Unsafe<T>(schema)`.

/** What TypeBox source needs to know beside the scope: the types being defined in a `Type.Cyclic` are reached by name. */
export interface TypeBoxScope extends TypeScope {
  readonly cycle?: ReadonlySet<string>;
}

/** TypeBox source of a node; `indent` is the depth of the line it begins on, in spaces. */
export function printTypeBox(node: TypeNode, scope: TypeBoxScope, indent = 0): string {
  const printed = printCore(node, scope, indent);
  if (node.nullable !== true || node.kind === "json") return printed;
  return `${type(scope)}.Union([${printed}, ${type(scope)}.Null()])`;
}

/** TypeBox source of an object with these fields. */
export function printTypeBoxObject(
  fields: readonly Field[],
  scope: TypeBoxScope,
  indent = 0,
  options: Readonly<Record<string, unknown>> = {},
): string {
  const pad = " ".repeat(indent + 2);
  const lines = fields.map((field) => `${pad}${objectKey(field.name)}: ${printField(field, scope, indent + 2)},\n`);
  const body = lines.length === 0 ? "{}" : `{\n${lines.join("")}${" ".repeat(indent)}}`;
  return call(scope, "Object", [body], options);
}

function printField(field: Field, scope: TypeBoxScope, indent: number): string {
  const present = `${type(scope)}.Readonly(${printTypeBox(field.type, scope, indent)})`;
  return isPresent(field, scope.form) ? present : `${type(scope)}.Optional(${present})`;
}

function printCore(node: TypeNode, scope: TypeBoxScope, indent: number): string {
  switch (node.kind) {
    case "string": {
      const { minLength, maxLength, pattern, format } = node;
      return call(scope, "String", [], { minLength, maxLength, pattern, format });
    }
    case "integer":
    case "number": {
      const { min: minimum, max: maximum, above: exclusiveMinimum, below: exclusiveMaximum, multipleOf } = node;
      const options = { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf };
      return call(scope, node.kind === "integer" ? "Integer" : "Number", [], options);
    }
    case "boolean":
      return call(scope, "Boolean", [], {});
    case "enum":
      return call(
        scope,
        "Enum",
        [
          jsonLiteral(
            node.values.map((value) => value.value),
            indent,
          ),
        ],
        {},
      );
    case "array": {
      const { minItems, maxItems, unique: uniqueItems } = node;
      const items = printTypeBox(node.items, scope, indent);
      return `${type(scope)}.Immutable(${call(scope, "Array", [items], { minItems, maxItems, uniqueItems })})`;
    }
    case "object":
      return printObject(node, scope, indent);
    case "union":
      return call(scope, "Union", [`[${node.of.map((option) => printTypeBox(option, scope, indent)).join(", ")}]`], {});
    case "ref":
      return printRef(node.name, scope);
    case "json":
      return `${type(scope)}.Unsafe<${printType(node, scope)}>(${type(scope)}.Unknown())`;
    default:
      return unreachable(node);
  }
}

function printObject(node: ObjectNode, scope: TypeBoxScope, indent: number): string {
  if (node.open === false) {
    const closed = printTypeBoxObject(node.fields, scope, indent, { additionalProperties: false });
    return node.fields.length === 0 ? `${type(scope)}.Unsafe<${emptyObject}>(${closed})` : closed;
  }
  const stated = printType({ ...node, nullable: false }, scope, indent);
  if (typeof node.open === "object" && node.fields.length === 0) {
    const values = printTypeBox(node.open, scope, indent);
    return `${type(scope)}.Unsafe<${stated}>(${type(scope)}.Record(${type(scope)}.String(), ${values}))`;
  }
  const fields = printTypeBoxObject(node.fields, scope, indent);
  if (node.open === true) return `${type(scope)}.Unsafe<${stated}>(${fields})`;
  // Options of `Type.Object` are data, so a schema among them is written as source by hand.
  const rest = `{ additionalProperties: ${printTypeBox(node.open, scope, indent)} }`;
  return `${type(scope)}.Unsafe<${stated}>(${fields.slice(0, -1)}, ${rest}))`;
}

function printRef(name: string, scope: TypeBoxScope): string {
  const wanted = typeName(name, scope);
  if (scope.cycle?.has(name) === true) return `${type(scope)}.Ref(${literal(wanted)})`;
  return scope.typesFrom === undefined ? wanted : scope.file.import(wanted, scope.typesFrom);
}

function call(
  scope: TypeBoxScope,
  method: string,
  given: readonly string[],
  options: Readonly<Record<string, unknown>>,
): string {
  const set = Object.values(options).some((value) => value !== undefined);
  return `${type(scope)}.${method}(${[...given, ...(set ? [jsonLiteral(options)] : [])].join(", ")})`;
}

function type(scope: TypeBoxScope): string {
  return scope.file.import("Type", "typebox");
}

function unreachable(node: never): never {
  throw new Error(`invariant: unknown type ${JSON.stringify(node)}`);
}
