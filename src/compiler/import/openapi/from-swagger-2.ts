// A document of Swagger 2.0 → one of OpenAPI 3.0, as far as requests need it. Whatever it refers to stays where it is, so that references still lead
// there and reports name places of the document itself.

import { isJsonObject, type Json, type JsonObject, listOf } from "../../../contract/json.ts";
import { ownValue, setOwn } from "../../../contract/own-property.ts";
import { distinctParams } from "./distinct-params.ts";
import { methods } from "./methods.ts";
import { resolved } from "./references.ts";

/** @returns the document itself where it is of another version */
export function fromSwagger2(document: JsonObject): JsonObject {
  // In YAML 2.0 without quotes is a number.
  if (document.swagger !== "2.0" && document.swagger !== 2) return document;
  const paths: { [path: string]: Json } = {};
  for (const [path, item] of Object.entries(isJsonObject(document.paths) ? document.paths : {}))
    setOwn(paths, path, itemOf(resolved(item, document), document));
  return {
    ...document,
    openapi: "3.0.4",
    servers: serversOf(document),
    components: { securitySchemes: schemesOf(document.securityDefinitions) },
    ...(isJsonObject(document.paths) ? { paths } : {}),
  };
}

/** Of several protocols the safe one: a request may carry a secret. */
function serversOf({ host, basePath, schemes }: JsonObject): readonly Json[] {
  if (typeof host !== "string") return [];
  const usable = listOf(schemes).filter((scheme) => scheme === "https" || scheme === "http");
  const scheme = usable.length === 1 ? usable[0] : "https";
  return [{ url: `${scheme}://${host}${typeof basePath === "string" ? basePath : ""}` }];
}

function schemesOf(definitions: Json | undefined): JsonObject {
  const schemes: { [name: string]: Json } = {};
  for (const [name, scheme] of Object.entries(isJsonObject(definitions) ? definitions : {})) {
    const isBasic = isJsonObject(scheme) && scheme.type === "basic";
    setOwn(schemes, name, isBasic ? { type: "http", scheme: "basic" } : scheme);
  }
  return schemes;
}

function itemOf(item: JsonObject, document: JsonObject): JsonObject {
  const { parameters: shared, ...rest } = item;
  const operations = methods.flatMap((method): readonly (readonly [string, Json])[] => {
    const operation = item[method];
    return isJsonObject(operation) ? [[method, operationOf(operation, listOf(shared), document)]] : [];
  });
  return { ...rest, ...Object.fromEntries(operations) };
}

function operationOf(operation: JsonObject, shared: readonly Json[], document: JsonObject): JsonObject {
  const params = distinctParams([...shared, ...listOf(operation.parameters)], document);
  // Only one is allowed: that of the operation stands behind that of its path.
  const body = params.findLast((param) => param.in === "body");
  const fields = params.filter((param) => param.in === "formData");
  const consumes = listOf(operation.consumes ?? document.consumes).filter((type) => typeof type === "string");
  const form = fields.length === 0 ? undefined : formOf(fields, consumes);
  const requestBody = body === undefined ? form : bodyOf(body, consumes);
  const sent = params.filter((param) => param.in !== "body" && param.in !== "formData");
  return {
    ...operation,
    parameters: sent.map(paramOf),
    ...(requestBody === undefined ? {} : { requestBody }),
  };
}

function bodyOf({ schema = {}, description, required }: JsonObject, consumes: readonly string[]): JsonObject {
  const types = consumes.length > 0 ? consumes : ["application/json"];
  return {
    ...(description === undefined ? {} : { description }),
    required: required === true,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

const formType = "application/x-www-form-urlencoded";
const multipartType = "multipart/form-data";

function formOf(fields: readonly JsonObject[], consumes: readonly string[]): JsonObject {
  const properties: { [name: string]: Json } = {};
  const encoding: { [name: string]: Json } = {};
  const required: string[] = [];
  for (const field of fields) {
    const { name, description } = field;
    if (typeof name !== "string") continue;
    setOwn(properties, name, { ...schemaOf(field), ...(description === undefined ? {} : { description }) });
    const style = styleOf(field, "query");
    if (style !== undefined) setOwn(encoding, name, style);
    if (field.required === true) required.push(name);
  }
  const hasFile = fields.some(({ type }) => type === "file");
  const isMultipart = hasFile || (consumes.includes(multipartType) && !consumes.includes(formType));
  const type = isMultipart ? multipartType : formType;
  const schema = { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
  return { required: required.length > 0, content: { [type]: { schema, encoding } } };
}

/** In 3.0 what a value is stands in a schema of its own. */
function paramOf(param: JsonObject): JsonObject {
  const { name, in: place, description, required } = param;
  return {
    ...{ name: name ?? null, in: place ?? null, schema: schemaOf(param) },
    ...(description === undefined ? {} : { description }),
    ...(required === undefined ? {} : { required }),
    ...styleOf(param, place),
  };
}

const ofParam: ReadonlySet<string> = new Set([
  ...["name", "in", "description", "required", "collectionFormat", "allowEmptyValue"],
]);

function schemaOf(param: JsonObject): JsonObject {
  const schema = Object.entries(param).filter(([keyword]) => !ofParam.has(keyword) && !keyword.startsWith("x-"));
  return param.type === "file" ? { type: "string", format: "binary" } : Object.fromEntries(schema);
}

/** A format that 3.0 lacks stays under its name, so that it is reported. @see OpenAPI 2.0, "Parameter Object", collectionFormat */
function styleOf({ type, collectionFormat = "csv" }: JsonObject, place: Json | undefined): JsonObject | undefined {
  if (type !== "array" || (collectionFormat === "csv" && place !== "query")) return undefined;
  return ownValue(styles, String(collectionFormat)) ?? { style: collectionFormat, explode: false };
}

const styles: JsonObject & Readonly<Record<string, JsonObject>> = {
  csv: { style: "form", explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  multi: { style: "form", explode: true },
};
