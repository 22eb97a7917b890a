import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { objects } from "../served-workbench.ts";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// What a client of ai-memory lets be made of its memories without a model (atoms, profiles), replays and counts, over stdio and on a
// real database.

const serve = serversOfTest();

async function connected() {
  const workbench = await serve({ profile: "ai_memory", client: "claude-code" });
  const client = await clientOfList(workbench);
  const store = async (given: JsonObject) => {
    const { id } = await client.call("memory_store", given);
    if (typeof id !== "string") throw new Error("nothing was stored");
    return id;
  };
  const contents = async (ids: JsonObject[string] | undefined) => {
    const found: unknown[] = [];
    for (const id of Array.isArray(ids) ? ids : []) found.push((await client.call("memory_get", { id })).content);
    return found;
  };
  return { workbench, client, store, contents };
}

const port = "The bridge listens on 7179.";
const health = "Its health check answers on 8080.";

it("splits a memory into atoms that are linked to it, and keeps it in the archive", async () => {
  const { workbench, client, store, contents } = await connected();
  const given = { title: "Bridge", namespace: "ops", tags: ["net"], priority: 8, kind: "claim", confidence: 0.7 };
  const source = await store({ ...given, content: `${port}\n\n${health}`, tier: "mid", agent_id: "ai:ann" });
  const made = await client.call("memory_atomise", { memory_id: source.slice(0, 8) });
  expect(made).toMatchObject({ source_id: source, atom_count: 2, method: "words", archived_at: expect.any(String) });
  expect(await contents(made.atom_ids)).toEqual([port, health]);
  const [first] = made.atom_ids as readonly string[];
  expect(await client.call("memory_get", { id: first ?? null })).toMatchObject({
    ...{ title: port, namespace: "ops", tags: ["net"], priority: 8, kind: "claim", tier: "mid" },
    provenance: { confidence: 0.7, agent_id: "ai:ann" },
  });
  expect(await client.call("memory_get", { id: source })).toMatchObject({ archived: true });
  expect(await client.call("memory_get_links", { id: source })).toMatchObject({
    links: [
      { relation: "derives_from", target_id: source },
      { relation: "derives_from", target_id: source },
    ],
  });
  expect(titles((await client.call("memory_recall", { context: "health check" })).memories, "content")).toEqual([
    health,
  ]);

  const again = { memory_id: source };
  expect(await workbench.error("memory_atomise", again)).toMatchObject({
    code: "NOT_ATOMISED",
    message: expect.stringContaining("it has 2 atoms already"),
  });
  const forced = await client.call("memory_atomise", { ...again, force_re_atomise: true });
  expect(forced).toMatchObject({ atom_count: 2, archived_at: made.archived_at });
  expect(await client.call("memory_list", { namespace: "ops" })).toMatchObject({ count: 2 });
  await client.call("memory_archive_restore", { id: source });
  expect(await client.call("memory_get", { id: source })).toMatchObject({ archived: false });
});

it("splits nothing that is one atom, gone or too much, and changes nothing then", async () => {
  const { workbench, client, store } = await connected();
  const one = await store({ content: port });
  const many = await store({ content: Array.from({ length: 101 }, (_, n) => `Fact ${n}.`).join("\n\n") });
  for (const [memory_id, problem] of [
    [one, "it is one atom"],
    [many, "it would be 101 atoms, and 100 is the most"],
  ] as const) {
    expect(await workbench.error("memory_atomise", { memory_id })).toMatchObject({
      code: "NOT_ATOMISED",
      message: expect.stringContaining(problem),
    });
  }
  expect(await client.call("memory_list")).toMatchObject({ count: 2 });
  await client.call("memory_forget", { ids: [one] });
  for (const [wrong, code] of [
    [{}, "MEMORY_ARCHIVED"],
    [{ force_re_atomise: true }, "MEMORY_ARCHIVED"],
    [{ memory_id: "ffffffff" }, "MEMORY_NOT_FOUND"],
    [{ max_atom_tokens: 49 }, "INVALID_ARGUMENTS"],
    [{ max_atom_tokens: 1001 }, "INVALID_ARGUMENTS"],
    [{ force_re_atomise: "yes" }, "INVALID_ARGUMENTS"],
  ] as const) {
    expect(await workbench.error("memory_atomise", { memory_id: one, ...wrong }), code).toMatchObject({ code });
  }
});

