import { ownValue } from "../../contract/own-property.ts";
import { clip } from "../../contract/utf8.ts";
import { outcomeOf } from "../call-outcome.ts";
import type { CallState } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";

/** One line per call for the operator: tool, name used, time, outcome. Never arguments, never results. */
export function logCall<Deps>(call: CallState<Deps>, answer: CallAnswer): CallAnswer {
  if (call.log.isQuiet === true) return answer;
  const { name, meta } = call.request;
  const version = meta === undefined ? undefined : ownValue(meta, "pegboard/version");
  const alias = ownValue(call.registry.aliases, name);
  call.log.info("call", {
    tool: alias?.target ?? clip(name, 128),
    ...(alias === undefined ? {} : { alias: name }),
    ...(typeof version === "number" ? { version } : {}),
    ms: call.clock() - call.startedAt,
    outcome: outcomeOf(answer),
  });
  return answer;
}
