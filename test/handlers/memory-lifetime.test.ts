import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { startOfTests } from "../services/clock.ts";
import { itemsOf } from "./items-of.ts";
import { memoriesOf, titlesOf } from "./open-workbench.ts";
import { type ServedClient, servedClient } from "./served-client.ts";

// How long memories are kept, through a client of the SDK with a clock that the test moves.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function opened(options: Parameters<typeof servedClient>[0] = {}): Promise<ServedClient> {
  const client = await servedClient(options);
  await client.value("session_open", { agent: "claude" });
  return client;
}

const peanuts = { content: "The user is allergic to peanuts." };

test("what is stored with defaults is recalled in 400 days", async () => {
  const first = await opened({ profile: "core" });
  const receipt = await first.value("memory_store", peanuts);
  expect(receipt).toMatchObject({ tier: "long", expires_at: null });
  await first.close();
  first.clock.advance(400 * dayMs);
  const { clock, databasePath } = first;
  const second = await servedClient({ profile: "core", clock, databasePath });
  const { briefing } = await second.value("session_open", { agent: "claude" });
  expect(briefing).toMatchObject({ memories_count: 1, ended_count: 0 });
  const recalled = await second.value("memory_recall", { context: "peanuts" });
  expect(memoriesOf(recalled).map(({ id, content }) => [id, content])).toEqual([[receipt.id, peanuts.content]]);
});

describe("a shorter life", () => {
  test("is said in the answer, with the time", async () => {
    const client = await opened();
    const texts = await client.texts("memory_store", { ...peanuts, tier: "mid" });
    expect(texts.join("\n")).toContain("kept until 2026-01-08 00:00Z; each use lengthens it");
    expect((await client.texts("memory_store", { content: "Nothing ends this." })).join("\n")).not.toContain(
      "kept until",
    );
  });

  test.each([
    ["a recall", "memory_recall", () => ({ context: "peanuts" })],
    ["a look", "memory_get", (id: unknown) => ({ id: String(id) })],
  ] as const)("is lengthened by %s", async (_what, tool, given) => {
    const client = await opened();
    const { id } = await client.value("memory_store", { ...peanuts, tier: "short" });
    for (let use = 0; use < 3; use++) {
      client.clock.advance(5 * hourMs);
      await client.value(tool, given(id));
    }
    client.clock.advance(5 * hourMs);
    expect(titlesOf(await client.value("memory_recall", { context: "peanuts" }))).toHaveLength(1);
    client.clock.advance(6 * hourMs);
    expect(titlesOf(await client.value("memory_recall", { context: "peanuts" }))).toEqual([]);
  });

  test("becomes a longer one by use: the fifth and the tenth raise the tier, and the log says so", async () => {
    const client = await opened();
    const { id } = await client.value("memory_store", { ...peanuts, tier: "short" });
    const tiers: unknown[] = [];
    for (let use = 0; use < 10; use++) {
      client.clock.advance(hourMs);
      await client.value("memory_recall", { context: "peanuts" });
      tiers.push((await client.value("memory_get", { id: String(id) })).tier);
    }
    // The look at the same time adds nothing.
    expect(tiers).toEqual([...Array(4).fill("short"), ...Array(5).fill("mid"), "long"]);
    client.clock.advance(400 * dayMs);
    expect(titlesOf(await client.value("memory_recall", { context: "peanuts" }))).toHaveLength(1);
    const store = await openStore(client.databasePath);
    onTestFinished(() => store.close());
    const log = await store.read(({ activity }) => activity.latest(9));
    expect(log.filter(({ event }) => event === "memory_promoted")).toMatchObject([
      { agent: "pegboard", subject: id },
      { agent: "pegboard", subject: id },
    ]);
  });

  test("is never shortened by a use", async () => {
    const client = await opened();
    const { id } = await client.value("memory_store", { ...peanuts, tier: "short" });
    const expiresAt = new Date(startOfTests + 30 * dayMs).toISOString();
    await client.value("memory_update", { id: String(id), expires_at: expiresAt });
    expect((await client.value("memory_get", { id: String(id) })).provenance).toMatchObject({ expires_at: expiresAt });
  });
});

describe("what has ended", () => {
  test("is named by the briefing, listed, and restored for good", async () => {
    const client = await opened();
    const { id } = await client.value("memory_store", { ...peanuts, tier: "mid" });
    client.clock.advance(8 * dayMs);
    const { briefing } = await client.value("session_open", { agent: "claude" });
    expect(briefing).toMatchObject({ memories_count: 0, ended_count: 1 });
    expect(JSON.stringify(briefing)).toContain("1 memory ended since 2026-01-01: memory_archive_list shows them");
    expect(JSON.stringify(briefing)).not.toContain("Nothing is stored yet");
    expect(itemsOf(await client.value("memory_archive_list"))).toMatchObject([
      { id, preview: peanuts.content, reason: "expired", archived_at: "2026-01-08T00:00:00.000Z", version_of: null },
    ]);
    const restored = await client.value("memory_archive_restore", { id: String(id) });
    expect(restored).toMatchObject({ restored: true, id, tier: "long", expires_at: null, archived: null });
    client.clock.advance(400 * dayMs);
    expect(titlesOf(await client.value("memory_recall", { context: "peanuts" }))).toHaveLength(1);
  });

  test("is counted for an agent that was away for longer than a week, and for a new one of the last week", async () => {
    const client = await opened();
    await client.value("memory_store", { ...peanuts, tier: "short" });
    client.clock.advance(30 * dayMs);
    const briefingFor = async (agent: string) => (await client.value("session_open", { agent })).briefing;
    expect(await briefingFor("claude")).toMatchObject({ ended_count: 1 });
    client.clock.advance(1_000);
    expect(await briefingFor("claude")).toMatchObject({ ended_count: 0 });
    expect(await briefingFor("stranger")).toMatchObject({ ended_count: 0 });
  });

  test("is archived by memory_gc, which says what it would archive first", async () => {
    const client = await opened();
    const { id, title } = await client.value("memory_store", { ...peanuts, tier: "short" });
    expect(await client.value("memory_gc")).toMatchObject({ collected: 0, dry_run: false });
    client.clock.advance(6 * hourMs);
    const memories = [{ id, title, namespace: "global" }];
    expect(await client.value("memory_gc", { dry_run: true })).toMatchObject({ collected: 1, dry_run: true, memories });
    expect(await client.value("memory_gc")).toMatchObject({ collected: 1, dry_run: false, memories });
    expect(await client.value("memory_gc")).toMatchObject({ collected: 0, memories: [] });
    expect(await client.value("memory_archive_stats")).toMatchObject({ archived: 1, reasons: { expired: 1 } });
  });
});
