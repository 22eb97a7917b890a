import { expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { withBuiltins } from "../../src/runtime/builtins/with-builtins.ts";
import type { ListingOptions } from "../../src/runtime/listing.ts";
import { nameForCaller, searchHint } from "../../src/runtime/name-for-caller.ts";
import { createPolicy } from "../../src/runtime/policy.ts";

// Hints name what this caller can use: what stands in its list, under the name that stands there.

function named(
  tool: string,
  listingOptions: ListingOptions | undefined,
  deny: readonly string[] = [],
): string | undefined {
  return nameForCaller({ registry: withBuiltins(registry), listingOptions, policy: createPolicy({ deny }) }, tool);
}

test.each([
  ["core", "session_open", "session_open"],
  ["ramorie", "session_open", "setup_agent"],
  ["ramorie", "project_list", "list_projects"],
  ["zetmem", "memory_store", "store_coding_memory"],
  // It has no old name there, and hosts let a model call only what is listed.
  ["zetmem", "session_open", undefined],
  // The doors beside the old names lead there.
  ["ai_memory", "session_open", "session_open"],
  // It is not listed; who knows it may call it.
  ["core", "memory_list", "memory_list"],
])("%s: %s is %s", (profile, tool, name) => {
  expect(named(tool, { profile })).toBe(name);
});

test.each([
  ["core", "tool_search", "tool_search"],
  ["ramorie", "tool_search", undefined],
  ["zetmem", "tool_describe", undefined],
  ["ai_memory", "tool_describe", "memory_capabilities"],
  ["ai_memory", "tool_families", undefined],
  ["ai_memory", "call_write", "call_write"],
  ["ramorie", "call_write", undefined],
])("%s: the built-in %s is %s", (profile, tool, name) => {
  expect(named(tool, { profile })).toBe(name);
});

test("the surface meta lists the built-in tools whatever the profile", () => {
  expect(named("tool_search", { profile: "ramorie", surface: "meta" })).toBe("tool_search");
});

test("where nobody said what is shown, everything that policy permits may be named", () => {
  expect(named("tool_search", undefined)).toBe("tool_search");
  expect(named("tool_search", undefined, ["tool_*"])).toBeUndefined();
  expect(named("session_open", { profile: "ramorie" }, ["session_*"])).toBeUndefined();
  expect(named("session_open", { profile: "ramorie" }, ["setup_*"])).toBeUndefined();
});

test("nobody is sent to the tool that was just tried", () => {
  const connection = { sessionHandle: undefined };
  const signal = () => new AbortController().signal;
  const call = (name: string, profile: string) => ({
    registry: withBuiltins(registry),
    policy: createPolicy({}),
    listingOptions: { profile },
    request: { name, arguments: {}, connection, signal },
  });
  expect(searchHint(call("tool_describe", "core"))).toEqual({ hint: "tool_search finds tools by words" });
  expect(searchHint(call("tool_search", "core"))).toEqual({});
  expect(searchHint(call("memory_capabilities", "ai_memory"))).toEqual({ hint: "memory_load_family finds tools" });
  expect(searchHint(call("memory_load_family", "ai_memory"))).toEqual({});
  expect(searchHint(call("tool_describe", "zetmem"))).toEqual({});
});
