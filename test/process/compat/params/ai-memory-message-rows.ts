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
];
