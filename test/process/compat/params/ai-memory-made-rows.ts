import { expect } from "vitest";
import { titles } from "../../profiles/open-servers.ts";
import { objects } from "../../served-workbench.ts";
import type { ParamRow } from "./param-client.ts";

export const aiMemoryMadeRows: readonly ParamRow[] = [
  {
    tool: "memory_atomise",
    params: {
      memory_id: "what is split",
      max_atom_tokens: "how large an atom may be",
      force_re_atomise: "makes the atoms again",
    },
    async shown(client) {
      const content = Array.from({ length: 6 }, (_, n) => `Plank ${n} of the deck was laid down by hand.`).join(" ");
      const id = await client.store({ content, namespace: "atoms/deck" });
      expect(await client.error("memory_atomise", { memory_id: id })).toMatchObject({ code: "NOT_ATOMISED" });
      const small = { memory_id: id, max_atom_tokens: 50 };
      expect(await client.call("memory_atomise", small)).toMatchObject({ source_id: id, atom_count: 2 });
      expect(await client.error("memory_atomise", small)).toMatchObject({ code: "NOT_ATOMISED" });
      expect(await client.call("memory_atomise", { ...small, force_re_atomise: true })).toMatchObject({
        atom_count: 2,
      });
    },
  },
  {
    tool: "memory_persona_generate",
    params: { entity_id: "of whom", namespace: "where its reflections are and it goes" },
    async shown(client) {
      const source = await client.store({ content: "Olaf ties a bowline.", namespace: "crew/a" });
      const reflection = { source_ids: [source], title: "Of Olaf", content: "Olaf knows his knots." };
      await client.call("memory_reflect", reflection);
      const given = { entity_id: "Olaf", namespace: "crew" };
      expect(await client.call("memory_persona_generate", given)).toMatchObject({
        persona: { entity_id: "Olaf", content: "Olaf knows his knots.", namespace: "crew" },
      });
      expect(await client.error("memory_persona_generate", { ...given, namespace: "fleet" })).toMatchObject({
        code: "PERSONA_WITHOUT_SOURCE",
      });
    },
  },
  {
    tool: "memory_persona",
    params: { entity_id: "of whom", namespace: "where it is" },
    async shown(client) {
      expect(await client.call("memory_persona", { entity_id: "Olaf", namespace: "crew" })).toMatchObject({
        persona: { entity_id: "Olaf" },
      });
      expect(await client.call("memory_persona", { entity_id: "Olaf" })).toMatchObject({ persona: null });
    },
  },
  {
    tool: "memory_replay",
    params: {
      memory_id: "what the turns led to",
      verbose: "whole contents",
      depth: "how far what it was made of is followed",
      agent_id: "only turns of this agent",
    },
    async shown(client) {
      const long = `Heave. ${"Ho. ".repeat(400)}`;
      const host_session_id = "shanty";
      const turn = { host_session_id, host_turn_index: 0, role: "user", content: long };
      const { memory_id = null } = await client.call("memory_capture_turn", turn);
      const of = async (given: object) =>
        objects((await client.call("memory_replay", { memory_id, ...given })).transcripts);
      expect((await of({}))[0]).toMatchObject({ host_session_id, content_length: long.length });
      expect((await of({ verbose: true }))[0]).toMatchObject({ content: long });
      expect(await of({ agent_id: "ai:eve" })).toEqual([]);
      const source_ids = [memory_id ?? ""];
      const made = await client.call("memory_reflect", { source_ids, title: "Shanty", content: "They sing." });
      const depths = async (depth: number) =>
        titles(
          (await client.call("memory_replay", { memory_id: made.id ?? null, depth })).transcripts,
          "host_session_id",
        );
      expect(await depths(0)).toContain("shanty");
      expect(await depths(1)).toContain("shanty");
    },
  },
  {
    tool: "memory_quota_status",
    params: { agent_id: "only of this agent", namespace: "only here and below" },
    async shown(client) {
      await client.store({ content: "Salt beef.", namespace: "stores/beef", agent_id: "ai:cook" });
      await client.store({ content: "Rum.", namespace: "stores/rum", agent_id: "ai:cook" });
      const count = async (given: object) => (await client.call("memory_quota_status", { ...given })).count;
      expect(await count({ agent_id: "ai:cook" })).toBe(2);
      expect(await count({ agent_id: "ai:cook", namespace: "stores/rum" })).toBe(1);
      expect(await client.call("memory_quota_status", { namespace: "stores" })).toMatchObject({ unlimited: true });
    },
  },
];
