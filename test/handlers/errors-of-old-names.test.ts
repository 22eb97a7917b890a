import { expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { openWorkbench } from "./open-workbench.ts";

// What refuses a call under an old name speaks of that name: its caller may know no other.

/** It has no params, and needs no session. */
const takesAnything: ReadonlySet<string> = new Set(["list_organizations"]);

/** Errors about a thing that the call names, not about the call's form: they don't repeat the tool's name. */
const aboutThings: ReadonlySet<string> = new Set(["get_stats PROJECT_NOT_FOUND"]);

/** The same, of every tool that works in a folder of code: this test has no such folder. */
const aboutFolders: ReadonlySet<unknown> = new Set(["CONFIG_MISSING"]);

const wrong: readonly JsonObject[] = [
  {},
  { action: "none", agent_name: 3, content: 3, family: 3, limit: "x", clear: 3, project: 7, project_root: 7 },
];

test.each(Object.values(registry.aliases).map(({ name, target }) => [name, target]))("%s", async (name, target) => {
  const workbench = await openWorkbench();
  const refusals: JsonObject[] = [];
  const collect = async () => {
    for (const given of wrong) {
      const { isError, structuredContent } = await workbench.result(name, given);
      if (isError !== true) continue;
      const error = structuredContent?.error;
      if (!isJsonObject(error))
        throw new Error(`${name} failed without an error: ${JSON.stringify(structuredContent)}`);
      refusals.push(error);
    }
  };
  await collect();
  await workbench.value("session_open", { agent: "ann" });
  await collect();
  if (!takesAnything.has(name)) expect(refusals).not.toEqual([]);
  for (const error of refusals) {
    const refusal = JSON.stringify(error);
    const isAboutThing = aboutThings.has(`${name} ${error.code}`) || aboutFolders.has(error.code);
    if (!isAboutThing) expect(refusal).toContain(`'${name}'`);
    expect(refusal).not.toMatch(new RegExp(`\\b${target}\\b`));
  }
});
