import { expect, test } from "vitest";
import { storedMemories } from "../../src/services/memories/stored-memories.ts";
import { storeSeenBy } from "../../src/store/seen-by.ts";
import { storeRequest, workbench } from "./workbench.ts";

/** What two agents do on one store, each as it sees it. */
async function twoAgents() {
  const { store, clock } = await workbench();
  return (agent: string) => {
    const memories = storedMemories({ store: storeSeenBy(store, agent), clock });
    const request = { title: "Pay", writer: { session: agent, agent }, leftOut: new Set<string>() };
    return {
      list: async () => {
        const page = await memories.list({ limit: 9 });
        if ("status" in page) throw new Error("a list without a cursor has a page");
        return page.items.map(({ content, scope }) => [content, scope]);
      },
      put: async (over: Parameters<typeof storeRequest>[0]) =>
        (await memories.store(storeRequest({ ...request, ...over }))).status,
    };
  };
}

test("a merge never reaches what its writer does not see", async () => {
  const as = await twoAgents();
  expect(await as("ann").put({ content: "Ann earns five.", scope: "private" })).toBe("created");
  expect(await as("bob").put({ content: "One.", onConflict: "merge", scope: "collective" })).toBe("title_taken");
  expect(await as("bob").put({ content: "Two.", onConflict: "version", scope: "collective" })).toBe("versioned");
  expect(await as("ann").put({ content: "Ann earns six.", onConflict: "merge", scope: "private" })).toBe("merged");
  expect(await as("ann").list()).toEqual([
    ["Two.", "collective"],
    ["Ann earns six.", "private"],
  ]);
});

test("a merge makes private only what its writer wrote", async () => {
  const as = await twoAgents();
  expect(await as("ann").put({ content: "All earn five.", scope: "collective" })).toBe("created");
  const merge = { content: "All earn six.", onConflict: "merge", scope: "private" } as const;
  expect(await as("bob").put(merge)).toBe("title_taken");
  expect(await as("bob").put({ ...merge, leftOut: new Set(["scope"]) })).toBe("merged");
  expect(await as("ann").put(merge)).toBe("merged");
  expect(await as("bob").list()).toEqual([]);
});

test("similar words of another agent's private memory do not matter", async () => {
  const as = await twoAgents();
  const content = "The salary of the new engineer is five thousand a month, from October on.";
  await as("ann").put({ content, scope: "private" });
  expect(await as("bob").put({ title: "Mine", content, scope: "collective" })).toBe("created");
  expect(await as("ann").put({ title: "Again", content, scope: "private" })).toBe("similar_exists");
});
