import { describe, expect, test } from "vitest";
import { openAiChat } from "../../src/services/chat/openai-chat.ts";
import { providerSettings } from "../../src/services/provider/provider-settings.ts";
import { storedUpkeep } from "../../src/services/upkeep/upkeep.ts";
import { type ChatServer, chatServer } from "./chat-server.ts";
import { storeRequest, workbench, writer } from "./workbench.ts";

// The text operations with a chat model, and each way in which it can be of no use.

const key = "sk-secret-4711";

async function withModel(server: ChatServer, timeLimitMs = 5_000) {
  const bench = await workbench();
  const env = { PEGBOARD_CHAT_URL: server.url, PEGBOARD_CHAT_MODEL: "m", PEGBOARD_CHAT_KEY: key };
  const settings = providerSettings(env, "PEGBOARD_CHAT", "chat/completions");
  if (settings === undefined) throw new Error("expected settings");
  let now = 0;
  const model = openAiChat(settings, { clock: () => now, timeLimitMs });
  const store = async (title: string, content: string) => {
    const outcome = await bench.memories.store(storeRequest({ title, content, tier: "long", force: true }));
    if (!("memory" in outcome)) throw new Error(outcome.status);
    return outcome.memory.id;
  };
  const skip = (ms: number) => {
    now += ms;
  };
  return { ...bench, upkeep: storedUpkeep({ ...bench, model }), words: storedUpkeep(bench), keep: store, skip };
}

const asked = (title: string) => ({ title, summary: undefined, namespace: undefined, agentId: undefined, writer });

describe("with a chat model", () => {
  test("other words are the model's, without those of the query, thinking and marks around them", async () => {
    const server = await chatServer(
      '<think>{"no": 1}</think>Here:\n```json\n{"terms": ["Engine", "databases", "  store ", "engine"]}\n```',
    );
    const { upkeep } = await withModel(server);
    expect(await upkeep.expand("which database")).toEqual({ terms: ["engine", "store"], method: "model" });
    expect(server.requests).toEqual([
      { path: "/v1/chat/completions", key: `Bearer ${key}`, texts: ["which database"] },
    ]);
  });

  test("tags are the model's, beside those that the memory has", async () => {
    const server = await chatServer('{"tags": ["Harbour", "bridge", "opening hours"]}');
    const { upkeep, keep } = await withModel(server);
    const id = await keep("Bridge", "It opens at six.");
    expect(await upkeep.tag({ id, writer })).toMatchObject({
      ...{ status: "tagged", method: "model", added: ["harbour", "bridge", "opening hours"] },
    });
    expect(await upkeep.tag({ id, writer })).toMatchObject({ status: "unchanged", method: "model", added: [] });
  });

  test("a contradiction is the model's, with sentences that stand in the texts", async () => {
    const server = await chatServer(
      '{"contradicts": true, "sentence_a": "Ann is a vegan.", "sentence_b": "She had steak."}',
    );
    const { upkeep } = await withModel(server);
    const [a, b] = [said("Hello. Ann is a vegan."), said("She had steak. It was good.")];
    expect(await upkeep.contradiction(a, b)).toEqual({
      ...{ method: "model", found: { reason: "meaning", sentences: ["Ann is a vegan.", "She had steak."] } },
    });
    server.says = '{"contradicts": false}';
    expect(await upkeep.contradiction(a, b)).toEqual({ method: "model", found: undefined });
  });

  test("a summary is the model's; what was not sent is said to lack, and undoing brings all back", async () => {
    const server = await chatServer('{"summary": "Port 7179,\\nchecked on 8080.\\u001b[31m"}');
    const { upkeep, keep, memories } = await withModel(server);
    const ids = [
      await keep("Port", "The bridge listens on 7179."),
      await keep("Long", `${"a long text ".repeat(2_000)}.`),
    ];
    const made = await upkeep.consolidate({ ids, ...asked("Ports") });
    if (made.status !== "consolidated") throw new Error(made.status);
    expect(made).toMatchObject({
      method: "model",
      isCut: true,
      memory: { content: "Port 7179,\nchecked on 8080.[31m" },
    });
    expect(server.requests[0]?.texts.map(({ length }) => length)).toEqual([27, 12_000]);
    expect(await upkeep.undoConsolidation(made.memory.id, writer)).toMatchObject({ status: "undone", left: 0 });
    for (const id of ids) expect(await memories.find(id)).toMatchObject({ thing: { archivedAt: null } });
  });

  test("a summary that is given is kept, and nothing is sent", async () => {
    const server = await chatServer("{}");
    const { upkeep, keep } = await withModel(server);
    const ids = [await keep("Port", "It is 7179."), await keep("Health", "It is 8080.")];
    const made = await upkeep.consolidate({ ids, ...asked("Ports"), summary: "Both." });
    expect(made).toMatchObject({ status: "consolidated", method: "given", memory: { content: "Both." } });
    expect(server.requests).toEqual([]);
  });
});

const reply = (status: number, body: string, headers: Record<string, string> = {}): ChatServer["says"] => {
  return (response) => response.writeHead(status, headers).end(body);
};

