// An OpenAPI document (2.0, 3.0, 3.1, 3.2) → a list of tools, as a server would publish it, and how each one is a request. The list then goes the way
// of every import. Pure: no `$ref` leads out of the document, nothing is fetched.

import { isDeeperThan } from "../../../contract/depth.ts";
import { isJsonObject, type Json, type JsonObject, listOf } from "../../../contract/json.ts";
import { childPath } from "../../../contract/json-pointer.ts";
import { ownValue, setOwn } from "../../../contract/own-property.ts";
import { inCurrentForm } from "../current-form.ts";
import type { Loss } from "../loss.ts";
import type { ApiOperation } from "./api-operation.ts";
import { distinctParams } from "./distinct-params.ts";
import { fromSwagger2 } from "./from-swagger-2.ts";
import { methods } from "./methods.ts";
import { type FormReading, readForm } from "./read-form.ts";
import { resolved } from "./references.ts";
import { type BodyReading, readBody } from "./request-body.ts";
import { type LoseAt, requestSchemas } from "./request-schemas.ts";
import { namesInPath, whyUnsent } from "./unsent-params.ts";

export type { ApiOperation };

/** A secret that requests carry, from the environment. */
export interface ApiSecret {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** Stands before the value: "Bearer ". */
  readonly prefix: string;
  /** Name of the variable. */
  readonly variable: string;
}

export interface ReadOpenApi {
  readonly title: string;
  readonly description?: string;
  readonly tools: readonly JsonObject[];
  readonly operations: readonly ApiOperation[];
  readonly secrets: readonly ApiSecret[];
  /** The first server with an absolute URL. */
  readonly baseUrl?: string;
  readonly lost: readonly Loss[];
}

/** Levels of a document. Those of schemas that the language has are fewer. */
const maxLevels = 500;

/** @returns undefined for what is not a document of OpenAPI 2.0 or 3.0 to 3.2, or is nested deeper than 500 levels */
export function readOpenApi(given: Json): ReadOpenApi | undefined {
  if (!isJsonObject(given) || isDeeperThan(maxLevels, given)) return undefined;
  const document = fromSwagger2(given);
  if (!/^3\.[012]\./.test(String(document.openapi)) || !isJsonObject(document.paths)) return undefined;
  const reading: Reading = { document, lost: [], names: new Set() };
  const found = Object.entries(document.paths).flatMap(([path, item]) => readPath(path, item, reading));
  reportUnread(document, reading);
  const info = isJsonObject(document.info) ? document.info : {};
  const title = typeof info.title === "string" ? info.title : "api";
  const baseUrl = readServer(listOf(document.servers), reading);
  return {
    title,
    ...(typeof info.description === "string" ? { description: info.description } : {}),
    tools: found.map(({ tool }) => tool),
    operations: found.map(({ operation }) => operation),
    secrets: readSecrets(document, title, reading),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    lost: reading.lost,
  };
}

/** The first absolute URL; its variables have their defaults. */
function readServer(servers: readonly Json[], { lost }: Reading): string | undefined {
  for (const [index, server] of servers.entries()) {
    if (!isJsonObject(server) || typeof server.url !== "string") continue;
    const variables = isJsonObject(server.variables) ? server.variables : {};
    const url = server.url.replaceAll(/\{([^{}]+)\}/g, (hole, name: string) => {
      const variable = ownValue(variables, name);
      return isJsonObject(variable) && variable.default !== undefined ? String(variable.default) : hole;
    });
    if (!/^https?:\/\/[^{}]+$/.test(url)) continue;
    if (url !== server.url) {
      const why = "the URL has variables, which have their defaults here";
      const at = { tool: "", pointer: `/servers/${index}`, keyword: "servers" };
      lost.push({ ...at, effect: "assumed", why, instead: url });
    }
    return url;
  }
  return undefined;
}

/** The dialect of 3.1 and 3.2, by its own name and by that of JSON Schema. */
const ownDialect =
  /^https:\/\/(?:spec\.openapis\.org\/oas\/3\.[12]\/dialect\/|json-schema\.org\/draft\/2020-12\/schema)/;

function reportUnread({ webhooks, jsonSchemaDialect: dialect }: JsonObject, { lost }: Reading): void {
  for (const name of isJsonObject(webhooks) ? Object.keys(webhooks) : []) {
    const pointer = childPath("/webhooks", name);
    const why = "a tool is called, and does not wait for calls";
    lost.push({ tool: "", pointer, keyword: "webhooks", effect: "left-out", why, instead: "nothing" });
  }
  if (dialect === undefined || (typeof dialect === "string" && ownDialect.test(dialect))) return;
  const why = "schemas are read as JSON Schema 2020-12";
  const at = { tool: "", pointer: "/jsonSchemaDialect", keyword: "jsonSchemaDialect" };
  lost.push({ ...at, effect: "assumed", why, instead: "2020-12" });
}

