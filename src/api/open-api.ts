import { type Environment, setValue } from "../contract/environment.ts";
import { describeFound } from "../contract/found.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { childPath } from "../contract/json-pointer.ts";
import { ownValue } from "../contract/own-property.ts";
import { type OtherNames, renameMembers } from "../contract/rename-members.ts";
import { ArgumentsInvalid, HostUnavailable } from "../runtime/errors.ts";
import { type ApiAnswer, answerOf } from "./api-answer.ts";
import { decodedBase64 } from "./base64.ts";
import { headerText, type ParamForm, paramParts, pathText, percentEncoded } from "./param-text.ts";
import { type BodyFacts, bodyOf, hasNull } from "./request-body.ts";

/** How a tool is a request. */
export interface ApiRequest extends BodyFacts {
  readonly method: string;
  /** Such as `/pets/{petId}`. */
  readonly path: string;
  /** By param of the tool: where it goes, its name there, and how it is written where that is not the default of its place. */
  readonly params: Readonly<Record<string, SentParam>>;
  /** Params of the tool under other names in `params`. */
  readonly names?: OtherNames;
}

export interface SentParam extends ParamForm {
  /** `body`: a member of the body; `whole-body`: all of it; `file-name`: the name of the file that is sent as the member of that name. */
  readonly in: string;
  readonly name: string;
  /** The value is base64 of what is sent, or a list of such values. */
  readonly bytes?: true;
}

/** Where an API is, and what its requests carry. Values come from the environment only. */
export interface ApiFacts {
  /** Name of the variable that holds the URL. */
  readonly urlVariable: string;
  /** Where that is not set. */
  readonly baseUrl?: string;
  /** Each is sent where its variable is set. */
  readonly secrets: readonly {
    readonly in: "header" | "query" | "cookie";
    readonly name: string;
    readonly prefix: string;
    readonly variable: string;
  }[];
}

export interface Api {
  /**
   * Sends one request. Redirects are answers: secrets go nowhere else.
   * @throws HostUnavailable where the API can't be reached, ArgumentsInvalid where a value can't stand in the path or in a header; no message contains
   * more of a value than `..`
   */
  send(request: ApiRequest, input: object, signal: AbortSignal): Promise<ApiAnswer>;
}

export function openApi(facts: ApiFacts, env: Environment): Api {
  return {
    async send(request, input, signal) {
      const { url, init } = requestOf(request, input as JsonObject, facts, env); // it was validated against the tool's schema
      let response: Response;
      try {
        response = await fetch(url, { ...init, redirect: "manual", signal });
        return await answerOf(response);
      } catch (error) {
        if (signal.aborted || error instanceof HostUnavailable) throw error;
        throw new HostUnavailable(`the API at ${url.origin} can't be reached`, "later", { cause: error });
      }
    },
  };
}