const garbage = "answered with something else than was asked for";
const failures: readonly (readonly [what: string, says: ChatServer["says"], reason: string])[] = [
  ["silence", () => undefined, "did not answer in time"],
  ["429", reply(429, '{"error": {"message": "slow down"}}'), "answered 429: slow down"],
  ["500 and a page", reply(500, "<html>"), "answered 500"],
  ["a refusal", reply(400, '{"error": "no such model"}'), "answered 400: no such model"],
  [
    "its key",
    reply(401, JSON.stringify({ error: { message: `${"x".repeat(190)} ${key}` } })),
    `answered 401: ${"x".repeat(190)} …`,
  ],
  ["a redirect", reply(307, "", { location: "http://127.0.0.1:1/" }), "can't be reached: unexpected redirect"],
  ["hanging up", (response) => response.destroy(), "can't be reached: other side closed"],
  ["no message", reply(200, '{"choices": []}'), "answered with something else than a message"],
  ["garbage", reply(200, "{]"), "answered with something else than a message"],
  ["too much", reply(200, "x".repeat(1024 * 1024 + 1)), "answered with more than 1048576 bytes"],
  ["no JSON", "I can't do that.", garbage],
  ["other members", '{"words": ["x"]}', garbage],
  ["other types", '{"terms": "x", "tags": [1], "contradicts": "yes", "summary": ["x"]}', garbage],
  [
    "words that are texts",
    JSON.stringify({ terms: ["x".repeat(65)], tags: ["x".repeat(65)], summary: "x".repeat(4_001) }),
    garbage,
  ],
  ["nothing", '{"summary": " \\n ", "terms": null, "contradicts": true}', garbage],
  ["quotations of nothing", '{"contradicts": true, "sentence_a": "Made up.", "sentence_b": "It is 8080."}', garbage],
];

describe("a chat model that answers with", () => {
  test.each(failures)("%s: the rules do it, and it is said why", async (_what, says, reason) => {
    const server = await chatServer(says);
    const { upkeep, words, keep, skip } = await withModel(server, 200);
    const because = { method: "words", wordsAlone: `the chat model ${reason}` };
    expect(await upkeep.expand("which database")).toEqual({ ...(await words.expand("which database")), ...because });
    skip(600_000);
    const [a, b] = [said("We deploy the uploader on Tuesdays."), said("We deploy the uploader on Fridays.")];
    expect(await upkeep.contradiction(a, b)).toEqual({ ...(await words.contradiction(a, b)), ...because });
    skip(600_000);
    const id = await keep("Uploader", "The uploader retries. Retries of the uploader are logged.");
    expect(await upkeep.tag({ id, writer })).toMatchObject({ ...because, added: ["uploader", "retries", "logged"] });
    skip(600_000);
    const ids = [await keep("Port", "It is 7179."), await keep("Health", "It is 8080.")];
    const made = await upkeep.consolidate({ ids, ...asked("Ports") });
    expect(made).toMatchObject({ ...because, memory: { content: "It is 7179.\nIt is 8080." } });
    expect(JSON.stringify(made)).not.toContain(key);
  });

  test("a failure is left alone for a while: the next calls wait for nothing", async () => {
    const server = await chatServer(reply(503, "", { "retry-after": "60" }));
    const { upkeep, skip } = await withModel(server);
    for (let call = 0; call < 3; call++) {
      expect(await upkeep.expand("x")).toMatchObject({ wordsAlone: "the chat model answered 503" });
    }
    expect(server.requests).toHaveLength(1);
    skip(61_000);
    server.says = '{"terms": ["y"]}';
    expect(await upkeep.expand("x")).toEqual({ terms: ["y"], method: "model" });
  });

  test("tags of a memory that has changed meanwhile are not written", async () => {
    const server = await chatServer("");
    const { upkeep, keep, memories } = await withModel(server);
    const id = await keep("Bridge", "It opens at six.");
    server.says = async (response) => {
      await memories.update({ id, changes: { content: "It closes at ten." }, editSource: "llm", writer });
      response.writeHead(200).end(JSON.stringify({ choices: [{ message: { content: '{"tags": ["opening"]}' } }] }));
    };
    expect(await upkeep.tag({ id, writer })).toMatchObject({ method: "words" });
    expect(JSON.stringify(await memories.find(id))).not.toContain("opening");
  });

  test("an aborted call is aborted, not answered by the rules", async () => {
    const server = await chatServer(() => undefined);
    const { upkeep } = await withModel(server);
    const call = upkeep.expand("x", { signal: AbortSignal.timeout(50) });
    await expect(call).rejects.toThrow("timeout");
  });
});

/** A memory that says something, as it is compared. */
function said(content: string) {
  return { title: "", content, encrypted: false, locked: false };
}

test("without a model nothing is sent, and the result says so", async () => {
  const { words } = await withModel(await chatServer("{}"));
  expect(await words.expand("xyzzy")).toEqual({ terms: [], method: "words" });
});