interface Reading {
  readonly document: JsonObject;
  readonly lost: Loss[];
  readonly names: Set<string>;
}

interface Found {
  readonly tool: JsonObject;
  readonly operation: ApiOperation;
}

function readPath(path: string, raw: Json, reading: Reading): readonly Found[] {
  const item = resolved(raw, reading.document);
  const shared = listOf(item.parameters);
  const pointerTo = (method: string) => childPath(childPath("/paths", path), method);
  const further = isJsonObject(item.additionalOperations) ? item.additionalOperations : {};
  for (const [member, method] of [["trace", item.trace], ...Object.entries(further)] as const) {
    if (method === undefined || !isUnsendable(member)) continue;
    const why = `a ${member.toUpperCase()} request can't be sent`;
    const at = { tool: "", pointer: pointerTo(member), keyword: member };
    reading.lost.push({ ...at, effect: "left-out", why, instead: "nothing" });
  }
  const named = methods.map((method) => ({ method, operation: item[method], pointer: pointerTo(method) }));
  const others = Object.entries(further).map(([method, operation]) => {
    const pointer = childPath(pointerTo("additionalOperations"), method);
    return { method, operation, pointer };
  });
  return [...named, ...others].flatMap(({ method, operation, pointer }) => {
    if (!isJsonObject(operation) || isUnsendable(method)) return [];
    if (operation.servers !== undefined || item.servers !== undefined) {
      const why = "all requests go to one URL";
      const at = { tool: "", pointer, keyword: "servers" };
      reading.lost.push({ ...at, effect: "assumed", why, instead: "the URL of the document" });
    }
    return [readOperation({ method, path, pointer, operation, shared }, reading)];
  });
}

/** `fetch` refuses them, and a method is a token. @see RFC 9110, 9.1 */
function isUnsendable(method: string): boolean {
  return /^(?:trace|track|connect)$/i.test(method) || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method);
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly operation: JsonObject;
  readonly shared: readonly Json[];
}

function readOperation({ method, path, pointer, operation, shared }: Place, reading: Reading): Found {
  const { document } = reading;
  const name = chooseName(operation.operationId, method, path, reading);
  const lose = (keyword: string, why: string, instead: string, effect: Loss["effect"] = "dropped") =>
    reading.lost.push({ tool: name, pointer, keyword, effect, why, instead });
  const properties: { [name: string]: Json } = {};
  const params: { [name: string]: ApiOperation["params"][string] } = {};
  const required: string[] = [];
  const forms: BodyReading["forms"] = {
    resolved: (schema) => resolved(schema, reading.document),
    assume: (keyword, why, instead) => lose(keyword, why, instead, "assumed"),
  };
  const add: BodyReading["add"] = (place, own, schema, isRequired, { hasNull = false, form = {} } = {}) => {
    if (!hasNull && isNullable(resolved(schema, reading.document)))
      lose("nullable", `null has no form in a ${place === "body" ? "form" : place}`, `'${own}' is not sent`, "assumed");
    // The same name may stand in the path and in the query.
    let key = own;
    for (let count = 0; Object.hasOwn(params, key); count++) key = `${own}_${place.replace("-", "_")}${count || ""}`;
    setOwn(properties, key, schema);
    setOwn(params, key, { in: place, name: own, ...form });
    if (isRequired) required.push(key);
  };
  for (const raw of distinctParams([...shared, ...listOf(operation.parameters)], document)) {
    const { in: place, name: own, schema, content, description, deprecated } = raw;
    if (typeof own !== "string" || !isPlace(place)) {
      lose("parameters", `a param in '${String(place)}' can't be sent`, "nothing");
      continue;
    }
    const unsent = whyUnsent(place, own, path);
    if (unsent !== undefined) {
      lose("parameters", unsent, "nothing");
      continue;
    }
    if (content !== undefined) lose("content", `the form of '${own}' is sent as text`, "a text", "assumed");
    if (deprecated === true) lose("deprecated", `'${own}' is deprecated, without a date`, "nothing");
    const type = isJsonObject(schema) ? schema : { type: "string" };
    add(
      place,
      own,
      typeof description === "string" ? { ...type, description } : type,
      place === "path" || raw.required === true,
      { form: readForm({ ...forms, facts: raw, place, name: own, schema }) },
    );
  }
  for (const own of namesInPath(path)) {
    if (Object.values(params).some((param) => param.in === "path" && param.name === own)) continue;
    lose("parameters", `the path has '{${own}}', which no param declares`, "a text", "assumed");
    add("path", own, { type: "string" }, true);
  }
  const body = readBody(resolved(operation.requestBody, document), {
    method,
    document,
    add,
    lose,
    forms,
  });
  const loseInside: LoseAt = (keyword, why, instead, effect, at = pointer) =>
    reading.lost.push({ tool: name, pointer: at, keyword, effect, why, instead });
  const input: JsonObject = {
    type: "object",
    ...requestSchemas(properties, document, loseInside),
    required,
    // Nothing else has a place in the request.
    additionalProperties: false,
  };
  const texts = [operation.summary, operation.description].filter(
    (text) => typeof text === "string" && text.trim() !== "",
  );
  const tool: JsonObject = {
    name,
    description: texts.join("\n\n") || `${method.toUpperCase()} ${path}`,
    inputSchema: inCurrentForm(input, "").schema,
    outputSchema: answerSchema,
    annotations: { ...hintsOf(method), openWorldHint: true },
  };
  lose("responses", "what the API answers is handed on as it is", "status and body", "assumed");
  if (operation.deprecated === true) lose("deprecated", "the operation is deprecated, without a date", "nothing");
  if (operation.callbacks !== undefined) lose("callbacks", "nothing calls back", "nothing");
  return {
    tool,
    operation: {
      tool: name,
      // Those that the document names itself are as it spells them.
      method: methods.includes(method) ? method.toUpperCase() : method,
      path,
      params,
      ...body,
    },
  };
}

