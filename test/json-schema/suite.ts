import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";

// The required part of the official JSON Schema Test Suite for 2020-12.

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = join(root, "test", "fixtures", "json-schema-suite");

export interface SuiteGroup {
  /** `file: description`. */
  readonly name: string;
  readonly schema: JsonObject | boolean;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

export function readSuite(): readonly SuiteGroup[] {
  return jsonFiles(join(folder, "tests")).flatMap((file) => {
    const groups: readonly (Omit<SuiteGroup, "name"> & { readonly description: string })[] = readJson(
      join(folder, "tests", file),
    );
    return groups.map(({ description, schema, tests }) => ({
      name: `${file.replace(".json", "")}: ${description}`,
      schema: withOthers(schema),
      tests,
    }));
  });
}

/**
 * Nothing is ever fetched, so a schema brings the documents that it refers to, under their identifiers.
 * @see JSON Schema 2020-12 core, section 9.3, "Compound Documents"
 */
function withOthers(schema: JsonObject | boolean): JsonObject | boolean {
  if (typeof schema === "boolean" || !/"\$(?:dynamicR|r)ef":"[^#]/.test(JSON.stringify(schema))) return schema;
  const own = isJsonObject(schema.$defs) ? schema.$defs : {};
  return { ...schema, $defs: { ...own, ...others } };
}

const others: JsonObject = Object.fromEntries(
  [...remotes(join(folder, "remotes"), "http://localhost:1234/draft2020-12/"), ...metaSchemas()].flatMap(
    ([uri, document]) => {
      const { $id = uri } = document;
      const named = [`the document ${uri}`, { ...document, $id }] as const;
      // One that has another name than its address is found by both.
      return $id === uri ? [named] : [named, [`the address ${uri}`, { $id: uri, $ref: $id }] as const];
    },
  ),
);

function remotes(path: string, uri: string): readonly (readonly [uri: string, document: JsonObject])[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? remotes(join(path, entry.name), `${uri}${entry.name}/`)
      : [[`${uri}${entry.name}`, readJson<JsonObject>(join(path, entry.name))] as const],
  );
}

/** The schema of schemas, in several documents. */
function metaSchemas(): readonly (readonly [uri: string, document: JsonObject])[] {
  const files = join(root, "node_modules", "ajv", "dist", "refs", "json-schema-2020-12");
  return [files, join(files, "meta")].flatMap((path) =>
    jsonFiles(path).map((file) => {
      const document = readJson<JsonObject>(join(path, file));
      return [String(document.$id), document] as const;
    }),
  );
}

function jsonFiles(path: string): readonly string[] {
  return readdirSync(path)
    .filter((name) => name.endsWith(".json"))
    .sort();
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, "utf8")) as Value; // what the suite's own schema says
}
