import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { setOwn } from "./own-property.ts";

/**
 * A value without lone surrogates: JSON can escape them, but UTF-8 can't hold them, so no file and no answer would. Each becomes
 * U+FFFD, as encoders write it.
 * @returns the value itself where it has none
 */
export function wholeCharacters(value: Json): Json {
  return hasHalves(value) ? replaced(value) : value;
}

/** The same of an object. */
export function wholeMembers(value: JsonObject): JsonObject {
  return hasHalves(value) ? replacedMembers(value) : value;
}

/** The same of a text. */
export function wholeText(text: string): string {
  return text.replace(halves, "\uFFFD");
}

const half = /\p{Cs}/u;
const halves = /\p{Cs}/gu;

/** Asked of every call, so it makes nothing. */
function hasHalves(value: Json): boolean {
  if (typeof value === "string") return half.test(value);
  if (Array.isArray(value)) {
    for (const item of value) if (hasHalves(item)) return true;
    return false;
  }
  if (!isJsonObject(value)) return false;
  for (const key in value) {
    const member = value[key];
    if (half.test(key) || (member !== undefined && hasHalves(member))) return true;
  }
  return false;
}

function replaced(value: Json): Json {
  if (typeof value === "string") return wholeText(value);
  if (Array.isArray(value)) return value.map(replaced);
  return isJsonObject(value) ? replacedMembers(value) : value;
}

/** What has none stays itself, so that a notice can name the others. */
function replacedMembers(value: JsonObject): JsonObject {
  const whole: { [key: string]: Json } = {};
  for (const [key, member] of Object.entries(value)) setOwn(whole, wholeText(key), wholeCharacters(member));
  return whole;
}
