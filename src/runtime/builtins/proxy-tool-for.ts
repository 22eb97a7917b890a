import type { Effects } from "../../contract/tool-facts.ts";

export type ProxyToolName = "call_read" | "call_write" | "call_destructive";

/** One proxy tool for each risk: what a user approves for it is true of every tool that it calls. */
export function proxyToolFor({ readOnly, destructive }: Effects): ProxyToolName {
  if (readOnly) return "call_read";
  return destructive ? "call_destructive" : "call_write";
}
