import type { Changed } from "../runtime/subscriptions.ts";

/** The notification for clients of the revisions before 2026-07-28; for others the SDK adds the subscription that it belongs to. */
export function changeMessage(changed: Changed) {
  return changed === undefined
    ? ({ jsonrpc: "2.0", method: "notifications/resources/list_changed" } as const)
    : ({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: changed } } as const);
}
