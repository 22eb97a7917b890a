import { type BuiltinName, builtinTools } from "../../contract/builtin-tools.ts";
import type { Registry, ToolEntry, Validator } from "../registry.ts";
import { facts } from "./generated/facts.js";

/** Adds the tools that every catalog has, unless it has none. They pass the same middleware and have contracts like any other tool. */
export function withBuiltins<Deps>(registry: Registry<Deps>): Registry<Deps> {
  if (registry.builtins === "off") return registry;
  // The names are the keys of an object of that type.
  const names = Object.keys(builtinTools) as BuiltinName[];
  const entries = names.map((name): [string, ToolEntry<Deps>] => [
    name,
    { ...facts[name], load: async () => ({ validator: await validators[name](), handler: neverCalled }) },
  ]);
  return { ...registry, tools: { ...registry.tools, ...Object.fromEntries(entries) } };
}

const validators: { readonly [N in BuiltinName]: () => Promise<Validator> } = {
  tool_search: () => import("./generated/tool_search.js"),
  tool_describe: () => import("./generated/tool_describe.js"),
  tool_families: () => import("./generated/tool_families.js"),
  call_read: () => import("./generated/call_read.js"),
  call_write: () => import("./generated/call_write.js"),
  call_destructive: () => import("./generated/call_destructive.js"),
};

/** The middleware `builtins` answers before a handler would be called. */
function neverCalled(): never {
  throw new Error("invariant: a built-in tool has no handler");
}
