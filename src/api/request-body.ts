// The body of a request: JSON, a form, parts, or a text or bytes as they are.

import { isJsonObject, type Json } from "../contract/json.ts";
import { isJsonType } from "../contract/json-type.ts";
import { ownValue } from "../contract/own-property.ts";
import { multipartBody, type Part } from "./multipart.ts";
import { type ParamForm, paramParts } from "./param-text.ts";

/** How a member of a form is written. */
export interface MemberForm extends ParamForm {
  /** Media type of its part; what a file has by default is `application/octet-stream`. */
  readonly contentType?: string;
}

export interface BodyFacts {
  /** Media type of the body. */
  readonly bodyType?: string;
  /** A body is sent even where no member of it is given. */
  readonly bodyRequired?: true;
  /** How members of a form are written that the document says it of. */
  readonly encoding?: Readonly<Record<string, MemberForm>>;
}

/** A value that goes into a body. */
export interface BodyValue {
  readonly in: string;
  readonly name: string;
  readonly value: Json;
  /** There where the value, or each item of it, is base64. */
  readonly decode?: (text: Json) => Uint8Array<ArrayBuffer>;
}

export interface SentBody {
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const formType = "application/x-www-form-urlencoded";
const multipartType = "multipart/form-data";

/** Of all places only JSON has a form for null: anywhere else it is left out. */
export function hasNull(place: string, bodyType: string | undefined): boolean {
  return (place === "body" || place === "whole-body") && bodyType !== undefined && isJsonType(bodyType);
}

/**
 * @param boundary of parts
 * @returns undefined where the request has no body
 */
export function bodyOf(
  given: readonly BodyValue[],
  { bodyType, bodyRequired, encoding = {} }: BodyFacts,
  boundary: string,
): SentBody | undefined {
  if (bodyType === undefined) return undefined;
  const whole = given.find((one) => one.in === "whole-body");
  const members = given.filter((one) => one.in === "body");
  if (whole === undefined && members.length === 0 && bodyRequired !== true) return undefined;
  if (bodyType === multipartType) {
    const fileNames = new Map(given.filter((one) => one.in === "file-name").map(({ name, value }) => [name, value]));
    const parts = members.flatMap((one) => partsOf(one, ownValue(encoding, one.name) ?? {}, fileNames.get(one.name)));
    return { contentType: `${multipartType}; boundary=${boundary}`, body: multipartBody(parts, boundary) };
  }
  if (whole?.decode !== undefined) return { contentType: bodyType, body: whole.decode(whole.value) };
  const value = whole === undefined ? Object.fromEntries(members.map((one) => [one.name, one.value])) : whole.value;
  if (bodyType === formType) return { contentType: bodyType, body: formText(value, encoding) };
  const isText = typeof value === "string" && !isJsonType(bodyType);
  return { contentType: bodyType, body: isText ? value : JSON.stringify(value) };
}

function formText(value: Json, encoding: Readonly<Record<string, MemberForm>>): string {
  return Object.entries(isJsonObject(value) ? value : {})
    .flatMap(([name, one]) => formParts(name, ownValue(encoding, name), one))
    .join("&");
}

/** Where the document specifies no form, an object is JSON. @see OpenAPI 3.1, 4.8.15.1, "contentType" */
function formParts(name: string, form: ParamForm | undefined, value: Json): readonly string[] {
  return paramParts(name, form ?? {}, form === undefined && isJsonObject(value) ? JSON.stringify(value) : value);
}

/** Each item of a list is a part. @see OpenAPI 3.1, 4.8.15.1, "contentType", for their types */
function partsOf(
  { name, value, decode }: BodyValue,
  { contentType }: MemberForm,
  fileName: Json = name,
): readonly Part[] {
  return (Array.isArray(value) ? value : [value]).map((one: Json): Part => {
    if (decode !== undefined) {
      const type = contentType ?? "application/octet-stream";
      return { name, fileName: String(fileName), contentType: type, content: decode(one) };
    }
    const isText = typeof one !== "object";
    const type = contentType ?? (isText ? undefined : "application/json");
    const content = typeof one === "string" ? one : JSON.stringify(one);
    return { name, ...(type === undefined ? {} : { contentType: type }), content };
  });
}