/** Of a method that HTTP does not define nothing is known. */
function hintsOf(method: string): JsonObject {
  const readOnlyHint = ["get", "head", "options", "query"].includes(method);
  const isUnknown = !methods.includes(method);
  return {
    readOnlyHint,
    destructiveHint: method === "delete" || method === "put" || isUnknown,
    idempotentHint: method !== "post" && method !== "patch" && !isUnknown,
  };
}

function isPlace(place: Json | undefined): place is FormReading["place"] {
  return place === "path" || place === "query" || place === "header" || place === "cookie";
}

/** What every handler answers. */
const answerSchema: JsonObject = {
  type: "object",
  properties: {
    status: { type: "integer", description: "HTTP status" },
    body: { description: "What the API answered: JSON, or a text" },
  },
  required: ["status"],
};

function isNullable({ nullable, type }: JsonObject): boolean {
  return nullable === true || listOf(type).includes("null");
}

function chooseName(id: Json | undefined, method: string, path: string, { names }: Reading): string {
  const words = path.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
  const own = typeof id === "string" && id.trim() !== "" ? id : `${method}_${words}`;
  let name = own;
  for (let count = 2; names.has(name); count++) name = `${own}_${count}`;
  names.add(name);
  return name;
}

function readSecrets(document: JsonObject, title: string, reading: Reading): readonly ApiSecret[] {
  const components = isJsonObject(document.components) ? document.components : {};
  const schemes = isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  return Object.entries(schemes).flatMap(([name, raw]): readonly ApiSecret[] => {
    const { type, scheme, in: place, name: own } = resolved(raw, reading.document);
    const variable = variableName(`${title} ${name}`);
    if (
      type === "apiKey" &&
      typeof own === "string" &&
      (place === "header" || place === "query" || place === "cookie")
    ) {
      return [{ in: place, name: own, prefix: "", variable }];
    }
    const prefix =
      type === "http"
        ? scheme === "basic"
          ? "Basic "
          : scheme === "bearer"
            ? "Bearer "
            : undefined
        : type === "oauth2" || type === "openIdConnect"
          ? "Bearer "
          : undefined;
    if (prefix !== undefined) return [{ in: "header", name: "Authorization", prefix, variable }];
    const pointer = `/components/securitySchemes/${name}`;
    reading.lost.push({
      tool: "",
      pointer,
      keyword: "securitySchemes",
      effect: "dropped",
      why: `${String(type)} is not supported`,
      instead: "nothing",
    });
    return [];
  });
}

/** `PETS_API_KEY` of "Pets" and "apiKey". */
export function variableName(words: string): string {
  const name = words
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
  return name.replaceAll(/^_+|_+$/g, "").replace(/^(?=\d)/, "API_") || "API";
}
