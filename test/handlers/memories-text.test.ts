import { expect, test } from "vitest";
import { memoriesText } from "../../src/handlers/memory/memories-text.ts";
import { type KnownMemory, shownMemories } from "../../src/handlers/memory/shown-memories.ts";

const known = (id: string): KnownMemory => ({
  id,
  title: "Ports",
  content: "Ports",
  namespace: "global",
  tier: "long",
  kind: "observation",
  tags: [],
  priority: 5,
  task_id: null,
  updated_at: "2026-01-01T00:00:00.000Z",
  archived: false,
  version: 1,
  provenance: {
    agent_id: "ann",
    source: "nhi",
    source_uri: null,
    confidence: 1,
    created_at: "2026-01-01T00:00:00.000Z",
    expires_at: null,
    access_count: 0,
    metadata: {},
  },
});

function textOf(...ids: readonly string[]): string {
  const memories = ids.map(known);
  const shown = shownMemories(memories, { detail: "compact", fields: [], place: "global" });
  return memoriesText(memories, shown, { notes: [], context: "ann", now: Date.parse("2026-01-02T00:00:00Z") });
}

test("ids are as short as they can be told apart", () => {
  expect(textOf("aaaaaaaa-1", "bbbbbbbb-2")).toBe("aaaaaaaa Ports\nbbbbbbbb Ports\nann");
  expect(textOf("aaaaaaaa-1", "aaaaaaaa-2")).toBe("aaaaaaaa-1 Ports\naaaaaaaa-2 Ports\nann");
});
