import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { argumentOf, type HeaderParam, headerParams, headerText } from "../../contract/header-params.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { isRequest, type Message, paramsOf, type Refusal } from "../decode.ts";
import { keys } from "../request-issue.ts";
import { modernRevisions } from "../revision.ts";
import { headerMismatch } from "./request-rules.ts";

/** What is wrong with a message because of its `Mcp-Param-…` headers. */
export type ParamHeaderCheck = (message: Message, headers: IncomingHttpHeaders) => Refusal | undefined;

/**
 * What stands between client and server may have routed or judged a call by a header, so it must say what the arguments say.
 * @param tools as they are listed: a client knows of no other headers
 * @see MCP 2026-07-28, Streamable HTTP, "Server Behavior for Custom Headers"
 */
export function createParamHeaderCheck(tools: readonly JsonObject[]): ParamHeaderCheck {
  let known: ReadonlyMap<string, readonly HeaderParam[]> | undefined;
  return (message, headers) => {
    if (!isRequest(message) || message.method !== "tools/call") return undefined;
    const { name, arguments: given = {}, _meta: meta } = paramsOf(message);
    if (!isJsonObject(meta) || !modernRevisions.includes(String(meta[keys.revision])) || !isJsonObject(given)) {
      return undefined;
    }
    known ??= new Map(tools.map((tool) => [String(tool.name), headerParams(tool.inputSchema)]));
    for (const param of known.get(String(name)) ?? []) {
      const problem = problemOf(param, given, headers);
      if (problem !== undefined) {
        const text = `Header mismatch: 'Mcp-Param-${param.header}' ${problem}`;
        return { id: message.id, code: headerMismatch, message: text };
      }
    }
    return undefined;
  };
}

function problemOf(param: HeaderParam, given: JsonObject, headers: IncomingHttpHeaders): string | undefined {
  const argument = `the argument '${param.path.join(".")}'`;
  const value = argumentOf(given, param);
  const expected = headerText(value);
  // A header without its argument is ignored.
  if (expected === undefined) return undefined;
  const sent = headers[`mcp-param-${param.header.toLowerCase()}`];
  if (typeof sent !== "string") return `is missing, while ${argument} is there`;
  const text = decoded(sent);
  if (text === undefined) return "is not Base64 of a text";
  const isSame = text === expected || (typeof value === "number" && decimal.test(text) && Number(text) === value);
  return isSame ? undefined : `and ${argument} are not the same`;
}

/** Numbers may be written with a fraction of zeros. */
const decimal = /^-?\d{1,20}(?:\.\d{1,20})?$/;

/** As the client has encoded it; undefined where it is framed as Base64 and is none. */
function decoded(sent: string): string | undefined {
  const framed = /^=\?base64\?(.*)\?=$/.exec(sent)?.[1];
  if (framed === undefined) return sent;
  const bytes = Buffer.from(framed, "base64");
  // The decoder passes over is not Base64, so the way back must lead to the same text.
  return bytes.toString("base64") === framed && isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}
