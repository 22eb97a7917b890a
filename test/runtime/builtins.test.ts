import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { createDispatcher } from "../../src/runtime/dispatch.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import { countingEntropy } from "./notes-catalog.ts";

// The built-in tools on the workbench's own registry, through the whole pipeline; the host must never be needed for them.

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function dispatcher(
  options: { readonly allow?: readonly string[]; readonly deny?: readonly string[] } = {},
  of = registry,
) {
  const dispatch = createDispatcher({
    registry: of,
    openHost: () => Promise.reject(new Error("the host was opened")),
    hostEnv: { env: {}, clock: () => 0, log: silent },
    entropy: countingEntropy(),
    policy: createPolicy(options),
  });
  const { signal } = new AbortController();
  return async (name: string, given: JsonObject = {}): Promise<JsonObject> => {
    const answer = await dispatch({
      name,
      arguments: given,
      connection: { sessionHandle: undefined },
      signal: () => signal,
    });
    if (answer.kind === "protocol-error") return { error: { code: answer.code, message: answer.message } };
    return answer.result.structuredContent ?? {};
  };
}

const call = dispatcher();

describe("tool_search", () => {
  test("finds an old name's tool first, with family and signature", async () => {
    const { tools } = await call("tool_search", { query: "setup_agent", limit: 1 });
    expect(tools).toEqual([
      {
        name: "session_open",
        family: "session",
        summary: "Open a session for your writes and get a briefing.",
        signature: expect.stringMatching(
          /^session_open\(agent: string, model\?: string, directory\?: string, git_remote\?: string\) → /,
        ),
      },
    ]);
  });

  test("shows at most so many and says how many there are; a family keeps others out", async () => {
    const found = await call("tool_search", { query: "list", limit: 2 });
    expect(found.tools).toHaveLength(2);
    expect(found.total).toBeGreaterThan(2);
    const ofFamily = (await call("tool_search", { query: "list", family: "task", limit: 50 })) as {
      readonly tools: readonly JsonObject[];
    };
    expect(new Set(ofFamily.tools.map(({ family }) => family))).toEqual(new Set(["task"]));
  });

  test("without words lists every tool, in catalog order", async () => {
    const all = (await call("tool_search", { limit: 100 })) as { readonly tools: readonly JsonObject[] };
    expect(all.tools.map(({ name }) => name)).toEqual(Object.keys(registry.tools));
  });

  test("finds nothing by an old name that policy denies, which would reveal it", async () => {
    const found = async (deny: readonly string[]) => {
      const { tools } = (await dispatcher({ deny })("tool_search", { query: "setup" })) as {
        readonly tools: readonly { readonly name: string }[];
      };
      return tools.map(({ name }) => name);
    };
    expect(await found([])).toEqual(["session_open"]);
    expect(await found(["setup_agent"])).toEqual([]);
  });

  test("never shows what policy denies", async () => {
    const found = (await dispatcher({ deny: ["task_*"] })("tool_search", { query: "task", limit: 100 })) as {
      readonly tools: readonly JsonObject[];
    };
    expect(found.tools.filter(({ name }) => String(name).startsWith("task_"))).toEqual([]);
  });
});

