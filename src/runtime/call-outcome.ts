import { isJsonObject } from "../contract/json.ts";
import type { CallAnswer } from "./result.ts";

/** One word for what became of a call: ok, the code of an error, or the number of a protocol error. */
export function outcomeOf(answer: CallAnswer): string {
  if (answer.kind === "protocol-error") return `protocol error ${answer.code}`;
  if (answer.result.isError !== true) return "ok";
  const error = answer.result.structuredContent?.error;
  return isJsonObject(error) && typeof error.code === "string" ? error.code : "error";
}
