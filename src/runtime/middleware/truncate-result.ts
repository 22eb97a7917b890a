import { limits } from "../../contract/limits.ts";
import { success } from "../answers.ts";
import type { CallState, Soon } from "../call-state.ts";
import type { AnswerList, CallAnswer, RaisedError } from "../result.ts";
import type { CheckedResult } from "./check.ts";

// Nearly all results and errors are small. What looks at the others is imported when the first of them comes.

/**
 * The answer with a result. A result that is too large is cut so that it still fits its schema, with a notice of what was cut;
 * where a store keeps results, the whole can be read there. A result that can't be cut is answered by an error, though the call
 * was carried out.
 * @param list where the handler can make the answer with fewer items, that is done before anything else is cut
 */
export function truncateResult<Deps>(
  call: CallState<Deps>,
  result: CheckedResult,
  list?: AnswerList<unknown>,
): Soon<CallAnswer> {
  const { value, text, content } = result;
  const { results } = call;
  if (results === undefined) return success(value, text, content);
  const maxBytes = Math.max(results.maxBytes, limits.minResultBytes);
  const json = JSON.stringify(value);
  const shown = text ?? json;
  // A character takes three bytes in UTF-8 or six when it is escaped: most results need no exact measure.
  const isSmall = content.length === 0 && frameBytes + 3 * json.length + 6 * shown.length <= maxBytes;
  if (isSmall) return success(value, shown, content, json);
  return import("./truncate-large.ts").then(({ truncateLarge }) =>
    truncateLarge(call, result, list, { results, maxBytes, json }),
  );
}

/** A declared error of a size that can be sent. */
export function truncateError<Deps>(call: CallState<Deps>, error: RaisedError): Soon<RaisedError> {
  const { results } = call;
  if (results === undefined) return error;
  const maxBytes = Math.max(results.maxBytes, limits.minResultBytes);
  // It is sent twice, as data and as text, where quotes are escaped.
  if (frameBytes + 7 * JSON.stringify(error).length <= maxBytes) return error;
  return import("./truncate-error.ts").then(({ truncateLargeError }) => truncateLargeError(call, error, maxBytes));
}

/** The JSON around the value and the text of a result. */
export const frameBytes = '{"content":[{"type":"text","text":}],"structuredContent":}'.length;
