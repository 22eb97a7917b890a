import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { setOwn } from "./own-property.ts";

const halves = /\p{Cs}/gu;

/**
 * A value without lone surrogates: JSON can escape them, but UTF-8 can't hold them, so no file and no answer would. Each becomes
 * U+FFFD, as encoders write it.
 * @returns the value itself where it has none
 */
export function wholeCharacters(value: Json): Json {
  if (typeof value === "string") return value.replace(halves, "\uFFFD");
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => wholeCharacters(item));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  return isJsonObject(value) ? wholeMembers(value) : value;
}

/** The same of an object. */
export function wholeMembers(value: JsonObject): JsonObject {
  const whole: { [key: string]: Json } = {};
  let isSame = true;
  for (const [key, member] of Object.entries(value)) {
    const name = key.replace(halves, "\uFFFD");
    const child = wholeCharacters(member);
    isSame &&= name === key && child === member;
    setOwn(whole, name, child);
  }
  return isSame ? value : whole;
}
