import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { createRanking } from "../../src/runtime/builtins/rank-tools.ts";
import { searchIndex } from "../../src/runtime/builtins/search-index.ts";
import { queries } from "./queries.ts";

// How well a search finds, held on the workbench itself: users' words, and the tools that they mean.

const index = await searchIndex(registry);
const rankTools = createRanking(index);
const rankOf = (query: string, tools: readonly string[]) => {
  const place = rankTools(query).findIndex(({ name }) => tools.includes(name));
  return place === -1 ? Number.POSITIVE_INFINITY : place + 1;
};
const ranks = queries.map(({ query, tools }) => ({ query, rank: rankOf(query, tools) }));

describe("searching in users' words", () => {
  test("is tried with sixty queries and more, each for a tool that there is", () => {
    expect(queries.length).toBeGreaterThanOrEqual(60);
    const known = index.map(({ name }) => name);
    expect(queries.flatMap(({ tools }) => tools).filter((name) => !known.includes(name))).toEqual([]);
    // No tool is easy to find because no query asks for it.
    expect(known.filter((name) => !queries.some(({ tools }) => tools.includes(name)))).toEqual([]);
  });

  test("finds the tool among the first three: recall of at least 0.95", () => {
    const missed = ranks.filter(({ rank }) => rank > 3);
    const recall = 1 - missed.length / ranks.length;
    expect(recall >= 0.95 ? [] : missed).toEqual([]);
  });

  test("finds it first nearly always: mean reciprocal rank of at least 0.9", () => {
    const mean = ranks.reduce((sum, { rank }) => sum + 1 / rank, 0) / ranks.length;
    const later = ranks.filter(({ rank }) => rank > 1);
    expect(mean >= 0.9 ? [] : later).toEqual([]);
  });
});

describe("a name", () => {
  const names = index.flatMap(({ name, aliases }) => [
    [name, name] as const,
    ...aliases.map((alias) => [alias, name] as const),
  ]);
  test.each(names)("%s is found first, however it is spelled", (asked, name) => {
    for (const spelled of [asked, asked.toUpperCase(), asked.replaceAll("_", " "), ` ${asked.replaceAll("_", "-")} `]) {
      expect([spelled, rankTools(spelled)[0]?.name]).toEqual([spelled, name]);
    }
  });

  test("that begins with the query comes before texts that hold it", () => {
    expect(rankTools("memory_r")[0]?.name).toBe("memory_recall");
  });
});

test("the same query gives the same order, and no words give every tool in catalog order", () => {
  expect(rankTools("memory")).toEqual(createRanking([...index])("memory"));
  expect(rankTools("  ").map(({ name }) => name)).toEqual(index.map(({ name }) => name));
  expect(rankTools("zzqx")).toEqual([]);
});
