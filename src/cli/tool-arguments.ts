import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { reasonOf } from "./project.ts";
import { Refusal } from "./refusal.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The words behind `pegboard call <tool>` as one object. A word is a JSON object, `@file` or `-` with one, `key=text`
 * or `key:=json`. Several words add up; the same key twice is refused rather than silently decided.
 * @throws Refusal naming the word that can't be read
 */
export async function readArguments(words: readonly string[], terminal: Terminal): Promise<JsonObject> {
  const collected = new Map<string, Json>();
  for (const word of words) {
    for (const [key, value] of await readWord(word, terminal)) {
      if (collected.has(key)) throw new Refusal(`the argument '${key}' is given twice`);
      collected.set(key, value);
    }
  }
  return Object.fromEntries(collected);
}

async function readWord(word: string, terminal: Terminal): Promise<readonly (readonly [string, Json])[]> {
  if (word === "-") return parseObject(await text(terminal.stdin), "stdin");
  if (word.startsWith("@")) return parseObject(await readText(word.slice(1), terminal.cwd), `'${word.slice(1)}'`);
  if (/^\s*[{[]/.test(word)) return parseObject(word, "the argument");
  const pair = /^([^=:\s]+)(:?=)(.*)$/s.exec(word);
  if (pair === null) {
    throw new Refusal(`'${shorten(word)}' is neither a JSON object nor key=text nor key:=json`, {
      hint: "quote the whole word for the shell, e.g. title='two words' or '{\"limit\": 3}'",
    });
  }
  const [, key = "", sign, value = ""] = pair;
  return [[key, sign === "=" ? value : parseValue(value, key)]];
}

async function readText(path: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, path), "utf8");
  } catch (error) {
    throw new Refusal(`'${path}' can't be read: ${reasonOf(error)}`, { cause: error });
  }
}

function parseObject(json: string, where: string): readonly (readonly [string, Json])[] {
  const value = parse(json, where);
  if (!isJsonObject(value)) throw new Refusal(`${where} is no JSON object: '${shorten(json)}'`);
  return Object.entries(value);
}

function parseValue(json: string, key: string): Json {
  return parse(json, `the value of '${key}'`, `for text write ${key}=… instead of ${key}:=…`);
}

function parse(json: string, where: string, hint?: string): Json {
  try {
    // JSON.parse yields nothing but JSON.
    return JSON.parse(json) as Json;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${where} is no valid JSON: ${problem}`, { hint, cause: error });
  }
}

function shorten(word: string): string {
  const oneLine = word.trim().replaceAll(/\s+/g, " ");
  return oneLine.length <= 60 ? oneLine : `${oneLine.slice(0, 60)}…`;
}
