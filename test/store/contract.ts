import { describe, expect, onTestFinished, test } from "vitest";
import type { NewMemory } from "../../src/store/memory-rows.ts";
import { type MemoryFilter, type MemorySearch, readCharacters } from "../../src/store/memory-search.ts";
import { stem } from "../../src/store/stem.ts";
import type { ReadableRows, Store } from "../../src/store/store.ts";
import { distinctWords } from "../../src/store/words.ts";

// What every backend of the store must do. A backend's own test file calls this with a way to open a store on a place.

export interface Backend {
  readonly name: string;
  /** A new, empty place that lasts as long as the test. */
  readonly place: () => Promise<string>;
  readonly open: (place: string) => Promise<Store>;
}

export function describeStore(backend: Backend): void {
  const opened = async (place?: string): Promise<Store> => {
    const store = await backend.open(place ?? (await backend.place()));
    onTestFinished(() => store.close());
    return store;
  };

  describe(`${backend.name}: transactions`, () => {
    test("a write that throws leaves nothing behind, and throws what the work threw", async () => {
      const store = await opened();
      const attempt = store.write(async (rows) => {
        await rows.memories.insert(memory({ id: "m1" }));
        throw new Error("changed my mind");
      });
      await expect(attempt).rejects.toThrow("changed my mind");
      expect(await store.read((rows) => rows.memories.count(0))).toBe(0);
    });

    test("writes that are started at once happen one after another", async () => {
      const store = await opened();
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.write(async (rows) => {
            const count = await rows.memories.count(0);
            await rows.memories.insert(memory({ id: `m${index}`, title: `number ${count}` }));
          }),
        ),
      );
      const titles = (await store.read((rows) => rows.memories.recent(0, 50))).map((row) => row.title).sort();
      expect(titles).toEqual(Array.from({ length: 20 }, (_, index) => `number ${index}`).sort());
    });

    test("writes happen in the order in which they were asked for", async () => {
      const store = await opened();
      const order: number[] = [];
      const write = (number: number) =>
        store.write(async ({ memories }) => {
          await memories.count(0);
          order.push(number);
        });
      const first = [write(0), write(1)];
      await first[0];
      await Promise.all([...first, ...[2, 3, 4].map(write)]);
      expect(order).toEqual([0, 1, 2, 3, 4]);
    });

    test("a write whose signal is aborted while it works commits nothing, and throws the signal's reason", async () => {
      const store = await opened();
      const reason = new Error("the caller left");
      const controller = new AbortController();
      const attempt = store.write(
        async (rows) => {
          await rows.memories.insert(memory({ id: "m1" }));
          controller.abort(reason);
        },
        { signal: controller.signal },
      );
      await expect(attempt).rejects.toBe(reason);
      await expect(store.write(async () => undefined, { signal: controller.signal })).rejects.toBe(reason);
      await expect(store.read(async () => undefined, { signal: controller.signal })).rejects.toBe(reason);
      expect(await store.read((rows) => rows.memories.count(0))).toBe(0);
      await store.write((rows) => rows.memories.insert(memory({ id: "m2" })));
    });

    test("a write that stands in line leaves it when its signal is aborted or its patience ends", async () => {
      const store = await opened();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holding = store.write(() => held);
      const reason = new Error("the caller left");
      const controller = new AbortController();
      const cancelled = store.write(async () => "ran", { signal: controller.signal });
      const impatient = store.write(async () => "ran", { patienceMs: 5 });
      const patient = store.write(async () => "ran");
      controller.abort(reason);
      await expect(cancelled).rejects.toBe(reason);
      await expect(impatient).rejects.toThrow("busy with earlier writes");
      release();
      await holding;
      expect(await patient).toBe("ran");
    });

    test("a long read, and writes that wait in line, leave the event loop free; a write is not interrupted", async () => {
      const store = await opened();
      const size = async (ms: number, { memories }: Pick<ReadableRows, "memories">) => {
        const end = performance.now() + ms;
        while (performance.now() < end) await memories.size();
      };
      expect(await turnsDuring(store.read((rows) => size(200, rows)))).toBeGreaterThan(4);
      const writes = Array.from({ length: 20 }, () => store.write((rows) => size(10, rows)));
      expect(await turnsDuring(Promise.all(writes))).toBeGreaterThan(4);
      // After a burst the lock is left to others for a moment; this is about the write itself.
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(await turnsDuring(store.write((rows) => size(200, rows)))).toBeLessThan(4);
    });

    test("what was written is there after closing and opening again", async () => {
      const place = await backend.place();
      const first = await backend.open(place);
      await first.write((rows) => rows.memories.insert(memory({ id: "m1" })));
      await first.close();
      const second = await opened(place);
      expect((await second.read((rows) => rows.memories.byIds(["m1"])))[0]?.id).toBe("m1");
    });

    test("two openings of one place see each other's writes", async () => {
      const place = await backend.place();
      const [left, right] = await Promise.all([opened(place), opened(place)]);
      await left.write((rows) => rows.memories.insert(memory({ id: "m1", title: "left" })));
      await right.write((rows) => rows.memories.insert(memory({ id: "m2", title: "right" })));
      expect(await left.read((rows) => rows.memories.count(0))).toBe(2);
      expect(await right.read((rows) => rows.memories.count(0))).toBe(2);
    });

    test("closing waits for the writes that run, and may be done twice", async () => {
      const place = await backend.place();
      const store = await backend.open(place);
      const writing = store.write((rows) => rows.memories.insert(memory({ id: "m1" })));
      await Promise.all([store.close(), store.close()]);
      await writing;
      expect(await (await opened(place)).read((rows) => rows.memories.count(0))).toBe(1);
    });
  });

  describe(`${backend.name}: memories`, () => {
    test("a memory comes back as it was written", async () => {
      const store = await opened();
      const written = memory({
        id: "m1",
        tags: ["B", "a", "Ünïcode"],
        metadata: { nested: { list: [1, null, "x"] }, text: "' \" \\ */ $ {} \u0000 \n" },
        content: "  spaces stay\r\n\tand lines too ",
        sourceUri: "doc:1",
        cited: true,
        signature: "sig",
        signedCreatedAt: "2026-01-01T00:00:00+01:00",
        expiresAt: 99,
      });
      await store.write((rows) => rows.memories.insert(written));
      expect(await store.read((rows) => rows.memories.byTitle("global", "A title"))).toEqual({
        ...written,
        encrypted: false,
        locked: false,
        version: 1,
        editSource: null,
        archivedAt: null,
        archiveReason: null,
        versionOf: null,
        accessCount: 0,
        accessedAt: null,
      });
    });

    test("tags that differ only in letter case are kept once, as first written", async () => {
      const store = await opened();
      await store.write((rows) => rows.memories.insert(memory({ id: "m1", tags: ["Web", "web", "WEB", "api"] })));
      expect((await store.read((rows) => rows.memories.byIds(["m1"])))[0]?.tags).toEqual(["Web", "api"]);
    });

    test("a title is unique in its namespace until its memory is archived", async () => {
      const store = await opened();
      await store.write((rows) => rows.memories.insert(memory({ id: "m1", expiresAt: 10 })));
      await expect(store.write((rows) => rows.memories.insert(memory({ id: "m2" })))).rejects.toThrow(/UNIQUE/i);
      await store.write(async (rows) => {
        expect(await rows.archive.archiveExpired(10)).toEqual(["m1"]);
        await rows.memories.insert(memory({ id: "m2" }));
      });
      expect((await store.read((rows) => rows.memories.byTitle("global", "A title")))?.id).toBe("m2");
    });

    test("replacing changes words, tags and index, and keeps identity", async () => {
      const store = await opened();
      const first = memory({ id: "m1", content: "apples", tags: ["old"], createdAt: 1, updatedAt: 1 });
      await store.write((rows) => rows.memories.insert(first));
      await store.write((rows) =>
        rows.memories.replace("m1", { ...first, ...second, content: "pears", tags: ["new"], updatedAt: 2 }),
      );
      const row = (await store.read((rows) => rows.memories.byIds(["m1"])))[0];
      expect([row?.content, row?.tags, row?.createdAt, row?.updatedAt]).toEqual(["pears", ["new"], 1, 2]);
      expect(await found(store, "apples old")).toEqual([]);
      expect(await found(store, "pears")).toEqual(["m1"]);
      expect(await found(store, "new")).toEqual(["m1"]);
    });

    test("an archived copy stands beside the memory, found only when asked for, with tags and index of its own", async () => {
      const store = await opened();
      const first = memory({ id: "m1", content: "apples", tags: ["old", "Fruit"] });
      await store.write(async ({ memories, archive }) => {
        await memories.insert(first);
        await memories.touch(["m1"], 3, lifetimes);
        await archive.keepVersion("m1", "copy", 5);
        await memories.replace("m1", { ...first, ...second, content: "pears", tags: ["new"] });
      });
      const state = { version: 1, editSource: null, archivedAt: 5, archiveReason: "replaced", versionOf: "m1" };
      expect(await store.read(({ memories }) => memories.byIds(["copy"]))).toEqual([
        { ...first, ...state, id: "copy", accessCount: 1, accessedAt: 3, encrypted: false, locked: false },
      ]);
      expect(await found(store, "apples")).toEqual([]);
      expect(await found(store, "apples", { filter: { includeArchived: true, tags: ["fruit"] } })).toEqual(["copy"]);
      expect((await store.read(({ memories }) => memories.byTitle("global", "A title")))?.id).toBe("m1");
    });

    test("of memories that may be similar those with most leading words come first, live ones of one namespace only", async () => {
      const store = await opened();
      const content = "alpha bravo charlie delta echo foxtrot golf";
      await store.write(async ({ memories, archive }) => {
        const put = (id: string, content: string, over: Partial<NewMemory> = {}) =>
          memories.insert(memory({ id, title: id, content, ...over }));
        await put("same", content);
        await put("one less", "alpha bravo charlie delta echo foxtrot");
        await put("other order", "golf foxtrot echo delta charlie alpha");
        await put("other", "alpha bravo violet purple scarlet crimson");
        await put("elsewhere", content, { namespace: "global/x" });
        await put("archived", content, { expiresAt: 5 });
        await archive.archiveExpired(5);
        await put("expired", content, { expiresAt: 10 });
        await put("changed", content);
        await memories.replace("changed", {
          ...memory({ id: "changed", title: "changed", content: "violet" }),
          version: 2,
          editSource: null,
        });
      });
      const like = (limit: number) =>
        store.read(({ memories }) => memories.like({ content, namespace: "global", now: 10, limit }));
      expect(await like(9)).toEqual(["same", "other order", "one less"]);
      expect(await like(1)).toEqual(["same"]);
    });

    test("touching counts; what is live and ends lives on for the life of its tier, and never shorter", async () => {
      const store = await opened();
      await store.write(async ({ memories, archive }) => {
        await memories.insert(memory({ id: "short", title: "short", tier: "short", expiresAt: 50 }));
        await memories.insert(memory({ id: "mid", title: "mid", tier: "mid", expiresAt: 5_000 }));
        await memories.insert(memory({ id: "long", title: "long", tier: "long", expiresAt: null }));
        await memories.insert(memory({ id: "set", title: "set", tier: "long", expiresAt: 60 }));
        await memories.insert(memory({ id: "kept", title: "kept", tier: "mid", expiresAt: null }));
        await memories.insert(memory({ id: "over", title: "over", tier: "short", expiresAt: 40 }));
        await memories.insert(memory({ id: "gone", title: "gone", tier: "short", expiresAt: 90 }));
        await archive.archive(["gone"], "forgotten", 30);
        await memories.touch(["short", "mid", "long", "set", "kept", "over", "gone"], 40, lifetimes);
      });
      const ids = ["short", "mid", "long", "set", "kept", "over", "gone"];
      const rows = await store.read(({ memories }) => memories.byIds(ids));
      expect(await store.read(({ memories }) => memories.texts([...ids, "none"]))).toEqual(
        rows.map(({ id, namespace, title, content, archivedAt, expiresAt }) => {
          return { id, namespace, title, content, archivedAt, expiresAt };
        }),
      );
      expect(rows.map((row) => [row.id, row.expiresAt, row.accessCount, row.accessedAt])).toEqual([
        ["short", 140, 1, 40],
        ["mid", 5_000, 1, 40],
        ["long", null, 1, 40],
        ["set", 60, 1, 40],
        ["kept", null, 1, 40],
        ["over", 40, 1, 40],
        ["gone", 90, 1, 40],
      ]);
    });

    test("every so many touches raise the tier of what is live and ends, and of nothing else", async () => {
      const store = await opened();
      const ids = ["short", "mid", "kept", "set", "gone"];
      await store.write(async ({ memories, archive }) => {
        await memories.insert(memory({ id: "short", title: "short", tier: "short", expiresAt: 50 }));
        await memories.insert(memory({ id: "mid", title: "mid", tier: "mid", expiresAt: 60 }));
        await memories.insert(memory({ id: "kept", title: "kept", tier: "mid", expiresAt: null }));
        await memories.insert(memory({ id: "set", title: "set", tier: "long", expiresAt: 5_000 }));
        await memories.insert(memory({ id: "gone", title: "gone", tier: "short", expiresAt: 90 }));
        await archive.archive(["gone"], "forgotten", 30);
      });
      const raised: (readonly string[])[] = [];
      for (let at = 40; at < 47; at++) {
        raised.push((await store.write(({ memories }) => memories.touch(ids, at, lifetimes))).toSorted());
      }
      expect(raised).toEqual([[], [], ["mid", "short"], [], [], ["short"], []]);
      const rows = await store.read(({ memories }) => memories.byIds(ids));
      expect(rows.map(({ id, tier, expiresAt }) => [id, tier, expiresAt])).toEqual([
        ["short", "long", null],
        ["mid", "long", null],
        ["kept", "mid", null],
        ["set", "long", 5_000],
        ["gone", "short", 90],
      ]);
    });

    test("recent and count leave out what has expired or was archived", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        await memories.insert(memory({ id: "a", title: "a", updatedAt: 1 }));
        await memories.insert(memory({ id: "b", title: "b", updatedAt: 2, expiresAt: 10 }));
        await memories.insert(memory({ id: "c", title: "c", updatedAt: 3, expiresAt: 11 }));
        await memories.insert(memory({ id: "d", title: "d", updatedAt: 3 }));
      });
      const at = async (now: number) => {
        const rows = await store.read(({ memories }) => memories.recent(now, 9));
        return [await store.read(({ memories }) => memories.count(now)), ...rows.map((row) => row.id)];
      };
      expect(await at(10)).toEqual([3, "c", "d", "a"]);
      await store.write(({ archive }) => archive.archiveExpired(11));
      expect(await at(0)).toEqual([2, "d", "a"]);
    });
  });

  describe(`${backend.name}: search`, () => {
    test("inflections, letter case, accents and width are ignored", async () => {
      const store = await opened();
      await store.write(({ memories }) =>
        memories.insert(memory({ id: "m1", content: "The Tests of the Café listen on ＰＯＲＴ 7179" })),
      );
      for (const words of ["test", "TESTING", "cafe", "CAFÉ", "listening", "port", "7179"]) {
        expect([words, await found(store, words)]).toEqual([words, ["m1"]]);
      }
    });

    test("scripts without spaces are found by any two neighbours, others by whole words", async () => {
      const store = await opened();
      await store.write(({ memories }) =>
        memories.insert(memory({ id: "m1", content: "データベースの設計を決めた。हिन्दी में लिखा। ข้อมูลสำคัญ" })),
      );
      for (const words of ["設計", "データベース", "計", "हिन्दी", "สำคัญ"]) {
        expect([words, await found(store, words)]).toEqual([words, ["m1"]]);
      }
      expect(await found(store, "東京")).toEqual([]);
    });

    test("title, tags, content and metadata are searched", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        await memories.insert(memory({ id: "d", title: "d", content: "w", metadata: { note: ["kiwi"] } }));
        await memories.insert(memory({ id: "c", title: "c", content: "kiwi" }));
        await memories.insert(memory({ id: "b", title: "b", content: "w", tags: ["kiwi"] }));
        await memories.insert(memory({ id: "a", title: "kiwi", content: "w" }));
        await memories.insert(memory({ id: "e", title: "e", content: "w" }));
      });
      expect((await found(store, "kiwi")).toSorted()).toEqual(["a", "b", "c", "d"]);
    });

    test("those that hold most come first, by what each stem counts, and say which words they hold", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        await memories.insert(memory({ id: "a", title: "t1", content: "red" }));
        await memories.insert(memory({ id: "b", title: "t2", content: "red green", tags: ["x", "y"] }));
        await memories.insert(memory({ id: "c", title: "t3", content: "blue" }));
      });
      const wanted = [
        { stems: new Map([["red", 1]]), holding: 2 },
        {
          stems: new Map([
            ["green", 1],
            ["blue", 3],
          ]),
          holding: 2,
        },
      ];
      const all = await search(store, { wanted });
      expect(all.map(({ id, held, tags }) => [id, held, tags])).toEqual([
        ["c", [1], ""],
        ["b", [0, 1], "x\ny"],
        ["a", [0], ""],
      ]);
      expect((await search(store, { wanted, limit: 2 })).map(({ id }) => id)).toEqual(["c", "b"]);
    });

    test("a common word finds where rare ones find too little, however common it is", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        await memories.insert(memory({ id: "rare", title: "t1", content: "rare" }));
        await memories.insert(memory({ id: "common", title: "t2", content: "common" }));
      });
      const wanted = [
        { stems: new Map([["rare", 2]]), holding: 1 },
        { stems: new Map([["common", 1]]), holding: 1_000_000 },
      ];
      expect((await search(store, { wanted })).map(({ id }) => id)).toEqual(["rare", "common"]);
      expect((await search(store, { wanted, limit: 1 })).map(({ id }) => id)).toEqual(["rare"]);
    });

    test("what was first known in a span is found without a word, up to its end", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        for (const createdAt of [9, 10, 19, 20]) {
          await memories.insert(memory({ id: `at${createdAt}`, title: `t${createdAt}`, createdAt }));
        }
      });
      const spans = [{ from: 10, to: 20, weight: 1 }];
      expect((await search(store, { spans })).map(({ id }) => id).toSorted()).toEqual(["at10", "at19"]);
    });

    test("a long content is read in part, and words behind it are found", async () => {
      const store = await opened();
      const content = `${"word ".repeat(readCharacters)}kiwi`;
      await store.write(({ memories }) => memories.insert(memory({ id: "long", content })));
      const [hit] = await search(store, { wanted: asked("kiwi") });
      expect([hit?.id, hit?.held, hit?.content.length]).toEqual(["long", [0], readCharacters]);
    });

    test("the vocabulary counts memories, and not what was replaced", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        await memories.insert(memory({ id: "a", title: "t1", content: "oranges and an orange" }));
        await memories.insert(memory({ id: "b", title: "t2", content: "orange oracle" }));
        await memories.insert(memory({ id: "c", title: "t3", content: "mistake" }));
        await memories.replace("c", { ...memory({ id: "c", content: "organ" }), version: 2, editSource: null });
      });
      // More than one statement asks for.
      const absent = Array.from({ length: 8 }, (_, number) => `absent${number}`);
      const counts = await store.read(({ memories }) =>
        memories.holding([...absent, "orang", ...absent, "oracl", "mistak", "none"]),
      );
      expect([...counts].toSorted()).toEqual([
        ["oracl", 1],
        ["orang", 2],
      ]);
      const range = { beginning: "or", from: 5, to: 5 };
      const beginning = await store.read(({ memories }) => memories.stemsBeginning(range));
      expect([...beginning].toSorted()).toEqual(["oracl", "orang", "organ"]);
      expect(await store.read(({ memories }) => memories.size())).toBe(3);
    });

    test("filters act before the limit, however many memories come before what passes", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        await memories.insert(memory({ id: "z1", title: "z1", content: "same", kind: "claim", priority: 1 }));
        await memories.insert(memory({ id: "z2", title: "z2", content: "same", kind: "claim", priority: 1 }));
        for (let index = 0; index < 1_100; index++) {
          const id = `m${index}`;
          await memories.insert(memory({ id, title: `same ${id}`, content: "same", kind: "event", priority: 10 }));
        }
      });
      const limited = await found(store, "same", { filter: { kinds: ["claim"] }, limit: 2 });
      expect(limited).toEqual(["z2", "z1"]);
    });

    test("a memory that repeats a word hides no other that holds it", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        await memories.insert(memory({ id: "much", title: "t1", content: "same ".repeat(45_000) }));
        await memories.insert(memory({ id: "once", title: "t2", content: "same other" }));
        await memories.insert(memory({ id: "other", title: "t3", content: "other" }));
      });
      expect(await found(store, "same other")).toEqual(["once", "other", "much"]);
    });

    const filterCases: readonly (readonly [string, Partial<MemoryFilter>, readonly string[]])[] = [
      ["nothing", {}, ["a", "b", "c", "d"]],
      ["a namespace and what lies below", { namespace: { path: "p/x", below: true } }, ["a", "b"]],
      ["a namespace alone", { namespace: { path: "p/x", below: false } }, ["a"]],
      ["any of some tags, whatever their case", { tags: ["RED", "none"] }, ["a", "c"]],
      ["kinds", { kinds: ["event", "claim"] }, ["b", "c"]],
      ["time of writing, its end excluded", { since: 20, until: 40 }, ["b", "c"]],
      ["confidence, its end excluded", { confidence: { from: 0.6, below: 0.9 } }, ["b"]],
      ["the start of the source, read as text", { sourceUriPrefix: "doc:%" }, ["c"]],
      ["having a source", { cited: true }, ["c", "d"]],
      ["what has expired too", { includeArchived: true }, ["a", "b", "c", "d", "e", "f"]],
    ];
    test.each(filterCases)("filters by %s", async (_name, filter, expected) => {
      const store = await opened();
      await store.write(async ({ memories, archive }) => {
        const put = (id: string, over: Partial<NewMemory>) =>
          memories.insert(memory({ id, title: id, content: "same", ...over }));
        await put("a", { namespace: "p/x", tags: ["Red"], updatedAt: 10, confidence: 1 });
        await put("b", { namespace: "p/x/y", kind: "event", updatedAt: 20, confidence: 0.6 });
        await put("c", {
          namespace: "p/xy",
          kind: "claim",
          tags: ["red"],
          updatedAt: 30,
          sourceUri: "doc:%1",
          cited: true,
        });
        await put("d", { namespace: "p", updatedAt: 40, sourceUri: "doc:1", cited: true, confidence: 0.9 });
        await put("e", { expiresAt: 5 });
        await archive.archiveExpired(5);
        await put("f", { expiresAt: 50 });
      });
      expect((await found(store, "same", { now: 50, filter })).toSorted()).toEqual(expected);
    });

    test("visibility follows scope: here, below an ancestor, or everywhere", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        const put = (id: string, namespace: string, scope: NewMemory["scope"]) =>
          memories.insert(memory({ id, title: id, content: "same", namespace, scope }));
        await put("private-here", "o/u/t/me", "private");
        await put("private-below", "o/u/t/me/x", "private");
        await put("team-near", "o/u/t/you", "team");
        await put("team-far", "o/u/s/you", "team");
        await put("unit-near", "o/u/s/you", "unit");
        await put("unit-far", "o/v", "unit");
        await put("org-near", "o/v", "org");
        await put("org-far", "q", "org");
        await put("collective", "q", "collective");
      });
      const visibleTo = { private: "o/u/t/me", team: "o/u/t", unit: "o/u", org: "o" };
      const ids = await found(store, "same", { filter: { visibleTo } });
      expect(ids.toSorted()).toEqual(["collective", "org-near", "private-here", "team-near", "unit-near"]);
    });

    test("ten thousand words are searched in one go", async () => {
      const store = await opened();
      await store.write(({ memories }) => memories.insert(memory({ id: "m1", content: "w9999" })));
      const many = Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(" ");
      expect(await found(store, many)).toEqual(["m1"]);
    });
  });

  describe(`${backend.name}: sessions, recalls, activity`, () => {
    test("a session is found by the hash of its handle, and its end is only ever put off", async () => {
      const store = await opened();
      const session = {
        id: "s1",
        handleHash: "h",
        agent: "a",
        model: null,
        organization: null,
        directory: null,
        gitRemote: null,
        openedAt: 1,
        usedAt: 1,
        expiresAt: 10,
      };
      await store.write(async ({ sessions }) => {
        await sessions.insert(session);
        await sessions.extend("h", 5, 8);
      });
      expect(await store.read(({ sessions }) => sessions.find("h"))).toEqual(session);
      await store.write(({ sessions }) => sessions.extend("h", 9, 20));
      expect(await store.read(({ sessions }) => sessions.find("h"))).toEqual({ ...session, usedAt: 9, expiresAt: 20 });
      await store.write(({ sessions }) => sessions.extend("h", 20, 30));
      expect((await store.read(({ sessions }) => sessions.find("h")))?.expiresAt).toBe(20);
      expect(await store.read(({ sessions }) => sessions.find("other"))).toBe(undefined);
    });

    test("expired sessions are removed", async () => {
      const store = await opened();
      await store.write(async ({ sessions }) => {
        for (const expiresAt of [10, 11]) {
          const id = `s${expiresAt}`;
          await sessions.insert({
            id,
            handleHash: id,
            agent: "a",
            model: "m",
            organization: null,
            directory: null,
            gitRemote: null,
            openedAt: 1,
            usedAt: 1,
            expiresAt,
          });
        }
        await sessions.removeExpired(10);
      });
      expect(await store.read(({ sessions }) => sessions.find("s10"))).toBe(undefined);
      expect((await store.read(({ sessions }) => sessions.find("s11")))?.id).toBe("s11");
    });

    test("the ledger has what recalls under a key found last, each once, latest and best first", async () => {
      const store = await opened();
      await store.write(async ({ memories, recalls }) => {
        for (const id of ["a", "b", "c"]) await memories.insert(memory({ id, title: id }));
        await recalls.append({ recallId: "r1", sessionKey: "k", at: 1, memoryIds: ["a", "b"] });
        await recalls.append({ recallId: "r2", sessionKey: null, at: 2, memoryIds: ["c"] });
        await recalls.append({ recallId: "r3", sessionKey: "k", at: 3, memoryIds: ["c", "b"] });
      });
      expect(await store.read(({ recalls }) => recalls.lastFound("k", 50))).toEqual(["c", "b", "a"]);
      expect(await store.read(({ recalls }) => recalls.lastFound("k", 1))).toEqual(["c"]);
      expect(await store.read(({ recalls }) => recalls.lastFound("other", 50))).toEqual([]);
    });

    test("the activity log comes newest first", async () => {
      const store = await opened();
      const line = { at: 1, event: "memory_created", subject: "m", agent: "a", session: "s" } as const;
      await store.write(async ({ activity }) => {
        await activity.append(line);
        await activity.append({ ...line, at: 2, event: "memory_archived", session: null });
      });
      expect((await store.read(({ activity }) => activity.latest(9))).map((row) => row.at)).toEqual([2, 1]);
      expect(await store.read(({ activity }) => activity.latest(1))).toEqual([
        { ...line, at: 2, event: "memory_archived", session: null },
      ]);
    });

    test("the activity log has what happened since a mark, each subject once", async () => {
      const store = await opened();
      const line = { at: 1, event: "memory_created", agent: "a", session: null } as const;
      const put = (...subjects: readonly string[]) =>
        store.write(async ({ activity }) => {
          for (const subject of subjects) await activity.append({ ...line, subject });
        });
      expect(await store.read(({ activity }) => activity.mark())).toBe(0);
      await put("a", "b");
      const mark = await store.read(({ activity }) => activity.mark());
      expect(await store.read(({ activity }) => activity.subjectsSince(mark))).toEqual([]);
      await put("b", "c", "b");
      expect(await store.read(({ activity }) => activity.subjectsSince(mark))).toEqual(["b", "c"]);
    });
  });

  describe(`${backend.name}: standards of namespaces`, () => {
    const standard = { namespace: "ops", memoryId: "m1", parent: "org", setBy: "a", setAt: 1 };

    test("a namespace has one, which goes with its memory", async () => {
      const store = await opened();
      await store.write(async ({ memories, standards }) => {
        await memories.insert(memory({ id: "m1" }));
        await memories.insert(memory({ id: "m2", title: "Other" }));
        await standards.set(standard);
        await standards.set({ ...standard, namespace: "*", parent: null });
        await standards.set({ ...standard, memoryId: "m2", parent: null, setBy: "b", setAt: 2 });
      });
      const of = (...namespaces: string[]) => store.read(({ standards }) => standards.of(namespaces));
      expect(await of("ops", "*", "ops/web")).toEqual([
        { ...standard, namespace: "*", parent: null },
        { ...standard, memoryId: "m2", parent: null, setBy: "b", setAt: 2 },
      ]);
      const cleared = await store.write(async ({ standards }) => [
        await standards.clear("ops"),
        await standards.clear("ops"),
      ]);
      expect(cleared).toEqual([true, false]);
      await store.write(({ archive }) => archive.remove(["m1"]));
      expect(await of("ops", "*")).toEqual([]);
    });
  });

  describe(`${backend.name}: what came of whom`, () => {
    test("turns of a session until a time, last stored first, and what each agent stored and linked", async () => {
      const store = await opened();
      const turn = { kind: "conversation", source: "hook", scope: "collective", session: "s" } as const;
      await store.write(async ({ memories, archive, graph }) => {
        const over: readonly Partial<NewMemory>[] = [
          {},
          { session: "other" },
          { source: "nhi" },
          { updatedAt: 9 },
          {},
          { scope: "private", writtenBy: "b" },
        ];
        for (const [number, own] of over.entries()) {
          const id = `t${number}`;
          await memories.insert(
            memory({ ...turn, id, title: id, agentId: "a", content: "ä", createdAt: number, ...own }),
          );
        }
        await memories.insert(memory({ ...turn, id: "gone", title: "gone" }));
        await archive.archive(["gone"], "forgotten", 1);
        const link = { strength: 1, reason: "", session: "s", validUntil: null } as const;
        for (const [relation, createdAt] of [
          ["related_to", 2],
          ["contradicts", 5],
        ] as const) {
          const ends = { sourceId: "t0", targetId: "t1", createdBy: "b", createdAt, validFrom: createdAt };
          await graph.insert({ ...link, ...ends, relation, id: relation });
        }
      });
      const found = await store.read(async ({ memories }) => {
        const seen = memories.seenBy({ agent: "a" });
        const turns = async (limit: number) =>
          (await seen.turns({ session: "s", until: 5, now: 0, limit })).map(({ id }) => id);
        const usage = (agentId?: string) => seen.usage({ agentId, namespace: "global", since: 4, now: 0, limit: 9 });
        return [await turns(9), await turns(1), await usage(), await usage("b")];
      });
      const ofA = { agentId: "a", namespace: "global", memories: 5, memoriesToday: 1, contentBytes: 10, linksToday: 0 };
      const ofB = { agentId: "b", namespace: "global", memories: 0, memoriesToday: 0, contentBytes: 0, linksToday: 1 };
      expect(found).toEqual([["t4", "t0"], ["t4"], [ofA, ofB], [ofB]]);
    });
  });

  describe(`${backend.name}: texts that are kept aside`, () => {
    const text = { namespace: "ops", content: "a\nb", sha256: "00", agent: "a", session: "s", storedAt: 1 };

    test("are there until their time is over, and deleted then", async () => {
      const store = await opened();
      await store.write(async ({ offloaded }) => {
        await offloaded.insert({ ...text, id: "t1", expiresAt: 5 });
        await offloaded.insert({ ...text, id: "t2", expiresAt: null });
      });
      const find = (id: string, now: number) => store.read(({ offloaded }) => offloaded.find(id, now));
      expect(await find("t1", 4)).toEqual({ ...text, id: "t1", expiresAt: 5 });
      expect(await find("t1", 5)).toBeUndefined();
      await store.write(({ offloaded }) => offloaded.removeExpired(5));
      expect(await find("t1", 0)).toBeUndefined();
      expect(await find("t2", 1e15)).toMatchObject({ content: "a\nb" });
    });
  });
}

