import type { OldCall, Step } from "./old-call.ts";

const open: Step = { call: "session_open", with: { agent: "claude" } };
const limiter: Step = {
  call: "memory_store",
  with: { namespace: "workspace/maps", content: "const limit = 5;", tags: ["typescript"], tier: "long", force: true },
};
const elsewhere: Step = { call: "memory_store", with: { namespace: "workspace/other", content: "let limit = 6;" } };
const kept = { call: "memory_list", with: { namespace: "workspace", detail: "full" } };

export const zetmemCalls: readonly OldCall[] = [
  {
    alias: "store_coding_memory",
    title: "with every param",
    given: [open],
    old: {
      content: "const limit = 5;",
      workspace_id: "Maps",
      project_path: "/ignored/where/the/newer/is/given",
      code_type: "TypeScript",
      context: "Throttles the uploader",
    },
    answers: { keywords: [], tags: ["typescript"], links_created: 0 },
    tool: "memory_store",
    now: {
      namespace: "workspace/maps",
      content: "const limit = 5;",
      tags: ["typescript"],
      metadata: { context: "Throttles the uploader" },
      tier: "long",
      force: true,
    },
    deprecatedParams: ["project_path"],
    after: {
      ...kept,
      shows: {
        items: [
          {
            content: "const limit = 5;",
            namespace: "workspace/maps",
            provenance: { agent_id: "claude", metadata: { context: "Throttles the uploader" } },
          },
        ],
      },
    },
  },
  {
    alias: "store_coding_memory",
    title: "with the content only",
    given: [open],
    old: { content: "const limit = 5;" },
    tool: "memory_store",
    now: { namespace: "workspace/default", content: "const limit = 5;", tier: "long", force: true },
    after: { ...kept, shows: { items: [{ namespace: "workspace/default", tags: [], tier: "long" }] } },
  },
  {
    alias: "store_memory",
    title: "its first name",
    given: [open],
    old: { content: "const limit = 5;", workspace_id: "Maps", code_type: "Go" },
    answers: { keywords: [], tags: ["go"], event_emitted: false },
    tool: "memory_store",
    now: { namespace: "workspace/maps", content: "const limit = 5;", tags: ["go"], tier: "long", force: true },
    after: { ...kept, shows: { items: [{ namespace: "workspace/maps", tags: ["go"] }] } },
  },
  {
    alias: "retrieve_relevant_memories",
    title: "with every param",
    given: [open, limiter, elsewhere],
    old: {
      query: "limit",
      workspace_id: "maps",
      max_results: 3.0,
      project_filter: "other",
      code_types: ["TypeScript", "go"],
      min_relevance: 0.5,
    },
    answers: {
      total_found: 1,
      memories: [
        {
          content: "const limit = 5;",
          workspace_id: "maps",
          code_type: "typescript",
          relevance_score: 1,
          match_reason: "100% of the words found",
        },
      ],
    },
    tool: "memory_recall",
    now: { context: "limit", namespace: "workspace/maps", tags: ["typescript", "go"], limit: 3, min_score: 0.5 },
    deprecatedParams: ["project_filter"],
    after: { ...kept, shows: { count: 2 } },
  },
  {
    alias: "retrieve_relevant_memories",
    title: "in the workspace that nobody named",
    given: [open, limiter, elsewhere],
    old: { query: "limit" },
    tool: "memory_recall",
    now: { context: "limit", namespace: "workspace/default", limit: 5 },
    after: { ...kept, shows: { count: 2 } },
  },
];