function requestOf(
  request: ApiRequest,
  input: JsonObject,
  { urlVariable, baseUrl, secrets }: ApiFacts,
  env: Environment,
): { readonly url: URL; readonly init: RequestInit } {
  const { method, path, params, bodyType, names = {} } = request;
  const base = baseOf(setValue(env, urlVariable) ?? baseUrl, urlVariable);
  const sent = renameMembers(input, names);
  const given = Object.entries(params).flatMap(([own, place]): readonly Given[] => {
    const value = ownValue(sent, own);
    const isSent = value !== null || hasNull(place.in, bodyType);
    return value === undefined || !isSent ? [] : [{ ...place, param: own, value }];
  });
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const [param, form] = Object.entries(params).find(([, one]) => one.in === "path" && one.name === name) ?? [];
    if (param === undefined) throw new HostUnavailable(`'${name}' of the path is not a param of the request`, "never");
    const value = ownValue(sent, param) ?? null;
    return pathPart(pathText(name, form ?? {}, value), value, handlersName(param, names));
  });
  const url = new URL(`${base.replace(/\/+$/, "")}${filled}`);
  const headers = new Headers({ accept: "application/json, */*;q=0.5" });
  for (const { in: place, name, param, value, ...form } of given) {
    const text = place === "header" ? headerText(name, form, value) : undefined;
    if (text !== undefined) headers.set(name, headerPart(text, value, handlersName(param, names)));
  }
  const partsIn = (place: string) =>
    given.filter((one) => one.in === place).flatMap((one) => paramParts(one.name, one, one.value));
  const parts: Record<"query" | "cookie", readonly string[]> = { query: partsIn("query"), cookie: partsIn("cookie") };
  for (const { in: place, name, prefix, variable } of secrets) {
    const value = setValue(env, variable);
    if (value === undefined) continue;
    if (place === "header") headers.set(name, secretPart(`${prefix}${value}`, variable));
    else parts[place] = withSecret(parts[place], name, value);
  }
  url.search = [url.search.slice(1), ...parts.query].filter((part) => part !== "").join("&");
  if (parts.cookie.length > 0) headers.set("cookie", parts.cookie.join("; "));
  const inBody = given.map(({ bytes, ...one }) =>
    bytes === undefined ? one : { ...one, decode: (value: Json) => bytesOf(value, handlersName(one.param, names)) },
  );
  const sentBody = bodyOf(inBody, request, `pegboard-${crypto.randomUUID()}`);
  if (sentBody === undefined) return { url, init: { method, headers } };
  headers.set("content-type", sentBody.contentType);
  return { url, init: { method, headers, body: sentBody.body } };
}

/** Its text is not in a message: a URL may hold a password. */
function baseOf(text: string | undefined, variable: string): string {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (text === undefined || !isHttp || url.username !== "" || url.password !== "") {
    const expected = "the URL of the API, with http or https and without a user name";
    throw new HostUnavailable(`the variable ${variable} has to hold ${expected}`, "never");
  }
  return text;
}

/** Blanks and line breaks at the ends are none of a header's. */
function secretPart(text: string, variable: string): string {
  const value = text.trim();
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw new HostUnavailable(`the value of the variable ${variable} can't stand in a header`, "never");
}

/** A param of the same name, which a member of an object may have too, must not stand beside the secret. */
function withSecret(parts: readonly string[], name: string, value: string): readonly string[] {
  const own = `${percentEncoded(name)}=`;
  return [...parts.filter((part) => !part.startsWith(own)), `${own}${percentEncoded(value)}`];
}

interface Given extends SentParam {
  /** Its name in `params`. */
  readonly param: string;
  readonly value: Json;
}

/** @param param as the handler spells it */
function bytesOf(value: Json, param: string): Uint8Array<ArrayBuffer> {
  const bytes = typeof value === "string" ? decodedBase64(value) : undefined;
  if (bytes !== undefined) return bytes;
  throw new ArgumentsInvalid([
    { path: childPath("", param), expected: "bytes in base64", found: describeFound(value, true) },
  ]);
}

/** A value must not lead to another path. @param param as the handler spells it */
function pathPart(text: string | undefined, value: Json, param: string): string {
  if (text !== undefined && text !== "" && text !== "." && text !== "..") return text;
  const expected = "a value that can stand in a path: not empty, '.' or '..'";
  throw new ArgumentsInvalid([{ path: childPath("", param), expected, found: describeFound(value, false) }]);
}

/** A header has no encoding that every API reads. @param param as the handler spells it */
function headerPart(text: string, value: Json, param: string): string {
  if (/^[\t\x20-\x7e]*$/.test(text)) return text;
  const expected = "a value that can stand in a header: printable ASCII characters only";
  throw new ArgumentsInvalid([{ path: childPath("", param), expected, found: describeFound(value, true) }]);
}

function handlersName(param: string, names: OtherNames): string {
  const isOf = (known: OtherNames[string] | undefined) => (typeof known === "string" ? known : known?.name) === param;
  return Object.keys(names).find((own) => isOf(names[own])) ?? param;
}
