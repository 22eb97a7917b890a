// What may stand where the cursor is. Nothing is started or asked for it: what is not known here is not offered.
import { logLevels } from "../../contract/log-level.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { errorForms } from "../settings/config-grammar.ts";
import { details, hintWords, surfaces } from "../settings/listing-flags.ts";
import type { CompletableParam, CompletableTool } from "./completable.ts";
import type { Grammar, Value } from "./grammar.ts";
import { type PlacedWords, placeIn } from "./place.ts";

export interface Candidate {
  /** The whole word; one that ends in `=` is not finished. */
  readonly value: string;
  readonly summary: string;
}

export interface Completion {
  /** `files` and `folders`: the shell knows them; of the word, `skip` characters stand before the path. */
  readonly kind: "words" | "files" | "folders";
  readonly skip: number;
  /** All begin with what was typed. */
  readonly candidates: readonly Candidate[];
}

/** What is known of servers and tools, without asking any. */
export interface KnownTools {
  readonly servers: () => Promise<readonly Candidate[]>;
  /** Of a server, or of the local catalog. Old names are those that `isOld` says. */
  readonly tools: (server: string | undefined) => Promise<readonly KnownTool[]>;
  /** Of one tool, by any of its names; none where it is not known. */
  readonly params: (server: string | undefined, tool: string) => Promise<readonly CompletableParam[]>;
  /** Of the local catalog; none of a server: what it lists is not kept. */
  readonly prompts: (server: string | undefined) => Promise<readonly CompletableTool[]>;
  readonly families: () => Promise<readonly string[]>;
  readonly profiles: () => Promise<readonly string[]>;
}

export interface KnownTool extends Pick<CompletableTool, "name" | "summary"> {
  readonly isOld: boolean;
}

/**
 * @param before the words before the cursor's, without the program
 * @param current the part of the cursor's word that stands before it
 * @param known opened with what the words say of catalogs and files
 */
export async function complete(
  before: readonly string[],
  current: string,
  grammar: Grammar,
  known: (said: ReadonlyMap<string, string>) => KnownTools,
): Promise<Completion> {
  const placed = placeIn(before, current, grammar);
  const facts = known(placed.said);
  const { place } = placed;
  switch (place.kind) {
    case "nothing":
      return words([], current);
    case "first": {
      const verbs = grammar.verbs.map(({ name, summary }) => ({ value: name, summary }));
      const servers = placed.isWordless ? await facts.servers() : [];
      return words([...verbs, ...servers.filter(({ value }) => !verbs.some((verb) => verb.value === value))], current);
    }
    case "option-value": {
      const { name } = place.option;
      const fixed = place.value.choices.length > 0 ? place.value.choices : optionWords[name];
      if (fixed !== undefined) return words(prefixed(place.typed, fixed.map(plainWord)), current);
      if (name === "--server" || name === "--servers")
        return words(prefixed(place.typed, await facts.servers()), current);
      if (name === "--family") return words(prefixed(place.typed, (await facts.families()).map(plainWord)), current);
      if (name === "--profile") return words(prefixed(place.typed, (await facts.profiles()).map(plainWord)), current);
      return paths(place.value, place.typed.length);
    }
    case "option": {
      const own = place.verb.options.map(({ name, summary, value }) => ({
        value: value === undefined || value.isOptional ? name : `${name}=`,
        summary,
      }));
      if (!takesArguments(placed, place.verb.name)) return words(own, current);
      const params = await paramsOf(placed, place.tool, facts);
      const flag = valuesOfFlag(current, params);
      if (flag !== undefined) return words(flag, current);
      const flags = params.map((param) => ({
        value: param.isBoolean ? `--${param.name}` : `--${param.name}=`,
        summary: param.summary,
      }));
      const taken = new Set(own.map(({ value }) => value.replace(/=$/, "")));
      return words([...flags.filter(({ value }) => !taken.has(value.replace(/=$/, ""))), ...own], current);
    }
    case "argument": {
      const { placeholder, choices } = place.argument;
      if (choices.length > 0) return words(choices.map(plainWord), current);
      if (placeholder === "tool") return words(toolWords(await facts.tools(serverOf(placed)), current), current);
      if (place.verb.name === "prompts") {
        const prompts = await facts.prompts(serverOf(placed));
        const [name] = placed.plain;
        if (name === undefined)
          return words(
            prompts.map(({ name, summary }) => ({ value: name, summary })),
            current,
          );
        const params = prompts.find((prompt) => prompt.name === name)?.params ?? [];
        return argumentWords(before.at(-1) ?? "", current, placed.plain, params);
      }
      if (placeholder === "arguments" && takesArguments(placed, place.verb.name)) {
        const params = await paramsOf(placed, place.tool, facts);
        return argumentWords(before.at(-1) ?? "", current, placed.plain, params);
      }
      return optionWords[placeholder] === undefined
        ? paths(place.argument, 0)
        : words(optionWords[placeholder].map(plainWord), current);
    }
  }
}

