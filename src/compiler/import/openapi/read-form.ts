// How a document says that a param is written, or a member of a form: `style` and `explode` where they differ from the defaults of the place.
// What the handlers can't send in that way is reported.

import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";

export interface ParamForm {
  readonly style?: ParamStyle;
  readonly explode?: boolean;
}

type ParamStyle = (typeof stylesOf)[keyof typeof stylesOf][number];

/** The first one is the default. @see OpenAPI 3.1, 4.8.12.3, "Style Values" */
const stylesOf = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
} as const;

export interface FormReading {
  /** The param, or the encoding of a member. */
  readonly facts: JsonObject;
  readonly place: keyof typeof stylesOf;
  /** For reports. */
  readonly name: string;
  readonly schema: Json | undefined;
  readonly resolved: (schema: Json | undefined) => JsonObject;
  readonly assume: (keyword: string, why: string, instead: string) => void;
}

export function readForm(reading: FormReading): ParamForm {
  const { facts, place, name, assume } = reading;
  const known: readonly ParamStyle[] = stylesOf[place];
  const [usual] = stylesOf[place];
  const style = known.find((one) => one === (facts.style ?? usual));
  if (style === undefined)
    assume("style", `'${name}' can't have the style '${String(facts.style)}' in a ${place}`, usual);
  if (facts.allowReserved === true)
    assume("allowReserved", `reserved characters of '${name}' can't be sent as they are`, "percent-encoded");
  const own = style ?? usual;
  if (facts.content === undefined && hasInside(reading)) {
    const instead = own === "deepObject" ? "objects in brackets, lists repeated" : "JSON";
    assume("style", `OpenAPI specifies no form for lists and objects inside '${name}'`, instead);
  }
  const isExploded = facts.explode ?? own === "form";
  return {
    ...(own === usual ? {} : { style: own }),
    ...(typeof isExploded !== "boolean" || isExploded === (own === "form") ? {} : { explode: isExploded }),
  };
}

/** Whether a list or an object may hold lists or objects. */
function hasInside({ schema, resolved }: FormReading): boolean {
  const { properties, items, additionalProperties } = resolved(schema);
  const parts = [...(isJsonObject(properties) ? Object.values(properties) : []), items, additionalProperties];
  return parts.some((part) => {
    const { type, properties: inner, items: innerItems } = resolved(part);
    const types = Array.isArray(type) ? type : [type];
    return inner !== undefined || innerItems !== undefined || types.includes("object") || types.includes("array");
  });
}
