import { describe, expect, test } from "vitest";
import { errors } from "../../generated/errors.ts";
import { registry } from "../../generated/registry.ts";
import { builtinTools } from "../../src/contract/builtin-tools.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { createTextFilter } from "../../src/runtime/denied-names.ts";
import { createDispatcher } from "../../src/runtime/dispatch.ts";
import { type ListingOptions, listTools } from "../../src/runtime/listing.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import type { Detail } from "../../src/runtime/registry.ts";
import { countingEntropy, openNotes } from "./notes-catalog.ts";
import { errorOf } from "./read-answer.ts";

// One policy for list, search, describe and call, and for every text in them: what is denied is named nowhere. The test
// goes through the answers of a whole server under a policy and looks for the names.

const details = ["compact", "full", "verbose"] as const satisfies readonly Detail[];

/** Everything that a server says under a policy, each answer with where it came from. */
async function answers(deny: readonly string[], listingOptions: ListingOptions = { profile: "full" }) {
  const policy = createPolicy({ deny });
  const texts: { readonly from: string; readonly text: string }[] = [];
  const note = (from: string, answer: unknown) => texts.push({ from, text: JSON.stringify(answer) });
  for (const profile of Object.keys(registry.profiles)) {
    for (const surface of ["direct", "folded", "meta"] as const) {
      for (const detail of details) {
        const shown: ListingOptions = { profile, surface, detail };
        note(`list ${profile} ${surface} ${detail}`, await listTools(registry, shown, policy));
      }
    }
  }
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const dispatch = createDispatcher({
    registry,
    openHost: () => Promise.reject(new Error("the host was opened")),
    hostEnv: { env: {}, clock: () => 0, log: silent },
    entropy: countingEntropy(),
    policy,
    listingOptions,
  });
  const { signal } = new AbortController();
  const call = async (name: string, given: JsonObject) => {
    const connection = { sessionHandle: undefined };
    const answer = await dispatch({ name, arguments: given, connection, signal: () => signal });
    // The caller's own words come back: only what the server adds may not name anything.
    note(`${name} ${JSON.stringify(given)}`, withoutOwn(answer, [name, given.tool]));
  };
  const names = [...Object.keys(registry.tools), ...Object.keys(registry.aliases), ...Object.keys(builtinTools)];
  for (const name of names) {
    await call(name, { nonsense: 1 });
    for (const proxyTool of ["call_read", "call_write", "call_destructive"]) await call(proxyTool, { tool: name });
    for (const level of ["name", "signature", "full"]) await call("tool_describe", { tool: name, level });
    await call("tool_describe", { tool: name, detail: "verbose" });
    await call("tool_search", { query: name, limit: 100 });
    await call(`${name}s`, {});
  }
  for (const level of ["name", "signature", "full", "schema"]) {
    await call("tool_describe", { level, detail: "verbose" });
    for (const family of Object.keys(registry.families)) {
      await call("tool_describe", { tool: family, level, detail: "verbose" });
    }
  }
  await call("tool_families", {});
  await call("tool_search", { query: "zzzz" });
  await call("tool_search", { family: "zzzz" });
  await call("tool_describe", { tool: "zzzz" });
  await call("memory_load_family", { family: "graph" });
  return texts;
}

/** An answer as text, without what the caller had said. */
function withoutOwn(answer: unknown, said: readonly unknown[]): string {
  return said.reduce<string>(
    (text, word) =>
      typeof word === "string" ? text.replaceAll(new RegExp(`(?<![\\w])${word}s?(?![\\w])`, "g"), "") : text,
    JSON.stringify(answer),
  );
}

function naming(texts: readonly { readonly from: string; readonly text: string }[], names: readonly string[]) {
  const pattern = new RegExp(`(?<![\\w])(?:${names.join("|")})(?![\\w])`);
  return texts.flatMap(({ from, text }) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`${from}: …${text.slice(Math.max(0, found.index - 60), found.index + 60)}…`];
  });
}

