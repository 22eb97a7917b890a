import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { textsOf } from "../../src/runtime/content.ts";
import type { CallAnswer, ToolResult } from "../../src/runtime/result.ts";

/** The result of an answer that must be one. */
export function resultOf(answer: CallAnswer): ToolResult {
  if (answer.kind !== "result") throw new Error(`a protocol error came back: ${answer.code} ${answer.message}`);
  return answer.result;
}

/** The structured value of a success. */
export function valueOfAnswer(answer: CallAnswer): JsonObject | undefined {
  const result = resultOf(answer);
  if (result.isError === true) throw new Error(`the call failed: ${textsOf(result.content)[0]}`);
  return result.structuredContent;
}

/** The structured error of a failure. */
export function errorOf(answer: CallAnswer): JsonObject {
  const result = resultOf(answer);
  const error = result.structuredContent?.error;
  if (result.isError !== true || !isJsonObject(error)) throw new Error("the call did not fail");
  return error;
}

/** Pointers of a failure's violations. */
export function pathsOf(answer: CallAnswer): readonly unknown[] {
  const { violations } = errorOf(answer);
  if (!Array.isArray(violations)) throw new Error("the failure names no violations");
  return violations.map((violation: unknown) => (isJsonObject(violation) ? violation.path : undefined));
}

/** The notices of an answer, as the model reads them. */
export function noticesOf(answer: CallAnswer): readonly unknown[] {
  const notices = resultOf(answer)._meta?.["pegboard/notices"];
  return Array.isArray(notices)
    ? notices.map((notice: unknown) => (isJsonObject(notice) ? notice.text : undefined))
    : [];
}
