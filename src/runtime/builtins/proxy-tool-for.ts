import type { Effects } from "../../contract/tool-facts.ts";

export type ProxyToolName = "call_read" | "call_write" | "call_destructive";

/** One door for each risk, so that what a client approves for a door is true of every tool behind it. */
export function proxyToolFor({ readOnly, destructive }: Effects): ProxyToolName {
  if (readOnly) return "call_read";
  return destructive ? "call_destructive" : "call_write";
}
