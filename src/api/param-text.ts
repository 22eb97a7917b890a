// How the value of a param is written in a URL, a header, a cookie or a form: the styles of OpenAPI 3.1, which are the expansions of RFC 6570
// and a few more. In: a name, a value and a style. Out: parts that the caller joins by what separates them in their place.

import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";

/** @see OpenAPI 3.1, 4.8.12.3, "Style Values" */
export type ParamStyle = keyof typeof styles;

/** What a document specifies of a param; what it leaves out is the default of its place. */
export interface ParamForm {
  readonly style?: ParamStyle;
  /** Whether each item or member stands alone. Default: in the style `form` only. */
  readonly explode?: boolean;
}

/** `between`: what separates the parts; `within`: what separates the items of one part. */
const styles = {
  simple: { first: "", between: ",", within: ",", isNamed: false },
  label: { first: ".", between: ".", within: ",", isNamed: false },
  matrix: { first: ";", between: ";", within: ",", isNamed: true },
  form: { first: "", between: "&", within: ",", isNamed: true },
  spaceDelimited: { first: "", between: "&", within: "%20", isNamed: true },
  pipeDelimited: { first: "", between: "&", within: "%7C", isNamed: true },
  deepObject: { first: "", between: "&", within: ",", isNamed: true },
} as const;

type Encode = (text: string) => string;

/** The whole text of a param in a path. @returns undefined for what has no form, such as an empty list */
export function pathText(name: string, form: ParamForm, value: Json): string | undefined {
  const { first, between } = styles[form.style ?? "simple"];
  const parts = paramParts(name, { style: "simple", ...form }, value);
  return parts.length === 0 ? undefined : `${first}${parts.join(between)}`;
}

/** The value of a header, which is not percent-encoded. @returns undefined for what has no form, such as an empty list */
export function headerText(name: string, form: ParamForm, value: Json): string | undefined {
  const parts = paramParts(name, { style: "simple", ...form }, value, (text) => text);
  return parts.length === 0 ? undefined : parts.join(styles.simple.between);
}

/**
 * `name=value` for each part, or the value alone where the style does not name it. Null has no form: it is left out, and so are a list
 * and an object without members. Lists and objects inside a value are JSON, as OpenAPI specifies nothing for them.
 */
export function paramParts(
  name: string,
  { style = "form", explode = style === "form" }: ParamForm,
  value: Json,
  encode: Encode = percentEncoded,
): readonly string[] {
  if (value === null) return [];
  if (style === "deepObject" && isJsonObject(value)) return memberParts(name, value, encode);
  const { isNamed, within } = styles[style];
  const text = (one: Json) => encode(textOf(one));
  const named = (part: string) => {
    if (!isNamed) return part;
    return part === "" && style === "matrix" ? encode(name) : `${encode(name)}=${part}`;
  };
  if (isJsonObject(value)) {
    const members = Object.entries(value).filter(([, one]) => one !== null);
    if (explode) return members.map(([key, one]) => `${encode(key)}=${text(one)}`);
    return members.length === 0 ? [] : [named(members.flatMap(([key, one]) => [encode(key), text(one)]).join(within))];
  }
  if (!Array.isArray(value)) return [named(text(value))];
  const items = value.filter((one: Json) => one !== null).map(text);
  if (explode) return items.map(named);
  return items.length === 0 ? [] : [named(items.join(within))];
}

/** `filter[color]=red`, and `filter[size][min]=1` for objects inside, which is what servers that read brackets take. */
function memberParts(name: string, value: JsonObject, encode: Encode): readonly string[] {
  return Object.entries(value).flatMap(([key, one]) =>
    isJsonObject(one)
      ? memberParts(`${name}[${key}]`, one, encode)
      : paramParts(`${name}[${key}]`, { explode: true }, one, encode),
  );
}

/** Everything but the unreserved characters. @see RFC 3986, 2.3 */
export function percentEncoded(text: string): string {
  // A half of a character has no form in UTF-8.
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\ufffd")).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
