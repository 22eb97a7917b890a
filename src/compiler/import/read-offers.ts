// Prompts and resources of a list → schema files, with a handler to write for each.
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import type { OtherNames } from "../../contract/rename-members.ts";
import { parseUriTemplate } from "../../contract/uri-template.ts";
import { standing } from "./as-listed.ts";
import { cleanText, oneLine } from "./clean-text.ts";
import { cutName, freeName, snakeCase } from "./fold-name.ts";
import type { Loss } from "./loss.ts";

export interface ReadOffers {
  readonly files: readonly OfferFile[];
  readonly lost: readonly Loss[];
}

export interface OfferOptions {
  /** Which of the lists are wanted. */
  readonly kinds: readonly (typeof offerLists)[number][];
  /** The server completes values; of which arguments and variables, it does not list. */
  readonly completes: boolean;
}

export interface OfferFile {
  readonly path: string;
  readonly value: JsonObject;
  /** Where it stands in the list. */
  readonly pointer: string;
  readonly prompt?: ImportedPrompt;
}

/** A prompt of the server, as its handler knows it. */
export interface ImportedPrompt {
  readonly original: string;
  /** Its name here, and of its file. */
  readonly name: string;
  /** Arguments whose names differ: ours → the server's. */
  readonly args: OtherNames;
  /** Arguments whose values the server completes, by their names here. */
  readonly completed: readonly string[];
}

/** Members of a list that hold what a server offers beside its tools. */
export const offerLists = ["prompts", "resources", "resourceTemplates"] as const;

/** Most entries of one list. */
const maxEntries = 10_000;

const maxNameLength = 60;

export function readOffers(list: unknown, { kinds, completes }: OfferOptions): ReadOffers {
  const files: OfferFile[] = [];
  const lost: Loss[] = [];
  const taken = { prompts: new Set<string>(), resources: new Set<string>() };
  const seen = new Set<string>();
  for (const kind of kinds) {
    const folder = kind === "prompts" ? "prompts" : "resources";
    const all = isJsonObject(list) ? list[kind] : undefined;
    if (!Array.isArray(all)) continue;
    if (all.length > maxEntries) {
      const why = `only the first ${maxEntries} of ${all.length} are read`;
      lost.push({ tool: "", pointer: `/${kind}`, keyword: kind, effect: "left-out", why, instead: "nothing" });
    }
    for (const [index, raw] of all.slice(0, maxEntries).entries()) {
      const pointer = childPath(`/${kind}`, index);
      const why = problemOf(raw, kind, seen);
      if (why !== undefined || !isJsonObject(raw)) {
        lost.push({ tool: "", pointer, keyword: kind, effect: "left-out", why: why ?? "", instead: "nothing" });
        continue;
      }
      const lose: Lose = (keyword, effect, reason, instead, within = pointer) =>
        lost.push({ tool: "", pointer: childPath(within, keyword), keyword, effect, why: reason, instead });
      const name = ownName(String(raw.name), folder === "prompts" ? "prompt" : "resource", taken[folder]);
      const path = `schema/${folder}/${name}.yaml`;
      if (kind === "prompts") files.push({ path, pointer, ...promptFile(raw, name, { pointer, completes, lose }) });
      else files.push({ path, pointer, value: resourceYaml(raw, name, { pointer, completes, lose }) });
    }
  }
  return { files, lost };
}

/** @param within pointer of the object that holds the keyword; otherwise the prompt or resource itself */
type Lose = (keyword: string, effect: Loss["effect"], why: string, instead: string, within?: string) => void;

function problemOf(raw: Json | undefined, kind: (typeof offerLists)[number], seen: Set<string>): string | undefined {
  if (!isJsonObject(raw)) return "it is not an object";
  if (typeof raw.name !== "string" || raw.name === "") return "it has no name";
  const known = kind === "prompts" ? raw.name : kind === "resources" ? raw.uri : raw.uriTemplate;
  if (typeof known !== "string" || known === "") return "it has no URI";
  const key = `${kind} ${known}`;
  if (seen.has(key)) return "an earlier one is known by the same";
  seen.add(key);
  return undefined;
}

function ownName(original: string, otherwise: string, taken: Set<string>): string {
  const folded = snakeCase(original);
  const plain = folded === "" || folded in Object.prototype ? otherwise : folded;
  const name = freeName(cutName(plain, maxNameLength), maxNameLength, (one) => taken.has(one));
  taken.add(name);
  return name;
}

