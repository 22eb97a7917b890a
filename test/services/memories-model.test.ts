import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Memories, storedMemories } from "../../src/services/memories/stored-memories.ts";
import { openStore } from "../../src/store/open-store.ts";
import { lawCases } from "../law-cases.ts";
import { emptyDatabase } from "../store/empty-database.ts";
import { type StoppedClock, stoppedClock } from "./clock.ts";
import { type KnownMemory, MemoryModel } from "./memory-model.ts";
import { putVault, testKeyring } from "./vault/test-keyring.ts";
import { storeRequest, writer } from "./workbench.ts";

// Any history of changes beside a plain model: nothing is lost that was not removed, nothing is found that was. Every content is a
// word of its own. `npm run nightly -- memories` looks for longer.

const seconds = Number(process.env.PEGBOARD_FUZZ_SECONDS ?? 0);
const effort =
  seconds > 0 ? { numRuns: 1_000_000, interruptAfterTimeLimit: seconds * 1_000 } : { numRuns: lawCases(40) };

const title = fc.constantFrom("one", "two");
const namespace = fc.constantFrom("a", "a/b");
const tier = fc.constantFrom("short" as const, "mid" as const, "long" as const);
const which = fc.nat(20);
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("store" as const),
      title,
      namespace,
      tier,
      onConflict: fc.constantFrom("error" as const, "merge" as const, "version" as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("update" as const),
      which,
      hasContent: fc.boolean(),
      title: optional(title),
      namespace: optional(namespace),
      tier: optional(tier),
    }),
  },
  fc.record({ kind: fc.constant("promote" as const), which, tier: fc.constantFrom("mid" as const, "long" as const) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("forget" as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("restore" as const),
      which,
      onConflict: fc.constantFrom("error" as const, "version" as const, "replace" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), which }) },
  fc.record({ kind: fc.constant("purge" as const), which: optional(which), days: optional(fc.nat(10)) }),
  fc.record({ kind: fc.constant("gc" as const) }),
  fc.record({ kind: fc.constant("use" as const), which, times: fc.integer({ min: 1, max: 6 }) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 100 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Which memories are encrypted, by the number of the step that stores them. */
const encryptions: Readonly<Record<string, (number: number) => boolean>> = {
  plain: () => false,
  encrypted: () => true,
  "encrypted by turns": (number) => number % 2 === 0,
};

test.each(Object.entries(encryptions))(
  "nothing is lost that was not removed, nothing removed is found: %s",
  {
    timeout: (seconds + 120) * 1_000,
  },
  async (_name, isEncrypted) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const path = await emptyDatabase();
        const clock = stoppedClock();
        const { keyring } = testKeyring();
        const store = await openStore(path, { keyring });
        await putVault(store);
        const memories = storedMemories({ store, clock });
        const model = new MemoryModel(clock);
        for (const [number, each] of steps.entries()) {
          if (each.kind === "wait") clock.advance(each.hours * 3_600_000);
          else await take(each, `word${number}x`, { memories, model, clock, encrypted: isEncrypted(number) });
          // Time passes, so that the order of ends is one.
          clock.advance(1);
          await expectSame(memories, model);
        }
        await expectFound(memories, model);
        await store.close();
        // No encrypted content rests in the file; of those that were plain first, none either.
        const bytes = isEncrypted === encryptions.encrypted ? await readFile(path, "latin1") : "";
        expect(bytes).not.toMatch(/word\d+x/);
      }),
      effort,
    );
  },
);

