import { describe, expect, test } from "vitest";
import type { RecallRequest, StoreRequest } from "../../../src/services/memories/memories.ts";
import { storeRequest, type Workbench, workbench } from "../workbench.ts";

// Each rule of the ranking by what a caller sees.

const stored: readonly Parameters<typeof storeRequest>[0][] = [
  { title: "Ports", content: "The bridge listens on 7179, the tunnel on 7180" },
  { title: "Vouchers", content: "They are good for three years from the day of purchase" },
  { title: "Ann Okafor", content: "Designs the boarding app, lives in Leith", tags: ["people"] },
  { title: "Marta Lindqvist", content: "Leads the team, and her birthday is on 4 May", tags: ["people"] },
  { title: "HRN-B417", content: "The error HRN-B417 means that the signature is too old" },
  {
    title: "Prices",
    content: "Children pay half from now on",
    createdAt: { at: Date.UTC(2026, 2, 14), text: "2026-03-14" },
  },
  {
    title: "Cabins",
    content: "Dogs may travel in two of them",
    createdAt: { at: Date.UTC(2026, 3, 2), text: "2026-04-02" },
  },
  { title: "Theft", content: "Somebody stole the sensor on the mast, it was a fox" },
];

async function filled(): Promise<Workbench> {
  const bench = await workbench();
  for (const each of stored) {
    await bench.memories.store(storeRequest({ ...each, force: true }));
    // Otherwise they would be neighbours.
    bench.clock.advance(3_600_000);
  }
  return bench;
}

function recall({ memories }: Workbench, context: string, over: Partial<RecallRequest> = {}) {
  return memories.recall({
    context,
    contextTokens: [],
    filter: { includeArchived: false },
    minScore: 0,
    limit: 10,
    ...over,
  });
}

async function titles(
  bench: Workbench,
  context: string,
  over: Partial<RecallRequest> = {},
): Promise<readonly string[]> {
  return (await recall(bench, context, over)).hits.map(({ memory }) => memory.title);
}

describe("what is found", () => {
  test.each([
    ["function words don't count", "what is the port of the bridge and where does it listen", "Ports"],
    ["a typing error finds its word", "how long are vuochers good for", "Vouchers"],
    ["an irregular form finds its word", "who steals sensors", "Theft"],
    ["a synonym finds its word", "how long are tokens good after buying", "Vouchers"],
    ["a thing of the kind that is asked for", "which animal stole the sensor", "Theft"],
    ["a name in a title", "what does Okafor design", "Ann Okafor"],
    ["a tag", "people", "Ann Okafor"],
    ["a code", "HRN-B417", "HRN-B417"],
    ["the time when it was first known", "what did we decide in March 2026", "Prices"],
    ["a date in the text", "what is on 4 May", "Marta Lindqvist"],
  ])("%s: %s", async (_rule, context, expected) => {
    expect((await titles(await filled(), context))[0]).toBe(expected);
  });

  test("the score is what a memory has of the question, a rare word more than a common one", async () => {
    const bench = await filled();
    const scoreOf = async (context: string) => (await recall(bench, context)).hits[0]?.score;
    expect(await scoreOf("the bridge and the tunnel")).toBe(1);
    expect(await scoreOf("the bridge and the elevator")).toBeCloseTo(0.45, 1);
    expect(await scoreOf("stolen sensors")).toBe(1);
    expect(await scoreOf("the brigde")).toBeCloseTo(0.95);
  });

  test("with the least score 1 all of it must be there", async () => {
    const bench = await filled();
    expect(await titles(bench, "bridge, tunnel", { minScore: 1 })).toEqual(["Ports"]);
    expect(await titles(bench, "bridge, elevator", { minScore: 1 })).toEqual([]);
    expect(await titles(bench, "brigde", { minScore: 1 })).toEqual([]);
  });

  test("a neighbour in a conversation counts, at its place and in its time only", async () => {
    const bench = await workbench();
    const at = (minutes: number) => ({ at: Date.UTC(2026, 0, 1, 0, minutes), text: "" });
    const put = (title: string, content: string, minutes: number, namespace: string) =>
      bench.memories.store(storeRequest({ title, content, namespace, createdAt: at(minutes), force: true }));
    await put("other time", "Tom: in Genoa, with a sailor", 0, "talk");
    await put("question", "Ann: where did you buy the orange bicycle?", 60, "talk");
    await put("other place", "Tom: in Dublin, from a sailor", 61, "elsewhere");
    await put("answer", "Tom: in Lisbon, from a sailor", 62, "talk");
    const found = await titles(bench, "which sailor sold the orange bicycle");
    expect(found.slice(0, 2)).toEqual(["question", "answer"]);
  });
});

