import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { objects } from "../served-workbench.ts";
import { clientOfList, type ListClient } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// Two hosts of ai-memory send each other messages, over stdio and on one database.

const serve = serversOfTest();

async function twoAgents() {
  const workbench = await serve({ profile: "ai_memory", client: "claude-code" });
  const { databasePath } = workbench;
  const other = await serve({ profile: "ai_memory", client: "codex", databasePath });
  return { workbench, claude: await clientOfList(workbench), codex: await clientOfList(other) };
}

const payloads = async (client: ListClient, given: JsonObject) =>
  titles((await client.call("memory_inbox", given)).messages, "payload");

it("marks what an inbox has shown, and no message takes the place of another of its title", async () => {
  const { claude, codex } = await twoAgents();
  const send = (payload: string) =>
    claude.call("memory_notify", { target_agent_id: "codex", title: "Review", payload, priority: 9, tier: "short" });
  expect(await send("Please review the parser.")).toMatchObject({
    ...{ from: "claude-code", to: "codex", namespace: "_messages/codex", tier: "short" },
  });
  await send("And the printer.");

  expect(await claude.call("memory_inbox")).toMatchObject({ agent_id: "claude-code", count: 0, messages: [] });
  // A recall shows both, and is not the inbox.
  await codex.call("memory_recall", { context: "review the parser and the printer" });
  const looked = await codex.call("memory_inbox", { unread_only: true, mark_read: false });
  expect(titles(looked.messages, "read")).toEqual([false, false]);
  const first = await codex.call("memory_inbox", { unread_only: true, limit: 1 });
  expect(first).toMatchObject({
    ...{ agent_id: "codex", namespace: "_messages/codex", count: 1, more: true },
    messages: [{ from: "claude-code", title: "Review", payload: "And the printer.", priority: 9, read: false }],
  });
  expect(await payloads(codex, { unread_only: true })).toEqual(["Please review the parser."]);
  expect(await payloads(codex, { unread_only: true })).toEqual([]);
  const all = objects((await codex.call("memory_inbox", { agent_id: "codex" })).messages);
  expect(all.map(({ title, payload, read }) => [title, payload, read])).toEqual([
    ["Review", "And the printer.", true],
    ["Review", "Please review the parser.", true],
  ]);
  // Reading is not an edit.
  expect(await codex.call("memory_get", { id: all[0]?.id ?? null })).toMatchObject({ version: 1, tags: [] });
  await send("Once more.");
  expect(await payloads(codex, { unread_only: true })).toEqual(["Once more."]);
});

it("two that send and two that read at once lose none and show none twice", async () => {
  const { claude, codex } = await twoAgents();
  const numbers = Array.from({ length: 20 }, (_, number) => `Number ${number}.`);
  await Promise.all(
    numbers.map((payload, index) =>
      (index % 2 === 0 ? claude : codex).call("memory_notify", { target_agent_id: "scribe", title: "Count", payload }),
    ),
  );
  const read = { agent_id: "scribe", unread_only: true, limit: 5 };
  const shown: unknown[] = [];
  for (let round = 0; round < 3; round++) {
    shown.push(...(await Promise.all([payloads(claude, read), payloads(codex, read)])).flat());
  }
  expect(shown.toSorted()).toEqual(numbers.toSorted());
});

it("takes any name of an agent, cuts long messages, and marks only what it shows", async () => {
  const { workbench, claude } = await twoAgents();
  for (const target_agent_id of ["Claude Code", "team/codex", "team", ".."]) {
    await claude.call("memory_notify", { target_agent_id, title: "Hello", payload: `To ${target_agent_id}.` });
    expect(await payloads(claude, { agent_id: target_agent_id }), target_agent_id).toEqual([`To ${target_agent_id}.`]);
  }
  const long = `The start. ${"word ".repeat(10_000)}`;
  for (let number = 0; number < 70; number++) {
    await claude.call("memory_notify", { target_agent_id: "reader", title: `Long ${number}`, payload: long });
  }
  const unread = { agent_id: "reader", unread_only: true, limit: 500 };
  let seen = 0;
  for (let round = 0; round < 3; round++) {
    const { messages, more } = await claude.call("memory_inbox", unread);
    seen += objects(messages).length;
    for (const message of objects(messages)) expect(message).toMatchObject({ payload_length: long.length });
    expect(more).toBe(seen < 70);
  }
  expect(seen).toBe(70);

  const message = { target_agent_id: "codex", title: "T", payload: "P" };
  for (const wrong of [
    { target_agent_id: "" },
    { target_agent_id: "a".repeat(129) },
    { title: "t".repeat(201) },
    { payload: " " },
    { payload: "x".repeat(65_537) },
    { priority: 11 },
    { priority: "high" },
    { tier: "forever" },
  ]) {
    const error = await workbench.error("memory_notify", { ...message, ...wrong });
    expect(error, Object.keys(wrong).join()).toMatchObject({ code: "INVALID_ARGUMENTS" });
  }
  for (const wrong of [{ unread_only: "yes" }, { limit: 0 }, { limit: 501 }, { limit: "all" }]) {
    expect(await workbench.error("memory_inbox", wrong)).toMatchObject({ code: "INVALID_ARGUMENTS" });
  }
  expect(await workbench.error("memory_notify", { ...message, title: "a\u202Eb" })).toMatchObject({
    code: "CONTROL_CHARACTER",
  });
  expect(await workbench.error("memory_notify", { ...message, target_agent_id: "a\u202Eb" })).toMatchObject({
    code: "NAMESPACE_INVALID",
  });
  expect(await claude.call("memory_inbox", { agent_id: "codex" })).toMatchObject({ count: 0 });
});
