import { type Cut, truncateValue } from "../../contract/cut-value.ts";
import type { JsonObject } from "../../contract/json.ts";
import { limits } from "../../contract/limits.ts";
import { utf8Length } from "../../contract/utf8.ts";
import type { Cost } from "../../contract/weigh-json.ts";
import { contractFailure, success } from "../answers.ts";
import type { CallState, ResultLimit } from "../call-state.ts";
import type { ContentBlock } from "../content.ts";
import type { KeptPart } from "../kept-results.ts";
import { type TruncatedPlace, truncatedResultNotice } from "../notice-texts.ts";
import { placeName } from "../place-name.ts";
import type { CallAnswer } from "../result.ts";
import { truncateContent } from "../truncate-content.ts";
import { outputOf } from "./stage.ts";

/** The parts of a checked result. */
export interface CheckedResult {
  readonly value: JsonObject;
  /** The handler's own text, where it returned one. */
  readonly text: string | undefined;
  readonly content: readonly ContentBlock[];
}

/**
 * The answer with a result. A result that is too large is cut so that it still fits its schema, with a notice of what was cut;
 * where a store keeps results, the whole can be read there. A result that can't be cut is answered by an error, though the call
 * was carried out.
 */
export async function truncateResult<Deps>(call: CallState<Deps>, result: CheckedResult): Promise<CallAnswer> {
  const { value, text, content } = result;
  const { results } = call;
  if (results === undefined) return success(value, text, content);
  const maxBytes = Math.max(results.maxBytes, limits.minResultBytes);
  const json = JSON.stringify(value);
  const shown = text ?? json;
  // A character takes three bytes in UTF-8 or six when it is escaped: most results need no exact measure.
  const isSmall = content.length === 0 && frameBytes + 3 * json.length + 6 * shown.length <= maxBytes;
  if (isSmall) return success(value, shown);
  const { bytes, media } = sizeOf(json, shown, content);
  if (bytes <= maxBytes && media <= maxBytes * limits.mediaShare) return success(value, shown, content);
  return truncateParts(call, result, { results, maxBytes, json });
}

interface Limit {
  readonly results: ResultLimit;
  readonly maxBytes: number;
  /** The value, serialised. */
  readonly json: string;
}

async function truncateParts<Deps>(call: CallState<Deps>, result: CheckedResult, limit: Limit): Promise<CallAnswer> {
  const { value, text, content } = result;
  const { maxBytes, json } = limit;
  const validator = outputOf(call);
  const budget = maxBytes - noticeBytes;
  // A handler's text has the same facts as the value; where it is long, the JSON of the cut value replaces it.
  const own = text !== undefined && bytesOf(text) <= budget / 4 ? text : undefined;
  const cost: Cost = own === undefined ? twice : utf8Length;
  const left = budget - (own === undefined ? 0 : bytesOf(own));
  const keptContent = truncateContent(content, Math.max(left - cost(json), left / 2), maxBytes * limits.mediaShare);
  const cut = truncateValue(value, { schema: validator.output, budget: left - keptContent.bytes, cost });
  const isCut = cut.cost <= left - keptContent.bytes && validator.checkOutput(cut.value);
  const uri = await limit.results.keep(wholeParts(json, text, isCut ? keptContent.dropped : content));
  if (!isCut) return withLink(tooLarge(call, sizeOf(json, text ?? json, content).bytes, maxBytes, uri), call, uri);
  const valueCuts = cut.cuts.map(
    ({ path, ...rest }): TruncatedPlace => ({ place: placeName(path, "result"), ...rest }),
  );
  const isReplaced = text !== undefined && own === undefined;
  const textCuts: readonly TruncatedPlace[] = isReplaced
    ? [{ place: "own text", unit: "characters", shown: 0, total: text.length }]
    : [];
  // First in the list: where there are too many notices, the last ones are left out.
  call.notices.unshift(
    truncatedResultNotice([...valueCuts, ...textCuts, ...keptContent.cuts], uri, isPageCut(value, cut.cuts)),
  );
  return withLink(success(cut.value, own, keptContent.content), call, uri);
}

/** The cursor belongs to the whole page: a caller that follows it never sees the items that were cut off. */
function isPageCut({ next_cursor: cursor }: JsonObject, cuts: readonly Cut[]): boolean {
  return typeof cursor === "string" && cuts.some(({ path, unit }) => unit === "items" && path.lastIndexOf("/") === 0);
}

/** Space for the notice of what was cut and the link to the whole. */
export const noticeBytes = 6 * 1024;

/** Bytes of the serialised result; its media, which cost a model nothing by the byte, are counted apart. */
function sizeOf(json: string, text: string, content: readonly ContentBlock[]) {
  const { bytes, media } = truncateContent(content, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return { bytes: frameBytes + utf8Length(json) + bytesOf(text) + bytes, media };
}

/** The JSON around the value and the text of a result. */
export const frameBytes = '{"content":[{"type":"text","text":}],"structuredContent":}'.length;

/** As a JSON string. */
function bytesOf(text: string): number {
  return utf8Length(JSON.stringify(text));
}

/** Bytes of JSON that is sent as structured content and once more inside a text, where quotes and backslashes are escaped. */
export function twice(json: string): number {
  return 2 * utf8Length(json) + (json.match(/["\\]/g)?.length ?? 0);
}

/** The whole result: the value, the handler's own text, and the blocks that are not in the answer. */
function wholeParts(json: string, text: string | undefined, dropped: readonly ContentBlock[]): readonly KeptPart[] {
  const own: readonly KeptPart[] = text === undefined ? [] : [{ mimeType: "text/plain", text }];
  return [{ mimeType: "application/json", text: json }, ...own, ...dropped.map(partOf)];
}

function partOf(block: ContentBlock): KeptPart {
  switch (block.type) {
    case "text":
      return { mimeType: "text/plain", text: block.text };
    case "image":
    case "audio":
      return { mimeType: block.mimeType, blob: block.data };
    case "resource": {
      const { resource } = block;
      const { mimeType = "blob" in resource ? "application/octet-stream" : "text/plain" } = resource;
      return "blob" in resource ? { mimeType, blob: resource.blob } : { mimeType, text: resource.text };
    }
    case "resource_link":
      return { mimeType: "application/json", text: JSON.stringify(block) };
  }
}

function tooLarge<Deps>(call: CallState<Deps>, bytes: number, maxBytes: number, uri: string | undefined): CallAnswer {
  const read = uri === undefined ? "request less at once" : `read ${uri} for the whole, or request less at once`;
  return contractFailure({
    code: "RESULT_TOO_LARGE",
    message: `'${call.request.name}' was carried out, but its result has ${bytes} bytes; the limit is ${maxBytes}`,
    hint: `do not repeat the call to get the result; ${read}`,
    facts: { done: true, bytes, limit: maxBytes, ...(uri === undefined ? {} : { resource: uri }) },
  });
}

function withLink<Deps>(answer: CallAnswer, call: CallState<Deps>, uri: string | undefined): CallAnswer {
  if (uri === undefined || answer.kind !== "result") return answer;
  const link: ContentBlock = {
    type: "resource_link",
    uri,
    name: `result of ${call.entry?.name ?? call.request.name}`,
    description: "the whole result",
    mimeType: "application/json",
  };
  return { ...answer, result: { ...answer.result, content: [...answer.result.content, link] } };
}
