import type { Json } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { redact } from "../../contract/redact.ts";
import { outcomeOf } from "../call-outcome.ts";
import type { CallState } from "../call-state.ts";
import { callerOf } from "../caller.ts";
import type { Caller } from "../ports.ts";
import type { CallAnswer } from "../result.ts";

/** A call that has ended. */
export interface ObservedCall {
  /** Of the catalog; undefined: there is no such tool for the caller. */
  readonly tool: string | undefined;
  /** The name that was called, whatever it is. */
  readonly calledAs: string;
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
  /** ok, the code of an error, or the number of a protocol error. */
  readonly outcome: string;
  /** As the handler got them, without what is sensitive. undefined: the call has not come so far. */
  readonly arguments: () => Json | undefined;
}

/** Sees every call when it has ended. Must not throw or wait. */
export type CallObserver = (call: ObservedCall) => void;

export function observe(observers: readonly CallObserver[]) {
  return <Deps>(call: CallState<Deps>, answer: CallAnswer): CallAnswer => {
    const { name, client, connection } = call.request;
    const tool = call.entry?.name ?? ownValue(call.registry.tools, name)?.name;
    const observed: ObservedCall = {
      tool: tool !== undefined && call.policy.permits(tool, call.alias?.name) ? tool : undefined,
      calledAs: name,
      caller: callerOf(client, connection),
      startedAt: call.startedAt,
      ms: call.clock() - call.startedAt,
      outcome: outcomeOf(answer),
      arguments() {
        const { validator } = call.loaded ?? {};
        return validator === undefined ? undefined : redact(validator.plan, validator.plans, call.arguments);
      },
    };
    for (const one of observers) one(observed);
    return answer;
  };
}
