import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { redact } from "../../contract/redact.ts";
import { entryOf, loadedOf } from "../middleware/stage.ts";
import type { Station } from "../station.ts";

export interface LogArgumentsOptions {
  /** Names of further fields whose values stay out of the log, at any depth, whatever the letter case. */
  readonly redact?: readonly string[];
  /** Log results too. Default: no. */
  readonly results?: boolean;
}

/**
 * A station for a host's `middleware`: logs what each call was made with, one line a call, at level info. Values that the
 * catalog marks `sensitive` never stand in it, of arguments and of results. The session's handle is off the arguments
 * already.
 */
export function logArguments<Deps>(options: LogArgumentsOptions = {}): Station<Deps> {
  const names = new Set((options.redact ?? []).map((name) => name.toLowerCase()));
  return async (call, next) => {
    const { name: tool } = entryOf(call);
    const { shape, shapes, outputShape } = loadedOf(call).validator;
    call.log.info("arguments", { tool, arguments: redact(shape, shapes, call.arguments, { names }) });
    const answer = await next(call);
    if (options.results !== true || answer.kind !== "result") return answer;
    const { structuredContent, isError } = answer.result;
    // An error's data has a contract of its own, which knows no secrets; its code says what there is to know.
    const value = isError === true ? codeOf(structuredContent) : (structuredContent ?? {});
    call.log.info("result", { tool, result: redact(outputShape, shapes, value, { names }) });
    return answer;
  };
}

function codeOf(content: JsonObject | undefined): JsonObject {
  const error = content?.error;
  return isJsonObject(error) && error.code !== undefined ? { error: { code: error.code } } : {};
}