describe("ai-memory's names", () => {
  test("map its families to ours where they do the same, and pass on any other", async () => {
    for (const [family, ours] of [
      ["core", "memory"],
      ["archive", "memory"],
      ["meta", "session"],
      ["graph", "graph"],
      ["governance", "governance"],
      ["other", "message"],
      ["task", "task"],
    ] as const) {
      const found = (await call("memory_load_family", { family })) as { readonly tools: readonly JsonObject[] };
      expect(found.tools.length).toBeGreaterThan(0);
      expect(new Set(found.tools.map((tool) => tool.family))).toEqual(new Set([ours]));
    }
    expect((await call("memory_load_family", { family: "webhooks" })).error).toMatchObject({
      violations: [{ path: "/family", found: "'webhooks'" }],
    });
    expect((await call("memory_capabilities", { family: "projct" })).error).toMatchObject({
      violations: [{ path: "/family", nearMiss: "project" }],
    });
  });

  test("take any number of tools, and intents of any length", async () => {
    const some = (await call("memory_smart_load", { intent: "list", k: 2.9 })) as { readonly tools: unknown };
    expect(some.tools).toHaveLength(2);
    const total = Object.values(registry.tools).filter(({ family }) => family === "memory").length;
    for (const k of [-1, 0, 0.5]) {
      expect(await call("memory_load_family", { family: "core", k })).toMatchObject({ tools: [{}], total });
    }
    expect(await call("memory_load_family", { family: "core", k: 1e9 })).toMatchObject({ total });
    const intent = `list tasks ${"🙂 and so on ".repeat(2_000)}`;
    expect(await call("memory_smart_load", { intent })).toMatchObject({ tools: expect.anything() });
    expect((await call("memory_smart_load", { intent: " " })).error).toMatchObject({ code: "INVALID_ARGUMENTS" });
  });

  test("give definitions that fit, and say how many are missing", async () => {
    const given = { include_schema: true, verbose: true };
    const all = (await call("memory_capabilities", given)) as {
      readonly definitions: readonly JsonObject[];
      readonly text: string;
    };
    expect(JSON.stringify(all.definitions).length).toBeLessThan(25_000);
    const names = Object.keys(registry.tools);
    const ending = `Definitions of the first ${all.definitions.length} of ${names.length} tools; describe the others one by one.`;
    expect(all).toMatchObject({ cut: true });
    expect(all.text.endsWith(ending)).toBe(true);
    expect(all.definitions.map(({ name }) => name)).toEqual(names.slice(0, all.definitions.length));
  });

  test("lead to nothing that policy denies", async () => {
    const denied = dispatcher({ deny: ["memory_*", "session_*"] });
    for (const family of ["core", "memory", "session"]) {
      expect(await denied("memory_load_family", { family })).toMatchObject({ error: { code: -32602 } });
      expect(await denied("tool_search", { family })).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
      expect(await denied("tool_describe", { tool: family })).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
    }
  });
});

describe("tool_describe", () => {
  test("describes a tool on three levels", async () => {
    expect(await call("tool_describe", { tool: "task_get", level: "name" })).toEqual({
      name: "task_get",
      text: "Get one task with its notes and history.",
    });
    const signature = await call("tool_describe", { tool: "task_get", level: "signature" });
    expect(signature.text).toMatch(/^task_get\(task: string, notes_limit\?: integer 1..200 = 20\) → .*\nGet one task/);
    const full = await call("tool_describe", { tool: "task_get", detail: "verbose" });
    expect(full.definition).toMatchObject({ name: "task_get", inputSchema: { required: ["task"] }, _meta: {} });
  });

  test("knows old names, families, built-in tools, and the catalog", async () => {
    expect(await call("tool_describe", { tool: "list_tasks", level: "name" })).toMatchObject({
      name: "task_list",
      text: expect.stringMatching(/^list_tasks is an old name of task_list\. /),
    });
    expect((await call("tool_describe", { tool: "task", level: "name" })).text).toMatch(/\ntask_create\ntask_list\n/);
    expect(await call("tool_describe", { tool: "call_read" })).toMatchObject({ definition: { name: "call_read" } });
    expect((await call("tool_describe", { level: "name" })).text).toMatch(/^session: .*\n {2}session_open\n/);
  });

  test("drills by a dotted path, with and without the words of JSON Schema", async () => {
    const status = { type: "string", enum: ["todo", "in_progress", "completed"] };
    for (const path of ["status", "params.status", "inputSchema.properties.status"]) {
      expect(await call("tool_describe", { tool: "task_list", path })).toMatchObject({ definition: status });
    }
    const id = await call("tool_describe", { tool: "task_list", path: "result.items.title" });
    expect(id).toMatchObject({ definition: { type: "string" } });
  });

  test("says what there is where a name leads nowhere", async () => {
    const { error } = await call("tool_describe", { tool: "task_list", path: "params.statsu" });
    expect(error).toMatchObject({
      code: "INVALID_ARGUMENTS",
      violations: [{ path: "/path", found: "'statsu'", nearMiss: "status" }],
    });
    // The tool is found already.
    expect(error).not.toHaveProperty("hint");
    expect((await call("tool_describe", { tool: "task_lst" })).error).toMatchObject({
      violations: [{ path: "/tool", nearMiss: "task_list" }],
    });
  });

  test("does not know what policy denies, under any of its names", async () => {
    const denied = dispatcher({ deny: ["task_list"] });
    for (const tool of ["task_list", "list_tasks"]) {
      expect(await denied("tool_describe", { tool })).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
    }
    expect(JSON.stringify(await denied("tool_describe", {}))).not.toContain("task_list");
    expect(JSON.stringify(await denied("tool_families"))).not.toContain("task_list");
  });

  test("nor does what a family says of itself name it", async () => {
    const families = {
      ...registry.families,
      task: { title: "Tasks", summary: "What there is to do; task_list lists it" },
    };
    const said = async (options: { readonly deny: readonly string[] }) => {
      const asked = dispatcher(options, { ...registry, families });
      const answers = [await asked("tool_describe", {}), await asked("tool_describe", { tool: "task" })];
      return JSON.stringify([...answers, await asked("tool_families")]);
    };
    expect(await said({ deny: ["task_list"] })).not.toContain("task_list");
    expect(await said({ deny: ["memory_get"] })).toContain("What there is to do; task_list lists it");
  });
});

