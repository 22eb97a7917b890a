// Sound calls of the workbench's tools: what is sent, and what its answer must be.

const words = "harbour lantern granite meadow copper violin thunder saffron glacier orchard compass velvet".split(" ");
const large = "a long text that makes a result large ".repeat(1_500);

/**
 * A client's own things. Writers share one database, so each knows only what it made itself.
 * @param name of the client
 */
export function createWorld(name) {
  return { name, session: undefined, memories: [], tasks: [], stored: [], count: 0 };
}

/** `[weight, make(world, random) → {tool, given, wanted}]`; `method` in place of `tool` where no tool is called. */
export const calls = [
  [6, () => ({ method: "ping", given: {}, wanted: { result: () => true } })],
  [2, () => ({ method: "tools/list", given: {}, wanted: { result: ({ tools }) => tools.length > 5 } })],
  [6, (_world, random) => tool("tool_search", { query: phrase(random) }, ({ tools }) => Array.isArray(tools))],
  [5, (_world, random) => describe(random.pick(["task_list", "memory_store", "pack_manage", "memory_recall"]))],
  [3, () => tool("tool_families", {}, ({ families }) => families.length > 3)],
  [8, () => tool("project_list", { limit: 50 }, ({ items }) => items.length > 0)],
  [14, (_world, random) => list("task_list", { limit: 1 + random.integer(10) })],
  [8, (world, random) => list("list_tasks", { project: projectOf(world), limit: 1 + random.integer(10) })],
  [6, (_world, random) => list("memory_list", { limit: 1 + random.integer(10) })],
  [1, () => list("memory_list", { limit: 50 })],
  [4, (world, random) => list("list_memories", { project: projectOf(world), limit: 1 + random.integer(10) })],
  [10, (world, random) => getMemory("memory_get", world, random)],
  [4, (world, random) => getMemory("get_memory", world, random)],
  [3, (_world, random) => recall("memory_recall", random)],
  [1, (_world, random) => recall("recall", random)],
  [9, (world, random) => getTask(world, random)],
  [3, (world, random) => storeMemory(world, random)],
  [2, (world, random) => createTask(world, random)],
  [1, (world, random) => progressTask(world, random)],
  [0.5, (world) => openSession(world)],
  [1, () => failing("memory_store", { content: "x", session: "x".repeat(22) }, "SESSION_UNKNOWN")],
  [1, () => failing("task_get", { task: "ffffffff-0000-0000-0000-000000000000" }, "TASK_NOT_FOUND")],
];

export function openSession(world) {
  return {
    tool: "session_open",
    given: { agent: world.name },
    wanted: {
      result: ({ structuredContent }) => typeof structuredContent.session === "string",
      onResult: ({ structuredContent }) => {
        world.session = structuredContent.session;
      },
    },
  };
}

export function createProject(world) {
  const given = { name: projectOf(world), force: true, session: world.session };
  return tool("project_create", given, ({ status }) => status === "created");
}

function tool(name, given, judge, onValue) {
  return {
    tool: name,
    given,
    wanted: {
      result: ({ structuredContent }) => judge(structuredContent),
      onResult: ({ structuredContent }) => onValue?.(structuredContent),
    },
  };
}

function failing(name, given, error) {
  return { tool: name, given, wanted: { error } };
}

function describe(name) {
  return tool("tool_describe", { name, level: "full" }, (value) => JSON.stringify(value).includes(name));
}

function list(name, given) {
  const wanted = {
    result({ structuredContent: { items, count }, _meta: meta }) {
      // Some contents are large enough to be cut.
      const isCut = (meta?.["pegboard/notices"] ?? []).some(({ kind }) => kind === "cut");
      return count <= given.limit && (items.length === count || (isCut && items.length > 0));
    },
  };
  return { tool: name, given, wanted };
}

function recall(name, random) {
  const given = { [name === "recall" ? "term" : "context"]: phrase(random), limit: 5 };
  return tool(name, given, (value) => Array.isArray(value.memories ?? value.results));
}

function getMemory(name, world, random) {
  if (world.memories.length === 0) return storeMemory(world, random);
  const memory = random.pick(world.memories);
  const given = { [name === "memory_get" ? "id" : "memoryId"]: memory };
  return tool(name, given, (value) => JSON.stringify(value).includes(memory));
}

function getTask(world, random) {
  if (world.tasks.length === 0) return createTask(world, random);
  const task = random.pick(world.tasks);
  return tool("task_get", { task }, (value) => JSON.stringify(value).includes(task));
}

function storeMemory(world, random) {
  const title = `${world.name} ${world.count++}`;
  const content = random.chance(0.01) ? large : `${phrase(random)} ${title}`;
  const given = { title, content, force: true, session: world.session };
  return tool(
    "memory_store",
    given,
    ({ status }) => status === "created",
    ({ id }) => {
      world.stored.push(id);
      remember(world.memories, id);
    },
  );
}

function createTask(world, random) {
  const given = { project: projectOf(world), title: phrase(random), session: world.session };
  return tool(
    "task_create",
    given,
    ({ status }) => status === "todo",
    ({ id }) => remember(world.tasks, id),
  );
}

function progressTask(world, random) {
  if (world.tasks.length === 0) return createTask(world, random);
  const task = random.pick(world.tasks);
  const progress = random.integer(100);
  const given = { action: "progress", task, progress, session: world.session };
  // Another call of this client may have reported since.
  return tool("task_manage", given, ({ id }) => id === task);
}

function remember(list, id) {
  list.push(id);
  if (list.length > 200) list.shift();
}

function phrase(random) {
  return [random.pick(words), random.pick(words), random.pick(words)].join(" ");
}

function projectOf({ name }) {
  return `project of ${name}`;
}
