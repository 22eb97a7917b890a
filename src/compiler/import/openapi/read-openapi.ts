// An OpenAPI document (3.0, 3.1) → a list of tools, as a server would publish it, and how each one is a request. The list then goes the way
// of every import. Pure: no `$ref` leads out of the document, nothing is fetched.

import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { ownValue, setOwn } from "../../../contract/own-property.ts";
import { inCurrentForm } from "../current-form.ts";
import type { Loss } from "../loss.ts";
import { type FormReading, type ParamForm, readForm } from "./read-form.ts";

/** Where a param goes; `body` is a member of it, `whole-body` is all of it. */
export type ParamPlace = "path" | "query" | "header" | "cookie" | "body" | "whole-body";

export interface ApiOperation {
  /** Name of its tool in the list. */
  readonly tool: string;
  /** In capitals. */
  readonly method: string;
  /** Such as `/pets/{petId}`. */
  readonly path: string;
  /** By param of the tool in the list: where it goes, its name there, and how it is written where that is not the default of its place. */
  readonly params: Readonly<Record<string, { readonly in: ParamPlace; readonly name: string } & ParamForm>>;
  /** Media type of the body. */
  readonly bodyType?: string;
  /** How members of a form are written that the document says it of. */
  readonly encoding?: Readonly<Record<string, ParamForm>>;
}

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

const methods = ["get", "put", "post", "delete", "patch", "head", "options"];
const jsonType = /^application\/(?:json|[\w.+-]+\+json)(?:;|$)/;
const formType = "application/x-www-form-urlencoded";

