import { Ajv, type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { childPath, pathKeys } from "../../../src/contract/json-pointer.ts";

// A tool's schema as the oracle sees it: a document with places, each of which a validator that is not ours can judge.

export interface SchemaDocument {
  readonly root: JsonObject;
  /** The schema at a pointer, references followed. */
  readonly at: (pointer: string) => SchemaPlace;
  /** Whether a schema that stands somewhere in the document, or was put together from parts of it, accepts a value. */
  readonly accepts: (schema: Json, value: Json) => boolean;
}

export interface SchemaPlace {
  readonly document: SchemaDocument;
  /** Where the schema stands in its document once references are followed. */
  readonly pointer: string;
  readonly schema: Json;
  /** Errors of the value at this place, none when it is accepted. Formats are annotations, as the specification has it. */
  readonly errors: (value: Json) => readonly ErrorObject[];
}

/** Reads a schema in the dialect that it names; without one that is 2020-12, as MCP says. */
export function openDocument(schema: JsonObject): SchemaDocument {
  const { $schema: dialect, $id: _, ...root } = schema;
  const isOld = typeof dialect === "string" && !/2020-12|2019-09/.test(dialect);
  const options = {
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    logger: false,
  } as const;
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
  ajv.addSchema(root, "list:tool");
  const judges = new Map<string, SchemaPlace["errors"]>();
  const loose = new Map<string, (value: Json) => boolean>();
  const document: SchemaDocument = {
    root,
    accepts: (schema, value) => {
      const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"list:tool#');
      const judge = loose.get(text) ?? ajv.compile<Json>(JSON.parse(text));
      loose.set(text, judge);
      return judge(value);
    },
    at: (pointer) => {
      const place = follow(root, pointer);
      return {
        document,
        ...place,
        errors: (value) => {
          const judge = judges.get(place.pointer) ?? compile(ajv, place.pointer);
          judges.set(place.pointer, judge);
          return judge(value);
        },
      };
    },
  };
  return document;
}

function compile(ajv: Ajv, pointer: string): SchemaPlace["errors"] {
  const check = ajv.compile({ $ref: `list:tool#${pathKeys(pointer).reduce(fragment, "")}` });
  return (value) => (check(value) === true ? [] : (check.errors ?? []));
}

function fragment(text: string, key: string): string {
  return `${text}/${encodeURIComponent(childPath("", key).slice(1))}`;
}

function follow(root: JsonObject, start: string): { readonly pointer: string; readonly schema: Json } {
  let pointer = start;
  for (let hops = 0; hops < 20; hops++) {
    const schema = valueAt(root, pointer);
    // A reference with siblings is not a plain alias: it is judged as a whole where it stands.
    if (!isJsonObject(schema) || typeof schema.$ref !== "string" || !isOnlyReference(schema))
      return { pointer, schema };
    pointer = decodeURIComponent(schema.$ref.replace(/^#/, ""));
  }
  throw new Error(`the references at ${start} lead nowhere`);
}

function isOnlyReference(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => key === "$ref" || key === "description" || key === "title");
}

export function valueAt(root: Json, pointer: string): Json {
  let value: Json | undefined = root;
  for (const key of pathKeys(pointer)) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  if (value === undefined) throw new Error(`nothing at ${pointer}`);
  return value;
}
