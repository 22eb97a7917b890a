import type { JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import { firstModernRevision } from "./revision.ts";
import { loggedPrefix } from "./server-facts.ts";
import { withoutContent } from "./tasks/serve-tasks.ts";

/**
 * Makes a server answer params that its SDK rejects as the protocol wants it: -32602 and one sentence. The SDK sends the findings
 * of its validator, serialised, as an internal error. Other internal errors are only logged. For unknown resources the code is
 * that of the client's revision. To be called before the server is connected.
 * @see JSON-RPC 2.0, section 5.1
 */
export function normalizeErrors(server: Server, onError: (error: Error) => void): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(normalized(message, server, onError), options);
    return connect(transport);
  };
}

function normalized(message: JSONRPCMessage, server: Server, onError: (error: Error) => void): JSONRPCMessage {
  if ("result" in message) return { ...message, result: withoutContent(message.result) };
  if (!("error" in message)) return message;
  if (isUnknownResource(message.error)) {
    const isModern = (server.getNegotiatedProtocolVersion() ?? "") >= firstModernRevision;
    return isModern ? message : { ...message, error: { ...message.error, code: resourceNotFound } };
  }
  if (message.error.code !== internalError || message.error.message.startsWith(loggedPrefix)) return message;
  const findings = readFindings(message.error.message);
  if (findings !== undefined) return { ...message, error: { code: -32602, message: `Invalid params: ${findings}` } };
  onError(new Error(`internal error: ${message.error.message}`));
  return { ...message, error: { code: internalError, message: "Internal error" } };
}

const internalError = -32603;

/** Until 2025-11-25; the SDK always answers with the code of later revisions. @see MCP 2025-11-25, server/resources */
const resourceNotFound = -32002;

function isUnknownResource({ code, data }: { readonly code: number; readonly data?: unknown }): boolean {
  if (code !== -32602 || typeof data !== "object" || data === null) return false;
  return "uri" in data && Object.keys(data).length === 1;
}

/** `"clientInfo.name": expected string, received number`, of each finding; undefined when the text is not such a list. */
function readFindings(text: string): string | undefined {
  if (!text.startsWith("[")) return undefined;
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    // Another message that begins like a list.
    return undefined;
  }
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const sentences = list.slice(0, maxFindings).map(readFinding);
  return sentences.every((sentence) => sentence !== undefined) ? sentences.join("; ") : undefined;
}

const maxFindings = 3;

function readFinding(finding: unknown): string | undefined {
  if (typeof finding !== "object" || finding === null || !("path" in finding) || !("message" in finding))
    return undefined;
  const { path, message } = finding;
  if (!Array.isArray(path) || typeof message !== "string") return undefined;
  const place = path.map(String).filter((key, at) => at > 0 || key !== "params");
  const text = message.replace(/^Invalid input: /, "");
  return `"${place.length === 0 ? "params" : place.join(".")}": ${text}`;
}