/** A tool with its old names, which are denied with it. Names that any text may hold are not a proof. */
function allNames(tool: string): readonly string[] {
  const old = Object.values(registry.aliases).filter(({ target }) => target === tool);
  return [tool, ...old.map(({ name }) => name)].filter((name) => name.includes("_"));
}

const guide = ["tool_search", "tool_describe", "tool_families"];

describe("no answer names what policy denies", () => {
  test("the built-in tools that find others", async () => {
    const denied = guide.flatMap(allNames);
    expect(naming(await answers(["tool_*"]), denied)).toEqual([]);
    expect(naming(await answers(["tool_*"], { profile: "ai_memory" }), denied)).toEqual([]);
  });

  test.each(["task_list", "memory_recall", "session_open"])("%s", async (tool) => {
    expect(naming(await answers([tool]), allNames(tool))).toEqual([]);
  });

  test.each(["task_list", "memory_recall", "session_open"])(
    "which others' texts do name, unfiltered: %s",
    async (tool) => {
      const { [tool]: _, ...others } = (await registry.listings.direct.verbose()).default as JsonObject;
      expect(naming([{ from: "others", text: JSON.stringify(others) }], allNames(tool))).toHaveLength(1);
    },
  );

  test("and the answers do name it while it is allowed", async () => {
    const texts = await answers([]);
    for (const tool of ["tool_search", "task_list", "memory_recall", "session_open"]) {
      expect(naming(texts, [tool]).length).toBeGreaterThan(20);
    }
  });
});

test("what the caller wrote comes back whole, whatever it names; only the catalog's words are looked through", async () => {
  const notes = openNotes({ policy: createPolicy({ deny: ["note_list"] }) });
  const title = "what note_list shows; and more";
  const error = errorOf(await notes.call("note_manage", { action: "rename", title, to: "b" }));
  expect(error).toEqual({
    code: "NOTE_NOT_FOUND",
    number: -32001,
    message: `no note titled '${title}'`,
    data: { title },
    retry: "changed_arguments",
  });
});

describe("the texts of a catalog", () => {
  const filter = createTextFilter(registry, createPolicy({ deny: ["project_list", "memory_recall", "tool_*"] }));

  test("lose the clause that names it, and no other", () => {
    expect(filter.text("nearest: Atlas; project_list shows all, project_create makes one")).toBe("nearest: Atlas");
    expect(filter.text("Look with memory_recall first. Then write.\nSee `recall`; or ask.")).toBe(
      "Then write. or ask.",
    );
    expect(filter.text("Use tool_search.")).toBe("");
    expect(filter.text("Recall what you know with project_lists.")).toBe("Recall what you know with project_lists.");
  });

  test("hints of declared errors too", () => {
    const { error } = errors.projectNotFound({ project: "x", candidates: ["Atlas"] });
    expect(error.hint).toContain("project_list");
    expect(filter.text(error.hint ?? "")).toBe(
      "nearest: Atlas; '.' is the one called like the directory or git remote that session_open was given",
    );
  });

  test("what a definition holds as data stays", () => {
    const tool = {
      name: "x",
      description: "See project_list. Then go on.",
      inputSchema: {
        type: "object",
        properties: { description: { type: "string", enum: ["project_list"], description: "From project_list" } },
      },
      _meta: {
        "pegboard/guidance": {
          triggers: ["After project_list", "Always"],
          synergies: { after: ["project_list", "task_get"] },
          workflows: [
            { goal: "a", steps: [{ call: "task_get" }, { call: "project_list" }] },
            { goal: "b", steps: [{ call: "call_read", with: { tool: "recall" } }] },
            { goal: "c", steps: [{ call: "task_get" }] },
          ],
        },
      },
    };
    expect(filter.tool(tool)).toEqual({
      name: "x",
      description: "Then go on.",
      inputSchema: { type: "object", properties: { description: { type: "string", enum: ["project_list"] } } },
      _meta: {
        "pegboard/guidance": {
          triggers: ["Always"],
          synergies: { after: ["task_get"] },
          workflows: [{ goal: "c", steps: [{ call: "task_get" }] }],
        },
      },
    });
  });
});
