import { describe, expect, onTestFinished, test, vi } from "vitest";
import { hashOf } from "../../../src/services/embedding/embedded-text.ts";
import { embeddingProvider } from "../../../src/services/embedding/embedding-provider.ts";
import { embeddingSettings } from "../../../src/services/embedding/embedding-settings.ts";
import { memoryEmbeddings } from "../../../src/services/embedding/memory-embeddings.ts";
import { openAiEmbedder } from "../../../src/services/embedding/openai-embedder.ts";
import { storedMemories } from "../../../src/services/memories/stored-memories.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { emptyDatabase } from "../../store/empty-database.ts";
import { stoppedClock } from "../clock.ts";
import { storeRequest, writer } from "../workbench.ts";
import { answer, type EmbeddingServer, embeddingServer, vectorOf } from "./embedding-server.ts";

const question = { contextTokens: [], filter: { includeArchived: false }, minScore: 0, limit: 10 };
const far = [
  "The cat sleeps on the sofa.",
  "Lunch is at noon.",
  "The printer wants toner.",
  "Rain is expected in May.",
];

/** Services on a database, with a provider. */
async function opened(server: Pick<EmbeddingServer, "url">, { path, model = "words", key = "" } = { path: "" }) {
  const store = await openStore(path === "" ? await emptyDatabase() : path);
  const settings = embeddingSettings({
    PEGBOARD_EMBEDDINGS_URL: server.url,
    PEGBOARD_EMBEDDINGS_MODEL: model,
    PEGBOARD_EMBEDDINGS_KEY: key,
    PEGBOARD_EMBEDDINGS_PER_MINUTE: "60000",
  });
  if (settings === undefined) throw new Error("expected settings");
  let shift = 0;
  const clock = () => performance.now() + shift;
  const provider = embeddingProvider(openAiEmbedder(settings), { perMinute: settings.perMinute, clock });
  const warnings: string[] = [];
  const log = {
    warn: (message: string, data?: object) => void warnings.push(`${message} ${JSON.stringify(data ?? {})}`),
  };
  const embeddings = memoryEmbeddings(store, provider, log);
  const memories = storedMemories({ store, clock: stoppedClock(), embeddings });
  const close = async () => {
    await embeddings.close();
    await store.close();
  };
  onTestFinished(close);
  const keep = async (content: string, title?: string) => {
    const outcome = await memories.store(storeRequest({ namespace: "n", content, title, tier: "long", force: true }));
    if (!("memory" in outcome)) throw new Error(outcome.status);
    embeddings.wake();
    return outcome.memory.id;
  };
  return {
    store,
    memories,
    embeddings,
    provider,
    warnings,
    close,
    keep,
    /** The back-off ends. */
    skip: (ms: number) => {
      shift += ms;
    },
    recall: (context: string) => memories.recall({ context, ...question }),
    pending: () => store.read(({ vectors }) => vectors.pending()),
    async settled() {
      embeddings.wake();
      await vi.waitFor(async () => expect(await store.read(({ vectors }) => vectors.model())).toBeDefined(), 5_000);
      await vi.waitFor(async () => expect(await store.read(({ vectors }) => vectors.pending())).toBe(0), 5_000);
    },
  };
}

async function withMemories(server: EmbeddingServer) {
  const given = await opened(server);
  const id = await given.keep("Ann has bought a red automobile.");
  for (const text of far) await given.keep(text);
  return { ...given, id };
}

