import { expect } from "vitest";
import { titles } from "../../profiles/open-servers.ts";
import type { ParamRow } from "./param-client.ts";

export const aiMemoryMessageRows: readonly ParamRow[] = [
  {
    tool: "memory_notify",
    params: {
      target_agent_id: "who should read it",
      title: "what it is about; the same one twice is two messages",
      payload: "the message",
      priority: "how urgent it is",
      tier: "how long it is kept",
    },
    async shown(client) {
      const message = { target_agent_id: "mate", title: "Anchor", payload: "Weigh it.", priority: 8, tier: "short" };
      const sent = await client.call("memory_notify", message);
      expect(sent).toMatchObject({ to: "mate", from: "code-helper", namespace: "_messages/mate", tier: "short" });
      await client.call("memory_notify", { ...message, payload: "Drop it." });
      expect(titles((await client.call("memory_inbox", { agent_id: "mate" })).messages, "payload")).toEqual([
        "Drop it.",
        "Weigh it.",
      ]);
      expect(await client.call("memory_get", { id: sent.id ?? null })).toMatchObject({ priority: 8, tier: "short" });
    },
  },
  {
    tool: "memory_inbox",
    params: { agent_id: "whose messages", unread_only: "only what was not shown", limit: "most of them" },
    async shown(client) {
      for (const payload of ["One.", "Two.", "Three."]) {
        await client.call("memory_notify", { target_agent_id: "cook", title: "Meal", payload });
      }
      expect(await client.call("memory_inbox")).toMatchObject({ agent_id: "code-helper", count: 0 });
      const unread = { agent_id: "cook", unread_only: true };
      expect(titles((await client.call("memory_inbox", { ...unread, limit: 2 })).messages, "payload")).toEqual([
        "Three.",
        "Two.",
      ]);
      expect(titles((await client.call("memory_inbox", unread)).messages, "payload")).toEqual(["One."]);
      expect(await client.call("memory_inbox", { agent_id: "cook" })).toMatchObject({ count: 3 });
    },
  },
  {
    tool: "memory_share",
    params: { source_memory_id: "what is copied", target_agent_id: "who gets it" },
    async shown(client) {
      const id = await client.store({ content: "The spare key hangs below.", namespace: "share/key" });
      const shared = await client.call("memory_share", { source_memory_id: id, target_agent_id: "mate" });
      expect(shared).toMatchObject({ target_namespace: "_shared/mate", from_agent_id: "code-helper" });
      expect(await client.call("memory_get", { id: shared.shared_memory_id ?? null })).toMatchObject({
        content: "The spare key hangs below.",
      });
    },
  },
  {
    tool: "memory_offload",
    params: { content: "the text", namespace: "where it belongs", ttl_seconds: "how long it is kept" },
    async shown(client) {
      const kept = await client.call("memory_offload", { content: "A long log.", namespace: "logs", ttl_seconds: 60 });
      expect(kept).toMatchObject({ namespace: "logs" });
      expect(Date.parse(String(kept.expires_at)) - Date.parse(String(kept.stored_at))).toBe(60_000);
      expect(await client.call("memory_deref", { ref_id: kept.ref_id ?? null })).toMatchObject({
        content: "A long log.",
      });
    },
  },
  {
    tool: "memory_deref",
    params: { ref_id: "which text" },
    async shown(client) {
      const { ref_id, content_sha256 } = await client.call("memory_offload", { content: "Another log." });
      const text = await client.call("memory_deref", { ref_id: ref_id ?? null });
      expect(text).toMatchObject({ ref_id, content: "Another log.", sha256: content_sha256 });
    },
  },
  {
    tool: "memory_namespace_set_standard",
    params: {
      namespace: "where it holds",
      id: "the memory that says the rules",
      parent: "whose rules hold too",
      governance: "refused: it would not be enforced",
    },
    async shown(client) {
      const id = await client.store({ content: "Deck shoes only.", namespace: "rules/deck" });
      const given = { namespace: "deck", id, parent: "ship" };
      const refused = await client.error("memory_namespace_set_standard", { ...given, governance: { write: "owner" } });
      expect(refused).toMatchObject({ code: "GOVERNANCE_NOT_ENFORCED" });
      await client.call("memory_namespace_set_standard", { namespace: "ship", id });
      await client.call("memory_namespace_set_standard", given);
      const { standards } = await client.call("memory_recall", { context: "shoes", namespace: "deck" });
      expect(titles(standards, "namespace")).toEqual(["ship", "deck"]);
    },
  },
  {
    tool: "memory_namespace_get_standard",
    params: { namespace: "of which", inherit: "those from above too" },
    async shown(client) {
      const id = await client.store({ content: "No fire below.", namespace: "rules/hold" });
      await client.call("memory_namespace_set_standard", { namespace: "hold", id });
      const own = await client.call("memory_namespace_get_standard", { namespace: "hold/aft" });
      expect(own).toMatchObject({ standard_id: null });
      const all = await client.call("memory_namespace_get_standard", { namespace: "hold/aft", inherit: true });
      expect(all).toMatchObject({ chain: ["*", "hold", "hold/aft"], standards: [{ id }] });
    },
  },
  {
    tool: "memory_namespace_clear_standard",
    params: { namespace: "of which" },
    async shown(client) {
      const id = await client.store({ content: "Ring the bell.", namespace: "rules/bell" });
      await client.call("memory_namespace_set_standard", { namespace: "bell", id });
      const clear = () => client.call("memory_namespace_clear_standard", { namespace: "bell" });
      expect([(await clear()).cleared, (await clear()).cleared]).toEqual([true, false]);
    },
  },
];
