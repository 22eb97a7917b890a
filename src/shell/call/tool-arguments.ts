import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { GivenWord } from "./call-words.ts";
import { findParam } from "./schema-flags.ts";
import { isList, typed } from "./schema-types.ts";

/**
 * The words behind `pegboard call <tool>` as one object. A word is a JSON object, `@file` or `-` with one, `key=text`,
 * `key:=json`, `key@=file` or `key@:=file`, or a flag of the tool that was separated before. Several words add up; the same
 * key twice is refused rather than silently decided, but for lists, which grow. That a value is read from a file stands at
 * the key: values are not trusted, and none may choose a file of the user's.
 * @param schema of the arguments: texts become what it wants there; without it they stay texts
 * @throws CliError naming the word that can't be read
 */
export async function readArguments(
  words: readonly GivenWord[],
  terminal: Pick<Terminal, "cwd" | "stdin">,
  schema: JsonObject = {},
): Promise<JsonObject> {
  const collected = collectArguments();
  const inputs = openInputs(terminal);
  for (const word of words) {
    if (typeof word === "string") {
      for (const argument of await readWord(word, inputs, schema)) collected.add(argument);
    } else {
      const { path, text: said, schema: wanted } = word;
      const value = typeof said === "boolean" ? said : typed(said, wanted, schema);
      collected.add({ path, value, isItem: isList(wanted, schema) && Array.isArray(value) });
    }
  }
  return collected.value();
}

async function readWord(word: string, inputs: Inputs, schema: JsonObject): Promise<readonly Argument[]> {
  if (word === "-") return parseObject(await inputs.read("-"), "stdin");
  if (word.startsWith("@")) return parseObject(await inputs.read(word.slice(1)), `'${word.slice(1)}'`);
  if (/^\s*[{[]/.test(word)) return parseObject(word, "the argument");
  const pair = /^([^=:\s]+?)(@?)(:?=)(.*)$/s.exec(word);
  if (pair === null) {
    throw new CliError(`'${shorten(word)}' is neither a JSON object nor key=text nor key:=json`, {
      hint: "quote the whole word for the shell, e.g. title='two words' or '{\"limit\": 3}'",
    });
  }
  const [, key = "", at, sign, rest = ""] = pair;
  const said = at === "@" ? await inputs.read(rest) : rest;
  const param = findParam(key, schema);
  const path = param?.path ?? [key];
  if (sign === ":=") return [{ path, value: parseValue(said, key), isItem: false }];
  // What a file holds is a text as it is, as far as the schema takes one.
  if (param === undefined) return [{ path, value: said, isItem: false }];
  const value = typed(said, param.schema, schema);
  return [{ path, value, isItem: isList(param.schema, schema) && Array.isArray(value) }];
}

interface Inputs {
  /** The text of a file, or of stdin for `-`. */
  readonly read: (path: string) => Promise<string>;
}

function openInputs({ cwd, stdin }: Pick<Terminal, "cwd" | "stdin">): Inputs {
  let isStdinRead = false;
  return {
    async read(path) {
      // The second reader would get an empty text, and the call would be made with it.
      if (path === "-" && isStdinRead) throw new CliError("stdin is named twice, and can be read once");
      if (path === "-") isStdinRead = true;
      const reading = path === "-" ? buffer(stdin) : readFile(resolve(cwd, path));
      const bytes = await reading.catch(failsWith(`'${path}' can't be read`));
      try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      } catch (error) {
        throw new CliError(`${path === "-" ? "stdin" : `'${path}'`} is not text in UTF-8`, { cause: error });
      }
    },
  };
}

function parseObject(json: string, where: string): readonly Argument[] {
  const value = parse(json, where);
  if (!isJsonObject(value)) throw new CliError(`${where} is not a JSON object: '${shorten(json)}'`);
  return Object.entries(value).map(([key, member]) => ({ path: [key], value: member, isItem: false }));
}

function parseValue(json: string, key: string): Json {
  return parse(json, `the value of '${key}'`, `for text write ${key}=… instead of ${key}:=…`);
}

function parse(json: string, where: string, hint?: string): Json {
  try {
    // JSON.parse yields nothing but JSON. Editors of Windows put a byte order mark before it.
    return JSON.parse(json.replace(/^\uFEFF/, "")) as Json;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new CliError(`${where} is not valid JSON: ${problem}`, { hint, cause: error });
  }
}

function shorten(word: string): string {
  const oneLine = word.trim().replaceAll(/\s+/g, " ");
  return oneLine.length <= 60 ? oneLine : `${oneLine.slice(0, 60)}…`;
}

/** One argument of a call, or a part of one. */
export interface Argument {
  /** Names of params: the outer one first. */
  readonly path: readonly string[];
  readonly value: Json;
  /** A list to which other words may add. */
  readonly isItem: boolean;
}

type Collected =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "list"; readonly items: Json[] }
  | { readonly kind: "fields"; readonly fields: Map<string, Collected> };

/** Arguments as they come, word by word. */
export function collectArguments() {
  const root = new Map<string, Collected>();
  return {
    /** @throws CliError for what is there already */
    add({ path, value, isItem }: Argument): void {
      let fields = root;
      const name = path.at(-1) ?? "";
      for (const part of path.slice(0, -1)) {
        const inner = fields.get(part) ?? { kind: "fields", fields: new Map<string, Collected>() };
        if (inner.kind !== "fields") throw new CliError(`the argument '${part}' is given twice`);
        fields.set(part, inner);
        fields = inner.fields;
      }
      const before = fields.get(name);
      if (before === undefined) {
        fields.set(
          name,
          isItem && Array.isArray(value) ? { kind: "list", items: [...value] } : { kind: "value", value },
        );
      } else if (before.kind === "list" && isItem && Array.isArray(value)) before.items.push(...value);
      else throw new CliError(`the argument '${path.join(".")}' is given twice`);
    },
    value: (): JsonObject => objectOf(root),
  };
}

function objectOf(fields: ReadonlyMap<string, Collected>): JsonObject {
  return Object.fromEntries([...fields].map(([name, one]) => [name, jsonOf(one)]));
}

function jsonOf(one: Collected): Json {
  switch (one.kind) {
    case "value":
      return one.value;
    case "list":
      return one.items;
    case "fields":
      return objectOf(one.fields);
  }
}