describe("memories with vectors", () => {
  test("are found by a word of like meaning that none of them holds", async () => {
    const { settled, recall, id } = await withMemories(await embeddingServer());
    await settled();
    const { hits, mode, withoutVector, wordsAlone } = await recall("red vehicle of Ann");
    expect({ first: hits[0]?.memory.id, mode, withoutVector, wordsAlone }).toEqual({
      first: id,
      mode: "hybrid",
      withoutVector: 0,
      wordsAlone: undefined,
    });
  });

  test("get another vector when their text changes, and none when they end", async () => {
    const server = await embeddingServer();
    const { settled, memories, store, id } = await withMemories(server);
    await settled();
    const sent = () => server.requests.flat().filter((text) => text.includes("Ann")).length;
    const before = sent();
    await memories.update({ id, changes: { priority: 9 }, editSource: "llm", writer });
    await settled();
    expect(sent()).toBe(before);
    await memories.update({ id, changes: { content: "Ann has sold her automobile." }, editSource: "llm", writer });
    await settled();
    expect(sent()).toBe(before + 1);
    const near = () =>
      store.read(({ vectors }) =>
        vectors.near({
          vector: new Float32Array(64).fill(0.125),
          filter: { includeArchived: true },
          now: 0,
          limit: 50,
        }),
      );
    expect((await near()).map((memory) => memory.id)).toContain(id);
    await memories.forget({ ids: [id], isDryRun: false, writer });
    expect((await near()).map((memory) => memory.id)).not.toContain(id);
  });

  test("share the vector of one text", async () => {
    const server = await embeddingServer();
    const { settled, keep } = await withMemories(server);
    await settled();
    const before = server.requests.length;
    await keep("Lunch is at noon.", "Lunch is at noon");
    await settled();
    expect(server.requests.length).toBe(before);
  });

  test("of another model are made again and never compared with those of the one before", async () => {
    const server = await embeddingServer();
    const path = await emptyDatabase();
    const first = await opened(server, { path, model: "one" });
    for (const text of far) await first.keep(text);
    await first.settled();
    await first.close();
    // The vectors of the second model have the same length and another meaning.
    let isHeld = true;
    server.behaviour = (texts, response) => isHeld && texts.length < 24 && answer(response, 503, "");
    const second = await opened(server, { path, model: "two" });
    second.embeddings.wake();
    await vi.waitFor(async () => expect((await second.store.read(({ vectors }) => vectors.model()))?.name).toBe("two"));
    await vi.waitFor(async () => expect(await second.pending()).toBe(far.length));
    const near = await second.store.read(({ vectors }) =>
      vectors.near({ vector: new Float32Array(64).fill(0.125), filter: { includeArchived: false }, now: 0, limit: 50 }),
    );
    expect(near).toEqual([]);
    isHeld = false;
    second.skip(600_000);
    await second.settled();
    expect(await second.recall("When is lunch?")).toMatchObject({ mode: "hybrid" });
  });

  test("of a model that gives another length under its name are made again, and never compared", async () => {
    const server = await embeddingServer();
    const { settled, recall, keep, id, store, skip } = await withMemories(server);
    await settled();
    const lengths = () =>
      store.read(async ({ vectors }) => {
        const hashes = (text: string) => hashOf(text);
        const known = await vectors.known("words", [...far, "Ben has bought a blue vehicle."].map(hashes));
        return [(await vectors.model())?.dimensions, ...new Set([...known.values()].map(({ length }) => length))];
      });
    expect(await lengths()).toEqual([64, 64]);
    // The model behind the name was exchanged.
    server.behaviour = (texts, response) =>
      answer(response, 200, { data: texts.map((text) => ({ embedding: vectorOf(text).slice(0, 48) })) });
    expect(await recall("red automobile of Ann")).toMatchObject({ mode: "keyword", hits: [{ memory: { id } }] });
    await keep("Ben has bought a blue vehicle.");
    skip(600_000);
    await vi.waitFor(async () => expect(await lengths()).toEqual([48, 48]), 5_000);
    await settled();
    expect(await recall("blue car of Ben")).toMatchObject({ mode: "hybrid", withoutVector: 0 });
    expect((await recall("car of Ann")).hits[0]?.memory.id).toBe(id);
  });

  test("a process whose model was replaced by another process's says so, and finds by words", async () => {
    const server = await embeddingServer();
    const path = await emptyDatabase();
    const first = await opened(server, { path, model: "one" });
    await first.keep("Lunch is at noon.");
    await first.settled();
    const second = await opened(server, { path, model: "two" });
    second.embeddings.wake();
    const model = () => second.store.read(({ vectors }) => vectors.model());
    await vi.waitFor(async () => expect(await model()).toMatchObject({ name: "two" }), 5_000);
    const replaced = "another process uses another embedding model for this database";
    expect(await first.recall("When is lunch?")).toMatchObject({ mode: "keyword", wordsAlone: replaced });
    await first.keep("The printer wants toner.");
    await vi.waitFor(() => expect(first.warnings.join()).toContain(replaced), 5_000);
    const { hits, mode, wordsAlone } = await first.recall("When is lunch?");
    expect({ found: hits.length, mode, wordsAlone }).toEqual({
      found: 1,
      mode: "keyword",
      wordsAlone: replaced,
    });
  });

  test("what was stored without a provider gets its vectors later", async () => {
    const server = await embeddingServer();
    const path = await emptyDatabase();
    const store = await openStore(path);
    const memories = storedMemories({ store, clock: stoppedClock() });
    for (const content of far)
      await memories.store(storeRequest({ namespace: "n", content, tier: "long", force: true }));
    const { mode, withoutVector } = await memories.recall({ context: "lunch", ...question });
    expect({ mode, withoutVector }).toEqual({ mode: "keyword", withoutVector: undefined });
    expect(await store.read(({ vectors }) => vectors.pending())).toBe(0);
    await store.close();
    const later = await opened(server, { path });
    await later.recall("anything");
    await vi.waitFor(
      async () => expect(await later.recall("lunch")).toMatchObject({ mode: "hybrid", withoutVector: 0 }),
      5_000,
    );
  });
});

