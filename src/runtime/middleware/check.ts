import { explain } from "../../contract/explain.ts";
import type { JsonObject } from "../../contract/json.ts";
import { limits } from "../../contract/limits.ts";
import { wrap } from "../../contract/wrap.ts";
import type { CallState } from "../call-state.ts";
import type { ContentBlock } from "../content.ts";
import { contentIssues } from "../content-issues.ts";
import { contextLine } from "../context-line.ts";
import type { CallAnswer, Success } from "../result.ts";
import { internalFailure } from "./error-boundary.ts";
import { entryOf, loadedOf } from "./stage.ts";

export type CheckedValue =
  | { readonly kind: "kept"; readonly value: JsonObject; readonly content: readonly ContentBlock[] }
  | { readonly kind: "broken"; readonly answer: CallAnswer };

/**
 * Wraps what a handler returned and checks it against the output schema, and its content against the protocol. A result
 * that breaks them is an internal error: the log gets the places, never the values, and the caller an id.
 */
export function check<Deps>(call: CallState<Deps>, returned: Success<unknown>): CheckedValue {
  const { validator } = loadedOf(call);
  const wrapped = wrap(returned.value);
  const value = entryOf(call).context ? { ...wrapped, _context: contextLine(call.session, returned.where) } : wrapped;
  if (!validator.checkOutput(value)) {
    const broken = explain(validator.output, value, { isSensitive: () => true });
    const places = broken.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`);
    return { kind: "broken", answer: internalFailure(call, "a result breaks its contract", { violations: places }) };
  }
  const { content } = returned;
  if (content === undefined) return { kind: "kept", value, content: [] };
  const issues = contentIssues(content);
  if (issues.length === 0) return { kind: "kept", value, content };
  const places = issues.slice(0, limits.violations);
  return {
    kind: "broken",
    answer: internalFailure(call, "a result's content breaks the protocol", { violations: places }),
  };
}
