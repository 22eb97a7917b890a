import { expect, test } from "vitest";
import type { Tool } from "../../src/compiler/catalog/catalog.ts";
import { changedToolTexts, toolTexts } from "../../src/compiler/lint/texts-of.ts";
import { sameJson } from "../../src/contract/alias.ts";
import { realCatalog } from "../diff/real-catalog.ts";

const { tools } = realCatalog().catalog;

test("texts of changed parts: all that the former tool had not, and none of a tool that did not change", () => {
  for (const [index, tool] of tools.entries()) {
    const former = tools[(index + 1) % tools.length] ?? tool;
    // Half of the params of the one, then those of the other.
    const mixed = { ...tool, params: [...tool.params.slice(1), ...former.params], guidance: former.guidance };
    for (const [now, was] of [
      [tool, former],
      [mixed, tool],
      [mixed, former],
      [tool, tool],
    ] as const) {
      const known = toolTexts(was, "").map(({ text }) => text);
      const all = toolTexts(now, "/tools/0");
      const changed = changedToolTexts(now, "/tools/0", was, changedKeys(now, was));
      expect(all).toEqual(expect.arrayContaining([...changed]));
      const isNew = ({ text }: { readonly text: string }) => !known.includes(text);
      expect(changed.filter(isNew)).toEqual(all.filter(isNew));
      if (now === was) expect(changed).toEqual([]);
    }
  }
});

function changedKeys(now: Tool, was: Tool): ReadonlySet<string> {
  const keys = new Set([...Object.keys(now), ...Object.keys(was)]);
  const partsOf = (tool: Tool) => new Map(Object.entries(tool));
  return new Set([...keys].filter((key) => !sameJson(partsOf(now).get(key), partsOf(was).get(key))));
}
