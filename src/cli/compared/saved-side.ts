import { readFile, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Catalog } from "../../compiler/catalog/catalog.ts";
import { readBaseline } from "../../compiler/diff/baseline.ts";
import { readList } from "../../compiler/import/read-list.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { reasonOf } from "../../disk/disk-errors.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { CatalogSide, EditedBaseline, Locate, Side } from "./side.ts";

/** More than any catalog, and than any list that a client would take. */
export const maxFileBytes = 64 * 1024 * 1024;

/** @throws CliError when it can't be read */
export async function readSavedText(path: string, name: string): Promise<string> {
  const failed = failsWith(`'${visible(name)}' can't be read`);
  const { size } = await stat(path).catch(failed);
  if (size > maxFileBytes) throw new CliError(`'${visible(name)}' is larger than 64 MiB`);
  return readFile(path, "utf8").catch(failed);
}

/** @throws CliError when it is too long */
export async function readStream(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Buffer | string); // what a readable stream of bytes or text yields
    size += bytes.length;
    if (size > maxFileBytes) throw new CliError("stdin is longer than 64 MiB");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * What a JSON text holds: a baseline, a catalog.json, or a saved tools/list in any of its three forms.
 * @throws CliError when it is not one of these
 */
export function savedSide(text: string, name: string): Side | EditedBaseline {
  const file = { path: name, text };
  const value = parseSavedJson(text, `'${visible(name)}'`);
  if (isJsonObject(value) && hasKeys(value, ["hash", "catalog"])) return baselineSide(file, name);
  if (isJsonObject(value) && hasKeys(value, ["format", "server", "tools", "profiles"])) {
    const problem = catalogProblem(value);
    if (problem !== undefined) throw new CliError(`'${visible(name)}' can't be used as a catalog: ${problem}`);
    // Only the compiler writes such a file; its outline was looked at.
    return { kind: "catalog", name, catalog: value as unknown as Catalog, locate: locateInJson(file, "") };
  }
  if (readList(value) !== undefined) return { kind: "list", name, list: value, locate: locateInJson(file, "") };
  throw new CliError(`'${visible(name)}' is neither a catalog nor a list of tools`, {
    hint: 'use a generated/.cache/catalog.json, a baseline, or what a server answers to tools/list: {"tools": […]}',
  });
}

/** @throws CliError when it is not a baseline, or one of another format */
export function baselineSide(file: SourceFile, name: string): CatalogSide | EditedBaseline {
  const read = readBaseline(file.text);
  const locate = locateInJson(file, "/catalog");
  if ("catalog" in read) return { kind: "catalog", name, catalog: read.catalog, released: true, locate };
  if (read.edited) return { kind: "edited", name, locate: locateInJson(file, "") };
  throw new CliError(`'${visible(name)}' can't be used as a baseline: ${visible(read.problem).slice(0, 300)}`, {
    hint: "restore it from version control; only `pegboard baseline --release` writes it",
  });
}

/** @param prefix what leads to the side's own root in the file */
function locateInJson(file: SourceFile, prefix: string): Locate {
  return async (pointers) => {
    const { jsonPlaces } = await import("../../diagnostics/json-places.ts");
    const places = jsonPlaces(
      file,
      pointers.map((pointer) => prefix + pointer),
    );
    return new Map([...places].map(([pointer, span]) => [pointer.slice(prefix.length), span]));
  };
}

/**
 * @param where names it in the message
 * @throws CliError when it is not JSON
 */
export function parseSavedJson(text: string, where: string): Json {
  try {
    // JSON.parse yields nothing but JSON.
    return JSON.parse(text.replace(/^\ufeff/, "")) as Json;
  } catch (error) {
    const problem = visible(reasonOf(error)).slice(0, 200);
    throw new CliError(`${where} is not valid JSON: ${problem}`, { cause: error });
  }
}

/** Enough to distinguish a file that the compiler wrote from one that only looks alike. */
function catalogProblem(value: JsonObject): string | undefined {
  if (value.format !== 1) return `its format is ${JSON.stringify(value.format)}; this version reads format 1`;
  const lists = ["targets", "tiers", "families", "profiles", "errors", "types", "tools", "retired"];
  const missing = lists.find((key) => !Array.isArray(value[key]));
  if (missing !== undefined) return `it has no list '${missing}'`;
  const version = isJsonObject(value.server) ? value.server.version : undefined;
  if (typeof version !== "string") return "its server has no version";
  const tools = Array.isArray(value.tools) ? value.tools : [];
  const odd = tools.findIndex((tool) => !isJsonObject(tool) || !hasKeys(tool, ["name", "params", "result", "aliases"]));
  return odd === -1 ? undefined : `its tool number ${odd + 1} is not a tool of a catalog`;
}

function hasKeys(value: object, keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(value, key));
}
