// The body of a request: which media type is sent, and which params it is made of.

import { isJsonObject, type Json, type JsonObject, listOf } from "../../../contract/json.ts";
import { isJsonType } from "../../../contract/json-type.ts";
import { ownValue, setOwn } from "../../../contract/own-property.ts";
import { treatmentOf } from "../../json-schema/vocabulary.ts";
import type { Loss } from "../loss.ts";
import type { ApiOperation, MemberForm, ParamPlace, SentForm } from "./api-operation.ts";
import { type FormReading, readForm } from "./read-form.ts";
import { isReadOnly } from "./read-only.ts";
import { resolved } from "./references.ts";
import { base64ListOf, base64Of, isBytes, isBytesList, isBytesType } from "./sent-bytes.ts";

/** Ranges that JSON is in. */
const isAnyType = (type: string) => type === "*/*" || type === "application/*";
const isForm = (type: string) => type === "application/x-www-form-urlencoded";
const isMultipartForm = (type: string) => type === "multipart/form-data";

export interface BodyReading {
  readonly method: string;
  readonly document: JsonObject;
  /** `hasNull`: the place has a form for null. */
  readonly add: (
    place: ParamPlace,
    own: string,
    schema: Json,
    isRequired: boolean,
    how?: { readonly hasNull?: boolean; readonly form?: SentForm },
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
  const schemaOf = (one: string): Json => resolved(ownValue(content, one), document).schema ?? {};
  const type =
    [isJsonType, isForm, isMultipartForm, isAnyType].flatMap((isWanted) => types.find(isWanted) ?? [])[0] ??
    types.find((one) => rawForm(one, schemaOf(one), forms.resolved) !== undefined);
  const schema = type === undefined ? {} : schemaOf(type);
  const whole = resolved(schema, document);
  const isMultipart = type !== undefined && isMultipartForm(type);
  // A form has members, whether or not its schema says so.
  const isWhole = !isFlat(schema, isMultipart ? { type: "object", ...whole } : whole);
  if (type === undefined || (isMultipart && isWhole)) {
    if (types.length > 0)
      lose("requestBody", `a body of ${types.slice(0, 3).join(", ")} can't be sent`, "no body", "narrower");
    return {};
  }
  const hasNull = isJsonType(type) || isAnyType(type);
  const encoding = hasNull
    ? {}
    : readEncoding(resolved(ownValue(content, type), document).encoding, whole, forms, isMultipart);
  const required = body.required === true ? { bodyRequired: true as const } : {};
  const raw = rawForm(type, schema, forms.resolved);
  const bodyType = isAnyType(type) ? (raw === "bytes" ? "application/octet-stream" : "application/json") : type;
  const read = { bodyType, ...required, ...(Object.keys(encoding).length === 0 ? {} : { encoding }) };
  if (isWhole) {
    const form = raw === "bytes" ? { bytes: true as const } : {};
    const shown =
      raw === "bytes" ? base64Of(schema, forms.resolved) : raw === "text" ? { ...whole, type: "string" } : schema;
    add("whole-body", "body", shown, body.required === true, { hasNull, form });
    return read;
  }
  if (whole.additionalProperties === undefined) {
    const why = "the body may have members that the document does not name";
    lose("additionalProperties", why, "they are refused", "narrower");
  }
  const needed = new Set(listOf(whole.required));
  if (body.required !== true && needed.size > 0)
    lose("required", "without a body its members are not needed either", "members that may be left out", "wider");
  const isNeeded = (name: string) => body.required === true && needed.has(name);
  for (const [name, property] of Object.entries(isJsonObject(whole.properties) ? whole.properties : {})) {
    if (isReadOnly(property, document)) lose("readOnly", `'${name}' is the API's to say`, "nothing");
    else if (isMultipart && isBytes(property, forms.resolved)) {
      add("body", name, base64Of(property, forms.resolved), isNeeded(name), { form: { bytes: true } });
      // Many APIs read of its end what a file is.
      add("file-name", name, { type: "string", description: `Name of the file in '${name}'` }, false);
    } else if (isMultipart && isBytesList(property, forms.resolved))
      add("body", name, base64ListOf(property, forms.resolved), isNeeded(name), { form: { bytes: true } });
    else add("body", name, property, isNeeded(name), { hasNull });
  }
  return read;
}

/** What a body is that is sent as it is: one text, or bytes. */
function rawForm(type: string, schema: Json, resolve: FormReading["resolved"]): "text" | "bytes" | undefined {
  const isRange = type.includes("*");
  // Which type of a range the API takes is not known.
  if (hasParts(type) || (isRange && !isAnyType(type))) return undefined;
  const facts = resolve(schema);
  if (isBytes(schema, resolve) || (Object.keys(facts).length === 0 && isBytesType(type))) return "bytes";
  const isText = facts.type === "string" || (Object.keys(facts).every(isAnnotation) && type.startsWith("text/"));
  return !isRange && isText && facts.contentEncoding === undefined ? "text" : undefined;
}

const hasParts = (type: string) =>
  isJsonType(type) || /^(?:multipart\/|application\/x-www-form-urlencoded(?:;|$))/.test(type);

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

/** Of the members of a form those of which the document says how they are written. */
function readEncoding(
  encoding: Json | undefined,
  { properties }: JsonObject,
  forms: BodyReading["forms"],
  isMultipart: boolean,
): NonNullable<ApiOperation["encoding"]> {
  const read: { [name: string]: MemberForm } = {};
  for (const [name, facts] of Object.entries(isJsonObject(encoding) ? encoding : {})) {
    if (!isJsonObject(facts)) continue;
    const schema = isJsonObject(properties) ? ownValue(properties, name) : undefined;
    const { contentType } = facts;
    if (isMultipart) {
      if (facts.headers !== undefined) forms.assume("headers", `headers of '${name}' are not sent`, "none");
      // Of several types, or a range of them, none is known to be right.
      if (typeof contentType === "string" && /^[\w.+-]+\/[\w.+-]+$/.test(contentType))
        setOwn(read, name, { contentType });
    } else if (facts.style !== undefined || facts.explode !== undefined || facts.allowReserved !== undefined)
      setOwn(read, name, readForm({ ...forms, facts, place: "query", name, schema }));
    else if (contentType !== undefined)
      forms.assume(
        "contentType",
        `the content type of '${name}' is not read`,
        "objects as JSON, anything else as text",
      );
  }
  return read;
}