function takesArguments({ isWordless, plain }: PlacedWords, verb: string): boolean {
  return verb === "call" || (isWordless && plain.length >= 2);
}

function serverOf({ isWordless, plain, said }: PlacedWords): string | undefined {
  return isWordless ? plain[0] : said.get("--server");
}

async function paramsOf(
  placed: PlacedWords,
  tool: string | undefined,
  facts: KnownTools,
): Promise<readonly CompletableParam[]> {
  return tool === undefined ? [] : facts.params(serverOf(placed), tool);
}

/** Old names keep working, but should not be learned: they come up only when nothing else begins so. */
function toolWords(tools: readonly KnownTool[], current: string): readonly Candidate[] {
  const begun = tools.filter(({ name }) => name.startsWith(current));
  const now = begun.filter(({ isOld }) => !isOld);
  const shown = now.length > 0 || current === "" ? now : begun;
  return shown.map(({ name, summary }) => ({ value: name, summary }));
}

/** `key=value`, `key@=file`, `@file`; after a flag without its value, that. */
function argumentWords(
  last: string,
  current: string,
  plain: readonly string[],
  params: readonly CompletableParam[],
): Completion {
  const asked = params.find(({ name, isBoolean }) => last === `--${name}` && !isBoolean);
  if (asked !== undefined) return words(asked.values.map(plainWord), current);
  const [before] = /^(@|[^=:@]+@:?=)/.exec(current) ?? [];
  if (before !== undefined) return { kind: "files", skip: before.length, candidates: [] };
  const [, name, equals = "="] = /^([^=:]+)(:?=)/.exec(current) ?? [];
  if (name !== undefined) {
    const values = params.find((param) => param.name === name)?.values ?? [];
    return words(prefixed(`${name}${equals}`, values.map(plainWord)), current);
  }
  const given = new Set(plain.flatMap((word) => /^([^=:@]+)@?:?=/.exec(word)?.[1] ?? []));
  const open = params.filter((param) => !given.has(param.name));
  const ordered = [...open.filter(({ isRequired }) => isRequired), ...open.filter(({ isRequired }) => !isRequired)];
  return words(
    ordered.map((param) => ({ value: `${param.name}${param.isObject ? ":=" : "="}`, summary: param.summary })),
    current,
  );
}

/** `--priority=h`. */
function valuesOfFlag(current: string, params: readonly CompletableParam[]): readonly Candidate[] | undefined {
  const [, name] = /^--([^=]+)=/.exec(current) ?? [];
  const param = name === undefined ? undefined : params.find((one) => one.name === name);
  return param === undefined ? undefined : prefixed(`--${param.name}=`, param.values.map(plainWord));
}

function plainWord(value: string): Candidate {
  return { value, summary: "" };
}

function prefixed(prefix: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map(({ value, summary }) => ({ value: prefix + value, summary }));
}

/** Names are not trusted: one that would do something to a terminal is left out. */
function words(candidates: readonly Candidate[], current: string): Completion {
  const fit = candidates.filter(({ value }) => value.startsWith(current) && value !== "" && visible(value) === value);
  const once = new Map(fit.map((candidate) => [candidate.value, candidate]));
  return { kind: "words", skip: 0, candidates: [...once.values()] };
}

function paths({ placeholder }: Value, skip: number): Completion {
  if (/^(folder|dir)/.test(placeholder)) return { kind: "folders", skip, candidates: [] };
  const isFile = /^(file|source|catalog)/.test(placeholder);
  return { kind: isFile ? "files" : "words", skip: isFile ? skip : 0, candidates: [] };
}

/** Words that an option or an argument takes and that its command does not list as choices. */
const optionWords: { readonly [name: string]: readonly string[] | undefined } = {
  "--surface": [...surfaces, "auto"],
  "--detail": details,
  "--hints": hintWords,
  "--errors": errorForms,
  "--log-level": logLevels,
  // Of `doctor`.
  client: ["claude-code", "cursor", "vscode"],
};