describe("a place that is about a name", () => {
  const talks = async () => {
    const bench = await workbench();
    const put = async (title: string, content: string, namespace: string) => {
      await bench.memories.store(storeRequest({ title, content, namespace, force: true }));
      bench.clock.advance(3_600_000);
    };
    await put("name", "Ann: Bruno has a new collar", "dogs");
    await put("again", "Ann: nobody barks like Bruno", "dogs");
    await put("answer", "Ann: he sleeps under the stove", "dogs");
    await put("elsewhere", "Tom: he sleeps under the stairs", "hotels");
    await put("others", "Tom: breakfast is at eight", "hotels");
    return bench;
  };

  test("ranks its memories first", async () => {
    const found = await titles(await talks(), "does Bruno sleep under something or bark");
    expect(found).toEqual(["again", "answer", "name", "elsewhere"]);
  });

  test("answers in a memory that lacks the name; another place does not", async () => {
    const at = (path: string) => ({ filter: { includeArchived: false, namespace: { path, below: true } } });
    const bench = await talks();
    expect(await titles(bench, "does Bruno sleep under a stove")).toContain("answer");
    expect(await titles(bench, "does Bruno sleep under a stove", at("hotels"))).toEqual([]);
  });
});

describe("with time", () => {
  const inAges = async (tier: "short" | "mid" | "long") => {
    const bench = await workbench();
    // The older one is stored last: among equals it would come first.
    const put = (title: string, content: string, given: Partial<StoreRequest> = {}) =>
      bench.memories.store(storeRequest({ title, content, force: true, ...given }));
    await put("lasting", "The harbour gate opens at six", { tier: "long" });
    await put("passing", "The harbour gate opens at six", { tier });
    return bench;
  };

  test.each(["short", "mid"] as const)("what is kept for the tier %s is out of date sooner", async (tier) => {
    const bench = await inAges(tier);
    expect(await titles(bench, "harbour gate")).toEqual(["passing", "lasting"]);
    bench.clock.advance(5 * 3_600_000);
    expect(await titles(bench, "harbour gate")).toEqual(["lasting", "passing"]);
  });

  test("of one tier the later one comes first, however old both are", async () => {
    const bench = await workbench();
    await bench.memories.store(
      storeRequest({ title: "new", content: "Boats moor at pier four", tier: "long", force: true }),
    );
    const { memories } = bench;
    bench.clock.advance(86_400_000);
    await memories.store(
      storeRequest({ title: "newer", content: "Boats moor at pier four", tier: "long", force: true }),
    );
    for (let year = 0; year < 5; year++) {
      expect(await titles(bench, "where do boats moor")).toEqual(["newer", "new"]);
      bench.clock.advance(365 * 86_400_000);
    }
  });

  test("age never decides against the words: what is ten years old and has all of them is first", async () => {
    const bench = await workbench();
    await bench.memories.store(
      storeRequest({ title: "old", content: "The lighthouse keeper paints the railing", tier: "long", force: true }),
    );
    bench.clock.advance(3_650 * 86_400_000);
    await bench.memories.store(storeRequest({ title: "fresh", content: "A lighthouse stands there", force: true }));
    expect((await titles(bench, "what does the lighthouse keeper paint"))[0]).toBe("old");
  });
});

describe("what is refused", () => {
  test.each([
    "What is the capital of France?",
    "Who painted the Mona Lisa?",
    "dragons",
    "the of and",
    "What is the birthday of Ann?",
    "What does the error HRN-B999 mean?",
    "Which airline does Okafor prefer, Lufthansa?",
  ])("%s", async (context) => {
    expect(await titles(await filled(), context)).toEqual([]);
  });

  test("with the words that nothing holds and what came nearest", async () => {
    const { hits, more, nothing } = await recall(
      await filled(),
      "Which Kafka broker does the bridge use for Zookeeper?",
    );
    expect([hits, more]).toEqual([[], false]);
    expect(nothing?.unknownWords).toEqual(["kafka", "broker", "zookeeper"]);
    expect(nothing?.nearest.map(({ title }) => title)).toEqual(["Ports"]);
  });

  test("and an answer has no such list", async () => {
    expect((await recall(await filled(), "the bridge")).nothing).toBe(undefined);
  });
});
