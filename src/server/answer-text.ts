import type { JsonObject } from "../contract/json.ts";
import { isOwnAnswer, jsonOf } from "../runtime/answers.ts";
import type { ContentBlock } from "../runtime/content.ts";
import type { CallAnswer } from "../runtime/result.ts";
import type { RequestId } from "./decode.ts";
import { withErrorInMeta } from "./error-in-meta.ts";
import { isPlainResult } from "./plain-result.ts";
import type { RequestIssue } from "./request-issue.ts";

// Answers as the text that is sent, byte for byte as the SDK would serialise them.

/** How the answers of a client's revision end. */
export interface AnswerForm {
  /** Until 2025-11-25 a result is sent as it is. */
  readonly kind: "bare" | "complete";
  /** The server as JSON: every result names it since 2026-07-28. */
  readonly serverInfo: string;
  /** Where the structured form of an error goes (`error-in-meta.ts`). */
  readonly errors: "structured" | "in meta";
}

/** The answer to a request, from the JSON of its result. */
export function resultText(id: RequestId, result: string): string {
  return `${resultHead(result)}${resultTail(id)}`;
}

/** The part before the id: the same for every request with this result. */
export function resultHead(result: string): string {
  return `{"result":${result},"jsonrpc":"2.0","id":`;
}

export function resultTail(id: RequestId): string {
  return `${idText(id)}}`;
}

export function errorText(id: RequestId, error: RequestIssue): string {
  return `{"jsonrpc":"2.0","id":${idText(id)},"error":${JSON.stringify(error)}}`;
}

/** @returns undefined where the answer has parts that the SDK checks or shapes */
export function callAnswerText(id: RequestId, given: CallAnswer, form: AnswerForm): string | undefined {
  const answer = form.errors === "structured" ? given : withErrorInMeta(given);
  if (answer.kind === "protocol-error") {
    const { code, message, data } = answer;
    if (codesOfSdk.has(code) || (code === -32602 && !isAboutTool(data))) return undefined;
    return errorText(id, { code, message, ...(data === undefined ? {} : { data }) });
  }
  if (!isOwnAnswer(answer) && !isPlainResult(answer.result)) return undefined;
  const { content, structuredContent, isError, _meta: meta } = answer.result;
  const blocks = contentText(content);
  // The SDK leaves out such a key.
  if (blocks === undefined || (structuredContent !== undefined && Object.hasOwn(structuredContent, "__proto__"))) {
    return undefined;
  }
  const json = structuredContent === undefined ? undefined : (jsonOf(answer) ?? JSON.stringify(structuredContent));
  const structured = json === undefined ? "" : ',"structuredContent":';
  const failed = isError === undefined ? "" : `,"isError":${isError}`;
  const kind = form.kind === "bare" ? "" : meta === undefined ? endOf(form) : ',"resultType":"complete"';
  const before = meta === undefined ? "" : `"_meta":${metaText(meta, form)},`;
  // One expression: each joint of a text costs memory.
  return `{"result":{${before}"content":[${blocks}]${structured}${json ?? ""}${failed}${kind}},"jsonrpc":"2.0","id":${idText(id)}}`;
}

function endOf(form: AnswerForm): string {
  return `,"resultType":"complete","_meta":${serverMeta(form)}`;
}

/** `{"io.modelcontextprotocol/serverInfo": …}` */
export function serverMeta({ serverInfo }: AnswerForm): string {
  return `{"io.modelcontextprotocol/serverInfo":${serverInfo}}`;
}

function metaText(meta: JsonObject, form: AnswerForm): string {
  const json = JSON.stringify(meta);
  if (form.kind === "bare") return json;
  return json === "{}" ? serverMeta(form) : `${json.slice(0, -1)},${serverMeta(form).slice(1)}`;
}

/** Undefined where a block is more than a text or an image. */
function contentText(content: readonly ContentBlock[]): string | undefined {
  let text = "";
  for (const block of content) {
    const one = blockText(block);
    if (one === undefined) return undefined;
    text += text === "" ? one : `,${one}`;
  }
  return text;
}

function blockText(block: ContentBlock): string | undefined {
  // No member but its own two or three: the SDK checks the others, or leaves them out.
  const members = Object.keys(block).length;
  if (block.type === "text" && members === 2 && typeof block.text === "string") {
    return `{"type":"text","text":${JSON.stringify(block.text)}}`;
  }
  if (block.type !== "image" || members !== 3 || typeof block.mimeType !== "string") return undefined;
  return isBase64(block.data)
    ? `{"type":"image","data":"${block.data}","mimeType":${JSON.stringify(block.mimeType)}}`
    : undefined;
}

/** As it is written without exceptions. */
function isBase64(data: unknown): boolean {
  return typeof data === "string" && data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

/** Codes with a meaning for the SDK, which changes them for some revisions. */
const codesOfSdk: ReadonlySet<number> = new Set([-32603, -32042, -32021, -32002]);

/** The data of the runtime's own protocol errors. */
function isAboutTool(data: unknown): boolean {
  return typeof data === "object" && data !== null && "tool" in data;
}

function idText(id: RequestId): string {
  return typeof id === "number" ? String(id) : JSON.stringify(id);
}
