import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject } from "../../contract/json.ts";
import { clip } from "../../contract/utf8.ts";
import { type Decoded, paramsOf, type Refusal } from "../decode.ts";
import { unsupportedRevision, unsupportedRevisionCode } from "../request-issue.ts";
import { handshakeRevisions, modernRevisions, revisionsWithBatches } from "../revision.ts";

// What Streamable HTTP requires of a request. The SDK checks most of it too, but answers with codes that new servers should not
// use (MCP 2026-07-28, basic, "Error Codes"), does not accept wildcards in `accept`, and allows batches in every older revision.

/** The answer to a request whose method or headers this endpoint does not accept. */
export interface HttpIssue {
  readonly status: 400 | 405 | 406 | 415;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The types that a client must accept. */
export const bothTypes = "application/json, text/event-stream";

/**
 * What makes it unclear for whom a request is, or from whom: a proxy might read it in another way than this server.
 * @param rawHeaders names and values in turn, as they came
 * @see RFC 9112, sections 3.2 and 3.2.2
 */
export function ambiguity(
  target: string,
  host: string | undefined,
  rawHeaders: readonly string[],
): HttpIssue | undefined {
  const found = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    // Most names have another length than those below.
    if (!singleLengths.has(name.length)) continue;
    const lower = name.toLowerCase();
    if (!singleHeaders.has(lower)) continue;
    if (found.has(lower)) return { status: 400, message: `Bad request: the header '${lower}' came twice` };
    found.add(lower);
  }
  if (target.startsWith("/")) return undefined;
  const named = `http://${host ?? ""}`;
  const isOwn = URL.canParse(target) && URL.canParse(named) && new URL(target).host === new URL(named).host;
  return isOwn ? undefined : { status: 400, message: "Bad request: the request target is not one of this server" };
}

/** Of these Node takes the first one, and others may take the last. */
const singleHeaders: ReadonlySet<string> = new Set([
  "host",
  "authorization",
  "origin",
  "content-type",
  "mcp-protocol-version",
]);
const singleLengths: ReadonlySet<number> = new Set([...singleHeaders].map((name) => name.length));

/** What is wrong with method and headers of a request that must send a message. */
export function headIssue(method: string | undefined, headers: IncomingHttpHeaders): HttpIssue | undefined {
  if (method !== "POST") {
    return { status: 405, message: "Method not allowed: messages are sent with POST", headers: { allow: "POST" } };
  }
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    return { status: 415, message: "Unsupported media type: a message is application/json" };
  }
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity" && coding !== "") {
    const message = "Unsupported media type: a body is sent as it is, without a content coding";
    return { status: 415, message, headers: { "accept-encoding": "identity" } };
  }
  // Since 2026-07-28 most answers are JSON, whatever the client accepts, so this is not required of its clients.
  if (acceptsBoth(headers.accept) || modernRevisions.includes(headerRevision(headers) ?? "")) return undefined;
  return { status: 406, message: `Not acceptable: the client must accept ${bothTypes}` };
}

/** Does a client without a message accept a stream of events? */
export function acceptsEvents(accept: string | undefined): boolean {
  return accept !== undefined && acceptsBoth(`${accept}, application/json`);
}

/** Is it of a revision with a handshake, as far as its headers say? */
export function isOlderHeader(headers: IncomingHttpHeaders): boolean {
  const revision = headerRevision(headers);
  return revision === undefined || handshakeRevisions.includes(revision);
}

/** Media ranges count, weights do not; without the header any type is accepted. @see RFC 9110, section 12.5.1 */
export function acceptsBoth(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  const ranges = accept.split(",").map((range) => range.split(";")[0]?.trim().toLowerCase());
  return bothTypes.split(", ").every((type) => {
    const [main] = type.split("/");
    return ranges.some((range) => range === type || range === `${main}/*` || range === "*/*");
  });
}

/**
 * What is wrong with a body under the revision of the header: the revision is not supported, or it has no batches, or no
 * responses from clients. A body that names a revision itself is compared with the header elsewhere.
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
  return { id: null, code: -32600, message: "Invalid Request: clients of this revision send no responses" };
}

function unknownRevision(decoded: Decoded, revision: string): Refusal | undefined {
  const message = decoded.kind === "message" ? decoded.message : undefined;
  const meta = message === undefined ? undefined : paramsOf(message)._meta;
  if (isJsonObject(meta) && meta["io.modelcontextprotocol/protocolVersion"] !== undefined) return undefined;
  return { id: message !== undefined && "id" in message ? message.id : null, ...unsupportedRevision(revision) };
}

function headerRevision(headers: IncomingHttpHeaders): string | undefined {
  const revision = headers["mcp-protocol-version"];
  return typeof revision === "string" ? revision : undefined;
}

/**
 * The refusal of a request as it is sent over HTTP. A body that names an unsupported revision is refused for that. Where the
 * header names a different one, the mismatch is reported instead: a proxy may have acted on the header.
 * @see MCP 2026-07-28, basic/transports, "Protocol Version Header"
 */
export function refusalOverHttp(refusal: Refusal, headers: IncomingHttpHeaders): Refusal {
  const header = headerRevision(headers);
  if (refusal.code !== unsupportedRevisionCode || !isJsonObject(refusal.data) || header === undefined) return refusal;
  const { requested } = refusal.data;
  // A refusal quotes the beginning of a long revision.
  if (typeof requested !== "string" || clip(header, requested.length) === requested) return refusal;
  const message = "Header mismatch: 'MCP-Protocol-Version' and '_meta' of the body name different revisions";
  return { id: refusal.id, code: headerMismatch, message };
}

export const headerMismatch = -32020;