it("makes a profile of what is concluded about a thing, by all of its names, and nothing of what is private", async () => {
  const { workbench, client, store } = await connected();
  const seen = await store({ title: "Review", content: "The review took a day.", namespace: "team" });
  const mine = await store({ title: "Mine", content: "I was tired.", scope: "private" });
  const reflect = async (title: string, content: string, source = seen) => {
    const { id } = await client.call("memory_reflect", { source_ids: [source], title, content });
    return String(id);
  };
  const entity = await client.call("memory_entity_register", {
    ...{ canonical_name: "Ann", namespace: "team", aliases: ["the reviewer"] },
  });
  const first = await reflect("A", "Ann wants tests first.");
  const second = await reflect("B", "The Reviewer reads every line.");
  const linked = await reflect("C", "Mornings are best for questions.");
  await client.call("memory_link", { source_id: linked, target_id: entity.entity_id ?? null });
  await reflect("D", "Planning is done on Mondays.");
  await reflect("E", "Ann seems cross with me.", mine);

  expect(await client.call("memory_persona", { entity_id: "Ann" })).toEqual(expect.objectContaining({ persona: null }));
  const made = await client.call("memory_persona_generate", { entity_id: "the reviewer" });
  expect(made).toMatchObject({
    ...{ regenerated: false, namespace_scope: null, method: "words" },
    persona: { entity_id: "Ann", title: "Persona of Ann", namespace: "global", version: 1 },
  });
  const read = async (given: JsonObject) => {
    const { persona } = await client.call("memory_persona", given);
    return objects([persona ?? null])[0];
  };
  const persona = await read({ entity_id: String(entity.entity_id) });
  expect(persona).toEqual(made.persona);
  const { sources = [] } = persona ?? {};
  expect((sources as readonly string[]).toSorted()).toEqual([first, second, linked].toSorted());
  for (const said of ["Ann wants tests first.", "reads every line.", "Mornings are best"]) {
    expect(persona?.content).toContain(said);
  }
  expect(persona?.content).not.toMatch(/cross|Planning/);
  expect(await client.call("memory_get", { id: persona?.id ?? null })).toMatchObject({ kind: "persona", tier: "long" });

  const same = await client.call("memory_persona_generate", { entity_id: "ANN" });
  expect(same).toMatchObject({ regenerated: false, persona: { version: 1 } });
  await client.call("memory_forget", { ids: [second] });
  const changed = await client.call("memory_persona_generate", { entity_id: "Ann" });
  expect(changed).toMatchObject({ regenerated: true, persona: { id: persona?.id, version: 2 } });
  expect(objects([changed.persona ?? null])[0]?.sources).toHaveLength(2);

  const here = await client.call("memory_persona_generate", { entity_id: "Ann", namespace: "team" });
  expect(here).toMatchObject({ namespace_scope: "team", persona: { namespace: "team", version: 1 } });
  expect(await read({ entity_id: "Ann", namespace: "team" })).toMatchObject({
    id: objects([here.persona ?? null])[0]?.id,
  });
  // Without an entity the name alone counts.
  expect(await client.call("memory_persona_generate", { entity_id: "Mondays" })).toMatchObject({
    persona: { content: "Planning is done on Mondays." },
  });
  for (const [wrong, code] of [
    [{ entity_id: "Bob" }, "PERSONA_WITHOUT_SOURCE"],
    [{ entity_id: "Ann", namespace: "other" }, "PERSONA_WITHOUT_SOURCE"],
    [{ entity_id: "Ann", namespace: "a/.." }, "NAMESPACE_INVALID"],
    [{ entity_id: "" }, "INVALID_ARGUMENTS"],
    [{ entity_id: "a\u202Eb" }, "CONTROL_CHARACTER"],
  ] as const) {
    expect(await workbench.error("memory_persona_generate", wrong), code).toMatchObject({ code });
  }
  await store({ title: "Persona of Mondays", content: "A note.", namespace: "notes" });
  await reflect("F", "Mondays are long.", await store({ content: "It was long.", namespace: "notes" }));
  const taken = await workbench.error("memory_persona_generate", { entity_id: "Mondays", namespace: "notes" });
  expect(taken).toMatchObject({ code: "MEMORY_EXISTS" });
});

