import { type Cut, truncateValue } from "../../contract/cut-value.ts";
import type { JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { limits } from "../../contract/limits.ts";
import { ownValue } from "../../contract/own-property.ts";
import { utf8Length } from "../../contract/utf8.ts";
import type { Cost } from "../../contract/weigh-json.ts";
import { contractFailure, success, withContent } from "../answers.ts";
import type { CallState, ResultLimit } from "../call-state.ts";
import type { ContentBlock } from "../content.ts";
import type { KeptPart } from "../kept-results.ts";
import { type TruncatedPlace, truncatedResultNotice, type WayToRest } from "../notice-texts.ts";
import { placeName } from "../place-name.ts";
import type { AnswerList, CallAnswer } from "../result.ts";
import { type TruncatedContent, truncateContent } from "../truncate-content.ts";
import { type Checked, type CheckedResult, check } from "./check.ts";
import { withMaxItems } from "./max-items.ts";
import { outputOf } from "./stage.ts";
import { frameBytes } from "./truncate-result.ts";

/** The answer with a result that may be too large. */
export async function truncateLarge<Deps>(
  call: CallState<Deps>,
  result: CheckedResult,
  list: AnswerList<unknown> | undefined,
  { results, maxBytes, json }: Limit & { readonly json: string },
): Promise<CallAnswer> {
  const { value, text, content } = result;
  const shown = text ?? json;
  const { bytes, media } = sizeOf(json, shown, content);
  if (bytes <= maxBytes && media <= maxBytes * limits.mediaShare) return success(value, shown, content, json);
  return truncateParts(call, result, list, { results, maxBytes });
}

export interface Limit {
  readonly results: ResultLimit;
  readonly maxBytes: number;
}

async function truncateParts<Deps>(
  call: CallState<Deps>,
  whole: CheckedResult,
  list: AnswerList<unknown> | undefined,
  { results, maxBytes }: Limit,
): Promise<CallAnswer> {
  const fewer = list === undefined ? undefined : await fewerItems(call, list, whole, maxBytes);
  const shown = fewer?.checked ?? whole;
  if (shown.kind === "broken") return shown.answer;
  const parts = fewer?.fits === true ? fitted(shown, maxBytes) : shortened(call, shown, maxBytes);
  const dropped = parts === undefined || fewer !== undefined ? whole.content : parts.content.dropped;
  const json = JSON.stringify(whole.value);
  const uri = await results.keep(wholeParts(json, whole.text, dropped));
  if (parts === undefined) {
    const { bytes } = sizeOf(json, whole.text ?? json, whole.content);
    return withLink(tooLarge(call, bytes, maxBytes, uri), call, uri);
  }
  const listCuts = shorterLists(whole.value, shown.value);
  const cuts = [...listCuts, ...parts.cuts].map(
    ({ path, ...rest }): TruncatedPlace => ({ place: placeName(path, "result"), ...rest }),
  );
  const isReplaced = shown.text !== undefined && parts.text === undefined;
  const textCuts: readonly TruncatedPlace[] = isReplaced
    ? [{ place: "own text", unit: "characters", shown: 0, total: shown.text.length }]
    : [];
  const rest = restOf(parts.value, listCuts, parts.cuts);
  // First in the list: where there are too many notices, the last ones are left out.
  call.notices.unshift(truncatedResultNotice([...cuts, ...textCuts, ...parts.content.cuts], uri, rest));
  return withLink(success(parts.value, parts.text, parts.content.content), call, uri);
}

/** What is sent of a result. */
interface Parts {
  readonly value: JsonObject;
  readonly text: string | undefined;
  readonly content: TruncatedContent;
  readonly cuts: readonly Cut[];
}

/**
 * The handler's own answer with as many items as fit, and else with one.
 * @returns undefined where the list is not what makes the answer too large
 */
async function fewerItems<Deps>(
  call: CallState<Deps>,
  { items, first }: AnswerList<unknown>,
  whole: CheckedResult,
  maxBytes: number,
): Promise<{ readonly checked: Checked; readonly fits: boolean } | undefined> {
  const content = truncateContent(whole.content, (maxBytes - noticeBytes) / 2, maxBytes * limits.mediaShare);
  const budget = maxBytes - noticeBytes - content.bytes;
  if (items <= 1 || bytesWithText(whole) <= budget) return undefined;
  return withMaxItems(items, async (count) => {
    const checked = check(call, await first(count));
    return { checked, fits: checked.kind === "kept" && bytesWithText(checked) <= budget };
  });
}

/** The lists that lost their ends. */
function shorterLists(whole: JsonObject, cut: JsonObject): readonly Cut[] {
  return Object.entries(cut).flatMap(([name, shown]) => {
    const all = ownValue(whole, name);
    if (!Array.isArray(shown) || !Array.isArray(all) || shown.length >= all.length) return [];
    return [{ path: childPath("", name), unit: "items" as const, shown: shown.length, total: all.length }];
  });
}

/** Value and text as they are; other content takes what is left. */
function fitted(result: CheckedResult, maxBytes: number): Parts {
  const left = maxBytes - noticeBytes - bytesWithText(result);
  const content = truncateContent(result.content, left, maxBytes * limits.mediaShare);
  return { value: result.value, text: result.text, content, cuts: [] };
}

/** @returns undefined where its schema allows nothing that is short enough */
function shortened<Deps>(call: CallState<Deps>, result: CheckedResult, maxBytes: number): Parts | undefined {
  const { value, text } = result;
  const validator = outputOf(call);
  const budget = maxBytes - noticeBytes;
  // A handler's text has the same facts as the value; where it is long, the JSON of the cut value replaces it.
  const own = text !== undefined && bytesOf(text) <= budget / 4 ? text : undefined;
  const cost: Cost = own === undefined ? twice : utf8Length;
  const left = budget - (own === undefined ? 0 : bytesOf(own));
  const share = Math.max(left - cost(JSON.stringify(value)), left / 2);
  const content = truncateContent(result.content, share, maxBytes * limits.mediaShare);
  const cut = truncateValue(value, { schema: validator.output, budget: left - content.bytes, cost });
  const isCut = cut.cost <= left - content.bytes && validator.checkOutput(cut.value);
  return isCut ? { value: cut.value, text: own, content, cuts: cut.cuts } : undefined;
}

/**
 * How a caller gets the items that were cut. Where the runtime cut them, the cursor belongs to the whole page: a caller that
 * follows it never sees them.
 */
function restOf({ next_cursor: cursor }: JsonObject, byHandler: readonly Cut[], byRuntime: readonly Cut[]): WayToRest {
  if (typeof cursor !== "string") return "narrower call";
  const lostItems = byRuntime.some(({ path, unit }) => unit === "items" && path.lastIndexOf("/") === 0);
  if (lostItems) return "smaller page";
  return byHandler.length > 0 ? "next page" : "narrower call";
}

/** Space for the notice of what was cut and the link to the whole. */
export const noticeBytes = 6 * 1024;

/** Bytes of the serialised result; its media, which cost a model nothing by the byte, are counted apart. */
function sizeOf(json: string, text: string, content: readonly ContentBlock[]) {
  const { bytes, media } = truncateContent(content, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return { bytes: frameBytes + utf8Length(json) + bytesOf(text) + bytes, media };
}

/** Without other content. */
function bytesWithText({ value, text }: CheckedResult): number {
  const json = JSON.stringify(value);
  return sizeOf(json, text ?? json, []).bytes;
}

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
  return withContent(answer, { ...answer.result, content: [...answer.result.content, link] });
}
