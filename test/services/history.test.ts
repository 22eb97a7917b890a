import fc from "fast-check";
import { expect, test } from "vitest";
import { storedMemories } from "../../src/services/memories/stored-memories.ts";
import { openStore } from "../../src/store/open-store.ts";
import { lawCases } from "../law-cases.ts";
import { emptyDatabase } from "../store/empty-database.ts";
import { stoppedClock } from "./clock.ts";
import { storeRequest } from "./workbench.ts";

// Any history of stores, recalls, waiting and restarts, beside a model of one array: what must hold whatever the index
// does. Words are such that none is an inflection of another; contents are forced in, for likeness has tests of its own.

const hourMs = 3_600_000;
const lifetimes = { short: 6 * hourMs, mid: 168 * hourMs, long: Number.POSITIVE_INFINITY };

const vocabulary = fc.constantFrom("red", "tan", "sky", "oak", "elm", "設計");
const phrase = fc.array(vocabulary, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const namespace = fc.constantFrom("a", "a/b", "c");
const step = fc.oneof(
  fc.record({
    kind: fc.constant("store" as const),
    title: fc.constantFrom("one", "two", "three"),
    content: phrase,
    namespace,
    tier: fc.constantFrom("short" as const, "mid" as const, "long" as const),
    onConflict: fc.constantFrom("error" as const, "merge" as const),
  }),
  fc.record({ kind: fc.constant("recall" as const), context: phrase, within: fc.option(namespace) }),
  fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant("restart" as const) }),
);

interface Known {
  readonly title: string;
  readonly namespace: string;
  content: string;
  tier: "short" | "mid" | "long";
  expiresAt: number;
}

test("any history gives what a plain model gives", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const path = await emptyDatabase();
      const clock = stoppedClock();
      let store = await openStore(path);
      let model: Known[] = [];
      for (const each of steps) {
        const memories = storedMemories({ store, clock });
        const live = model.filter((known) => known.expiresAt > clock());
        if (each.kind === "wait") clock.advance(each.hours * hourMs);
        else if (each.kind === "restart") {
          await store.close();
          store = await openStore(path);
        } else if (each.kind === "store") {
          model = live;
          const { kind: _kind, ...given } = each;
          const outcome = await memories.store(storeRequest({ ...given, force: true }));
          expect(outcome.status).toBe(storeInModel(model, each, clock()));
        } else {
          const scope = each.within === null ? {} : { namespace: { path: each.within, below: true } };
          const { hits } = await memories.recall({
            context: each.context,
            contextTokens: [],
            filter: { includeArchived: false, ...scope },
            minScore: 0,
            limit: 50,
          });
          const asked = [...new Set(each.context.split(" "))];
          const expected = live
            .filter((known) => each.within === null || `${known.namespace}/`.startsWith(`${each.within}/`))
            .map((known) => ({ known, share: shareOf(known, asked) }));
          // Each hit is a live memory with a word that was asked; what has all of them is a hit, with the score 1, and comes first.
          const reported = hits.map(({ memory }) => textOf(memory));
          const some = expected.filter(({ share }) => share > 0).map(({ known }) => textOf(known));
          expect(reported.filter((text) => !some.includes(text))).toEqual([]);
          const whole = expected.filter(({ share }) => share === 1).map(({ known }) => textOf(known));
          expect(reported.slice(0, whole.length).toSorted()).toEqual(whole.toSorted());
          expect(hits.map(({ score }) => score === 1)).toEqual(reported.map((text) => whole.includes(text)));
          expect(hits.filter(({ score }) => score <= 0 || score > 1)).toEqual([]);
          // Being found is a use.
          for (const { known } of expected.filter(({ known }) => reported.includes(textOf(known)))) {
            known.expiresAt = Math.max(known.expiresAt, clock() + lifetimes[known.tier]);
          }
        }
      }
      expect(await store.read((rows) => rows.memories.count(clock()))).toBe(
        model.filter((known) => known.expiresAt > clock()).length,
      );
      await store.close();
    }),
    { numRuns: lawCases(60) },
  );
});

function storeInModel(
  model: Known[],
  given: Pick<Known, "title" | "namespace" | "content" | "tier"> & { readonly onConflict: "error" | "merge" },
  now: number,
): string {
  const { title, namespace, content, tier } = given;
  const taken = model.find((known) => known.title === title && known.namespace === namespace);
  if (taken === undefined) {
    model.push({ title, namespace, content, tier, expiresAt: now + lifetimes[tier] });
    return "created";
  }
  if (given.onConflict === "error") return "title_taken";
  taken.content = content;
  taken.tier = lifetimes[tier] > lifetimes[taken.tier] ? tier : taken.tier;
  taken.expiresAt = Math.max(taken.expiresAt, now + lifetimes[taken.tier]);
  return "merged";
}

function textOf({ namespace, title, content }: Pick<Known, "namespace" | "title" | "content">): string {
  return `${namespace} ${title} ${content}`;
}

function shareOf({ content }: Known, asked: readonly string[]): number {
  const held = new Set(content.split(" "));
  return asked.filter((word) => held.has(word)).length / asked.length;
}
