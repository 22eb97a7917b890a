import { proxyTools } from "../../contract/builtin-tools.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { type Decoded, type Message, paramsOf } from "../decode.ts";

export interface CalledTool {
  readonly name: string;
  /** Of the request. */
  readonly params: JsonObject;
}

/** The tools that a body calls, by themselves or through one that calls others. */
export function calledTools(decoded: Decoded): readonly CalledTool[] {
  const parts = decoded.kind === "batch" ? decoded.parts : [decoded];
  return parts.flatMap((part) => {
    const called = part.kind === "message" ? calledTool(part.message) : undefined;
    return called === undefined ? [] : [called];
  });
}

function calledTool(message: Message): CalledTool | undefined {
  if (!("method" in message) || message.method !== "tools/call") return undefined;
  const params = paramsOf(message);
  const { name, arguments: given } = params;
  const isProxy = proxyTools.some((proxy) => proxy === name);
  const called = isProxy && isJsonObject(given) ? given.tool : isProxy ? undefined : name;
  return typeof called === "string" ? { name: called, params } : undefined;
}
