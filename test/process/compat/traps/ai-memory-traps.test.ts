import { afterAll, beforeAll, expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../../../../src/contract/json.ts";
import { clientOfList, type ListClient } from "../../profiles/client-of-list.ts";
import { titles } from "../../profiles/open-servers.ts";
import { notices, objects, type ServedWorkbench, serveWorkbench } from "../../served-workbench.ts";

// The known traps of ai-memory, through a client over stdio that knows its names. Each works in a namespace of its own; traps.ts has the
// whole list.

let workbench: ServedWorkbench;
let client: ListClient;
beforeAll(async () => {
  workbench = await serveWorkbench({ profile: "ai_memory", client: "claude-code" });
  client = await clientOfList(workbench);
});
afterAll(() => workbench.close());

async function store(given: JsonObject): Promise<string> {
  const { id } = await client.call("memory_store", given);
  if (typeof id !== "string") throw new Error("nothing was stored");
  return id;
}

const live = async (namespace: string) => objects((await client.call("memory_list", { namespace })).items);
const provenance = async (id: string) => {
  const { provenance: known } = await client.call("memory_get", { id });
  return isJsonObject(known) ? known : {};
};

it("a filter of forget that can't be read deletes nothing", async () => {
  const namespace = "trap/forget";
  await store({ title: "A", content: "The first note.", namespace, tier: "mid" });
  await store({ title: "B", content: "The second one is longer.", namespace });
  const wrong: readonly JsonObject[] = [
    { namespace, tier: "lng" },
    { namespace, tier: null },
    { namespace, tier: 1 },
    { namespace, teir: "mid" },
    { namespace: "trap//forget" },
    { namespace: " " },
    { pattern: "", tier: "" },
    {},
  ];
  for (const given of wrong) {
    // It throws where the call does not fail.
    await workbench.error("memory_forget", given);
    expect(await live(namespace), JSON.stringify(given)).toHaveLength(2);
  }
});

it("a dry run that is not a boolean does not really delete", async () => {
  const namespace = "trap/dry";
  await store({ content: "The dry dock is full.", namespace });
  for (const dryRun of ["true", "yes", 1, "false", {}]) {
    await workbench.error("memory_forget", { namespace, dry_run: dryRun });
    expect(await live(namespace), JSON.stringify(dryRun)).toHaveLength(1);
  }
});

it("a destructive tool refuses what it does not know, others say that they ignore it and what was meant", async () => {
  const id = await store({ title: "Kept", content: "This one stays.", namespace: "trap/unknown" });
  for (const [tool, given] of [
    ["memory_delete", { id, cascade: true, confirm: true }],
    ["memory_archive_purge", { older_than: 3, confirm: true }],
  ] as const) {
    expect(await workbench.error(tool, given), tool).toMatchObject({ code: "INVALID_ARGUMENTS" });
  }
  expect(await client.call("memory_get", { id })).toMatchObject({ archived: false });
  const answer = await workbench.result("memory_recall", { context: "what stays", namspace: "trap/unknown" });
  expect(notices(answer).map(({ text }) => text)).toContainEqual(expect.stringMatching(/'namspace'.*'namespace'/));
});

it("what is restored stays, also after its time", async () => {
  const id = await store({ content: "The watch ends at four.", namespace: "trap/restore", tier: "short" });
  await client.call("memory_update", { id, expires_at: "2020-01-01T00:00:00Z" });
  await client.call("memory_gc");
  expect(await client.call("memory_archive_restore", { id })).toMatchObject({ restored: true, expires_at: null });
  await client.call("memory_gc");
  expect(await client.call("memory_get", { id })).toMatchObject({ archived: false });
});

it("links stay with a memory that is archived, and are there when it is restored", async () => {
  const namespace = "trap/links";
  const [a, b] = [
    await store({ title: "Cause", content: "A cause.", namespace }),
    await store({ title: "Effect", content: "What it had.", namespace }),
  ];
  await client.call("memory_link", { source_id: a, target_id: b, relation: "derived_from" });
  await client.call("memory_forget", { pattern: "cause", namespace });
  expect(await client.call("memory_get_links", { id: b })).toMatchObject({ count: 1 });
  await client.call("memory_archive_restore", { id: a });
  expect(await client.call("memory_get_links", { id: a })).toMatchObject({
    links: [{ target_id: b, relation: "derived_from" }],
  });
});

it("a recall never shortens a life", async () => {
  for (const tier of ["short", "mid", "long"]) {
    const id = await store({ content: `The ${tier} candle burns.`, namespace: "trap/touch", tier, force: true });
    let end = (await provenance(id)).expires_at;
    for (let time = 0; time < 7; time++) {
      await client.call("memory_recall", { context: `the ${tier} candle`, namespace: "trap/touch" });
      const { expires_at: next } = await provenance(id);
      expect(next === null || (end !== null && String(next) >= String(end)), `${tier}: ${end} → ${next}`).toBe(true);
      end = next;
    }
  }
});

it("filters act before the limit: a list is full as long as there is what passes", async () => {
  const namespace = "trap/fill";
  for (let number = 0; number < 30; number++) {
    await store({ content: `The tide tide tide of day ${number}.`, namespace, force: true, tags: ["all"] });
  }
  const claims: string[] = [];
  for (let number = 0; number < 5; number++) {
    const rest = { kind: "claim", confidence: 0.7, tier: "mid", source_uri: "doc:tide.md" };
    claims.push(
      await store({ content: `In the long run a tide ends, says claim ${number}.`, namespace, force: true, ...rest }),
    );
  }
  for (const narrowing of [
    { kinds: "claim" },
    { confidence_tier: "likely" },
    { has_citations: true },
    { source_uri_prefix: "doc:tide" },
  ]) {
    const found = await client.call("memory_recall", { context: "tide", namespace, limit: 5, ...narrowing });
    expect(titles(found.memories, "id").toSorted(), JSON.stringify(narrowing)).toEqual(claims.toSorted());
  }
});

it("what is best is ranked before the list is cut", async () => {
  const namespace = "trap/rank";
  const best = await store({ content: "The lighthouse keeper counts eleven steps.", namespace });
  for (let number = 0; number < 60; number++) {
    await store({ content: `The keeper of gate ${number} counts ships.`, namespace, force: true });
  }
  const asked = { context: "how many steps counts the lighthouse keeper", namespace };
  const [whole, one] = [
    await client.call("memory_recall", { ...asked, limit: 50 }),
    await client.call("memory_recall", { ...asked, limit: 1 }),
  ];
  expect(titles(one.memories, "id")).toEqual([best]);
  expect(titles(whole.memories, "id")[0]).toBe(best);
});

it("enums, ranges and defaults are in the list, and no description is cut", async () => {
  const listed = await workbench.connection.listTools();
  const properties = listed.flatMap(({ name, inputSchema }) =>
    Object.entries(isJsonObject(inputSchema.properties) ? inputSchema.properties : {}).map(
      ([param, schema]) => [`${name}.${param}`, isJsonObject(schema) ? schema : {}] as const,
    ),
  );
  const having = (key: string) => properties.flatMap(([name, schema]) => (key in schema ? [name] : []));
  expect(having("enum")).toEqual(
    expect.arrayContaining(["memory_store.tier", "memory_store.scope", "memory_store.kind", "memory_link.relation"]),
  );
  expect(having("minimum")).toEqual(expect.arrayContaining(["memory_store.priority", "memory_kg_query.max_depth"]));
  expect(having("default")).toEqual(expect.arrayContaining(["memory_store.priority", "memory_recall.limit"]));
  // There 0 of 30 enums, 0 of 31 ranges and 3 of 65 defaults are left.
  expect([having("enum").length >= 20, having("minimum").length >= 20, having("default").length >= 40]).toEqual([
    ...[true, true, true],
  ]);
  expect(listed.filter(({ description = "" }) => !/\.$/.test(description)).map(({ name }) => name)).toEqual([]);
});

it("every form of an answer shows what the memories say, and whose they are where it is asked", async () => {
  const namespace = "trap/forms";
  await store({ title: "Form", content: "The form has six sides.", namespace });
  for (const format of ["json", "toon", "toon_compact"]) {
    for (const [tool, given] of [
      ["memory_recall", { context: "how many sides", namespace }],
      ["memory_list", { namespace }],
      ["memory_search", { query: "six sides", namespace }],
      ["memory_session_start", { namespace }],
    ] as const) {
      const { texts, structuredContent } = await client.answer(tool, { ...given, format });
      expect(texts.join(), `${tool} ${format}`).toContain("The form has six sides.");
      expect(JSON.stringify(structuredContent), tool).toContain("The form has six sides.");
    }
  }
  const full = await client.call("memory_recall", { context: "how many sides", namespace, detail: "full" });
  expect(titles(full.memories, "provenance")).toMatchObject([{ agent_id: "claude-code" }]);
});

it("a purge asks first, and leaves the private memories of other agents, whatever it is given", async () => {
  const theirs = await clientOfList(
    await another({ profile: "ai_memory", client: "other", databasePath: workbench.databasePath }),
  );
  const { id } = await theirs.call("memory_store", {
    content: "Mine alone.",
    namespace: "trap/purge",
    scope: "private",
  });
  await theirs.call("memory_forget", { ids: [id ?? ""] });
  const given = { as_admin: true, agent_id: "other" };
  expect(await workbench.error("memory_archive_purge", given)).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  for (const each of [given, { as_admin: true }, { agent_id: "other" }, {}]) {
    await client.call("memory_archive_purge", { ...each, confirm: true });
  }
  expect(titles((await theirs.call("memory_archive_list", { namespace: "trap/purge" })).items, "id")).toEqual([id]);
});

it("a merge keeps what it is not given", async () => {
  const kept = { title: "Depth", namespace: "trap/merge", priority: 9, confidence: 0.4, tags: ["sea"], kind: "claim" };
  const id = await store({
    ...kept,
    content: "Nine fathoms.",
    tier: "mid",
    agent_id: "ai:ann",
    metadata: { by: "lead" },
  });
  const merged = {
    title: "Depth",
    namespace: "trap/merge",
    content: "Ten fathoms.",
    on_conflict: "merge",
    tier: "short",
  };
  expect(await client.call("memory_store", merged)).toMatchObject({ status: "merged", id });
  expect(await client.call("memory_get", { id })).toMatchObject({
    ...{ content: "Ten fathoms.", tier: "mid", priority: 9, tags: ["sea"], kind: "claim" },
    provenance: { confidence: 0.4, agent_id: "ai:ann", metadata: { by: "lead" } },
  });
});

it("null takes the end of a life away, and an empty text is refused", async () => {
  const id = await store({ content: "The lamp burns till dawn.", namespace: "trap/null", tier: "mid" });
  await client.call("memory_update", { id, expires_at: null });
  expect(await provenance(id)).toMatchObject({ expires_at: null });
  const { isError } = await workbench.result("memory_update", { id, expires_at: "dawn" });
  expect(isError).toBe(true);
});

it("a list has pages that show everything once", async () => {
  const namespace = "trap/pages";
  for (let number = 0; number < 7; number++) await store({ content: `Page ${number}.`, namespace, force: true });
  const seen: unknown[] = [];
  let cursor: JsonObject[string] = null;
  do {
    const page: JsonObject = await client.call("memory_list", {
      namespace,
      limit: 3,
      ...(cursor === null ? {} : { cursor }),
    });
    seen.push(...titles(page.items, "content"));
    cursor = page.next_cursor ?? null;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, number) => `Page ${number}.`));
});