/** A memory with nothing special about it. */
const second = { version: 2, editSource: null } as const;

/** How long memories of the tiers live in these tests. */
const lifetimes = { short: 100, mid: 1_000, promotedEvery: 3 };

export function memory(over: Partial<NewMemory> & { readonly id: string }): NewMemory {
  return {
    namespace: "global",
    title: "A title",
    content: "Some content",
    tier: "mid",
    kind: "observation",
    scope: "private",
    source: "nhi",
    priority: 5,
    confidence: 1,
    tags: [],
    sourceUri: null,
    cited: false,
    metadata: {},
    signature: null,
    signedCreatedAt: null,
    agentId: "tester",
    writtenBy: "tester",
    session: "s",
    taskId: null,
    createdAt: 0,
    updatedAt: 0,
    expiresAt: null,
    ...over,
  };
}

/** How often other work of the process had its turn. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns++;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await work;
  isOver = true;
  return turns;
}

interface Over extends Partial<Omit<MemorySearch, "filter">> {
  readonly filter?: Partial<MemoryFilter>;
}

function search(store: Store, over: Over) {
  const filter = { includeArchived: false, ...over.filter };
  return store.read(({ memories }) =>
    memories.search({ wanted: [], spans: [], now: 0, limit: 100, enough: over.limit ?? 100, ...over, filter }),
  );
}

/** Ids of what holds any of the words, those that hold most first. */
async function found(store: Store, words: string, over: Over = {}): Promise<readonly string[]> {
  return (await search(store, { ...over, wanted: asked(words) })).map((hit) => hit.id);
}

export function asked(words: string): MemorySearch["wanted"] {
  return distinctWords(words).map((word) => ({ stems: new Map([[stem(word), 1]]), holding: 1 }));
}