describe("a provider that fails", () => {
  const failures: readonly (readonly [name: string, behaviour: EmbeddingServer["behaviour"], reason: string])[] = [
    [
      "with 429",
      (_, response) => answer(response, 429, { error: { message: "slow down" } }, { "retry-after": "2" }),
      "answered 429: slow down",
    ],
    ["with 500 and a page", (_, response) => answer(response, 500, "<html>"), "answered 500"],
    ["with garbage", (_, response) => answer(response, 200, "{]"), "answered with something else than embeddings"],
    [
      "with the wrong dimension",
      (texts, response) => answer(response, 200, { data: texts.map(() => ({ embedding: [1, 2] })) }),
      "gave a vector of 2 dimensions instead of 64",
    ],
    [
      "by a redirect",
      (_, response) => answer(response, 307, "", { location: "http://127.0.0.1:1/" }),
      "can't be reached: unexpected redirect",
    ],
    ["by hanging up", (_, response) => Boolean(response.destroy()), "can't be reached: other side closed"],
  ];

  test.each(failures)(
    "%s: recall goes by words and says so, and everything is embedded afterwards",
    async (_, behaviour, reason) => {
      // Another model behind the name would tell texts apart.
      const logged = reason.startsWith("gave") ? "gave one vector for all texts" : reason;
      const server = await embeddingServer();
      const { settled, recall, keep, warnings, pending, skip, id } = await withMemories(server);
      await settled();
      server.behaviour = behaviour;
      const asked = await recall("red automobile of Ann");
      expect(asked).toMatchObject({ mode: "keyword", wordsAlone: `the embedding provider ${reason}` });
      expect(asked.hits[0]?.memory.id).toBe(id);
      const later = await keep("Ben has bought a blue vehicle.");
      await vi.waitFor(() => expect(warnings.join()).toContain(logged), 5_000);
      expect(await pending()).toBe(1);
      server.behaviour = undefined;
      skip(600_000);
      await settled();
      const { hits, mode } = await recall("blue car of Ben");
      expect({ first: hits[0]?.memory.id, mode }).toEqual({ first: later, mode: "hybrid" });
    },
  );

  test.each([
    ["text for numbers", "x"],
    ["zeros", 0],
    ["nothing", undefined],
  ])("with %s: recall goes by words, and such a memory is left alone for an hour", async (_, value) => {
    const server = await embeddingServer();
    const { settled, recall, keep, warnings, pending } = await withMemories(server);
    await settled();
    server.behaviour = (texts, response) =>
      answer(response, 200, { data: texts.map(() => ({ embedding: value === undefined ? undefined : [value] })) });
    const { mode, wordsAlone } = await recall("red automobile of Ann");
    const reason = "answered without a usable vector";
    expect({ mode, wordsAlone }).toEqual({ mode: "keyword", wordsAlone: `the embedding provider ${reason}` });
    await keep("Ben has bought a blue vehicle.");
    await vi.waitFor(() => expect(warnings.join()).toContain(reason), 5_000);
    server.behaviour = undefined;
    await keep("Trains are late.");
    await vi.waitFor(async () => expect(await pending()).toBe(1), 5_000);
    expect(await recall("blue car of Ben")).toMatchObject({ mode: "hybrid", withoutVector: 1 });
    expect((await recall("blue vehicle of Ben")).hits[0]?.memory.content).toBe("Ben has bought a blue vehicle.");
  });

  test("by silence: a question waits a second, the next ones do not wait", async () => {
    const server = await embeddingServer();
    const { settled, recall } = await withMemories(server);
    await settled();
    server.behaviour = () => true;
    const { mode, wordsAlone } = await recall("red automobile of Ann");
    expect({ mode, wordsAlone }).toEqual({
      mode: "keyword",
      wordsAlone: "the embedding provider did not answer in time",
    });
    const asked = server.requests.length;
    expect(await recall("what does the printer want")).toMatchObject({ mode: "keyword" });
    expect(server.requests.length).toBe(asked);
  });

  test("with half a batch: the rest is asked for again, and nothing twice", async () => {
    const server = await embeddingServer();
    server.behaviour = (texts, response) => {
      if (texts.length === 24) return false;
      const whole = texts.map((text, index) => ({ index, text })).slice(0, Math.ceil(texts.length / 2));
      return answer(response, 200, {
        data: whole.map(({ index }) => ({
          index,
          embedding: Array.from({ length: 64 }, (_, at) => Math.sin(at + index)),
        })),
      });
    };
    const { settled, embeddings } = await withMemories(server);
    await settled();
    const batches = server.requests.filter(({ length }) => length < 24).map(({ length }) => length);
    await embeddings.close();
    expect(batches.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(1 + far.length + 2 + 1 + 1);
  });

  test("with one text that it refuses: the others get their vectors, and it is not asked for again", async () => {
    const server = await embeddingServer();
    server.behaviour = (texts, response) =>
      texts.some((text) => text.includes("printer")) && answer(response, 400, { error: { message: "input too long" } });
    const { pending, warnings, recall, embeddings, keep } = await withMemories(server);
    await vi.waitFor(() => expect(warnings.join()).toContain("input too long"), 5_000);
    await vi.waitFor(async () => expect(await pending()).toBe(1), 5_000);
    await keep("Trains are late.");
    await vi.waitFor(async () => expect(await pending()).toBe(1), 5_000);
    await embeddings.close();
    expect(server.requests.flat().filter((text) => text.includes("printer")).length).toBeLessThanOrEqual(3);
    expect((await recall("printer toner")).hits).toHaveLength(1);
  });

  test("keeps its key: it is in no message and no log, and goes to no other address", async () => {
    const server = await embeddingServer();
    const key = "sk-secret-4711";
    const { recall, warnings, settled, keep } = await opened(server, { path: "", key });
    await keep("Lunch is at noon.");
    await settled();
    expect(new Set(server.authorizations)).toEqual(new Set([`Bearer ${key}`]));
    server.behaviour = (_, response) => answer(response, 401, { error: { message: `wrong key ${key}` } });
    const { wordsAlone } = await recall("lunch");
    expect(wordsAlone).toBe("the embedding provider answered 401: wrong key …");
    await keep("Trains are late.");
    await vi.waitFor(() => expect(warnings).toHaveLength(1), 5_000);
    expect(warnings.join()).not.toContain(key);
  });
});