async function take(
  given: Exclude<Step, { kind: "wait" }>,
  content: string,
  {
    memories,
    model,
    clock,
    encrypted,
  }: {
    readonly memories: Memories;
    readonly model: MemoryModel;
    readonly clock: StoppedClock;
    readonly encrypted: boolean;
  },
): Promise<void> {
  const now = clock();
  const pick = (from: readonly KnownMemory[]): KnownMemory | undefined =>
    "which" in given && given.which !== undefined ? from[given.which % Math.max(1, from.length)] : undefined;
  const expired = model.archived().filter(({ isArchived }) => !isArchived);
  // Every write but a deletion archives what has expired. Without a live memory nothing is promoted.
  const isWrite = given.kind !== "delete" && given.kind !== "use";
  if (isWrite && (given.kind !== "promote" || model.live().length > 0)) {
    for (const memory of expired) memory.isArchived = true;
  }
  switch (given.kind) {
    case "store": {
      const { title, namespace, tier, onConflict } = given;
      const taken = model.titled(namespace, title);
      const outcome = await memories.store(
        storeRequest({ title, namespace, tier, onConflict, content, force: true, encrypted }),
      );
      if (taken !== undefined && onConflict === "error") return expect(outcome.status).toBe("title_taken");
      if (!("memory" in outcome)) throw new Error(`nothing was stored: ${outcome.status}`);
      if (taken === undefined || onConflict === "version") {
        const { id, title: titled } = outcome.memory;
        expect(outcome.status).toBe(taken === undefined ? "created" : "versioned");
        return model.add({ id, title: titled, namespace, content, tier });
      }
      expect(outcome).toMatchObject({ status: "merged", replaced: expect.any(String) });
      return model.change(taken, { content, tier }, outcome.replaced);
    }
    case "update": {
      const memory = pick([...model.memories.values()]);
      if (memory === undefined) return;
      const { title, namespace, tier, hasContent } = given;
      const changes = { title, namespace, tier, ...(hasContent ? { content } : {}) };
      const outcome = await memories.update({ id: memory.id, changes, editSource: "llm", writer });
      if (!model.isLive(memory)) return expect(outcome.status).toBe("archived");
      const taken = model.titled(namespace ?? memory.namespace, title ?? memory.title);
      if (taken !== undefined && taken !== memory) return expect(outcome.status).toBe("title_taken");
      if (!("replaced" in outcome)) throw new Error(`not updated: ${outcome.status}`);
      const parts = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      return model.change(memory, parts, outcome.replaced);
    }
    case "promote": {
      const memory = pick(model.live());
      if (memory === undefined) return;
      await memories.promote({ id: memory.id, targetTier: given.tier, writer });
      const { expiresAt, tier } = memory;
      model.change(memory, { tier: given.tier }, undefined);
      // Only a higher tier is a reason to live longer.
      if (memory.tier === tier) memory.expiresAt = expiresAt;
      return;
    }
    case "forget": {
      const memory = pick([...model.memories.values()]);
      if (memory === undefined) return;
      const forgotten = await memories.forget({ ids: [memory.id], isDryRun: false, writer });
      expect(forgotten.map(({ id }) => id)).toEqual(model.isLive(memory) ? [memory.id] : []);
      if (model.isLive(memory)) memory.isArchived = true;
      return;
    }
    case "restore":
      return restore(pick([...model.memories.values()]), given.onConflict, memories, model);
    case "delete": {
      const memory = pick([...model.memories.values()]);
      if (memory === undefined) return;
      const outcome = await memories.remove(memory.id, writer);
      return expect((outcome?.versions ?? 0) + 1).toBe(model.remove([memory.id]));
    }
    case "purge": {
      const named = pick(model.archived());
      const { days: olderThanDays } = given;
      const ended = await endedAt(memories);
      const old = model
        .archived()
        .filter(({ id }) => olderThanDays === undefined || (ended.get(id) ?? now) <= now - olderThanDays * 86_400_000);
      const ids = old.map(({ id }) => id).filter((id) => named === undefined || id === named.id);
      const request = { ids: named === undefined ? undefined : [named.id], olderThanDays, writer };
      expect((await memories.archive.purge(request)).purged).toBe(model.remove(ids));
      return;
    }
    case "gc": {
      const collected = await memories.archive.collect(false);
      expect(new Set(collected.map(({ id }) => id))).toEqual(new Set(expired.map(({ id }) => id)));
      return;
    }
    case "use": {
      const memory = pick([...model.memories.values()]);
      if (memory === undefined) return;
      for (let time = 0; time < given.times; time++) {
        await memories.use(memory.id);
        model.use(memory);
        clock.advance(1);
      }
      return;
    }
  }
}

