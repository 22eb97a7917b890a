import type { OldCall, Step } from "./old-call.ts";

const open: Step = { call: "session_open", with: { agent: "claude" } };
const limiter: Step = {
  call: "memory_store",
  with: { namespace: "workspace/maps", content: "const limit = 5;", tags: ["typescript"], tier: "long", force: true },
};
const elsewhere: Step = { call: "memory_store", with: { namespace: "workspace/other", content: "let limit = 6;" } };
const alike: readonly Step[] = [
  "The uploader retries a failed upload.",
  "A failed upload of the uploader is logged.",
].map((content) => ({ call: "memory_store", with: { namespace: "workspace/maps", content } }));
const kept = { call: "memory_list", with: { namespace: "workspace", detail: "full" } };

/** The seven tools of ZetMem with their params. */
export const zetmemParams: Readonly<Record<string, readonly string[]>> = {
  store_coding_memory: ["content", "workspace_id", "project_path", "code_type", "context"],
  retrieve_relevant_memories: [
    ...["query", "workspace_id", "max_results", "project_filter", "code_types", "min_relevance"],
  ],
  evolve_memory_network: ["trigger_type", "scope", "max_memories", "project_path"],
  workspace_init: ["identifier", "name"],
  workspace_create: ["identifier", "name", "description"],
  workspace_retrieve: ["identifier"],
  perform_onboarding: ["project_path", "project_name", "include_strategy_guide"],
};

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
    title: "in the default workspace",
    given: [open, limiter, elsewhere],
    old: { query: "limit" },
    tool: "memory_recall",
    now: { context: "limit", namespace: "workspace/default", limit: 5 },
    after: { ...kept, shows: { count: 2 } },
  },
  {
    alias: "evolve_memory_network",
    title: "with every param",
    given: [open, ...alike],
    old: { trigger_type: "Event", scope: "project", max_memories: 50, project_path: "Maps" },
    answers: {
      memories_analyzed: 2,
      memories_evolved: 2,
      links_created: 1,
      links_strengthened: 0,
      contexts_updated: 0,
    },
    tool: "memory_evolve",
    now: { trigger: "event", namespace: "workspace/maps", max_memories: 50 },
    after: { ...kept, shows: { count: 2 } },
  },
  {
    alias: "perform_onboarding",
    title: "with every param",
    given: [open, limiter],
    old: { project_path: "Maps", project_name: "The maps", include_strategy_guide: true },
    answers: { workspace_id: "maps", workspace_name: "The maps", created: true, memory_count: 1 },
    tool: "workspace_init",
    now: { identifier: "Maps", name: "The maps", include_guide: true },
    after: {
      call: "workspace_retrieve",
      with: { identifier: "maps" },
      shows: { workspace: { name: "The maps", memory_count: 1 } },
    },
  },
];
