import type { Effects } from "./tool-facts.ts";

/**
 * The tools that every catalog has without declaring them: they find, describe and call the others. A catalog may not use these
 * names for other tools; it may give the tools further names.
 */
export const builtinTools = {
  tool_search: "Finds tools by words",
  tool_describe: "Shows a tool in any detail",
  tool_families: "Lists the families and their tools",
  call_read: "Calls a tool that changes nothing",
  call_write: "Calls a tool that changes something and destroys nothing",
  call_destructive: "Calls a tool that may destroy something",
} as const satisfies { readonly [name: string]: string };

export type BuiltinName = keyof typeof builtinTools;

export function isBuiltinName(name: string): name is BuiltinName {
  return Object.hasOwn(builtinTools, name);
}

/** Find and describe tools: listed beside the tools themselves. */
export const guideTools = ["tool_search", "tool_describe"] as const satisfies readonly BuiltinName[];

/** Proxy tools: they call a tool that was found, one for each risk. */
export const proxyTools = ["call_read", "call_write", "call_destructive"] as const satisfies readonly BuiltinName[];

/** The list of the surface `meta`, which has no tools of the catalog: it finds, describes and calls them. */
export const metaTools = [...guideTools, "tool_families", ...proxyTools] as const satisfies readonly BuiltinName[];

/** "off": no built-in tool is listed beside those of a profile; "call": those that call what is found are listed, too. */
export type BuiltinsShown = "off" | "call";

/** The built-in tools that are listed beside the tools of a profile. */
export function builtinsBeside(shown: BuiltinsShown | undefined): readonly BuiltinName[] {
  if (shown === "off") return [];
  return shown === "call" ? [...guideTools, ...proxyTools] : guideTools;
}

export type ProxyToolName = (typeof proxyTools)[number];

/** One proxy tool for each risk: what a user approves for it is true of every tool that it calls. */
export function proxyToolFor({ readOnly, destructive }: Effects): ProxyToolName {
  if (readOnly) return "call_read";
  return destructive ? "call_destructive" : "call_write";
}
