import type { OldCall, Step } from "./old-call.ts";

const open: Step = { call: "session_open", with: { agent: "claude", model: "opus" } };
const atlas: Step = { call: "project_create", with: { name: "Atlas", description: "The map service" } };
const borealis: Step = { call: "project_create", with: { name: "Borealis" } };
const importer: Step = {
  call: "task_create",
  with: { project: "Atlas", title: "Write the importer", description: "It reads UTF-8.", priority: "low" },
  keep: "importer",
};
const build: Step = {
  call: "task_create",
  with: { project: "Atlas", title: "Fix the build", priority: "high" },
  keep: "build",
};
const elsewhere: Step = { call: "task_create", with: { project: "Borealis", title: "Paint it" } };
const started: Step = { call: "task_manage", with: { action: "start", task: "$importer" } };
const ports: Step = {
  call: "memory_store",
  with: { project: "Atlas", title: "Ports", content: "The bridge listens on 7179.", tags: ["network"] },
  keep: "ports",
};
const store: Step = {
  call: "memory_store",
  with: { project: "Atlas", title: "Store", content: "SQLite keeps what the bridge learns." },
};
const pack: Step = { call: "pack_manage", with: { action: "create", name: "Bridge", type: "project" }, keep: "pack" };

const atlasTasks = { call: "task_list", with: { project: "Atlas" } };
const tasks = [open, atlas, borealis, importer, build, elsewhere];
const memories = [open, atlas, ports, store];
const unchangedTasks = { ...atlasTasks, shows: { count: 2 } };
const unchangedMemories = { call: "memory_list", with: { project: "Atlas" }, shows: { count: 2 } };

const priorities = { H: "high", M: "medium", L: "low", MEDIUM: "medium", low: "low" } as const;

