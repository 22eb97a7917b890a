import { expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { openWorkbench } from "./open-workbench.ts";

// What refuses a call under an old name speaks of that name: its caller may know no other.

/** It has no params, and needs no session. */
const takesAnything: ReadonlySet<string> = new Set(["list_organizations"]);

const wrong: readonly JsonObject[] = [
  {},
  { action: "none", agent_name: 3, content: 3, family: 3, limit: "x", clear: 3, project: 7 },
];

test.each(Object.values(registry.aliases).map(({ name, target }) => [name, target]))("%s", async (name, target) => {
  const workbench = await openWorkbench();
  const refusals: JsonObject[] = [];
  const collect = async () => {
    for (const given of wrong) {
      const { isError, structuredContent } = await workbench.result(name, given);
      if (isError === true && isJsonObject(structuredContent?.error)) refusals.push(structuredContent.error);
    }
  };
  await collect();
  await workbench.value("session_open", { agent: "ann" });
  await collect();
  if (!takesAnything.has(name)) expect(refusals).not.toEqual([]);
  for (const error of refusals) {
    const refusal = JSON.stringify(error);
    // An error of the catalog is about the things of the call, not about its form.
    if (error.number === undefined) expect(refusal).toContain(`'${name}'`);
    expect(refusal).not.toMatch(new RegExp(`\\b${target}\\b`));
  }
});
