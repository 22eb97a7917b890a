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
  const catalogs = { base: accepting(base), head: accepting(head) };
  const inputs = new WeakMap<ComparedTool, JsonSchema>();
  const outputs = new WeakMap<ComparedTool, JsonSchema>();
  const types = new WeakMap<ComparableType, Map<string, JsonSchema>>();
  const arguments_ = (tool: ComparedTool, side: Side): JsonSchema => {
    const known = inputs.get(tool) ?? argumentsSchema(acceptedTool(tool), catalogs[side]);
    inputs.set(tool, known);
    return known;
  };
  const result = (tool: ComparedTool, side: Side): JsonSchema => {
    const known = outputs.get(tool) ?? resultSchema(tool, catalogs[side]);
    outputs.set(tool, known);
    return known;
  };
  const whole = (at: ValuePlace, side: Side) =>
    at.side === "input" ? arguments_(at[side], side) : result(at[side], side);
  const typed = (
    type: ComparableType,
    place: { readonly side: ValuePlace["side"]; readonly required: boolean },
    side: Side,
  ) => {
    if (type.raw !== undefined) return type.raw;
    const key = `${side} ${place.side} ${place.required}`;
    const known = types.get(type) ?? new Map<string, JsonSchema>();
    types.set(type, known);
    const field: ComparedField = { name: "value", type, required: place.required };
    const schema =
      known.get(key) ??
      (place.side === "input"
        ? fieldSchema(acceptingField(field), catalogs[side])
        : schemaOfType(type, catalogs[side]));
    known.set(key, schema);
    return schema;
  };
  return {
    arguments: arguments_,
    whole,
    of: (type, at, side) => {
      const step = at.trail.at(-1);
      // Blank counts as missing where a text must be there.
      const required = step?.into === "field" && step[side]?.required === true;
      return typed(type, { side: at.side, required }, side);
    },
    ofField: (field, at, side) => typed(field.type, { side: at.side, required: field.required }, side),
    holder: (step, at, side) =>
      step.of === undefined ? whole(at, side) : typed(step.of[side], { side: at.side, required: false }, side),
  };
}

function accepting(catalog: ComparedCatalog): ComparedCatalog {
  return catalog.listed === true ? catalog : acceptingCatalog(catalog);
}

function acceptedTool(tool: ComparedTool): ComparedTool {
  return tool.listed === undefined ? acceptingTool(tool) : tool;
}