it("a budget counts what is shown, and the first that is too long is cut to it", async () => {
  const namespace = "trap/budget";
  const content = `The anchor chain is long. ${"It has a link more. ".repeat(80)}`;
  await store({ content, namespace });
  const found = await client.call("memory_recall", { context: "anchor chain", namespace, budget_tokens: 40 });
  expect(found).toMatchObject({ count: 1 });
  expect(Number(found.tokens_used)).toBeLessThanOrEqual(41);
  expect(String(titles(found.memories, "content")[0]).length).toBeLessThan(200);
});

it("what consolidates is not gone: its sources are archived, linked and can be brought back", async () => {
  const namespace = "trap/one";
  const ids = [
    await store({ content: "The hull is of steel.", namespace }),
    await store({ content: "The deck is of teak.", namespace }),
  ];
  const made = await client.call("memory_consolidate", { ids, title: "Ship", summary: "Steel and teak." });
  expect(titles((await client.call("memory_get_links", { id: made.id ?? null })).links, "target_id")).toEqual(ids);
  await client.call("call_write", { tool: "memory_consolidate_undo", arguments: { id: made.id ?? null } });
  expect(await live(namespace)).toHaveLength(2);
});

it("reflections have no circle, and a walk through any other ends", async () => {
  const namespace = "trap/circle";
  const ids: string[] = [];
  for (const title of ["P", "Q", "R"])
    ids.push(await store({ title, content: `${title} stands for itself.`, namespace, force: true }));
  const [p = "", q = "", r = ""] = ids;
  for (const [source_id, target_id] of [
    [p, q],
    [q, r],
  ] as const) {
    for (const relation of ["reflects_on", "related_to"])
      await client.call("memory_link", { source_id, target_id, relation });
  }
  expect(await workbench.error("memory_link", { source_id: r, target_id: p, relation: "reflects_on" })).toMatchObject({
    code: "LINK_CYCLE",
  });
  await client.call("memory_link", { source_id: r, target_id: p });
  const walked = await client.call("memory_kg_query", { source_id: p, max_depth: 5 });
  expect(titles(walked.memories)).toEqual(["Q", "R"]);
});

