import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of ai-memory sets the rules of namespaces and gets them with what it recalls, over stdio and on a real database.

const serve = serversOfTest();

async function connected() {
  const workbench = await serve({ profile: "ai_memory", client: "claude-code" });
  const client = await clientOfList(workbench);
  const store = async (given: JsonObject) => {
    const { id } = await client.call("memory_store", given);
    if (typeof id !== "string") throw new Error("nothing was stored");
    return id;
  };
  const set = async (namespace: string, content: string, parent?: string) => {
    const id = await store({ title: `Rules of ${namespace}`, content, namespace: "rules" });
    await client.call("memory_namespace_set_standard", { namespace, id, ...(parent === undefined ? {} : { parent }) });
    return id;
  };
  return { workbench, client, store, set };
}

it("shows the rules from the most general to the nearest, with each recall in the namespace", async () => {
  const { client, store, set } = await connected();
  await set("*", "Write plain sentences.");
  await set("org/all", "Ask before you deploy.");
  await set("ops", "Deploy on Tuesdays.", "org/all");
  const own = await set("ops/web", "The web server needs a restart.");
  const got = await client.call("memory_namespace_get_standard", { namespace: "ops/web", inherit: true });
  expect(got).toMatchObject({
    ...{ standard_id: own, title: "Rules of ops/web", content: "The web server needs a restart.", parent: null },
    ...{ priority: 5, chain: ["*", "org/all", "ops", "ops/web"] },
  });
  expect(titles(got.standards, "namespace")).toEqual(["*", "org/all", "ops", "ops/web"]);
  const single = await client.call("memory_namespace_get_standard", { namespace: "ops" });
  expect(single).toMatchObject({ content: "Deploy on Tuesdays.", parent: "org/all" });
  expect(single).not.toHaveProperty("standards");

  await store({ content: "The web server listens on 7179.", namespace: "ops/web/one" });
  const { structuredContent, texts } = await client.answer("memory_recall", {
    ...{ context: "web server", namespace: "ops/web/one" },
  });
  expect(titles(structuredContent?.standards, "content")).toEqual([
    ...["Write plain sentences.", "Ask before you deploy.", "Deploy on Tuesdays.", "The web server needs a restart."],
  ]);
  expect(texts.join()).toContain("Rules of ops, Rules of ops: Deploy on Tuesdays.");
  const begun = await client.call("memory_session_start", { namespace: "ops" });
  expect(titles(begun.standards, "namespace")).toEqual(["*", "org/all", "ops"]);
  // Without a place there are no rules to show.
  expect(await client.call("memory_recall", { context: "web server" })).not.toHaveProperty("standards");
  expect(titles((await client.call("memory_recall", { context: "web", namespace: "else" })).standards)).toEqual([
    "Rules of *",
  ]);
});

it("a rule takes no place of what a recall finds", async () => {
  const { client, store } = await connected();
  const id = await store({ title: "Rule", content: "Tides tides tides: watch the tides.", namespace: "sea" });
  await client.call("memory_namespace_set_standard", { namespace: "sea", id });
  for (let number = 0; number < 3; number++) {
    await store({ content: `The tide of day ${number} was high.`, namespace: "sea", force: true });
  }
  const found = await client.call("memory_recall", { context: "tides", namespace: "sea", limit: 3 });
  expect(found).toMatchObject({ count: 3, more: false, standards: [{ id }] });
  expect(titles(found.memories, "id")).not.toContain(id);
});