test("tool_families lists every family with its tools, in catalog order", async () => {
  const { families } = (await call("tool_families")) as { readonly families: readonly JsonObject[] };
  expect(families.map(({ name }) => name)).toEqual(Object.keys(registry.families));
  expect(families.flatMap(({ tools }) => tools)).toEqual(Object.keys(registry.tools));
});

describe("a proxy tool", () => {
  const risks = [
    ["call_read", "task_list"],
    ["call_write", "task_create"],
  ] as const;

  test.each(risks)("%s lets %s through, with the tool's own answer", async (proxyTool, tool) => {
    // The contract is held before any host is needed.
    const given = { tool, arguments: { nonsense: 1, title: 7, limit: "x" } };
    const direct = await call(tool, given.arguments);
    expect(await call(proxyTool, given)).toEqual(direct);
    expect(direct.error).toBeDefined();
  });

  test("does nothing for a tool of another risk and names the right one", async () => {
    expect((await call("call_read", { tool: "task_create", arguments: {} })).error).toMatchObject({
      code: "WRONG_PROXY_TOOL",
      proxyTool: "call_write",
      hint: "send the same arguments to call_write",
    });
    expect((await call("call_write", { tool: "list_tasks", arguments: {} })).error).toMatchObject({
      proxyTool: "call_read",
    });
    expect((await call("call_destructive", { tool: "task_list" })).error).toMatchObject({ proxyTool: "call_read" });
  });

  test("calls no tool that is unknown, denied, or a proxy tool itself", async () => {
    const unknown = { code: "INVALID_ARGUMENTS", violations: [{ path: "/tool" }] };
    expect((await call("call_read", { tool: "task_lst" })).error).toMatchObject({
      ...unknown,
      violations: [{ nearMiss: "task_list" }],
    });
    expect((await dispatcher({ deny: ["task_list"] })("call_read", { tool: "task_list" })).error).toMatchObject(
      unknown,
    );
    expect((await call("call_read", { tool: "call_read" })).error).toMatchObject(unknown);
    expect((await call("call_read", { tool: "__proto__" })).error).toMatchObject(unknown);
  });

  test("says of a retired name what became of it, as a direct call does", async () => {
    const reason = "nobody shovels by hand";
    const retired = { task_lst: { of: "elsewhere", replacedBy: "task_list", reason }, task_dig: { removed: "0.1.0" } };
    const callNow = dispatcher({}, { ...registry, retired });
    const { error } = await callNow("call_read", { tool: "task_lst" });
    expect(error).toMatchObject({
      code: "INVALID_ARGUMENTS",
      message: `'task_lst' is a tool of elsewhere that is not here: ${reason}; use 'task_list'`,
      violations: [{ path: "/tool", found: "'task_lst'" }],
      ...{ of: "elsewhere", replacedBy: "task_list" },
    });
    expect(error).not.toMatchObject({ violations: [{ nearMiss: expect.anything() }] });
    expect((await callNow("call_write", { tool: "task_dig" })).error).toMatchObject({
      message: "'task_dig' was removed in version 0.1.0",
    });
  });

  test("under an old name, names the param as the caller does, and no old name of a built-in tool", async () => {
    const callTool = {
      name: "call_tool",
      target: "call_write",
      of: "elsewhere",
      rename: { name: "tool", args: "arguments" },
      set: {},
      defaults: {},
      ignore: [],
      adapt: false,
    } as const;
    const callOld = dispatcher({}, { ...registry, aliases: { ...registry.aliases, call_tool: callTool } });
    const { error } = await callOld("call_tool", { name: "task_creat", args: {} });
    expect(error).toMatchObject({ violations: [{ path: "/name", nearMiss: "task_create" }] });
    const itself = await callOld("call_tool", { name: "call_tool" });
    expect(JSON.stringify(itself.error)).not.toContain("did you mean 'call_tool'");
    expect(itself.error).not.toMatchObject({ violations: [{ nearMiss: expect.anything() }] });
  });
});