/** Each param of the inventory at least once, in the old types: numbers with fractions, words in capitals. */
export const ramorieCalls: readonly OldCall[] = [
  {
    alias: "setup_agent",
    title: "with nothing",
    old: {},
    tool: "session_open",
    now: { agent: "unknown-agent" },
    after: { call: "project_create", with: { name: "Atlas" }, shows: { project: { created_by: "unknown-agent" } } },
  },
  {
    alias: "setup_agent",
    title: "with name and model",
    old: { agent_name: "claude", agent_model: "opus" },
    tool: "session_open",
    now: { agent: "claude", model: "opus" },
    after: { call: "project_list", with: {}, shows: { _context: "claude (opus), in all projects" } },
  },
  {
    alias: "list_projects",
    title: "shows them all",
    given: [open, atlas, borealis],
    old: {},
    tool: "project_list",
    now: {},
    after: { call: "project_list", with: {}, shows: { items: [{ name: "Borealis" }, { name: "Atlas" }] } },
  },
  {
    alias: "create_project",
    title: "with every param",
    given: [open],
    old: { name: "Atlas", description: "The map service", force: true, org_id: "org-1" },
    tool: "project_create",
    now: { name: "Atlas", description: "The map service", force: true },
    ignored: ["org_id"],
    after: {
      call: "project_list",
      with: {},
      shows: { count: 1, items: [{ name: "Atlas", slug: "atlas", description: "The map service" }] },
    },
  },
  {
    alias: "create_project",
    title: "the same name again",
    given: [open, atlas],
    old: { name: "ATLAS", description: "Another" },
    tool: "project_create",
    now: { name: "ATLAS", description: "Another" },
    after: { call: "project_list", with: {}, shows: { count: 1, items: [{ description: "The map service" }] } },
  },
  {
    alias: "list_tasks",
    title: "of a project",
    given: tasks,
    old: { project: "atlas" },
    tool: "task_list",
    now: { project: "atlas", limit: 100 },
    after: unchangedTasks,
  },
  {
    alias: "list_tasks",
    title: "a limit with a fraction and a status in capitals",
    given: tasks,
    old: { project: "Atlas", status: "TODO", limit: 1.9 },
    tool: "task_list",
    now: { project: "Atlas", status: "todo", limit: 1 },
    after: unchangedTasks,
  },
  {
    alias: "list_tasks",
    title: "what is next",
    given: tasks,
    old: { project: "Atlas", next_priority: true },
    tool: "task_list",
    now: { project: "Atlas", next: true, limit: 5 },
    after: unchangedTasks,
  },
  {
    alias: "list_tasks",
    title: "what is next, with a limit and a status that is not the default",
    given: [...tasks, started],
    old: { project: "Atlas", next_priority: true, status: "IN_PROGRESS", limit: 3.0 },
    tool: "task_list",
    now: { project: "Atlas", next: true, status: "in_progress", limit: 3 },
    after: unchangedTasks,
  },
  {
    alias: "list_tasks",
    title: "a search",
    given: tasks,
    old: { project: "Atlas", query: "IMPORT", limit: 0 },
    tool: "task_list",
    now: { project: "Atlas", query: "IMPORT", limit: 100 },
    after: unchangedTasks,
  },
  {
    alias: "create_task",
    title: "a long description",
    given: [open, atlas],
    old: {
      project: "Atlas",
      description: "Write the importer. It reads UTF-8\nand nothing else.",
      priority: "HIGH",
      encryption_scope: "personal",
    },
    tool: "task_create",
    now: {
      project: "Atlas",
      title: "Write the importer",
      description: "Write the importer. It reads UTF-8\nand nothing else.",
      priority: "high",
    },
    ignored: ["encryption_scope"],
    after: {
      ...atlasTasks,
      shows: {
        items: [
          {
            title: "Write the importer",
            description: "Write the importer. It reads UTF-8\nand nothing else.",
            priority: "high",
          },
        ],
      },
    },
  },
  ...(["H", "M", "L", "MEDIUM", "low"] as const).map(
    (priority): OldCall => ({
      alias: "create_task",
      title: `priority ${priority}`,
      given: [open, atlas],
      old: { project: "Atlas", description: "Tidy up", priority },
      tool: "task_create",
      now: { project: "Atlas", title: "Tidy up", description: "Tidy up", priority: priorities[priority] },
      after: { ...atlasTasks, shows: { items: [{ title: "Tidy up", priority: priorities[priority] }] } },
    }),
  ),
  {
    alias: "create_task",
    title: "without a priority",
    given: [open, atlas],
    old: { project: "Atlas", description: "Tidy up" },
    tool: "task_create",
    now: { project: "Atlas", title: "Tidy up", description: "Tidy up", priority: "medium" },
    after: { ...atlasTasks, shows: { items: [{ priority: "medium", status: "todo" }] } },
  },
  {
    alias: "get_task",
    title: "by its id",
    given: [...tasks, started, ports],
    old: { taskId: "$importer" },
    tool: "task_get",
    now: { task: "$importer" },
    after: { call: "task_get", with: { task: "$importer" }, shows: { memories: [{ title: "Ports" }] } },
  },
  ...(
    [
      ["start", "START", { status: "in_progress", active: true }],
      ["stop", "Stop", { status: "todo", active: false }],
      ["complete", "complete", { status: "completed", progress: 100, active: false }],
    ] as const
  ).map(
    ([action, spelled, shows]): OldCall => ({
      alias: "manage_task",
      title: action,
      given: tasks,
      old: { taskId: "$importer", action: spelled },
      tool: "task_manage",
      now: { task: "$importer", action },
      after: { call: "task_get", with: { task: "$importer" }, shows: { task: shows } },
    }),
  ),
  {
    alias: "manage_task",
    title: "stop what is worked on",
    given: [...tasks, started],
    old: { taskId: "$importer", action: "stop", progress: 12 },
    tool: "task_manage",
    now: { task: "$importer", action: "stop" },
    after: {
      call: "task_get",
      with: { task: "$importer" },
      shows: { task: { status: "in_progress", progress: 0, active: false } },
    },
  },
  ...([40.0, 40.7, 0, -0.5, 100] as const).map(
    (progress): OldCall => ({
      alias: "manage_task",
      title: `progress ${progress}`,
      given: [...tasks, started],
      old: { taskId: "$importer", action: "PROGRESS", progress },
      tool: "task_manage",
      now: { task: "$importer", action: "progress", progress: Math.max(0, Math.floor(progress)) },
      after: {
        call: "task_get",
        with: { task: "$importer" },
        shows: { task: { progress: Math.max(0, Math.floor(progress)), status: "in_progress" } },
      },
    }),
  ),
  {
    alias: "add_memory",
    title: "with every param",
    given: [open, atlas],
    old: {
      project: "Atlas",
      content: "We use WAL because backups are a copy.",
      type: "DECISION",
      force: true,
      encryption_scope: "organization",
    },
    tool: "memory_store",
    now: {
      project: "Atlas",
      content: "We use WAL because backups are a copy.",
      kind: "decision",
      tags: ["decision"],
      tier: "long",
      force: true,
    },
    ignored: ["encryption_scope"],
    after: {
      call: "memory_list",
      with: { project: "Atlas" },
      shows: {
        items: [
          {
            content: "We use WAL because backups are a copy.",
            kind: "decision",
            tags: ["decision"],
            tier: "long",
            provenance: { agent_id: "claude" },
          },
        ],
      },
    },
  },
  {
    alias: "add_memory",
    title: "something that is known",
    given: [open, atlas, ports],
    old: { project: "Atlas", content: "The bridge listens on 7179." },
    tool: "memory_store",
    now: { project: "Atlas", content: "The bridge listens on 7179.", tier: "long" },
    after: { call: "memory_list", with: { project: "Atlas" }, shows: { count: 1 } },
  },
  {
    alias: "recall",
    title: "with every param",
    given: memories,
    old: {
      term: "bridge",
      project: "Atlas",
      tag: "network",
      type: "decision",
      linked_task: true,
      include_relations: false,
      limit: 5.0,
      min_score: 20,
    },
    tool: "memory_recall",
    now: { context: "bridge", project: "Atlas", tags: "network", limit: 5 },
    ignored: ["type", "linked_task", "include_relations", "min_score"],
    after: unchangedMemories,
  },
  {
    alias: "recall",
    title: "words joined by a comma",
    given: memories,
    old: { term: "bridge, sqlite" },
    tool: "memory_recall",
    now: { context: "bridge, sqlite", limit: 20, min_score: 1 },
    after: unchangedMemories,
  },
  {
    alias: "get_memory",
    title: "by its id",
    given: memories,
    old: { memoryId: "$ports" },
    tool: "memory_get",
    now: { id: "$ports" },
    after: { call: "memory_get", with: { id: "$ports" }, shows: { title: "Ports" } },
  },
  {
    alias: "list_memories",
    title: "whatever the letter case, with a limit that has a fraction",
    given: memories,
    old: { project: "Atlas", term: "BRIDGE", limit: 1.5 },
    tool: "memory_list",
    now: { project: "Atlas", term: "BRIDGE", limit: 1 },
    after: unchangedMemories,
  },
  {
    alias: "list_memories",
    title: "of a project",
    given: memories,
    old: { project: "Atlas" },
    tool: "memory_list",
    now: { project: "Atlas", limit: 200 },
    after: unchangedMemories,
  },
  {
    alias: "manage_context_pack",
    title: "create",
    given: [open],
    old: { action: "CREATE", name: "Bridge", type: "Project", description: "All of it", tags: ["network"] },
    tool: "pack_manage",
    now: { action: "create", name: "Bridge", type: "project", description: "All of it", tags: ["network"] },
    after: {
      call: "pack_get",
      with: { pack: "Bridge" },
      shows: {
        pack: { name: "Bridge", type: "project", status: "draft", description: "All of it", tags: ["network"] },
      },
    },
  },
  {
    alias: "manage_context_pack",
    title: "update",
    given: [open, pack],
    old: { action: "update", packId: "$pack", name: "The bridge", status: "PUBLISHED" },
    tool: "pack_manage",
    now: { action: "update", pack: "$pack", name: "The bridge", status: "published" },
    after: {
      call: "pack_get",
      with: { pack: "the bridge" },
      shows: { pack: { name: "The bridge", status: "published" } },
    },
  },
  {
    alias: "manage_context_pack",
    title: "add_memory",
    given: [...memories, pack],
    old: { action: "add_memory", packId: "$pack", memoryId: "$ports" },
    tool: "pack_manage",
    now: { action: "add_memory", pack: "$pack", memory: "$ports" },
    after: { call: "pack_get", with: { pack: "$pack" }, shows: { memories: [{ title: "Ports" }], tasks: [] } },
  },
  {
    alias: "manage_context_pack",
    title: "add_task",
    given: [...tasks, pack],
    old: { action: "add_task", packId: "$pack", taskId: "$build" },
    tool: "pack_manage",
    now: { action: "add_task", pack: "$pack", task: "$build" },
    after: { call: "pack_get", with: { pack: "$pack" }, shows: { memories: [], tasks: [{ title: "Fix the build" }] } },
  },
  {
    alias: "list_context_packs",
    title: "by type and text, with a limit that was any number",
    given: [open, pack],
    old: { type: "project", query: "brid", limit: 7.9 },
    tool: "pack_list",
    now: { type: "project", query: "brid", limit: 7 },
    after: { call: "pack_list", with: {}, shows: { items: [{ name: "Bridge" }], count: 1 } },
  },
  {
    alias: "list_context_packs",
    title: "all of them, and a blank text does not filter",
    given: [open, pack],
    old: { query: "" },
    tool: "pack_list",
    now: { limit: 50 },
    after: { call: "pack_list", with: {}, shows: { count: 1 } },
  },
  {
    alias: "get_context_pack",
    title: "by its id",
    given: [open, pack],
    old: { packId: "$pack" },
    tool: "pack_get",
    now: { pack: "$pack" },
    after: { call: "pack_get", with: { pack: "$pack" }, shows: { pack: { name: "Bridge" } } },
  },
  {
    alias: "manage_focus",
    title: "get",
    given: [open, pack],
    old: {},
    tool: "focus_manage",
    now: { action: "get" },
    after: { call: "focus_manage", with: {}, shows: { focus: null } },
  },
  {
    alias: "manage_focus",
    title: "set",
    given: [open, pack],
    old: { pack_id: "$pack" },
    tool: "focus_manage",
    now: { action: "set", pack: "$pack" },
    after: { call: "focus_manage", with: {}, shows: { focus: { name: "Bridge" } } },
  },
  {
    alias: "manage_focus",
    title: "clear, which wins",
    given: [open, pack, { call: "focus_manage", with: { action: "set", pack: "$pack" } }],
    old: { pack_id: "$pack", clear: true },
    tool: "focus_manage",
    now: { action: "clear" },
    after: { call: "focus_manage", with: {}, shows: { focus: null } },
  },
];