function promptFile(
  raw: JsonObject,
  name: string,
  { pointer, completes, lose }: { readonly pointer: string; readonly completes: boolean; readonly lose: Lose },
): Pick<OfferFile, "value" | "prompt"> {
  const original = String(raw.name);
  const { title: _title, arguments: given, ...rest } = raw;
  const taken = new Set<string>();
  const args: { [own: string]: Json } = {};
  const renamed: { [own: string]: string } = {};
  for (const [index, one] of (Array.isArray(given) ? given : []).entries()) {
    const within = childPath(`${pointer}/arguments`, index);
    if (!isJsonObject(one) || typeof one.name !== "string" || one.name === "") {
      lose("arguments", "left-out", "one has no name", "nothing");
      continue;
    }
    const { name: _name, title: _theirs, description: _about, required: _required, ...others } = one;
    const own = ownName(one.name, "argument", taken);
    if (own !== one.name) renamed[own] = one.name;
    const about = textOf(one, "description", lose, within);
    args[own] = {
      ...(own === one.name ? {} : { wire: one.name }),
      ...titleOf(one, lose, within),
      ...(about === undefined ? {} : { description: about }),
      ...(one.required === true ? { required: true } : {}),
      ...(completes ? { completion: "computed" } : {}),
      ...listedOf(others, lose, within),
    };
  }
  const { name: _name, description: _about, ...others } = rest;
  const value = {
    ...named(original, name, raw, lose),
    ...(Object.keys(args).length === 0 ? {} : { arguments: args }),
    computed: true,
    ...listedOf(others, lose, pointer),
  };
  return { value, prompt: { original, name, args: renamed, completed: completes ? Object.keys(args) : [] } };
}

function resourceYaml(
  raw: JsonObject,
  name: string,
  { pointer, completes, lose }: { readonly pointer: string; readonly completes: boolean; readonly lose: Lose },
): JsonObject {
  const { uri, uriTemplate, mimeType, name: _name, title: _title, description: _about, ...others } = raw;
  return {
    ...named(String(raw.name), name, raw, lose),
    ...(typeof uri === "string" ? { uri } : { uri_template: String(uriTemplate) }),
    ...(typeof mimeType === "string" ? { mime_type: mimeType } : {}),
    ...(completes && typeof uriTemplate === "string" ? variablesOf(uriTemplate) : {}),
    computed: true,
    ...listedOf(others, lose, pointer),
  };
}

/** The variables of a template, for values that a handler gives. */
function variablesOf(uriTemplate: string): JsonObject {
  const names = parseUriTemplate(uriTemplate).parts.flatMap((part) =>
    typeof part === "string" ? [] : [part.variable],
  );
  const variables = Object.fromEntries(names.map((name) => [name, { completion: "computed" }]));
  return names.length === 0 ? {} : { variables };
}

function named(original: string, name: string, raw: JsonObject, lose: Lose): JsonObject {
  const given = textOf(raw, "description", lose);
  const words = name.replaceAll("_", " ");
  if (given === undefined) lose("description", "assumed", "there is none", words);
  return {
    name,
    ...(name === original ? {} : { wire: original }),
    ...titleOf(raw, lose),
    description: given ?? words,
  };
}

function titleOf(raw: JsonObject, lose: Lose, within?: string): JsonObject {
  const title = textOf(raw, "title", lose, within, (text) => oneLine(cleanText(text)?.text ?? ""));
  return title === undefined ? {} : { title };
}

/** @returns undefined where there is none, or nothing that can be read */
function textOf(
  raw: JsonObject,
  keyword: "title" | "description",
  lose: Lose,
  within?: string,
  clean = (text: string) => cleanText(text)?.text ?? "",
): string | undefined {
  const value = raw[keyword];
  if (typeof value !== "string") return undefined;
  const text = clean(value);
  if (text !== value && text !== "") lose(keyword, "reworded", "a schema file can't hold it as it is", text, within);
  if (text === "" && value !== "") lose(keyword, "dropped", "there is nothing to read in it", "nothing", within);
  return text === "" ? undefined : text;
}

/** What the language has no word for, as it stands. */
function listedOf(others: JsonObject, lose: Lose, within: string): JsonObject {
  const listed = standing(others, within, ({ keyword, effect, why, instead }) =>
    lose(keyword, effect, why, instead, within),
  );
  return Object.keys(listed).length === 0 ? {} : { listed };
}
