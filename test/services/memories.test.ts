import { describe, expect, test } from "vitest";
import { HostUnavailable } from "../../src/runtime/errors.ts";
import type { RecallRequest, StoreOutcome } from "../../src/services/memories/memories.ts";
import { storedMemories } from "../../src/services/memories/stored-memories.ts";
import type { Store } from "../../src/store/store.ts";
import { memory } from "../store/contract.ts";
import { startOfTests } from "./clock.ts";
import { storeRequest, type Workbench, workbench } from "./workbench.ts";

const hourMs = 3_600_000;

describe("storing", () => {
  test("a memory is created with what was given, and logged", async () => {
    const { memories, store } = await workbench();
    const outcome = await memories.store(storeRequest({ title: "Ports", content: "7179", tags: ["net"] }));
    const memory = written(outcome);
    expect(outcome.status).toBe("created");
    expect([memory.title, memory.content, memory.tags, memory.createdAt, memory.updatedAt]).toEqual([
      "Ports",
      "7179",
      ["net"],
      startOfTests,
      startOfTests,
    ]);
    expect(await store.read(({ activity }) => activity.latest(9))).toEqual([
      { at: startOfTests, event: "memory_created", subject: memory.id, agent: "tester", session: "s" },
    ]);
  });

  test("a title that is taken is refused, and nothing changes", async () => {
    const { memories, store } = await workbench();
    const first = written(await memories.store(storeRequest({ title: "Ports", content: "7179" })));
    const second = await memories.store(storeRequest({ title: "Ports", content: "8080" }));
    expect(second).toEqual({ status: "title_taken", title: "Ports", id: first.id });
    expect((await store.read((rows) => rows.memories.byIds([first.id])))[0]?.content).toBe("7179");
  });

  test("the same title in another namespace is another memory", async () => {
    const { memories } = await workbench();
    await memories.store(storeRequest({ title: "Ports", content: "7179" }));
    const other = await memories.store(storeRequest({ title: "Ports", content: "7179", namespace: "a" }));
    expect(other.status).toBe("created");
  });

  test("merging replaces what the author decides and keeps agent, age and the longer life", async () => {
    const { memories, clock } = await workbench();
    const first = written(
      await memories.store(
        storeRequest({
          title: "Ports",
          content: "7179",
          tier: "long",
          agentId: "first",
          tags: ["old"],
          sourceUri: "doc:1",
          signature: "sig",
          createdAt: { at: 5, text: "1970-01-01T00:00:00.005Z" },
        }),
      ),
    );
    clock.advance(1_000);
    const second = await memories.store(
      storeRequest({
        title: "Ports",
        content: "8080",
        tier: "short",
        tags: ["new"],
        kind: "claim",
        priority: 2,
        confidence: 0.5,
        onConflict: "merge",
      }),
    );
    expect(second.status).toBe("merged");
    expect(written(second)).toEqual({
      ...first,
      content: "8080",
      tags: ["new"],
      kind: "claim",
      priority: 2,
      confidence: 0.5,
      signature: null,
      signedCreatedAt: null,
      updatedAt: startOfTests + 1_000,
      version: 2,
    });
  });

  test("merging keeps what was left out, and changes what was given, its default too", async () => {
    const { memories } = await workbench();
    const before = storeRequest({
      title: "Ports",
      content: "7179",
      tier: "short",
      agentId: "first",
      kind: "claim",
      scope: "team",
      source: "user",
      priority: 9,
      confidence: 0.5,
      tags: ["net"],
      metadata: { ticket: 12 },
      sourceUri: "doc:1",
      createdAt: { at: 5, text: "1970-01-01T00:00:00.005Z" },
    });
    const first = written(await memories.store(before));
    const parts = ["tier", "kind", "scope", "source", "priority", "confidence", "tags", "metadata"];
    const bare = storeRequest({ title: "Ports", content: "8080", onConflict: "merge" });
    const kept = written(await memories.store({ ...bare, leftOut: new Set(parts) }));
    expect(kept).toEqual({ ...first, content: "8080", version: 2 });
    const given = written(await memories.store({ ...bare, agentId: "second", createdAt: { at: 6, text: "" } }));
    expect(given).toEqual({
      ...first,
      content: "8080",
      tier: "mid",
      expiresAt: startOfTests + 7 * 24 * hourMs,
      kind: "observation",
      scope: "collective",
      source: "nhi",
      priority: 5,
      confidence: 1,
      tags: [],
      metadata: {},
      agentId: "second",
      createdAt: 6,
      version: 3,
    });
  });

  test("merging keeps the replaced version archived, and none where nothing is lost", async () => {
    const bench = await workbench();
    const put = (content: string) =>
      bench.memories.store(storeRequest({ title: "Ports", content, tags: [content], onConflict: "merge" }));
    const first = written(await put("seven"));
    await recall(bench, { context: "seven" });
    bench.clock.advance(1_000);
    await put("eight");
    await put("eight");
    const all = async (includeArchived: boolean) =>
      (await recall(bench, { context: "ports", filter: { includeArchived } })).hits.map((hit) => hit.memory);
    expect((await all(false)).map((memory) => [memory.id, memory.content])).toEqual([[first.id, "eight"]]);
    const archived = (await all(true)).filter((memory) => memory.archivedAt !== null);
    expect(archived).toEqual([
      {
        ...first,
        id: archived[0]?.id,
        archivedAt: bench.clock(),
        archiveReason: "replaced",
        versionOf: first.id,
        accessCount: 1,
        accessedAt: startOfTests,
      },
    ]);
    expect(
      (await recall(bench, { context: "seven", filter: { includeArchived: true, tags: ["seven"] } })).hits.length,
    ).toBe(1);
  });

  test("merging raises the tier, and never brings the end nearer", async () => {
    const { memories, clock } = await workbench();
    const mid = written(await memories.store(storeRequest({ title: "a", content: "x", tier: "mid" })));
    clock.advance(hourMs);
    const put = async (tier: "short" | "long") =>
      written(await memories.store(storeRequest({ title: "a", content: "x", tier, onConflict: "merge" })));
    const short = await put("short");
    expect([short.tier, short.expiresAt]).toEqual(["mid", (mid.expiresAt ?? 0) + hourMs]);
    const long = await put("long");
    expect([long.tier, long.expiresAt]).toEqual(["long", null]);
  });

  test("merging where no memory has the title creates one", async () => {
    const { memories } = await workbench();
    expect((await memories.store(storeRequest({ title: "a", content: "x", onConflict: "merge" }))).status).toBe(
      "created",
    );
  });

  test("versions are numbered from 2, in the first free place", async () => {
    const { memories } = await workbench();
    const put = async (content: string) => {
      const outcome = await memories.store(storeRequest({ title: "Ports", content, onConflict: "version" }));
      return [outcome.status, written(outcome).title];
    };
    expect([await put("one"), await put("two"), await put("three")]).toEqual([
      ["created", "Ports"],
      ["versioned", "Ports (2)"],
      ["versioned", "Ports (3)"],
    ]);
  });

  test("derived titles never conflict", async () => {
    const { memories } = await workbench();
    const put = async (content: string) => {
      const outcome = await memories.store(storeRequest({ content }));
      return [outcome.status, written(outcome).title];
    };
    expect([
      await put("Same line\nred"),
      await put("Same line\nblue fox"),
      await put("Same line\nnine tall men"),
    ]).toEqual([
      ["created", "Same line"],
      ["created", "Same line (2)"],
      ["created", "Same line (3)"],
    ]);
  });

  test("after 1,024 of one title no further number follows", async () => {
    const { memories, store } = await workbench();
    await store.write(async (rows) => {
      for (let number = 1; number < 1_024; number++) {
        const title = number === 1 ? "Ports" : `Ports (${number})`;
        await rows.memories.insert(memory({ id: `m${number}`, title, content: `${number}` }));
      }
    });
    const put = (content: string) =>
      memories.store(storeRequest({ title: "Ports", content, onConflict: "version", force: true }));
    expect(written(await put("the last")).title).toBe("Ports (1024)");
    expect((await put("one more")).status).toBe("title_taken");
  });

  test("what says almost the same is not stored, unless forced", async () => {
    const { memories, store } = await workbench();
    const content = "the bridge listens on port seven one seven nine and nowhere else";
    const first = written(await memories.store(storeRequest({ title: "Ports", content })));
    const again = storeRequest({ title: "Where it listens", content: `${content} indeed`.toUpperCase() });
    expect(await memories.store(again)).toEqual({
      status: "similar_exists",
      title: "Where it listens",
      similar: [{ id: first.id, title: "Ports", similarity: 11 / 12 }],
      expiresAt: startOfTests + 7 * 24 * hourMs,
    });
    expect(await store.read((rows) => rows.memories.count(0))).toBe(1);
    expect((await memories.store({ ...again, force: true })).status).toBe("created");
  });

  test("the same content twice without a title is noticed", async () => {
    const { memories } = await workbench();
    await memories.store(storeRequest({ content: "設計を決めた" }));
    expect((await memories.store(storeRequest({ content: "設計を決めた" }))).status).toBe("similar_exists");
  });

  test("other namespaces, and what has expired, are not looked at for likeness", async () => {
    const { memories, clock } = await workbench();
    const content = "one two three";
    await memories.store(storeRequest({ content, tier: "short" }));
    expect((await memories.store(storeRequest({ content, namespace: "a" }))).status).toBe("created");
    expect((await memories.store(storeRequest({ content, namespace: "global/x" }))).status).toBe("created");
    clock.advance(6 * hourMs);
    const again = await memories.store(storeRequest({ content }));
    expect([again.status, written(again).title]).toEqual(["created", "one two three"]);
  });
});

