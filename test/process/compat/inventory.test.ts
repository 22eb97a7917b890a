import { expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../../../src/contract/json.ts";
import { objects, type ServedWorkbench, serveWorkbenchHere } from "../served-workbench.ts";
import { ramorieInventory } from "./ramorie-inventory.ts";

// What Ramorie does wrong and no call alone shows: sessions, lists, several clients.

async function served(
  ...all: readonly Parameters<typeof serveWorkbenchHere>[0][]
): Promise<readonly ServedWorkbench[]> {
  return await Promise.all(all.map((options) => serveWorkbenchHere({ profile: "ramorie", ...options })));
}

const someTask = { project: "Atlas", description: "Read the maps" };

it("each client has a session of its own, and none after a restart", async () => {
  const [first] = await served({});
  if (first === undefined) throw new Error("expected a server");
  const { databasePath } = first;
  await first.value("setup_agent", { agent_name: "claude" });
  await first.value("create_project", { name: "Atlas" });
  expect(await first.value("create_task", someTask)).toMatchObject({ _created_by_agent: "claude" });

  const [second] = await served({ databasePath });
  if (second === undefined) throw new Error("expected a server");
  expect((await second.error("create_task", someTask)).code).toBe("SESSION_REQUIRED");
  await second.value("setup_agent", { agent_name: "cursor" });
  expect(await second.value("create_task", someTask)).toMatchObject({ _created_by_agent: "cursor" });
  expect(await first.value("create_task", someTask)).toMatchObject({ _created_by_agent: "claude" });
  await second.close();

  const [third] = await served({ databasePath });
  expect((await third?.error("create_task", someTask))?.code).toBe("SESSION_REQUIRED");
  await third?.close();
  await first.close();
});

it("to set an agent up again opens another session", async () => {
  const [workbench] = await served({});
  if (workbench === undefined) throw new Error("expected a server");
  const { session: one } = await workbench.value("setup_agent", { agent_name: "claude" });
  const { session: two } = await workbench.value("setup_agent", { agent_name: "cursor" });
  if (!isJsonObject(one) || !isJsonObject(two)) throw new Error("expected two sessions");
  expect(two.id).not.toBe(one.id);
  expect([one.agent_name, two.agent_name]).toEqual(["claude", "cursor"]);
  await workbench.close();
});

it("several clients add to a pack at once, and nothing is lost", async () => {
  const [first] = await served({});
  if (first === undefined) throw new Error("expected a server");
  const [second] = await served({ databasePath: first.databasePath });
  if (second === undefined) throw new Error("expected a server");
  for (const client of [first, second]) await client.value("setup_agent", { agent_name: "claude" });
  await first.value("create_project", { name: "Atlas" });
  const { id: packId = null } = await first.value("manage_context_pack", {
    ...{ action: "create", name: "Bridge", type: "project" },
  });
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      first.value("create_task", { project: "Atlas", description: `Read map ${index}` }),
    ),
  );
  await Promise.all(
    made.map(({ id = null }, index) =>
      (index % 2 === 0 ? first : second).value("manage_context_pack", { action: "add_task", packId, taskId: id }),
    ),
  );
  const pack = await second.value("get_context_pack", { packId });
  expect(
    objects(pack.tasks)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(made.map(({ id }) => id).toSorted());
  await second.close();
  await first.close();
});

const reads = new Set([
  ...["get_agent_activity", "get_context_pack", "get_memory", "get_stats", "get_task", "list_context_packs"],
  ...["list_decisions", "list_memories", "list_organizations", "list_projects", "list_tasks", "recall"],
]);

it("each tool has annotations, and those that only read say so", async () => {
  const [workbench] = await served({ words: ["--detail", "full"] });
  if (workbench === undefined) throw new Error("expected a server");
  const listed = await workbench.connection.listTools();
  expect(listed.map(({ name }) => name).toSorted()).toEqual(Object.keys(ramorieInventory).toSorted());
  for (const { name, annotations, inputSchema } of listed) {
    // The default of the protocol is that a tool destroys and reaches beyond the machine.
    expect(annotations, name).toMatchObject(
      reads.has(name) ? { readOnlyHint: true, openWorldHint: false } : { destructiveHint: false, openWorldHint: false },
    );
    // Also where it has no params.
    expect(inputSchema, name).toMatchObject({ type: "object", properties: {} });
    expect(Object.keys((inputSchema as JsonObject).properties ?? {}), name).toEqual(
      expect.arrayContaining([...(ramorieInventory[name]?.params ?? [])]),
    );
  }
  await workbench.close();
});

it("a result is structured, and its text is the same", async () => {
  const [workbench] = await served({});
  if (workbench === undefined) throw new Error("expected a server");
  await workbench.value("setup_agent", { agent_name: "claude" });
  await workbench.value("create_project", { name: "Atlas" });
  for (const [name, given] of [
    ["list_projects", {}],
    ["list_tasks", { project: "Atlas" }],
    ["recall", { term: "x" }],
  ] as const) {
    const { structuredContent, texts } = await workbench.result(name, given);
    expect(isJsonObject(structuredContent), name).toBe(true);
    expect(JSON.parse(texts[0] ?? ""), name).toEqual(structuredContent);
  }
  await workbench.close();
});
