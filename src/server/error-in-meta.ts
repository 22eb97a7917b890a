import { errorKey } from "../contract/call-errors.ts";
import type { JsonObject } from "../contract/json.ts";
import { isOwnAnswer, withContent } from "../runtime/answers.ts";
import type { CallAnswer } from "../runtime/result.ts";

/**
 * Clients before 2026-07-28 hold the structured content of every result to the output schema that was listed, that of errors too:
 * they would show "does not match the output schema" in place of the error. There the text says what went wrong, as ever, and the
 * structured form goes into `_meta`.
 */
export function withErrorInMeta(answer: CallAnswer): CallAnswer {
  if (answer.kind !== "result" || answer.result.isError !== true || !isOwnAnswer(answer)) return answer;
  const { structuredContent, _meta, ...rest } = answer.result;
  const error = structuredContent?.error;
  return error === undefined ? answer : withContent(answer, { ...rest, _meta: { ..._meta, [errorKey]: error } });
}

/** Does any of the tools list what it answers? */
export function listsResults(tools: readonly JsonObject[]): boolean {
  return tools.some((tool) => tool.outputSchema !== undefined);
}
