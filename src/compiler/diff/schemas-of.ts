import type { JsonSchema } from "../../contract/json-schema.ts";
import { acceptingCatalog, acceptingField, acceptingTool } from "./accepting.ts";
import type { ComparableType, ComparedField } from "./comparable-type.ts";
import {
  argumentsSchema,
  type ComparedCatalog,
  type ComparedTool,
  fieldSchema,
  resultSchema,
  schemaOfType,
} from "./compared.ts";
import type { ValuePlace } from "./event.ts";
import type { Step } from "./step.ts";

export type Side = "base" | "head";

export interface Sides {
  readonly from: Side;
  readonly to: Side;
}

/** Schemas of the parts of two catalogs, as callers send and readers read them. Each is made once. */
export interface Schemas {
  /** All arguments of a tool, other spellings of enum values included. */
  readonly arguments: (tool: ComparedTool, side: Side) => JsonSchema;
  /** The arguments or the result that a place is in. */
  readonly whole: (at: ValuePlace, side: Side) => JsonSchema;
  /** A type at a place. */
  readonly of: (type: ComparableType, at: ValuePlace, side: Side) => JsonSchema;
  readonly ofField: (field: ComparedField, at: ValuePlace, side: Side) => JsonSchema;
  /** What holds the part that a step leads into. */
  readonly holder: (step: Step, at: ValuePlace, side: Side) => JsonSchema;
}

export function schemasOf(base: ComparedCatalog, head: ComparedCatalog): Schemas {
  const sides = { base: schemasIn(base), head: schemasIn(head) };
  const whole = (at: ValuePlace, side: Side) =>
    at.side === "input" ? sides[side].arguments(at[side]) : sides[side].result(at[side]);
  return {
    arguments: (tool, side) => sides[side].arguments(tool),
    whole,
    of: (type, at, side) => {
      const step = at.trail.at(-1);
      // Blank counts as missing where a text must be there.
      const required = step?.into === "field" && step[side]?.required === true;
      return sides[side].typed(type, at.side, required);
    },
    ofField: (field, at, side) => sides[side].typed(field.type, at.side, field.required),
    holder: (step, at, side) =>
      step.of === undefined ? whole(at, side) : sides[side].typed(step.of[side], at.side, false),
  };
}

interface SchemasOfCatalog {
  readonly arguments: (tool: ComparedTool) => JsonSchema;
  readonly result: (tool: ComparedTool) => JsonSchema;
  readonly typed: (type: ComparableType, side: ValuePlace["side"], required: boolean) => JsonSchema;
}

/** A session compares one base with many heads; what was found about a schema is kept with it. */
const known = new WeakMap<ComparedCatalog, SchemasOfCatalog>();

function schemasIn(catalog: ComparedCatalog): SchemasOfCatalog {
  const schemas = known.get(catalog) ?? openSchemas(catalog);
  known.set(catalog, schemas);
  return schemas;
}

function openSchemas(catalog: ComparedCatalog): SchemasOfCatalog {
  const accepted = catalog.listed === true ? catalog : acceptingCatalog(catalog);
  const inputs = new WeakMap<ComparedTool, JsonSchema>();
  const outputs = new WeakMap<ComparedTool, JsonSchema>();
  const types = new WeakMap<ComparableType, Map<string, JsonSchema>>();
  return {
    arguments: (tool) => {
      const schema = inputs.get(tool) ?? argumentsSchema(acceptedTool(tool), accepted);
      inputs.set(tool, schema);
      return schema;
    },
    result: (tool) => {
      const schema = outputs.get(tool) ?? resultSchema(tool, accepted);
      outputs.set(tool, schema);
      return schema;
    },
    typed: (type, side, required) => {
      if (type.raw !== undefined) return type.raw;
      const key = `${side} ${required}`;
      const ofType = types.get(type) ?? new Map<string, JsonSchema>();
      types.set(type, ofType);
      const schema =
        ofType.get(key) ??
        (side === "input"
          ? fieldSchema(acceptingField({ name: "value", type, required }), accepted)
          : schemaOfType(type, accepted));
      ofType.set(key, schema);
      return schema;
    },
  };
}

function acceptedTool(tool: ComparedTool): ComparedTool {
  return tool.listed === undefined ? acceptingTool(tool) : tool;
}