/** @returns undefined for what is not an OpenAPI document of a version that is read */
export function readOpenApi(document: Json): ReadOpenApi | undefined {
  if (!isJsonObject(document) || !/^3\.[01]\./.test(String(document.openapi)) || !isJsonObject(document.paths)) {
    return undefined;
  }
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

/** The dialect of 3.1, by its own name and by that of JSON Schema. */
const ownDialect = /^https:\/\/(?:spec\.openapis\.org\/oas\/3\.1\/dialect\/|json-schema\.org\/draft\/2020-12\/schema)/;

function reportUnread({ webhooks, jsonSchemaDialect: dialect }: JsonObject, { lost }: Reading): void {
  for (const name of isJsonObject(webhooks) ? Object.keys(webhooks) : []) {
    const pointer = `/webhooks/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
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
  const item = resolved(raw, reading);
  const shared = listOf(item.parameters);
  return methods.flatMap((method) => {
    const operation = item[method];
    if (!isJsonObject(operation)) return [];
    const pointer = `/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}`;
    if (operation.servers !== undefined || item.servers !== undefined) {
      const why = "all requests go to one URL";
      const at = { tool: "", pointer, keyword: "servers" };
      reading.lost.push({ ...at, effect: "assumed", why, instead: "the URL of the document" });
    }
    return [readOperation({ method, path, pointer, operation, shared }, reading)];
  });
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly operation: JsonObject;
  readonly shared: readonly Json[];
}

function readOperation({ method, path, pointer, operation, shared }: Place, reading: Reading): Found {
  const name = chooseName(operation.operationId, method, path, reading);
  const lose = (keyword: string, why: string, instead: string, effect: Loss["effect"] = "dropped") =>
    reading.lost.push({ tool: name, pointer, keyword, effect, why, instead });
  const properties: { [name: string]: Json } = {};
  const params: { [name: string]: ApiOperation["params"][string] } = {};
  const required: string[] = [];
  const forms: BodyReading["forms"] = {
    resolved: (schema) => resolved(schema, reading),
    assume: (keyword, why, instead) => lose(keyword, why, instead, "assumed"),
  };
  const add: BodyReading["add"] = (place, own, schema, isRequired, { hasNull = false, form = {} } = {}) => {
    if (!hasNull && isNullable(resolved(schema, reading)))
      lose("nullable", `null has no form in a ${place === "body" ? "form" : place}`, `'${own}' is not sent`, "assumed");
    // The same name may stand in the path and in the query.
    let key = own;
    for (let count = 0; Object.hasOwn(params, key); count++) key = `${own}_${place.replace("-", "_")}${count || ""}`;
    setOwn(properties, key, schema);
    setOwn(params, key, { in: place, name: own, ...form });
    if (isRequired) required.push(key);
  };
  for (const raw of distinctParams([...shared, ...listOf(operation.parameters)], reading)) {
    const { in: place, name: own, schema, content, description, deprecated } = raw;
    if (typeof own !== "string" || !isPlace(place)) {
      lose("parameters", `a param in '${String(place)}' can't be sent`, "nothing");
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
  const body = readBody(resolved(operation.requestBody, reading), { reading, add, lose, forms });
  const input: JsonObject = { type: "object", properties, required, ...definitions(properties, reading) };
  const texts = [operation.summary, operation.description].filter(
    (text) => typeof text === "string" && text.trim() !== "",
  );
  const tool: JsonObject = {
    name,
    description: texts.join("\n\n") || `${method.toUpperCase()} ${path}`,
    inputSchema: inCurrentForm(withoutOwnRefs(input), "").schema,
    outputSchema: answerSchema,
    annotations: {
      readOnlyHint: method === "get" || method === "head" || method === "options",
      destructiveHint: method === "delete" || method === "put",
      idempotentHint: method !== "post" && method !== "patch",
      openWorldHint: true,
    },
  };
  lose("responses", "what the API answers is handed on as it is", "status and body", "assumed");
  if (operation.deprecated === true) lose("deprecated", "the operation is deprecated, without a date", "nothing");
  if (operation.callbacks !== undefined) lose("callbacks", "nothing calls back", "nothing");
  return {
    tool,
    operation: {
      tool: name,
      method: method.toUpperCase(),
      path,
      params,
      ...body,
    },
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

interface BodyReading {
  readonly reading: Reading;
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
function readBody(
  body: JsonObject,
  { reading, add, lose, forms }: BodyReading,
): Pick<ApiOperation, "bodyType" | "encoding"> {
  const content = isJsonObject(body.content) ? body.content : {};
  const types = Object.keys(content);
  const type = types.find((one) => jsonType.test(one)) ?? types.find((one) => one === formType);
  if (type === undefined) {
    if (types.length > 0)
      lose("requestBody", `a body of ${types.slice(0, 3).join(", ")} can't be sent`, "no body", "narrower");
    return {};
  }
  const media = ownValue(content, type);
  const schema = isJsonObject(media) && media.schema !== undefined ? media.schema : {};
  const whole = resolved(schema, reading);
  const hasNull = type !== formType;
  const encoding = hasNull || !isJsonObject(media) ? {} : readEncoding(media.encoding, whole, forms);
  const read = { bodyType: type, ...(Object.keys(encoding).length === 0 ? {} : { encoding }) };
  const isFlat =
    whole.type === "object" &&
    isJsonObject(whole.properties) &&
    !Object.hasOwn(whole, "allOf") &&
    !Object.hasOwn(whole, "oneOf") &&
    !Object.hasOwn(whole, "anyOf");
  if (!isFlat || (whole.additionalProperties !== undefined && whole.additionalProperties !== false)) {
    add("whole-body", "body", schema, body.required === true, { hasNull });
    return read;
  }
  const needed = new Set(listOf(whole.required));
  if (body.required !== true && needed.size > 0)
    lose("required", "without a body its members are not needed either", "members that may be left out", "wider");
  for (const [name, property] of Object.entries(isJsonObject(whole.properties) ? whole.properties : {})) {
    if (isJsonObject(property) && property.readOnly === true)
      lose("readOnly", `'${name}' is the API's to say`, "nothing");
    else add("body", name, property, body.required === true && needed.has(name), { hasNull });
  }
  return read;
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

function isNullable({ nullable, type }: JsonObject): boolean {
  return nullable === true || listOf(type).includes("null");
}

/** Those of an operation go before those of its path. */
function distinctParams(raw: readonly Json[], reading: Reading): readonly JsonObject[] {
  const all = raw.map((one) => resolved(one, reading));
  return all.filter(
    (one, index) => !all.slice(index + 1).some((later) => later.in === one.in && later.name === one.name),
  );
}

function chooseName(id: Json | undefined, method: string, path: string, { names }: Reading): string {
  const words = path.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
  const own = typeof id === "string" && id.trim() !== "" ? id : `${method}_${words}`;
  let name = own;
  for (let count = 2; names.has(name); count++) name = `${own}_${count}`;
  names.add(name);
  return name;
}

function resolved(value: Json | undefined, { document }: Pick<Reading, "document">): JsonObject {
  let found = value;
  for (let step = 0; step < 20 && isJsonObject(found) && typeof found.$ref === "string"; step++) {
    found = partAt(document, found.$ref);
  }
  return isJsonObject(found) ? found : {};
}

function partAt(document: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith("#/")) return undefined;
  const keys = ref
    .slice(2)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<Json | undefined>((part, key) => (isJsonObject(part) ? ownValue(part, key) : undefined), document);
}

/** A schema of the document, or a part of one. */
const schemaRef = /^#\/components\/schemas\/([^/]+)((?:\/.*)?)$/s;

/** The schemas that a tool refers to, however far: a tool's schema is a document of its own. */
function definitions(from: Json, { document }: Reading): { readonly $defs?: JsonObject } {
  const $defs: { [name: string]: Json } = {};
  const waiting: Json[] = [from];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of refsIn(next)) {
      if (Object.hasOwn($defs, name)) continue;
      const schema = partAt(document, `#/components/schemas/${name}`) ?? true;
      setOwn($defs, decoded(name), schema);
      waiting.push(schema);
    }
  }
  return Object.keys($defs).length === 0 ? {} : { $defs };
}

function decoded(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

function refsIn(value: Json): readonly string[] {
  const names: string[] = [];
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) waiting.push(...next);
    else if (isJsonObject(next)) {
      const name = typeof next.$ref === "string" ? schemaRef.exec(next.$ref)?.[1] : undefined;
      if (name !== undefined) names.push(name);
      waiting.push(...Object.values(next));
    }
  }
  return names;
}

/** References to the document's schemas lead to the tool's own. Depth is that of the document, which was read with a limit. */
function withoutOwnRefs(value: JsonObject): JsonObject {
  const text = JSON.stringify(value, (key, part: unknown) => {
    const found = key === "$ref" && typeof part === "string" ? schemaRef.exec(part) : null;
    return found === null ? part : `#/$defs/${found[1]}${found[2]}`;
  });
  return JSON.parse(text) as JsonObject; // it was an object
}

function readSecrets(document: JsonObject, title: string, reading: Reading): readonly ApiSecret[] {
  const components = isJsonObject(document.components) ? document.components : {};
  const schemes = isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  return Object.entries(schemes).flatMap(([name, raw]): readonly ApiSecret[] => {
    const { type, scheme, in: place, name: own } = resolved(raw, reading);
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

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
