import { describe, expect, test } from "vitest";
import type { Catalog, Tool } from "../../src/compiler/catalog/catalog.ts";
import { diff, failing } from "../../src/compiler/diff/diff.ts";
import { realCatalog } from "./real-catalog.ts";

const { catalog } = realCatalog();

/** The gate of catalog-diff.test.ts, as the messages that it would print. */
function gate(head: Catalog): readonly string[] {
  return failing(diff(catalog, head), { failOn: "WARN", categories: ["CALL"] }).map((change) => change.message);
}

function withTool(name: string, change: (tool: Tool) => Tool): Catalog {
  return { ...catalog, tools: catalog.tools.map((tool) => (tool.name === name ? change(tool) : tool)) };
}

test("the untouched catalog passes", () => {
  expect(gate(structuredClone(catalog))).toEqual([]);
});

describe.each(catalog.tools.map((tool) => tool.name))("%s", (name) => {
  const tool = catalog.tools.find((one) => one.name === name);
  const params = tool?.params.map((param) => param.name) ?? [];
  const aliases = tool?.aliases.map((alias) => alias.name) ?? [];

  test("fails the gate by name when it is removed", () => {
    const head = { ...catalog, tools: catalog.tools.filter((one) => one.name !== name) };
    expect(gate(head).filter((message) => message.startsWith(`tool '${name}' was removed`))).toHaveLength(1);
  });

  test.each(params)("fails the gate by name when its param %s is removed", (param) => {
    const head = withTool(name, (one) => ({ ...one, params: one.params.filter((other) => other.name !== param) }));
    expect(gate(head)).toEqual([`param '${param}' was removed`]);
  });

  test.each(aliases)("fails the gate by name when its alias %s is removed", (alias) => {
    const head = withTool(name, (one) => ({ ...one, aliases: one.aliases.filter((other) => other.name !== alias) }));
    expect(gate(head).map((message) => message.split(",")[0])).toEqual([`'${name}' no longer answers to '${alias}'`]);
  });
});
