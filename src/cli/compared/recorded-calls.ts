import { resolve } from "node:path";
import type { RecordedCall } from "../../compiler/diff/replay-calls.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { parseSavedJson, readSavedText } from "./saved-side.ts";

/** Calls that somebody recorded, and how many entries of the file are none. */
export interface RecordedCalls {
  readonly calls: readonly RecordedCall[];
  readonly others: number;
}

/**
 * Reads calls as they are recorded: JSON-RPC requests, `{tool, arguments}`, the history that MCP Inspector exports, our audit
 * log (which has names alone); one list, or one value a line.
 * @throws CliError when the file can't be read, or has no call in it
 */
export async function readCalls({ cwd }: Pick<Terminal, "cwd">, name: string): Promise<RecordedCalls> {
  const text = await readSavedText(resolve(cwd, name), name);
  const entries = entriesOf(text, `'${visible(name)}'`);
  const calls = entries.flatMap((entry) => callIn(entry) ?? []);
  if (calls.length === 0) {
    throw new CliError(`'${visible(name)}' has no call in it`, {
      hint: 'a call is {"tool": "…", "arguments": {…}}, or a JSON-RPC request tools/call; one list, or one a line',
    });
  }
  return { calls, others: entries.length - calls.length };
}

function entriesOf(text: string, where: string): readonly Json[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  // A whole object on the first of several lines: one value a line.
  if (lines.length > 1 && /^\s*\{.*\}\s*$/.test(first)) {
    return lines.map((line, index) => parseSavedJson(line, `${where}, line ${index + 1},`));
  }
  const value = parseSavedJson(text, where);
  if (Array.isArray(value)) return value as readonly Json[];
  const list = isJsonObject(value) ? [value.calls, value.history, value.requests].find(Array.isArray) : undefined;
  return (list as readonly Json[] | undefined) ?? [value];
}

function callIn(entry: Json): RecordedCall | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { request } = entry;
  // Inspector keeps requests as texts.
  if (typeof request === "string")
    return isJsonText(request) ? callIn(parseSavedJson(request, "a request")) : undefined;
  if (isJsonObject(request)) return callIn(request);
  const { method, params } = entry;
  if (method !== undefined) return method === "tools/call" && isJsonObject(params) ? named(params) : undefined;
  return named(entry);
}

function isJsonText(text: string): boolean {
  return /^\s*\{/.test(text) && text.trimEnd().endsWith("}");
}

function named(entry: JsonObject): RecordedCall | undefined {
  const name = [entry.tool, entry.name].find((one) => typeof one === "string");
  const sent = [entry.arguments, entry.args, entry.input].find(isJsonObject);
  if (typeof name !== "string") return undefined;
  if (sent !== undefined) return { tool: name, arguments: sent };
  // A request without arguments sends none; a log without them does not say.
  return "decision" in entry ? { tool: name } : { tool: name, arguments: {} };
}
