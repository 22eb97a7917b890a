// The body of a request: which media type is sent, and which params it is made of.

import { isJsonObject, type Json, type JsonObject, listOf } from "../../../contract/json.ts";
import { ownValue, setOwn } from "../../../contract/own-property.ts";
import { treatmentOf } from "../../json-schema/vocabulary.ts";
import type { Loss } from "../loss.ts";
import type { ApiOperation, ParamPlace } from "./api-operation.ts";
import { type FormReading, type ParamForm, readForm } from "./read-form.ts";
import { isReadOnly } from "./read-only.ts";
import { resolved } from "./references.ts";

const jsonType = /^application\/(?:json|[\w.+-]+\+json)(?:;|$)/;
/** Ranges that JSON is in. */
const anyType = /^(?:\*|application)\/\*$/;
const formType = "application/x-www-form-urlencoded";
const formPattern = /^application\/x-www-form-urlencoded$/;

export interface BodyReading {
  readonly method: string;
  readonly document: JsonObject;
  /** `hasNull`: the place has a form for null. */
  readonly add: (
    place: ParamPlace,
    own: string,
    schema: Json,
    isRequired: boolean,
    how?: { readonly hasNull?: boolean; readonly form?: ParamForm },
  ) => void;
  readonly lose: (keyword: string, why: string, instead: string, effect?: Loss["effect"]) => void;
  readonly forms: Pick<FormReading, "resolved" | "assume">;
}

/** An object becomes params of its own; anything else is one param. */
export function readBody(
  body: JsonObject,
  { method, document, add, lose, forms }: BodyReading,
): Pick<ApiOperation, "bodyType" | "bodyRequired" | "encoding"> {
  const content = isJsonObject(body.content) ? body.content : {};
  const types = Object.keys(content);
  if (types.length > 0 && (method === "get" || method === "head")) {
    lose("requestBody", `a ${method.toUpperCase()} request has no body`, "no body", "narrower");
    return {};
  }
  const type = [jsonType, formPattern, anyType].flatMap((form) => types.find((one) => form.test(one)) ?? [])[0];
  if (type === undefined) {
    if (types.length > 0)
      lose("requestBody", `a body of ${types.slice(0, 3).join(", ")} can't be sent`, "no body", "narrower");
    return {};
  }
  const media = resolved(ownValue(content, type), document);
  const schema = media.schema !== undefined ? media.schema : {};
  const whole = resolved(schema, document);
  const hasNull = type !== formType;
  const encoding = hasNull ? {} : readEncoding(media.encoding, whole, forms);
  const required = body.required === true ? { bodyRequired: true as const } : {};
  const read = {
    bodyType: anyType.test(type) ? "application/json" : type,
    ...required,
    ...(Object.keys(encoding).length === 0 ? {} : { encoding }),
  };
  if (!isFlat(schema, whole)) {
    add("whole-body", "body", schema, body.required === true, { hasNull });
    return read;
  }
  if (whole.additionalProperties === undefined) {
    const why = "the body may have members that the document does not name";
    lose("additionalProperties", why, "they are refused", "narrower");
  }
  const needed = new Set(listOf(whole.required));
  if (body.required !== true && needed.size > 0)
    lose("required", "without a body its members are not needed either", "members that may be left out", "wider");
  for (const [name, property] of Object.entries(isJsonObject(whole.properties) ? whole.properties : {})) {
    if (isReadOnly(property, document)) lose("readOnly", `'${name}' is the API's to say`, "nothing");
    else add("body", name, property, body.required === true && needed.has(name), { hasNull });
  }
  return read;
}

/** Can the members stand side by side, without a rule for all of them? @param whole what the schema is, or refers to */
function isFlat(schema: Json, { type, properties, required, additionalProperties, ...others }: JsonObject): boolean {
  if (type !== "object" || !isJsonObject(properties)) return false;
  if (additionalProperties !== undefined && additionalProperties !== false) return false;
  const isNamed = listOf(required).every((name) => typeof name === "string" && Object.hasOwn(properties, name));
  const { $ref, ...beside } = isJsonObject(schema) ? schema : {};
  return isNamed && ($ref === undefined || !hasRule(beside)) && !hasRule(others);
}

/** What only annotates, or keeps definitions, does not count. */
function hasRule({ $defs, nullable, ...schema }: JsonObject): boolean {
  return nullable === true || Object.keys(schema).some((keyword) => !isAnnotation(keyword));
}

function isAnnotation(keyword: string): boolean {
  const treatment = treatmentOf(keyword);
  return treatment === undefined || treatment.kind === "annotates";
}

/** Of the members of a form those whose style the document specifies; others have their content type as their form. */
function readEncoding(
  encoding: Json | undefined,
  { properties }: JsonObject,
  forms: BodyReading["forms"],
): NonNullable<ApiOperation["encoding"]> {
  const read: { [name: string]: ParamForm } = {};
  for (const [name, facts] of Object.entries(isJsonObject(encoding) ? encoding : {})) {
    if (!isJsonObject(facts)) continue;
    const schema = isJsonObject(properties) ? ownValue(properties, name) : undefined;
    if (facts.style !== undefined || facts.explode !== undefined || facts.allowReserved !== undefined)
      setOwn(read, name, readForm({ ...forms, facts, place: "query", name, schema }));
    else if (facts.contentType !== undefined)
      forms.assume(
        "contentType",
        `the content type of '${name}' is not read`,
        "objects as JSON, anything else as text",
      );
  }
  return read;
}