describe("recalling", () => {
  test("finds by words, and counts the access", async () => {
    const bench = await workbench();
    await bench.memories.store(storeRequest({ title: "Ports", content: "The bridge listens on 7179" }));
    await bench.memories.store(storeRequest({ title: "Other", content: "Nothing to see" }));
    const recalled = await recall(bench, { context: "where does the bridge listen" });
    expect(recalled.hits.map((hit) => [hit.memory.title, hit.score])).toEqual([["Ports", 1]]);
    expect([recalled.more, recalled.tokensUsed, recalled.budgetOverflow]).toEqual([false, 7, false]);
    const again = await recall(bench, { context: "bridge" });
    expect([again.hits[0]?.memory.accessCount, again.hits[0]?.memory.accessedAt]).toEqual([1, startOfTests]);
  });

  test.each([
    'AND OR NOT NEAR( " * ^ : - {} + title: bridge',
    "'; DROP TABLE memories; --",
    "🔥",
    '"',
    "NEAR(a b, 2)",
    "*",
  ])("%j is words, not query syntax", async (context) => {
    const bench = await workbench();
    await bench.memories.store(storeRequest({ title: "Ports", content: "The bridge listens" }));
    const titles = (await recall(bench, { context })).hits.map((hit) => hit.memory.title);
    expect(titles).toEqual(context.includes("bridge") ? ["Ports"] : []);
  });

  test("more is true when the limit or the budget cut something off", async () => {
    const bench = await workbench();
    for (const word of ["red", "tan", "sky"]) {
      await bench.memories.store(storeRequest({ title: word, content: `same ${word}` }));
    }
    const facts = async (over: Partial<RecallRequest>) => {
      const { hits, more, tokensUsed, budgetOverflow } = await recall(bench, { context: "same", ...over });
      return [hits.length, more, tokensUsed, budgetOverflow];
    };
    expect(await facts({ limit: 3 })).toEqual([3, false, 6, false]);
    expect(await facts({ limit: 2 })).toEqual([2, true, 4, false]);
    expect(await facts({ budgetTokens: 5 })).toEqual([2, true, 4, false]);
    expect(await facts({ budgetTokens: 1 })).toEqual([1, true, 2, true]);
    expect(await facts({ budgetTokens: 0 })).toEqual([0, true, 0, false]);
  });

  test("what was found under a session key is preferred by the next recall under it", async () => {
    const bench = await workbench();
    for (const [title, content] of [
      ["a", "same red"],
      ["b", "same blue"],
    ]) {
      await bench.memories.store(storeRequest({ title: title ?? "", content: content ?? "" }));
    }
    const first = async (over: Partial<RecallRequest>) =>
      (await recall(bench, { context: "same", ...over })).hits[0]?.memory.title;
    const before = await first({});
    const other = before === "a" ? { title: "b", word: "blue" } : { title: "a", word: "red" };
    await recall(bench, { context: other.word, sessionKey: "k" });
    expect([await first({ sessionKey: "k" }), await first({ sessionKey: "x" }), await first({})]).toEqual([
      other.title,
      before,
      before,
    ]);
  });

  test("words beside the question find too, and do not count for the score", async () => {
    const bench = await workbench();
    await bench.memories.store(storeRequest({ title: "t", content: "violet" }));
    const { hits } = await recall(bench, { context: "red", contextTokens: ["violet things"] });
    expect(hits.map((hit) => hit.score)).toEqual([0]);
    expect((await recall(bench, { context: "red", contextTokens: ["violet"], minScore: 0.01 })).hits).toEqual([]);
  });

  test("what has expired is not found, is found when asked for, and is archived by the next write", async () => {
    const bench = await workbench();
    const { id } = written(await bench.memories.store(storeRequest({ content: "brief note", tier: "short" })));
    await bench.memories.store(storeRequest({ content: "lasting note", tier: "long" }));
    bench.clock.advance(6 * hourMs);
    expect((await recall(bench, { context: "note" })).hits.length).toBe(1);
    const { hits } = await recall(bench, { context: "note", filter: { includeArchived: true } });
    expect(hits.map((hit) => hit.memory.id)).toContain(id);
    await bench.memories.store(storeRequest({ title: "taken", content: "x", force: true }));
    const [, latest] = await bench.store.read(({ activity }) => activity.latest(2));
    expect([latest?.event, latest?.subject]).toEqual(["memory_archived", id]);
    const [row] = await bench.store.read((rows) => rows.memories.byIds([id]));
    const end = startOfTests + 6 * hourMs;
    expect([row?.archivedAt, row?.expiresAt, row?.archiveReason]).toEqual([end, end, "expired"]);
  });

  test("a recall changes nothing but the count and the time of access, and lengthens the life of what it finds", async () => {
    const bench = await workbench();
    const before = written(await bench.memories.store(storeRequest({ content: "note", tier: "short" })));
    const activity = await bench.store.read((rows) => rows.activity.latest(9));
    bench.clock.advance(5.5 * hourMs);
    await recall(bench, { context: "note", sessionKey: "k" });
    const [after] = await bench.store.read((rows) => rows.memories.byIds([before.id]));
    const expiresAt = bench.clock() + 6 * hourMs;
    expect(after).toEqual({ ...before, accessCount: 1, accessedAt: bench.clock(), expiresAt });
    expect(await bench.store.read((rows) => rows.activity.latest(9))).toEqual(activity);
  });

  test("what was found is answered though it can't be recorded, and the reason is reported", async () => {
    const bench = await workbench();
    const { id } = written(await bench.memories.store(storeRequest({ content: "note" })));
    const refusal = new HostUnavailable("the database is read-only", "never");
    const readOnly: Store = { ...bench.store, write: () => Promise.reject(refusal) };
    const memories = storedMemories({ store: readOnly, clock: bench.clock });
    const recalled = await recall({ ...bench, memories }, { context: "note" });
    expect([recalled.hits.map((hit) => hit.memory.id), recalled.unrecorded]).toEqual([
      [id],
      "the database is read-only",
    ]);
    const broken: Store = { ...bench.store, write: () => Promise.reject(new Error("an internal error")) };
    const faulty = storedMemories({ store: broken, clock: bench.clock });
    await expect(recall({ ...bench, memories: faulty }, { context: "note" })).rejects.toThrow("an internal error");
  });
});

test("the overview counts what is live and shows the last written first", async () => {
  const { memories, clock } = await workbench();
  for (const title of ["a", "b", "c"]) {
    await memories.store(storeRequest({ title, content: title, tier: title === "a" ? "short" : "mid" }));
    clock.advance(1);
  }
  const titles = async () => {
    const { count, recent } = await memories.overview(2);
    return [count, ...recent.map((memory) => memory.title)];
  };
  expect(await titles()).toEqual([3, "c", "b"]);
  clock.advance(6 * hourMs);
  expect(await titles()).toEqual([2, "c", "b"]);
});

function written(outcome: StoreOutcome) {
  if (!("memory" in outcome)) throw new Error(`nothing was written: ${outcome.status}`);
  return outcome.memory;
}

function recall({ memories }: Workbench, over: Partial<RecallRequest> & { readonly context: string }) {
  return memories.recall({ contextTokens: [], filter: { includeArchived: false }, minScore: 0, limit: 10, ...over });
}