it("replaces a standard, clears it, and loses it with its memory", async () => {
  const { client, set } = await connected();
  const first = await set("ops", "Deploy on Tuesdays.");
  const second = await client.call("memory_store", { title: "New", content: "Deploy on Fridays.", namespace: "rules" });
  await client.call("memory_namespace_set_standard", { namespace: "ops", id: second.id ?? null });
  const own = async () => (await client.call("memory_namespace_get_standard", { namespace: "ops" })).standard_id;
  expect(await own()).toBe(second.id);
  expect(await client.call("memory_get", { id: first })).toMatchObject({ archived: false });
  // An edit of the memory is an edit of the rules; one that is archived does not hold until it is restored.
  await client.call("memory_update", { id: second.id ?? null, content: "Deploy on Sundays." });
  expect(await client.call("memory_namespace_get_standard", { namespace: "ops" })).toMatchObject({
    content: "Deploy on Sundays.",
  });
  await client.call("memory_forget", { ids: [second.id ?? ""] });
  expect(await own()).toBeNull();
  await client.call("memory_archive_restore", { id: second.id ?? null });
  expect(await own()).toBe(second.id);
  expect(await client.call("memory_namespace_clear_standard", { namespace: "ops" })).toMatchObject({ cleared: true });
  expect(await client.call("memory_namespace_clear_standard", { namespace: "ops" })).toMatchObject({ cleared: false });
  expect(await own()).toBeNull();
  await client.call("memory_namespace_set_standard", { namespace: "ops", id: second.id ?? null });
  await client.call("memory_delete", { id: second.id ?? null, confirm: true });
  expect(await own()).toBeNull();
});

it("refuses a policy that it would not enforce, parents in a circle, and what is not there", async () => {
  const { workbench, client, store, set } = await connected();
  const id = await set("a", "Rules.");
  const given = { namespace: "ops", id };
  for (const governance of [{ delete: "owner" }, {}]) {
    const refused = await workbench.error("memory_namespace_set_standard", { ...given, governance });
    expect(refused).toMatchObject({
      code: "GOVERNANCE_NOT_ENFORCED",
      message: expect.stringContaining("would not be enforced here"),
    });
  }
  expect(await client.call("memory_namespace_get_standard", { namespace: "ops" })).toMatchObject({ standard_id: null });
  await client.call("memory_namespace_set_standard", { ...given, parent: "a" });
  for (const [wrong, code] of [
    [{ parent: "ops" }, "STANDARD_PARENT"],
    [{ namespace: "a", parent: "ops" }, "STANDARD_PARENT"],
    [{ parent: "a/.." }, "NAMESPACE_INVALID"],
    [{ namespace: "a b" }, "INVALID_ARGUMENTS"],
    [{ id: "ffffffff" }, "MEMORY_NOT_FOUND"],
  ] as const) {
    expect(await workbench.error("memory_namespace_set_standard", { ...given, ...wrong }), code).toMatchObject({
      code,
    });
  }
  for (let number = 0; number < 8; number++) {
    const parent = number === 0 ? {} : { parent: `p${number - 1}` };
    await client.call("memory_namespace_set_standard", { namespace: `p${number}`, id, ...parent });
  }
  const many = await workbench.error("memory_namespace_set_standard", { namespace: "p8", id, parent: "p7" });
  expect(many).toMatchObject({ code: "STANDARD_PARENT" });
  const ended = await store({ title: "Ended", content: "Gone." });
  await client.call("memory_forget", { ids: [ended] });
  expect(await workbench.error("memory_namespace_set_standard", { namespace: "ops", id: ended })).toMatchObject({
    code: "MEMORY_ARCHIVED",
  });
  for (const tool of ["memory_namespace_get_standard", "memory_namespace_clear_standard"]) {
    expect(await workbench.error(tool, { namespace: "a/.." })).toMatchObject({ code: "NAMESPACE_INVALID" });
    expect(await workbench.error(tool, {})).toMatchObject({ code: "INVALID_ARGUMENTS" });
  }
});

it("private rules are shown to their agent alone", async () => {
  const { workbench, client, store } = await connected();
  const id = await store({ title: "Mine", content: "I take notes.", scope: "private" });
  await client.call("memory_namespace_set_standard", { namespace: "ops", id });
  expect(await client.call("memory_recall", { context: "notes", namespace: "ops" })).toMatchObject({
    standards: [{ id }],
  });
  const { databasePath } = workbench;
  const other = await clientOfList(await serve({ profile: "ai_memory", client: "codex", databasePath }));
  expect(await other.call("memory_recall", { context: "notes", namespace: "ops" })).not.toHaveProperty("standards");
  expect(await other.call("memory_namespace_get_standard", { namespace: "ops" })).toMatchObject({ standard_id: null });
});
