import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import type { Origins } from "../../src/compiler/catalog/origins.ts";
import { check } from "../../src/compiler/compile.ts";
import { lineText, positionAt, type SourceFile } from "../../src/diagnostics/source-file.ts";
import { readSchema, report } from "../lint/golden-case.ts";

const sources: readonly SourceFile[] = readSchema(join(import.meta.dirname, "../..")).map(([path, text]) => ({
  path,
  text,
}));

function settle(files: readonly SourceFile[]): { catalog: Catalog; origins: Origins; text: string } {
  const { value, diagnostics } = check(files);
  if (value === undefined) throw new Error("the catalog can't be read");
  return { ...value, text: report(diagnostics) };
}

describe("the workbench's own schema", () => {
  let settled: ReturnType<typeof settle>;
  beforeAll(() => {
    settled = settle(sources);
  });

  const aliasNamed = (name: string) =>
    settled.catalog.tools.flatMap((tool) => tool.aliases).find((alias) => alias.name === name);

  it("has nothing to complain about", () => {
    expect(settled.text).toBe("no findings\n");
  });

  it("names in the hint of an error no action that an old name listed in place of the tool lacks", () => {
    const { errors, profiles, tools } = settled.catalog;
    const systems = profiles.flatMap(({ listAs }) => listAs ?? []);
    const named = errors.flatMap(({ name, hint = "" }) =>
      [...hint.matchAll(/(\w+) (?:and|with) the action (\w+)/g)].map(([, tool, action]) => ({
        ...{ name, tool, action },
      })),
    );
    expect(named.length).toBeGreaterThan(5);
    for (const { name, tool, action } of named) {
      const aliases = tools.find((one) => one.name === tool)?.aliases.filter(({ of }) => systems.includes(of)) ?? [];
      for (const { params } of aliases) {
        const type = params.find((param) => param.name === "action")?.type;
        if (type?.kind === "enum")
          expect(
            type.values.map(({ value }) => value),
            name,
          ).toContain(action);
      }
    }
  });

  it("orders its tools by family, tier and name", () => {
    expect(settled.catalog.tools.map((tool) => tool.name)).toEqual([
      "session_open",
      "session_close",
      "memory_agent_list",
      "memory_agent_register",
      "memory_capture_turn",
      "memory_replay",
      "memory_session_start",
      "project_list",
      "project_stats",
      "project_create",
      "project_delete",
      "project_info",
      "project_init",
      "project_manage",
      "task_create",
      "task_list",
      "task_get",
      "task_manage",
      "task_note_add",
      "task_delete",
      "task_dependency_manage",
      "task_move",
      "task_subtask_manage",
      "memory_recall",
      "memory_store",
      "memory_forget",
      "memory_get",
      "memory_list",
      "memory_update",
      "memory_archive_list",
      "memory_archive_purge",
      "memory_archive_restore",
      "memory_archive_stats",
      "memory_delete",
      "memory_gc",
      "memory_promote",
      "memory_search",
      "memory_stats",
      "activity_list",
      "decision_create",
      "decision_get",
      "decision_list",
      "decision_manage",
      "plan_manage",
      "organization_list",
      "organization_manage",
      "organization_switch",
      "focus_manage",
      "pack_get",
      "pack_list",
      "pack_manage",
      "pack_delete",
      "db_clone",
      "db_create",
      "db_drop",
      "db_dump",
      "db_dumps",
      "db_import",
      "db_list",
      "worktree_create",
      "worktree_list",
      "worktree_remove",
      "workflow_create",
      "workflow_remove",
      "memory_entity_get_by_alias",
      "memory_entity_register",
      "memory_evolve",
      "memory_find_paths",
      "memory_get_links",
      "memory_get_taxonomy",
      "memory_kg_invalidate",
      "memory_kg_query",
      "memory_kg_timeline",
      "memory_link",
      "memory_dependents_of_invalidated",
      "memory_export_reflection",
      "memory_persona",
      "memory_persona_generate",
      "memory_reflect",
      "memory_reflection_origin",
      "memory_inbox",
      "memory_notify",
      "memory_share",
      "memory_namespace_clear_standard",
      "memory_namespace_get_standard",
      "memory_namespace_set_standard",
      "memory_quota_status",
      "memory_atomise",
      "memory_auto_tag",
      "memory_check_duplicate",
      "memory_consolidate",
      "memory_consolidate_undo",
      "memory_deref",
      "memory_detect_contradiction",
      "memory_expand_query",
      "memory_offload",
      "memory_recall_observations",
      "workspace_create",
      "workspace_init",
      "workspace_retrieve",
    ]);
  });

  it("shows in each profile what the profile selects", () => {
    const all = settled.catalog.tools.map((tool) => tool.name);
    const without = (...names: string[]) => all.filter((name) => !names.includes(name));
    // What is seldom needed, and what deletes, is in none of the lists that an agent has all day.
    const rare = ["project_manage", "project_delete", "task_delete", "pack_delete"];
    const archive = ["list", "purge", "restore", "stats"].map((name) => `memory_archive_${name}`);
    const care = [
      ...archive.filter((name) => name !== "memory_archive_restore"),
      "memory_delete",
      "memory_gc",
      "memory_promote",
      "memory_search",
      "memory_stats",
    ];
    const links = [
      "project_stats",
      "task_note_add",
      "task_dependency_manage",
      "task_move",
      "task_subtask_manage",
      "activity_list",
    ];
    const ofFamily = (named: string) =>
      settled.catalog.tools.filter(({ family }) => family === named).map(({ name }) => name);
    const [graph, upkeep] = [ofFamily("graph"), ofFamily("upkeep")];
    const beside = ["reflection", "message", "governance", "skill"].flatMap(ofFamily);
    const talks = ofFamily("session").filter((name) => name.startsWith("memory_"));
    const workspaces = all.filter((name) => name.startsWith("workspace_"));
    const organizations = all.filter((name) => name.startsWith("organization_"));
    const decisions = all.filter((name) => name.startsWith("decision_"));
    const code = all.filter((name) => /^(db_|worktree_|workflow_|project_in)/.test(name));
    const unlisted = [
      ...links,
      ...decisions,
      ...graph,
      ...upkeep,
      ...talks,
      ...beside,
      ...workspaces,
      ...organizations,
      "plan_manage",
      "session_close",
      "pack_get",
      "pack_list",
      "pack_manage",
      ...code,
    ];
    const memory = all.filter(
      (name) => name.startsWith("memory_") && ![...graph, ...upkeep, ...talks, ...beside].includes(name),
    );
    expect(settled.catalog.profiles.map(({ name, tools }) => [name, tools])).toEqual([
      ["core", without(...unlisted, ...rare, ...care, "memory_archive_restore", "focus_manage")],
      ["memory", ["session_open", ...memory]],
      ["full", all.filter((name) => !code.includes(name) || name.startsWith("project_"))],
      ["graph", ["session_open", "memory_recall", "memory_store", "memory_get", ...graph, ...workspaces]],
      ["places", code],
      [
        "ramorie",
        without(
          ...["session_close", "memory_forget", "memory_update", "memory_archive_restore"],
          ...[
            "decision_get",
            "decision_manage",
            "organization_manage",
            ...rare,
            ...care,
            ...graph,
            ...upkeep,
            ...talks,
            ...beside,
            ...workspaces,
            ...code,
          ],
        ),
      ],
      ["pm", code],
      ["zetmem", ["memory_recall", "memory_store", "memory_evolve", ...workspaces]],
      // Native to that system, whose other names belong to built-in tools.
      [
        "ai_memory",
        [
          ...talks,
          ...memory,
          ...graph.filter((name) => name !== "memory_evolve"),
          ...beside,
          ...upkeep.filter((name) => name !== "memory_consolidate_undo"),
        ],
      ],
      ["ai_memory_core", ["memory_recall", "memory_store", "memory_get", "memory_list", "memory_search"]],
    ]);
  });

  it("lists the params of an alias that a function maps", () => {
    const alias = aliasNamed("add_memory");
    expect(alias?.params.map(({ name, type, required }) => [name, type.kind, required])).toEqual([
      ["project", "string", true],
      ["content", "string", true],
      ["type", "enum", false],
      ["force", "boolean", false],
      ["encryption_scope", "enum", false],
    ]);
  });

  it("completes a shared param by what stands beside `use`", () => {
    const namespace = settled.catalog.tools
      .find((tool) => tool.name === "memory_recall")
      ?.params.find(({ name }) => name === "namespace");
    expect(namespace).toEqual({
      name: "namespace",
      type: { kind: "string", maxLength: 512, pattern: "^[^\\s/]+(/[^\\s/]+){0,7}$", trim: true },
      required: false,
      description: "Only here and below, like 'project/atlas'",
    });
  });

  it("remembers where things were written", () => {
    const place = (pointer: string) => {
      const span = settled.origins.get(pointer);
      if (span === undefined) return undefined;
      const { line } = positionAt(span.file, span.start);
      return [span.file.path, lineText(span.file, line).trim(), span.file.text.slice(span.start, span.end)];
    };
    const tool = (name: string) => settled.catalog.tools.findIndex((one) => one.name === name);
    const opener = "schema/tools/session/session_open.yaml";
    const model = "model: { type: string, max_length: 128, description: Model that drives the agent }";
    expect(place(`/tools/${tool("session_open")}`)).toEqual([opener, "name: session_open", "session_open"]);
    expect(place(`/tools/${tool("session_open")}/params/1`)).toEqual([opener, model, "model"]);
    expect(place("/errors/0")).toEqual(["schema/catalog.yaml", "NAMESPACE_INVALID:", "NAMESPACE_INVALID"]);
  });

  it("is the same value whatever the order of the files", () => {
    const reversed = settle([...sources].reverse());
    expect(JSON.stringify(reversed.catalog)).toBe(JSON.stringify(settled.catalog));
  });
});
