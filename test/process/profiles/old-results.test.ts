import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { serversOfTest } from "./open-servers.ts";

// A client that knows an old system's results reads them where it calls the old names, and the list shows their schemas.

const serve = serversOfTest();

it.each([
  ["ramorie", "create_task", "setup_agent", {}],
  ["zetmem", "store_memory", "retrieve_relevant_memories", { query: "dragons" }],
])("%s lists the schemas of the old results, and answers by them", async (profile, writes, reads, given) => {
  const workbench = await serve({ profile, words: ["--detail", "full"] });
  const listed = await workbench.connection.listTools();
  const schemas = Object.fromEntries(listed.map(({ name, outputSchema }) => [name, outputSchema ?? {}]));
  const old = profile === "ramorie" ? "_created_in_project" : "event_emitted";
  expect(Object.keys(schemas[writes]?.properties ?? {})).toContain(old);
  const allows = new Ajv2020({ strict: false, validateFormats: false }).compile(schemas[reads] ?? {});
  expect([allows(await workbench.value(reads, given)), allows.errors]).toEqual([true, null]);
});
