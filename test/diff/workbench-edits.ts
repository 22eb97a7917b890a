import type { SourceFile } from "../../src/diagnostics/source-file.ts";

// This repository's catalog, changed as authors change theirs: by editing its YAML.

export type Edit = (files: readonly SourceFile[]) => readonly SourceFile[];

const place = (tool: string) => `schema/tools/${tool}.yaml`;

/** Replaces one text in one file; the text has to be there once. */
export function replaced(path: string, from: string, to: string): Edit {
  return changed(path, (text) => {
    if (text.split(from).length !== 2) throw new Error(`'${from}' is not once in ${path}`);
    return text.replace(from, () => to);
  });
}

export function changed(path: string, change: (text: string) => string): Edit {
  return (files) => {
    if (!files.some((file) => file.path === path)) throw new Error(`there is no ${path}`);
    return files.map((file) => (file.path === path ? { path, text: change(file.text) } : file));
  };
}

/** The same file, and every mention of the tool, under another name. */
function renamed(family: string, from: string, to: string): Edit {
  const word = new RegExp(`\\b${from}\\b`, "g");
  return (files) =>
    files.map(({ path, text }) => ({
      path: path === place(`${family}/${from}`) ? place(`${family}/${to}`) : path,
      text: text.replaceAll(word, to),
    }));
}

function all(...edits: readonly Edit[]): Edit {
  return (files) => edits.reduce((changed, edit) => edit(changed), files);
}

const sessionOpen = place("session/session_open");
const memoryList = place("memory/memory_list");
const memoryStore = place("memory/memory_store");
const taskList = place("task/task_list");
const projectList = place("project/project_list");
const catalog = "schema/catalog.yaml";

/** The tool has one alias, and nothing else stands in the block. */
const withoutAliases = changed(sessionOpen, (text) => text.replace(/^aliases:\n(?: .*\n)+/mu, ""));

const ignoring = `aliases:
  - name: setup_agent
    of: ramorie
    ignore: [agent_name, agent_model]
    deprecated: { since: 0.1.0, sunset: 2027-12-01, reason: the noun comes first in every name }
`;

