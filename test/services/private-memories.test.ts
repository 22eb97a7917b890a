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
  expect(await as("bob").put({ content: "One.", onConflict: "merge", scope: "collective" })).toBe("created");
  expect(await as("bob").put({ content: "Two.", onConflict: "version", scope: "collective" })).toBe("versioned");
  expect(await as("ann").put({ content: "Ann earns six.", onConflict: "merge", scope: "private" })).toBe("merged");
  expect(await as("ann").list()).toEqual([
    ["Two.", "collective"],
    ["One.", "collective"],
    ["Ann earns six.", "private"],
  ]);
  // It is not shared either beside what has the title already.
  expect(await as("ann").put({ content: "Six.", onConflict: "merge", scope: "collective" })).toBe("title_taken");
  const leftOut = new Set(["scope"]);
  const scope = "collective";
  expect(await as("ann").put({ content: "Ann earns ten.", onConflict: "merge", scope, leftOut })).toBe("merged");
  expect((await as("ann").list()).at(-1)).toEqual(["Ann earns ten.", "private"]);
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

test("update, promotion and restoring find a title free that only another agent's private memory has", async () => {
  const { store, clock } = await workbench();
  const as = (agent: string) => ({ memories: storedMemories({ store: storeSeenBy(store, agent), clock }), agent });
  const put = async (
    { memories, agent }: ReturnType<typeof as>,
    over: Omit<Parameters<typeof storeRequest>[0], "content">,
  ) => {
    const writer = { session: agent, agent };
    const stored = await memories.store(
      storeRequest({ content: `By ${agent}.`, title: "Pay", force: true, writer, ...over }),
    );
    if (stored.status !== "created") throw new Error(`expected a new memory, got ${stored.status}`);
    return stored.memory.id;
  };
  const [ann, bob] = [as("ann"), as("bob")];
  const writer = { session: "bob", agent: "bob" };
  await put(ann, { namespace: "a", scope: "private" });
  const moved = await put(bob, { namespace: "b", scope: "private" });
  const update = { id: moved, changes: { namespace: "a" }, editSource: "llm", writer } as const;
  expect((await bob.memories.update(update)).status).toBe("updated");
  const below = await put(bob, { namespace: "a/b", scope: "collective" });
  const up = { id: below, targetTier: "long", toNamespace: "a", writer } as const;
  const promoted = await bob.memories.promote(up);
  if (promoted.status !== "promoted") throw new Error(`expected a copy, got ${promoted.status}`);
  // The shared copy is beside bob's own private one of the same title.
  const { id } = promoted.memory;
  expect((await bob.memories.update({ ...update, id, changes: { content: "By both." } })).status).toBe("updated");
  expect((await bob.memories.promote(up)).status).toBe("title_taken");
  await bob.memories.forget({ ids: [moved], isDryRun: false, writer });
  const restored = await bob.memories.archive.restore({ id: moved, tier: "long", onConflict: "error", writer });
  expect(restored.status).toBe("restored");
});

test("similar words of another agent's private memory do not matter", async () => {
  const as = await twoAgents();
  const content = "The salary of the new engineer is five thousand a month, from October on.";
  await as("ann").put({ content, scope: "private" });
  expect(await as("bob").put({ title: "Mine", content, scope: "collective" })).toBe("created");
  expect(await as("ann").put({ title: "Again", content, scope: "private" })).toBe("similar_exists");
});
