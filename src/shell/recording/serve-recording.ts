import { createInterface } from "node:readline";
import packageJson from "../../../package.json" with { type: "json" };
import { isJsonObject, type Json, type JsonObject, jsonIn } from "../../contract/json.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Exchange } from "./exchange.ts";
import { type RecordedAnswers, recordedAnswers } from "./recorded-answers.ts";

// Not by the SDK: it would bring lists into the form of one revision, and drop members that were recorded.

/** Revisions of the handshake. A client of a later one falls back to it. */
const revisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

const codes = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602, internal: -32_603 } as const;

/** Serves a recording over the terminal's stdin and stdout until the input ends. */
export async function serveRecording(
  { stdin, stdout }: Pick<Terminal, "stdin" | "stdout">,
  name: string,
  exchanges: readonly Exchange[],
): Promise<void> {
  const recorded = recordedAnswers(exchanges);
  for await (const line of createInterface({ input: stdin, terminal: false })) {
    if (line.trim() === "") continue;
    const answer = answerLine(line, name, recorded);
    // Protocol lines go out as they are, whatever stdout is.
    if (answer !== undefined) stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...answer })}\n`);
  }
}

function answerLine(line: string, name: string, recorded: RecordedAnswers): JsonObject | undefined {
  const message = jsonIn(line);
  if (message === undefined) return { id: null, ...failed(codes.parse, "Parse error") };
  if (!isJsonObject(message)) return { id: null, ...failed(codes.request, "Invalid Request") };
  const { id, method, params } = message;
  // A notification, or an answer to something that was never asked.
  if (id === undefined || method === undefined) return undefined;
  if (typeof method !== "string") return { id, ...failed(codes.request, "Invalid Request") };
  return { id, ...answerTo(method, isJsonObject(params) ? params : {}, { name, recorded }) };
}

function answerTo(
  method: string,
  params: JsonObject,
  { name, recorded }: { readonly name: string; readonly recorded: RecordedAnswers },
): JsonObject {
  switch (method) {
    case "initialize": {
      const revision = revisions.find((known) => known === params.protocolVersion) ?? revisions[0];
      const capabilities = {
        tools: {},
        ...(recorded.hasResources ? { resources: {} } : {}),
        ...(recorded.hasPrompts ? { prompts: {} } : {}),
      };
      const serverInfo = { name, version: packageJson.version };
      return { result: { protocolVersion: revision, capabilities, serverInfo } };
    }
    case "ping":
      return { result: {} };
    case "tools/list":
      return { result: { tools: recorded.tools } };
    case "resources/list":
      return { result: recorded.answer(method, {})?.result ?? { resources: [] } };
    case "resources/templates/list":
      return { result: recorded.answer(method, {})?.result ?? { resourceTemplates: [] } };
    case "prompts/list":
      return { result: recorded.answer(method, {})?.result ?? { prompts: [] } };
    case "tools/call":
    case "prompts/get":
      return answerFrom(recorded, method, {
        name: params.name ?? null,
        arguments: isJsonObject(params.arguments) ? params.arguments : {},
      });
    case "resources/read":
      return answerFrom(recorded, method, { uri: params.uri ?? null });
    default:
      return failed(codes.method, `Method not found: ${method}`);
  }
}

function answerFrom(recorded: RecordedAnswers, method: Exchange["method"], params: JsonObject): JsonObject {
  const { result, error } = recorded.answer(method, params) ?? {};
  if (result !== undefined) return { result };
  if (error !== undefined) return failed(error.code ?? codes.internal, error.message, error.data);
  const of = { "tools/call": "a call of ", "prompts/get": "the prompt " }[method as string];
  const what = of === undefined ? method : `${of}'${String(params.name)}' with these arguments`;
  return failed(codes.params, `the recording has no answer to ${what}`);
}

function failed(code: number, message: string, data?: Json): JsonObject {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}
