import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { withBuiltins } from "../../src/runtime/builtins/with-builtins.ts";
import { createCallerNames, searchHint } from "../../src/runtime/caller-names.ts";
import type { ListingOptions } from "../../src/runtime/listing.ts";
import { createPolicy } from "../../src/runtime/policy.ts";

// Hints name what this caller can use: what stands in its list, under the name that stands there.

const catalog = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../generated/.cache/catalog.json"), "utf8"),
) as Catalog;

const namesFor = (listingOptions: ListingOptions | undefined, deny: readonly string[] = []) =>
  createCallerNames({ registry: withBuiltins(registry), listingOptions, policy: createPolicy({ deny }) });

function named(tool: string, listingOptions: ListingOptions | undefined, deny?: readonly string[]): string | undefined {
  return namesFor(listingOptions, deny).shownOrOwn(tool);
}

test.each([
  ["core", "session_open", "session_open"],
  ["ramorie", "session_open", "setup_agent"],
  ["ramorie", "project_list", "list_projects"],
  ["zetmem", "memory_store", "store_coding_memory"],
  // It has no old name there, and clients let a model call only what is listed.
  ["zetmem", "session_open", undefined],
  // The proxy tools that are listed beside the old names call it.
  ["ai_memory", "session_open", "session_open"],
  // It is not listed; a caller that knows it may call it.
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

test("where it is not known what is shown, everything that policy permits may be named", () => {
  expect(named("tool_search", undefined)).toBe("tool_search");
  expect(named("tool_search", undefined, ["tool_*"])).toBeUndefined();
  expect(named("session_open", { profile: "ramorie" }, ["session_*"])).toBeUndefined();
  expect(named("session_open", { profile: "ramorie" }, ["setup_*"])).toBeUndefined();
});

test("a hint never names the tool that was just called", () => {
  const hint = (calledAs: string, profile: string) => searchHint(namesFor({ profile }), calledAs);
  expect(hint("tool_describe", "core")).toEqual({ hint: "tool_search finds tools by words" });
  expect(hint("tool_search", "core")).toEqual({});
  expect(hint("memory_capabilities", "ai_memory")).toEqual({ hint: "memory_load_family finds tools" });
  expect(hint("memory_load_family", "ai_memory")).toEqual({});
  expect(hint("tool_describe", "zetmem")).toEqual({});
});

test.each(Object.entries(registry.profiles).flatMap(([name, { listAs }]) => (listAs === undefined ? [] : [name])))(
  "%s: no error of a listed name advises what is not in the list",
  (profile) => {
    const names = namesFor({ profile });
    const all = Object.keys(withBuiltins(registry).tools);
    const advice = (names.listed ?? []).flatMap((listed) => {
      const target = Object.values(registry.aliases).find(({ name }) => name === listed)?.target ?? listed;
      const tool = catalog.tools.find(({ name }) => name === target);
      const raised = catalog.errors.filter(({ name }) => tool?.errors.includes(name) === true);
      return raised.flatMap(({ message, hint = "" }) => [names.renamed(message), names.renamed(hint)]);
    });
    const unknown = advice.flatMap((text) =>
      (text.match(/\w+/g) ?? []).filter((word) => all.includes(word) && !names.isListed(word)),
    );
    // What proxy tools in the list can call may be named.
    expect(unknown.filter((word) => names.nameOf(word) === undefined)).toEqual([]);
    expect(advice.length).toBeGreaterThan(3);
  },
);

test("a hint keeps its other clauses, and an archived project's says nothing where no listed tool brings it back", () => {
  const { renamed } = namesFor({ profile: "ramorie" });
  expect(renamed("project_list shows all; project_manage renames one; names are unique")).toBe(
    "list_projects shows all; names are unique",
  );
  expect(renamed("project_manage with the action restore brings it back")).toBe("");
});
