import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject } from "../../contract/json.ts";
import { clip } from "../../contract/utf8.ts";
import { type Decoded, paramsOf, type Refusal } from "../decode.ts";
import { handshakeRevisions, modernRevisions, revisionsWithBatches } from "../revision.ts";

// What Streamable HTTP asks of a request before the protocol's own rules. The SDK has most of these, but answers them with
// codes that new servers should not use (MCP 2026-07-28, basic, "Error Codes"), takes a wildcard for none of the two types,
// and batches in every older revision.

/** The answer to a request whose method or headers this endpoint does not accept. */
export interface HttpIssue {
  readonly status: 405 | 406 | 415;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The types that a client must accept, as it should say so. */
export const bothTypes = "application/json, text/event-stream";

/** Judged before the body is read. There is no stream to open with GET and no session to end with DELETE. */
export function headIssue(method: string | undefined, headers: IncomingHttpHeaders): HttpIssue | undefined {
  if (method !== "POST") {
    return { status: 405, message: "Method not allowed: messages are sent with POST", headers: { allow: "POST" } };
  }
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    return { status: 415, message: "Unsupported media type: a message is application/json" };
  }
  // Since 2026-07-28 most answers are JSON, whatever the client accepts; so that era's clients are not asked.
  if (acceptsBoth(headers.accept) || modernRevisions.includes(headerRevision(headers) ?? "")) return undefined;
  return { status: 406, message: `Not acceptable: the client must accept ${bothTypes}` };
}

/** Ranges count, weights don't; who says nothing takes anything. @see RFC 9110, section 12.5.1 */
export function acceptsBoth(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  const ranges = accept.split(",").map((range) => range.split(";")[0]?.trim().toLowerCase());
  return bothTypes.split(", ").every((type) => {
    const [main] = type.split("/");
    return ranges.some((range) => range === type || range === `${main}/*` || range === "*/*");
  });
}

/**
 * Judged once the body is read, as far as it can be: the header names a revision that nobody serves, or one that has no
 * batches or no responses from clients. A body that names a revision of its own is compared with the header elsewhere.
 */
export function bodyIssue(decoded: Decoded, headers: IncomingHttpHeaders): Refusal | undefined {
  const revision = headerRevision(headers);
  if (revision === undefined || decoded.kind === "refused" || decoded.kind === "skipped") return undefined;
  const isModern = modernRevisions.includes(revision);
  if (!isModern && !handshakeRevisions.includes(revision)) return unknownRevision(decoded, revision);
  if (decoded.kind === "batch") {
    if (revisionsWithBatches.has(revision)) return undefined;
    return { id: null, code: -32600, message: "Invalid Request: this revision has no batches" };
  }
  if (!isModern || "method" in decoded.message) return undefined;
  return { id: null, code: -32600, message: "Invalid Request: in this revision clients send no responses" };
}

function unknownRevision(decoded: Decoded, revision: string): Refusal | undefined {
  const message = decoded.kind === "message" ? decoded.message : undefined;
  const meta = message === undefined ? undefined : paramsOf(message)._meta;
  if (isJsonObject(meta) && meta["io.modelcontextprotocol/protocolVersion"] !== undefined) return undefined;
  const requested = clip(revision, 64);
  return {
    id: message !== undefined && "id" in message ? message.id : null,
    code: -32022,
    message: `Unsupported protocol version: ${requested}`,
    data: { supported: [...modernRevisions], requested },
  };
}

function headerRevision(headers: IncomingHttpHeaders): string | undefined {
  const revision = headers["mcp-protocol-version"];
  return typeof revision === "string" ? revision : undefined;
}