it("replays the turns behind a memory and behind what it was made of", async () => {
  const { workbench, client, store } = await connected();
  const turn = (host_session_id: string, host_turn_index: number, content: string) =>
    client.call("memory_capture_turn", { host_session_id, host_turn_index, role: "user", content });
  await turn("s1", 0, "When do we deploy?");
  const second = await turn("s1", 1, `On Tuesdays. ${"And more. ".repeat(300)}`);
  const fact = await store({ content: "We deploy on Tuesdays." });
  await new Promise((done) => setTimeout(done, 5));
  await turn("s1", 2, "Thank you.");
  const replay = (given: JsonObject) => client.call("memory_replay", given);
  const first = await replay({ memory_id: fact });
  expect(titles(first.transcripts, "turn_index")).toEqual([0, 1]);
  expect(objects(first.transcripts)[1]).toMatchObject({
    ...{ memory_id: second.memory_id, host_session_id: "s1", role: "user", depth: 0 },
    content_length: 3013,
  });
  const whole = await replay({ memory_id: fact, verbose: true });
  expect(objects(whole.transcripts)[1]?.content).toHaveLength(3013);
  expect(await replay({ memory_id: fact, agent_id: "codex" })).toMatchObject({ count: 0, transcripts: [] });

  // Another agent concludes something of it, in a session of its own.
  const { databasePath } = workbench;
  const other = await clientOfList(await serve({ profile: "ai_memory", client: "codex", databasePath }));
  await other.call("memory_capture_turn", { host_session_id: "s2", host_turn_index: 0, role: "user", content: "So?" });
  const made = await other.call("memory_reflect", { source_ids: [fact], title: "Rhythm", content: "Weekly." });
  const memory_id = made.id ?? null;
  const all = await replay({ memory_id });
  expect(objects(all.transcripts).map(({ host_session_id: host, depth }) => [host, depth])).toEqual([
    ["s1", 1],
    ["s1", 1],
    ["s2", 0],
  ]);
  expect(await replay({ memory_id, depth: 0 })).toMatchObject({ count: 1 });
  // Of a turn: its own conversation, up to it.
  const own = await replay({ memory_id: second.memory_id ?? null });
  expect(titles(own.transcripts, "turn_index")).toEqual([0, 1]);
  for (const wrong of [{ depth: 6 }, { depth: "all" }, { verbose: "yes" }]) {
    expect(await workbench.error("memory_replay", { memory_id: fact, ...wrong })).toMatchObject({
      code: "INVALID_ARGUMENTS",
    });
  }
  expect(await workbench.error("memory_replay", { memory_id: "ffffffff" })).toMatchObject({ code: "MEMORY_NOT_FOUND" });
});

it("counts what each agent stored and linked, and says that nothing is limited", async () => {
  const { workbench, client, store } = await connected();
  const a = await store({ content: "One.", namespace: "ops" });
  const b = await store({ content: "Two is longer.", namespace: "ops/web" });
  await store({ content: "Three.", namespace: "ops", agent_id: "ai:ann", created_at: "2020-01-01T00:00:00Z" });
  await client.call("memory_link", { source_id: a, target_id: b });
  const status = await client.call("memory_quota_status", {});
  expect(status).toMatchObject({ count: 3, more: false, unlimited: true, limits: null });
  const ann = {
    agent_id: "ai:ann",
    namespace: "ops",
    memories: 1,
    memories_today: 0,
    content_bytes: 6,
    links_today: 0,
  };
  const own = { agent_id: "claude-code", namespace: "ops", memories: 1, memories_today: 1, content_bytes: 4 };
  expect(objects(status.quotas)).toEqual([
    ann,
    { ...own, links_today: 1 },
    { ...own, namespace: "ops/web", content_bytes: 14, links_today: 0 },
  ]);
  expect(await client.call("memory_quota_status", { agent_id: "ai:ann" })).toMatchObject({ quotas: [ann], count: 1 });
  expect(await client.call("memory_quota_status", { namespace: "ops/web" })).toMatchObject({ count: 1 });
  expect(await client.call("memory_quota_status", { agent_id: "nobody" })).toMatchObject({ quotas: [] });
  expect(await workbench.error("memory_quota_status", { namespace: "a/.." })).toMatchObject({
    code: "NAMESPACE_INVALID",
  });
});
