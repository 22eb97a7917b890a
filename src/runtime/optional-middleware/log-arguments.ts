import { truncateValue } from "../../contract/cut-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { limits } from "../../contract/limits.ts";
import { redact } from "../../contract/redact.ts";
import { utf8Length } from "../../contract/utf8.ts";
import type { Middleware } from "../call-state.ts";
import { entryOf, loadedOf, outputOf } from "../middleware/stage.ts";

export interface LogArgumentsOptions {
  /** Names of further fields whose values stay out of the log, at any depth, whatever the letter case. */
  readonly redact?: readonly string[];
  /** Log results too. Default: no. */
  readonly results?: boolean;
}

/**
 * Middleware for a host: logs the arguments of each call, one line a call, at level info. Values that the catalog marks
 * `sensitive` are redacted, in arguments and results; long lists and texts are cut. The session handle was removed before.
 */
export function logArguments<Deps>(options: LogArgumentsOptions = {}): Middleware<Deps> {
  const names = new Set((options.redact ?? []).map((name) => name.toLowerCase()));
  return async (call, next) => {
    const { name: tool } = entryOf(call);
    const { plan, plans } = loadedOf(call).validator;
    call.log.info("arguments", { tool, arguments: clipped(redact(plan, plans, call.arguments, { names })) });
    const answer = await next(call);
    if (options.results !== true || answer.kind !== "result") return answer;
    const { structuredContent, isError } = answer.result;
    // The contract of an error's data has no sensitive marks, so only its code is logged.
    const value = isError === true ? codeOf(structuredContent) : (structuredContent ?? {});
    const output = outputOf(call);
    call.log.info("result", { tool, result: clipped(redact(output.outputPlan, output.plans, value, { names })) });
    return answer;
  };
}

/** Cuts long lists and texts, so that callers can't fill the log. */
function clipped(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const options = { schema: {}, budget: limits.loggedBytes, cost: utf8Length };
  const cut = truncateValue(value, options);
  return cut.cost <= options.budget ? cut.value : `too large to log: ${cut.cost} bytes`;
}

function codeOf(content: JsonObject | undefined): JsonObject {
  const error = content?.error;
  return isJsonObject(error) && error.code !== undefined ? { error: { code: error.code } } : {};
}
