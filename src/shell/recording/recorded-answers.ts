// What a recording answers with: pure, apart from the count of what was asked.
import { canonicalJsonLine } from "../../contract/canonical-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { masked } from "../../contract/secret-forms.ts";
import type { Exchange } from "./exchange.ts";

export interface RecordedAnswers {
  /** Every tool of the last list, or as much as its calls say of it. */
  readonly tools: readonly JsonObject[];
  /** True: the recording has resources, or lists of them. */
  readonly hasResources: boolean;
  /** The same of prompts. */
  readonly hasPrompts: boolean;
  /**
   * The answers to equal requests come in their order, and the last one again and again.
   * @returns undefined for what was not recorded
   */
  answer(method: Exchange["method"], params: JsonObject): Exchange | undefined;
}

export function recordedAnswers(exchanges: readonly Exchange[]): RecordedAnswers {
  const used = new Map<string, number>();
  const listed = exchanges.findLast(({ method, result }) => method === "tools/list" && result !== undefined)?.result;
  const tools = Array.isArray(listed?.tools) ? listed.tools.filter(isJsonObject) : calledTools(exchanges);
  return {
    tools,
    hasResources: exchanges.some(({ method }) => method.startsWith("resources/")),
    hasPrompts: exchanges.some(({ method }) => method.startsWith("prompts/")),
    answer(method, params) {
      const given = { ...params, ...(takesArguments.has(method) ? { arguments: params.arguments ?? {} } : {}) };
      const equal = exchanges.filter((one) => one.method === method && matches(one.params, given));
      const key = `${method} ${canonicalJsonLine(given)}`;
      const at = used.get(key) ?? 0;
      used.set(key, at + 1);
      return equal[Math.min(at, equal.length - 1)];
    },
  };
}

const takesArguments: ReadonlySet<Exchange["method"]> = new Set(["tools/call", "prompts/get"]);

function calledTools(exchanges: readonly Exchange[]): readonly JsonObject[] {
  const names = exchanges.flatMap(({ method, params: { name } }) => (method === "tools/call" ? [name ?? ""] : []));
  return [...new Set(names)].map((name) => ({ name, inputSchema: { type: "object" } }));
}

/** A secret that was masked stands for any text. */
function matches(recorded: Json, given: Json): boolean {
  if (typeof recorded === "string") return typeof given === "string" && fits(recorded, given);
  if (Array.isArray(recorded)) {
    if (!Array.isArray(given) || given.length !== recorded.length) return false;
    return recorded.every((item: Json, at) => matches(item, given[at] ?? null));
  }
  if (!isJsonObject(recorded)) return recorded === given;
  if (!isJsonObject(given)) return false;
  const names = Object.keys(recorded);
  if (names.length !== Object.keys(given).length) return false;
  return names.every((name) => {
    const [before, now] = [ownValue(recorded, name), ownValue(given, name)];
    return before !== undefined && now !== undefined && matches(before, now);
  });
}

/** Without a regular expression: the recording may be anybody's. */
function fits(recorded: string, given: string): boolean {
  const parts = recorded.split(masked);
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return recorded === given;
  if (!given.startsWith(first) || given.length < first.length + last.length || !given.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = given.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= given.length - last.length;
}