it("where no model is, each text operation has an answer, and says that words made it", async () => {
  const namespace = "trap/words";
  const id_a = await store({ content: "The store closes on Mondays at six.", namespace });
  const id_b = await store({ content: "The store closes on Sundays at six.", namespace });
  const answers = [
    await client.call("memory_auto_tag", { id: id_a }),
    await client.call("memory_expand_query", { query: "which database" }),
    await client.call("memory_detect_contradiction", { id_a, id_b }),
    await client.call("memory_consolidate", { ids: [id_a, id_b], title: "Hours" }),
  ];
  expect(answers.map(({ method }) => method)).toEqual(["words", "words", "words", "words"]);
});

it("an inbox marks what it shows, and two messages of one title stay two", async () => {
  for (const payload of ["Weigh the anchor.", "Drop the anchor."]) {
    await client.call("memory_notify", { target_agent_id: "mate", title: "Anchor", payload });
  }
  const unread = { agent_id: "mate", unread_only: true };
  const { messages } = await client.call("memory_inbox", unread);
  expect(titles(messages)).toEqual(["Anchor", "Anchor"]);
  expect(titles(messages, "payload")).toEqual(["Drop the anchor.", "Weigh the anchor."]);
  expect(await client.call("memory_inbox", unread)).toMatchObject({ count: 0 });
});

it("who approves what is not here at all", async () => {
  for (const tool of ["memory_pending_list", "memory_pending_approve", "memory_pending_reject"]) {
    expect(client.names).not.toContain(tool);
    const answer = await workbench.connection.callTool(tool, {});
    expect(answer.kind === "protocol-error" || answer.isError, tool).toBe(true);
  }
});

const others: ServedWorkbench[] = [];
afterAll(async () => {
  for (const one of others) await one.close();
});

async function another(options: Parameters<typeof serveWorkbench>[0]): Promise<ServedWorkbench> {
  const served = await serveWorkbench(options);
  others.push(served);
  return served;
}
