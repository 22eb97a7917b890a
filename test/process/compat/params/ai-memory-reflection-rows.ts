import { expect } from "vitest";
import { titles } from "../../profiles/open-servers.ts";
import type { ParamClient, ParamRow } from "./param-client.ts";

async function reflected(client: ParamClient, name: string) {
  const namespace = `reflect/${name}`;
  const source = await client.store({ title: `The ${name}`, content: `The ${name} leaks at the stern.`, namespace });
  const made = await client.call("memory_reflect", {
    ...{ source_ids: [source], title: `Of the ${name}`, content: `A ${name} needs tar.` },
  });
  return { source, made, id: made.id ?? null, namespace };
}

export const aiMemoryReflectionRows: readonly ParamRow[] = [
  {
    tool: "memory_reflect",
    params: {
      source_ids: "what it is about",
      title: "its title",
      content: "what they say together",
      namespace: "where it goes",
      tier: "how long it is kept",
      tags: "what it is about in words",
      priority: "how much it matters",
      confidence: "how sure it is",
      metadata: "anything else",
      agent_id: "who it is from",
      depth: "refused unless it is right",
    },
    async shown(client) {
      const place = { namespace: "reflect/all" };
      const source_ids = [
        await client.store({ ...place, content: "The bow was wet on Monday." }),
        await client.store({ ...place, content: "Rain fell before Monday." }),
      ];
      const given = {
        ...{ source_ids, title: "Rain", content: "Rain wets the bow.", namespace: "reflect/sum", tier: "short" },
        ...{ tags: ["rain"], priority: 8, confidence: 0.6, metadata: { seen: 2 }, agent_id: "ai:bob" },
      };
      const refused = await client.error("memory_reflect", { ...given, depth: 2 });
      expect(refused).toMatchObject({ code: "REFLECTION_DEPTH" });
      const made = await client.call("memory_reflect", { ...given, depth: 1 });
      expect(made).toMatchObject({ reflection_depth: 1, reflects_on: source_ids, namespace: "reflect/sum" });
      expect(await client.call("memory_get", { id: made.id ?? null })).toMatchObject({
        ...{
          title: "Rain",
          content: "Rain wets the bow.",
          kind: "reflection",
          tier: "short",
          tags: ["rain"],
          priority: 8,
        },
        provenance: { agent_id: "ai:bob", confidence: 0.6, metadata: { seen: 2 } },
      });
    },
  },
  {
    tool: "memory_dependents_of_invalidated",
    params: { memory_id: "on which memory" },
    async shown(client) {
      const { source, id } = await reflected(client, "gig");
      const found = await client.call("memory_dependents_of_invalidated", { memory_id: source });
      expect(titles(found.dependents, "id")).toEqual([id]);
      expect(await client.call("memory_dependents_of_invalidated", { memory_id: id })).toMatchObject({ count: 0 });
    },
  },
  {
    tool: "memory_export_reflection",
    params: { memory_id: "which reflection", format: "Markdown or JSON" },
    async shown(client) {
      const { id } = await reflected(client, "skiff");
      const file = await client.call("memory_export_reflection", { memory_id: id });
      expect(file.suggested_filename).toMatch(/^of-the-skiff-[0-9a-f]{8}\.md$/);
      expect(file.content).toContain("A skiff needs tar.");
      const { content } = await client.call("memory_export_reflection", { memory_id: id, format: "json" });
      expect(JSON.parse(String(content))).toMatchObject({ id, reflects_on: [{ title: "The skiff" }] });
    },
  },
  {
    tool: "memory_reflection_origin",
    params: { memory_id: "which reflection" },
    async shown(client) {
      const { source, id } = await reflected(client, "dory");
      const origin = await client.call("memory_reflection_origin", { memory_id: id });
      expect(origin).toMatchObject({ is_reflection: true, original_depth: 1, agent_id: "code-helper" });
      expect(titles(origin.sources, "id")).toEqual([source]);
    },
  },
];