/** What was done → how. Each has a golden of its name. */
export const workbenchEdits: { readonly [name: string]: Edit } = {
  "only-comments-layout-and-key-order": all(
    replaced(
      sessionOpen,
      "title: Open a session\ntier: essential\n",
      "tier:   essential # for all\n\ntitle: Open a session\n",
    ),
    replaced(
      sessionOpen,
      "{ type: string, max_length: 128, required: true, description: Name of the agent }",
      '{ description: "Name of the agent", required: true, max_length: 128, type: string }',
    ),
    replaced(
      taskList,
      "errors: [PROJECT_NOT_FOUND, PROJECT_AMBIGUOUS, CURSOR_INVALID]",
      "errors:\n  - CURSOR_INVALID\n  - PROJECT_NOT_FOUND # first\n  - PROJECT_AMBIGUOUS",
    ),
    replaced(
      catalog,
      "targets: [claude, openai, gemini, vscode, cursor]",
      "targets: [cursor, vscode, gemini, openai, claude]",
    ),
  ),
  "tool-renamed-with-alias": all(
    renamed("task", "task_get", "task_read"),
    replaced(
      place("task/task_read"),
      "aliases:\n",
      "aliases:\n  - { name: task_get, of: pegboard, deprecated: { since: 0.1.0, sunset: 2027-06-01 } }\n",
    ),
  ),
  "tool-renamed-without-alias": renamed("task", "task_get", "task_read"),
  "tool-renamed-with-alias-and-wrong-params": all(
    renamed("task", "task_get", "task_read"),
    replaced(place("task/task_read"), "task: { use: task, required: true, ", "id: { use: task, required: true, "),
    replaced(place("task/task_read"), "rename: { taskId: task }", "rename: { taskId: id }"),
    replaced(place("task/task_read"), "{ task: $t1 }", "{ id: $t1 }"),
    replaced(place("task/task_read"), '{ task: "00000000" }', '{ id: "00000000" }'),
    replaced(
      place("task/task_read"),
      "aliases:\n",
      "aliases:\n  - { name: task_get, of: pegboard, deprecated: { since: 0.1.0, sunset: 2027-06-01 } }\n",
    ),
  ),
  "tool-removed": all(
    (files) => files.filter(({ path }) => path !== place("session/session_close")),
    replaced(sessionOpen, ", or with {{tool session_close}}", ""),
  ),
  "bound-tightened": replaced(
    sessionOpen,
    "agent: { type: string, max_length: 128,",
    "agent: { type: string, max_length: 64,",
  ),
  "enum-value-dropped": replaced(memoryList, "values: [json, toon, toon_compact]", "values: [json, toon]"),
  "read-only-flipped": replaced(memoryList, "read_only: true", "read_only: false"),
  "tier-moved": replaced(taskList, "tier: essential", "tier: common"),
  "profile-dropped-a-tool": replaced(
    catalog,
    "also: [project_create, task_get, task_manage, memory_get, memory_list, memory_update, memory_forget]",
    "also: [project_create, task_manage, memory_get, memory_list, memory_update, memory_forget]",
  ),
  "family-moved": (files) =>
    files.map((file) =>
      file.path === place("memory/memory_get") ? { ...file, path: place("context/memory_get") } : file,
    ),
  "sunset-shortened": replaced(sessionOpen, "sunset: 2027-12-01", "sunset: 2027-03-01"),
  "alias-removed-early": withoutAliases,
  "alias-moved-to-another-tool": all(
    withoutAliases,
    replaced(place("session/session_close"), "errors: []\n", `errors: []\n${ignoring}`),
  ),
  "param-made-required": all(
    replaced(projectList, "  query: { type: string,", "  query: { type: string, required: true,"),
    changed(projectList, (text) => text.replaceAll("arguments: {}", "arguments: { query: Atlas }")),
  ),
  "param-added-required": all(
    replaced(
      projectList,
      "params:\n",
      "params:\n  owner: { type: string, required: true, description: Whose they are }\n",
    ),
    changed(projectList, (text) => text.replaceAll("arguments: {}", "arguments: { owner: claude }")),
    replaced(memoryStore, "{ query: Atlas }", "{ query: Atlas, owner: claude }"),
  ),
  "param-renamed-with-alias": all(
    replaced(
      memoryList,
      "  term: { type: string, max_length: 200,",
      "  text: { aliases: [{ name: term }], type: string, max_length: 200,",
    ),
    replaced(memoryList, "arguments: { project: Atlas, term: BRIDGE }", "arguments: { project: Atlas, text: BRIDGE }"),
  ),
  "param-renamed-without-alias": all(
    replaced(memoryList, "  term: { type: string, max_length: 200,", "  text: { type: string, max_length: 200,"),
    replaced(memoryList, "arguments: { project: Atlas, term: BRIDGE }", "arguments: { project: Atlas, text: BRIDGE }"),
  ),
  "default-changed": replaced(memoryStore, "max: 10, default: 5,", "max: 10, default: 3,"),
  "result-field-removed": replaced(
    sessionOpen,
    "    expires_at: { type: string, format: date-time, required: true }\n",
    "",
  ),
  "tool-deprecated-without-a-date": replaced(
    memoryList,
    "session: optional\n",
    "session: optional\ndeprecated: { since: 0.1.0 }\n",
  ),
  "tool-deprecated-too-soon": replaced(
    memoryList,
    "session: optional\n",
    "session: optional\ndeprecated: { since: 0.1.0, sunset: 2026-12-01, replaced_by: memory_recall }\n",
  ),
  "stability-changed-and-grace-shortened": all(
    replaced(
      catalog,
      "grace: { stable: 180d, beta: 30d, experimental: 0d }",
      "grace: { stable: 90d, beta: 30d, experimental: 0d }",
    ),
    changed(memoryList, (text) => text.replace(/^stability: \w+$/m, "stability: beta")),
  ),
};