async function restore(
  memory: KnownMemory | undefined,
  onConflict: "error" | "version" | "replace",
  memories: Memories,
  model: MemoryModel,
): Promise<void> {
  if (memory === undefined) return;
  const isLive = model.isLive(memory);
  const whole = memory.versionOf === undefined ? undefined : model.memories.get(memory.versionOf);
  const liveWhole = whole !== undefined && model.isLive(whole) ? whole : undefined;
  const taken = model.titled(memory.namespace, memory.title);
  const outcome = await memories.archive.restore({ id: memory.id, tier: "long", onConflict, writer });
  if (isLive) return expect(outcome.status).toBe("not_archived");
  const isThird = liveWhole !== undefined && taken !== undefined && taken !== liveWhole;
  if ((liveWhole ?? taken) !== undefined && (onConflict === "error" || (onConflict === "replace" && isThird))) {
    return expect(outcome.status).toBe("title_taken");
  }
  if (outcome.status !== "restored") throw new Error(`not restored: ${outcome.status}`);
  if (onConflict === "replace" && liveWhole !== undefined) {
    expect([outcome.memory.id, outcome.replaced]).toEqual([liveWhole.id, memory.id]);
    return model.swap(liveWhole, memory);
  }
  if (onConflict === "replace" && taken !== undefined) taken.isArchived = true;
  model.revive(memory, outcome.memory.title);
}

async function endedAt(memories: Memories): Promise<ReadonlyMap<string, number>> {
  const page = await memories.archive.list({ limit: 200, offset: 0 });
  if (!("items" in page)) throw new Error("a list without a cursor has a first page");
  return new Map(page.items.map(({ memory, endedAt }) => [memory.id, endedAt]));
}

/** Each memory of the model is in the store, live or archived, with the same content, and no other. */
async function expectSame(memories: Memories, model: MemoryModel): Promise<void> {
  const live = await memories.list({ limit: 200 });
  const archived = await memories.archive.list({ limit: 200, offset: 0 });
  if (!("items" in live) || !("items" in archived)) throw new Error("a list without a cursor has a first page");
  const line = (one: { id: string; namespace: string; title: string; content: string }) =>
    `${one.id} ${one.namespace} ${one.title} ${one.content}`;
  const ends = ({ id, tier, expiresAt }: { id: string; tier: string; expiresAt: number | null }) =>
    `${id} ${tier} ${expiresAt ?? Number.POSITIVE_INFINITY}`;
  expect(live.items.map(line).toSorted()).toEqual(model.live().map(line).toSorted());
  expect(live.items.map(ends).toSorted()).toEqual(model.live().map(ends).toSorted());
  expect(archived.items.map(({ memory }) => line(memory)).toSorted()).toEqual(model.archived().map(line).toSorted());
}

async function expectFound(memories: Memories, model: MemoryModel): Promise<void> {
  const recalled = async (context: string, includeArchived: boolean) => {
    const request = { context, contextTokens: [], filter: { includeArchived }, minScore: 0, limit: 50 };
    return (await memories.recall(request)).hits.map(({ memory }) => memory.id);
  };
  for (const { id, content } of model.live()) expect(await recalled(content, false)).toContain(id);
  for (const { id, content } of model.archived()) expect(await recalled(content, true)).toContain(id);
  for (const content of model.removed) {
    expect(await recalled(content, true)).toEqual([]);
    expect(await memories.list({ limit: 9, term: content })).toMatchObject({ items: [] });
  }
}
