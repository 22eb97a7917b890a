import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { ownValue } from "../contract/own-property.ts";
import { type OtherNames, renameMembers } from "../contract/rename-members.ts";
import { HostUnavailable } from "../runtime/errors.ts";

/** How a tool is a request. */
export interface ApiRequest {
  readonly method: string;
  /** Such as `/pets/{petId}`. */
  readonly path: string;
  /** By param of the tool: where it goes, and its name there. */
  readonly params: Readonly<Record<string, { readonly in: string; readonly name: string }>>;
  /** Media type of the body: JSON, or a form. */
  readonly bodyType?: string;
  /** Params of the tool under other names in `params`. */
  readonly names?: OtherNames;
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

/** What the API answered, whatever the status. A type and not an interface: only that is assignable to results that are open. */
export type ApiAnswer = {
  readonly status: number;
  readonly body?: Json;
};

export interface Api {
  /**
   * Sends one request. Redirects are answers: secrets go nowhere else.
   * @throws HostUnavailable where the API can't be reached, or a value can't be sent; no message contains a value
   */
  send(request: ApiRequest, input: object, signal: AbortSignal): Promise<ApiAnswer>;
}

const maxAnswerBytes = 8 * 1024 * 1024;

export function openApi(facts: ApiFacts, env: Readonly<Record<string, string | undefined>>): Api {
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
  { method, path, params, bodyType, names = {} }: ApiRequest,
  input: JsonObject,
  { urlVariable, baseUrl, secrets }: ApiFacts,
  env: Readonly<Record<string, string | undefined>>,
): { readonly url: URL; readonly init: RequestInit } {
  const base = env[urlVariable] ?? baseUrl;
  if (base === undefined || !URL.canParse(base)) {
    throw new HostUnavailable(`the variable ${urlVariable} has to hold the URL of the API`, "never");
  }
  const sent = renameMembers(input, names);
  const given = Object.entries(params).flatMap(([own, place]) => {
    const value = ownValue(sent, own);
    const isSent = value !== null || hasNull(place.in, bodyType);
    return value === undefined || !isSent ? [] : [{ ...place, value }];
  });
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    segment(name, given.find((one) => one.in === "path" && one.name === name)?.value),
  );
  const url = new URL(`${base.replace(/\/+$/, "")}${filled}`);
  const headers = new Headers({ accept: "application/json, */*;q=0.5" });
  for (const { in: place, name, value } of given) {
    if (place === "query")
      for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, textOf(one));
    if (place === "header") headers.set(name, textOf(value).replaceAll(/[^\t\x20-\x7e]/g, ""));
  }
  const cookies: string[] = [];
  for (const { in: place, name, prefix, variable } of secrets) {
    const value = env[variable];
    if (value === undefined) continue;
    if (place === "query") url.searchParams.set(name, value);
    else if (place === "header") headers.set(name, `${prefix}${value}`);
    else cookies.push(`${name}=${encodeURIComponent(value)}`);
  }
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  const body = bodyOf(given, bodyType);
  if (body !== undefined && bodyType !== undefined) headers.set("content-type", bodyType);
  return { url, init: { method, headers, ...(body === undefined ? {} : { body }) } };
}

/** Of all places only JSON has a form for null: anywhere else it is left out. */
function hasNull(place: string, bodyType: string | undefined): boolean {
  return (place === "body" || place === "whole-body") && bodyType !== formType;
}

const formType = "application/x-www-form-urlencoded";

/** A value must not lead to another path. */
function segment(name: string, value: Json | undefined): string {
  const text = value === undefined ? "" : textOf(value);
  if (text === "" || text === "." || text === "..") {
    throw new HostUnavailable(`the value of '${name}' can't stand in a path`, "changed_arguments");
  }
  return encodeURIComponent(text);
}

function bodyOf(
  given: readonly { readonly in: string; readonly name: string; readonly value: Json }[],
  bodyType: string | undefined,
): string | undefined {
  if (bodyType === undefined) return undefined;
  const whole = given.find((one) => one.in === "whole-body")?.value;
  const members = given.filter((one) => one.in === "body").map(({ name, value }) => [name, value] as const);
  if (whole === undefined && members.length === 0) return undefined;
  const value = whole ?? Object.fromEntries(members);
  if (bodyType !== formType) return JSON.stringify(value);
  const fields = Object.entries(isJsonObject(value) ? value : {}).map(([name, one]): [string, string] => [
    name,
    textOf(one),
  ]);
  return new URLSearchParams(fields).toString();
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function answerOf(response: Response): Promise<ApiAnswer> {
  const { status } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes)
      throw new HostUnavailable(`the API answers more than ${maxAnswerBytes / 1024 / 1024} MiB`, "never");
    chunks.push(chunk);
  }
  if (size === 0) return { status };
  const text = Buffer.concat(chunks).toString("utf8");
  if (!/\bjson\b/.test(response.headers.get("content-type") ?? "")) return { status, body: text };
  try {
    return { status, body: JSON.parse(text) as Json };
  } catch {
    // It says JSON and is something else: that is what the API answered.
    return { status, body: text };
  }
}
