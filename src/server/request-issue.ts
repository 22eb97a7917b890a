import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { clip } from "../contract/utf8.ts";
import { modernRevisions } from "./revision.ts";

/** Why a request is not processed. */
export interface RequestIssue {
  readonly code: number;
  /** One sentence. */
  readonly message: string;
  readonly data?: Json;
}

/**
 * What is wrong with a request with a valid envelope. The SDK would answer with the message of its validator, or not at all. What
 * the arguments of a `tools/call` contain is checked by the contract of the tool.
 */
export function requestIssue(method: string, params: JsonObject): RequestIssue | undefined {
  const { name, arguments: given, _meta: meta, cursor } = params;
  if (meta !== undefined && !isJsonObject(meta)) return invalidParams('"_meta" is not an object');
  // A handshake belongs to the older era whatever else it carries; the SDK checks it.
  const issue =
    meta === undefined ? undefined : (metaIssue(meta) ?? (method === "initialize" ? undefined : eraIssue(meta)));
  if (issue !== undefined) return issue;
  if (method === "tools/call" && typeof name !== "string") {
    return invalidParams(`"name", the name of the tool to call, is ${name === undefined ? "missing" : "not a string"}`);
  }
  if (method === "tools/call" && given !== undefined && !isJsonObject(given)) {
    return invalidParams('"arguments" is not an object');
  }
  if (isModern(meta)) {
    const { inputResponses, requestState } = params;
    // A malformed reply is requested again.
    if (inputResponses !== undefined && !isJsonObject(inputResponses)) {
      return invalidParams('"inputResponses" is not an object');
    }
    if (requestState !== undefined && !isText(requestState)) return invalidParams('"requestState" is not a string');
  }
  if (listMethods.has(method) && cursor !== undefined && typeof cursor !== "string") {
    return invalidParams('"cursor" is not a string');
  }
  return undefined;
}

const listMethods = new Set(["tools/list", "resources/list", "resources/templates/list", "prompts/list"]);

/** Only these revisions have replies to what an earlier result asked. */
function isModern(meta: JsonObject | undefined): boolean {
  return meta?.[keys.revision] !== undefined;
}

/** The keys that mean the same in every revision. */
function metaIssue(meta: JsonObject): RequestIssue | undefined {
  if (meta.progressToken !== undefined && !isText(meta.progressToken) && !Number.isSafeInteger(meta.progressToken)) {
    return invalidParams('"progressToken" in "_meta" is not a string or an integer');
  }
  const task = meta[keys.task];
  if (task === undefined || (isJsonObject(task) && isText(task.taskId))) return undefined;
  return invalidParams(`"${keys.task}" in "_meta" is not an object with a "taskId"`);
}

/**
 * The keys by which a request of the modern era describes itself. The SDK checks the revision only while it determines the era of
 * a connection, and later accepts any.
 * @see MCP 2026-07-28, basic, "Per-request protocol fields"; basic/versioning, "Protocol Version Negotiation"
 */
function eraIssue(meta: JsonObject): RequestIssue | undefined {
  const { [keys.revision]: revision, [keys.capabilities]: capabilities, [keys.client]: client } = meta;
  if (revision === undefined && capabilities === undefined && client === undefined) return undefined;
  if (!isText(revision)) {
    return invalidParams(`"${keys.revision}" in "_meta" is ${revision === undefined ? "missing" : "not a string"}`);
  }
  if (!modernRevisions.includes(revision)) return unsupportedRevision(revision);
  if (!isJsonObject(capabilities)) {
    return invalidParams(
      `"${keys.capabilities}" in "_meta" is ${capabilities === undefined ? "missing" : "not an object"}`,
    );
  }
  if (client === undefined || (isJsonObject(client) && isText(client.name) && isText(client.version))) return undefined;
  return invalidParams(`"${keys.client}" in "_meta" is not an object with a "name" and a "version"`);
}

/** Reserved in `_meta`: the task since 2025-11-25, the others since 2026-07-28. */
export const keys = {
  task: "io.modelcontextprotocol/related-task",
  revision: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  client: "io.modelcontextprotocol/clientInfo",
} as const;

/** Longer than any revision's name; bounds what is echoed. */
const maxRevisionLength = 64;

export function unsupportedRevision(revision: string): RequestIssue {
  const requested = clip(revision, maxRevisionLength);
  const message = `Unsupported protocol version: ${requested}`;
  return { code: unsupportedRevisionCode, message, data: { supported: [...modernRevisions], requested } };
}

/** @see MCP 2026-07-28, basic/versioning */
export const unsupportedRevisionCode = -32022;

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function invalidParams(message: string): RequestIssue {
  return { code: -32602, message: `Invalid params: ${message}` };
}
