import { type Cut, cutValue } from "../../contract/cut-value.ts";
import type { JsonObject } from "../../contract/json.ts";
import { limits } from "../../contract/limits.ts";
import { utf8Length } from "../../contract/utf8.ts";
import type { Cost } from "../../contract/weigh-json.ts";
import { contractFailure, success } from "../answers.ts";
import type { CallState, ResultLimit } from "../call-state.ts";
import type { ContentBlock } from "../content.ts";
import type { KeptPart } from "../kept-results.ts";
import { type CutPlace, cutNotice } from "../notice-texts.ts";
import { placeName } from "../place-name.ts";
import type { CallAnswer } from "../result.ts";
import { truncateContent } from "../truncate-content.ts";
import { loadedOf } from "./stage.ts";

/** A result that was checked, in its parts. */
export interface CheckedResult {
  readonly value: JsonObject;
  /** The handler's own, where it gave one. */
  readonly text: string | undefined;
  readonly content: readonly ContentBlock[];
}

/**
 * The answer that a result makes. One that is larger than results may be is cut so that it still fits its schema, and says
 * what was cut; the whole is kept to be read where something keeps it. What can't be cut is told as an error: the call was
 * carried out all the same.
 */
export async function truncateResult<Deps>(call: CallState<Deps>, result: CheckedResult): Promise<CallAnswer> {
  const { value, text, content } = result;
  const { results } = call;
  if (results === undefined) return success(value, text, content);
  const maxBytes = Math.max(results.maxBytes, limits.minResultBytes);
  const json = JSON.stringify(value);
  const said = text ?? json;
  // A character takes three bytes in UTF-8 or six when it is escaped: most results need no exact measure.
  const isSmall = content.length === 0 && frameBytes + 3 * json.length + 6 * said.length <= maxBytes;
  if (isSmall) return success(value, said);
  const { bytes, media } = sizeOf(json, said, content);
  if (bytes <= maxBytes && media <= maxBytes * limits.mediaShare) return success(value, said, content);
  return cutToFit(call, result, { results, maxBytes, json });
}

interface Fitting {
  readonly results: ResultLimit;
  readonly maxBytes: number;
  /** The value, serialised. */
  readonly json: string;
}

async function cutToFit<Deps>(call: CallState<Deps>, result: CheckedResult, fitting: Fitting): Promise<CallAnswer> {
  const { value, text, content } = result;
  const { maxBytes, json } = fitting;
  const { validator } = loadedOf(call);
  const budget = maxBytes - noticeBytes;
  // A handler's own text says the same as the value; where it is long, the value's JSON says it more briefly once it is cut.
  const own = text !== undefined && bytesOf(text) <= budget / 4 ? text : undefined;
  const cost: Cost = own === undefined ? twice : utf8Length;
  const left = budget - (own === undefined ? 0 : bytesOf(own));
  const fitted = truncateContent(content, Math.max(left - cost(json), left / 2), maxBytes * limits.mediaShare);
  const cut = cutValue(value, { schema: validator.output, budget: left - fitted.bytes, cost });
  const isCut = cut.cost <= left - fitted.bytes && validator.checkOutput(cut.value);
  const uri = await fitting.results.keep(wholeParts(json, text, isCut ? fitted.dropped : content));
  if (!isCut) return withLink(tooLarge(call, sizeOf(json, text ?? json, content).bytes, maxBytes, uri), call, uri);
  const ofValue = cut.cuts.map(({ path, ...rest }): CutPlace => ({ place: placeName(path, "result"), ...rest }));
  const isReplaced = text !== undefined && own === undefined;
  const ofText: readonly CutPlace[] = isReplaced
    ? [{ place: "own text", unit: "characters", shown: 0, total: text.length }]
    : [];
  // Before all others: where there are too many, the last ones are not told.
  call.notices.unshift(cutNotice([...ofValue, ...ofText, ...fitted.cuts], uri, isPageCut(value, cut.cuts)));
  return withLink(success(cut.value, own, fitted.content), call, uri);
}

/** A cursor was made for the whole page: whoever follows it never sees the items that were cut off. */
function isPageCut({ next_cursor: cursor }: JsonObject, cuts: readonly Cut[]): boolean {
  return typeof cursor === "string" && cuts.some(({ path, unit }) => unit === "items" && path.lastIndexOf("/") === 0);
}

/** Room for the notice of what was cut and the link to the whole. */
export const noticeBytes = 6 * 1024;

/** Bytes of the serialised result; its media, which cost a model nothing by the byte, are counted apart. */
function sizeOf(json: string, text: string, content: readonly ContentBlock[]) {
  const { bytes, media } = truncateContent(content, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return { bytes: frameBytes + utf8Length(json) + bytesOf(text) + bytes, media };
}

/** What stands around the value and the text of a result. */
export const frameBytes = '{"content":[{"type":"text","text":}],"structuredContent":}'.length;

/** As a JSON string. */
function bytesOf(text: string): number {
  return utf8Length(JSON.stringify(text));
}

/** What is sent as structured content and once more inside a text: there every quote and backslash is escaped. */
export function twice(json: string): number {
  return 2 * utf8Length(json) + (json.match(/["\\]/g)?.length ?? 0);
}

/** All of it: the value, the handler's own text, and the blocks that are not in the answer. */
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
  const read = uri === undefined ? "ask for less at once" : `read ${uri} for the whole, or ask for less at once`;
  return contractFailure({
    code: "RESULT_TOO_LARGE",
    message: `'${call.request.name}' was carried out, but its result takes ${bytes} bytes of at most ${maxBytes}`,
    hint: `do not repeat it for the result alone; ${read}`,
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
