import { expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { openWorkbench } from "./open-workbench.ts";

// What refuses a call under an old name speaks of that name: its caller may know no other.

const wrong: readonly JsonObject[] = [
  {},
  { action: "none", agent_name: 3, content: 3, family: 3, limit: "x", clear: 3, project: 7 },
];

test.each(Object.values(registry.aliases).map(({ name, target }) => [name, target]))("%s", async (name, target) => {
  const workbench = await openWorkbench();
  const refusals: string[] = [];
  const collect = async () => {
    for (const given of wrong) {
      const { isError, structuredContent } = await workbench.result(name, given);
      if (isError === true) refusals.push(JSON.stringify(structuredContent));
    }
  };
  await collect();
  await workbench.value("session_open", { agent: "ann" });
  await collect();
  expect(refusals).not.toEqual([]);
  for (const refusal of refusals) {
    expect(refusal).toContain(`'${name}'`);
    expect(refusal).not.toMatch(new RegExp(`\\b${target}\\b`));
  }
});
