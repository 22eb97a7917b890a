import { isJsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { callerOf } from "../../runtime/caller.ts";
import type { CallObserver } from "../../runtime/middleware/observe.ts";
import type { Policy } from "../../runtime/policy.ts";
import type { Clock, Identity } from "../../runtime/ports.ts";
import type { Registry } from "../../runtime/registry.ts";
import type { Decoded } from "../decode.ts";
import { envelopeOf } from "../envelope.ts";
import { calledTools } from "./called-tools.ts";

export interface WithheldCallsOptions<Deps> {
  readonly registry: Pick<Registry<Deps>, "aliases" | "tools">;
  readonly policy: Policy;
  readonly observers: readonly CallObserver[];
  readonly clock: Clock;
}

/** Tells the observers of calls that are refused for scopes: the dispatcher, which tells them of others, never gets them. */
export function createWithheldCalls<Deps>({ registry, policy, observers, clock }: WithheldCallsOptions<Deps>) {
  return (decoded: Decoded, identity: Identity | undefined): void => {
    for (const { name, params } of calledTools(decoded)) {
      const alias = ownValue(registry.aliases, name);
      const tool = ownValue(registry.tools, alias?.target ?? name)?.name;
      const meta = envelopeOf(isJsonObject(params._meta) ? params._meta : undefined);
      const client = typeof meta === "string" ? undefined : meta.info;
      const observed = {
        tool: tool !== undefined && policy.permits(tool, alias?.name) ? tool : undefined,
        calledAs: name,
        caller: callerOf(client, { sessionHandle: undefined, transport: "http", identity }),
        startedAt: clock(),
        ms: 0,
        outcome: "insufficient_scope",
        arguments: () => undefined,
      };
      for (const observer of observers) observer(observed);
    }
  };
}
