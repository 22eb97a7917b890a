import { expect, it } from "vitest";
import { serveWorkbench } from "../served-workbench.ts";
import { codeFolder } from "./code-folder.ts";
import { gitFolder } from "./git-folder.ts";

/** Name → params, as the inventory of mcp-project-manager has them; every tool also takes project_root. */
const inventory: Readonly<Record<string, readonly string[]>> = {
  "project.info": [],
  "project.init": [],
  "db.list": [],
  "db.dump": ["database", "tables"],
  "db.import": ["database", "sql_path"],
  "db.create": ["database"],
  "db.drop": ["database", "confirm"],
  "db.clone": ["source", "target"],
  "db.dumps": [],
  "worktree.list": [],
  "worktree.create": ["branch", "new_branch"],
  "worktree.remove": ["branch", "confirm"],
  "workflow.create": ["branch", "new_branch"],
  "workflow.remove": ["branch", "drop_db", "confirm"],
};

it("the list pm has every name and every param of the inventory", async () => {
  const pm = await serveWorkbench({ profile: "pm" });
  try {
    const listed = new Map((await pm.connection.listTools()).map((tool) => [tool.name, tool.inputSchema.properties]));
    expect([...listed.keys()].toSorted()).toEqual(Object.keys(inventory).toSorted());
    for (const [name, params] of Object.entries(inventory)) {
      expect(Object.keys(listed.get(name) ?? {}), name).toEqual(expect.arrayContaining([...params, "project_root"]));
    }
  } finally {
    await pm.close();
  }
});

it("every name is called with every param of the inventory, and answers in its form", async () => {
  const pm = await serveWorkbench({ profile: "pm" });
  const code = gitFolder();
  const path = expect.any(String);
  const [size, duration, isMain] = [expect.any(Number), expect.any(Number), expect.any(Boolean)];
  const copy = { database: "app_copy" };
  const branch = { branch: "x", new_branch: true };
  code.write("a.sql", "CREATE TABLE imported (a);");
  // In order: later calls use what earlier ones made.
  const calls = [
    [
      "project.info",
      {},
      {
        env_files: [`${code.path}/.env.local`],
        docker_compose_exists: false,
        config_summary: {
          file: `${code.path}/pegboard.project.yaml`,
          name: null,
          type: null,
          databases: [{ name: "default", engine: "sqlite" }],
          worktrees_folder: `${code.path}/trees`,
        },
        config_problems: [],
      },
    ],
    ["project.init", {}, { suggested_config: path, detected_services: {}, detected_env_vars: path }],
    ["db.list", {}, { databases: [{ name: "app", is_default: true, size }] }],
    ["db.create", { database: "app_new" }, { database: "app_new" }],
    [
      "db.import",
      { database: "app_new", sql_path: "a.sql" },
      { path: `${code.path}/a.sql`, database: "app_new", duration },
    ],
    ["db.clone", { source: "app", target: "app_copy" }, { source: "app", target: "app_copy", size, duration }],
    ["db.dump", { ...copy, tables: ["notes"] }, { ...copy, path, size, duration }],
    ["db.dumps", {}, { dumps: [{ ...copy, name: path, path, snapshot: null, size, modified: path }] }],
    ["db.drop", { ...copy, confirm: true }, copy],
    [
      "worktree.list",
      {},
      { worktrees: [{ path: code.path, branch: "main", is_main: isMain, database: null, port: null }] },
    ],
    ["worktree.create", branch, { path: `${code.path}/trees/x`, branch: "x" }],
    ["worktree.remove", { branch: "x", confirm: true }, { path: `${code.path}/trees/x` }],
    [
      "workflow.create",
      { branch: "x", new_branch: false },
      {
        ...{ worktree_path: `${code.path}/trees/x`, worktree_branch: "x" },
        ...{ database_name: "app_wt_x", cloned_from: "app" },
      },
    ],
    [
      "workflow.remove",
      { branch: "x", drop_db: true, confirm: true },
      { worktree_path: `${code.path}/trees/x`, database_name: "app_wt_x" },
    ],
  ] as const;
  try {
    for (const [tool, given, wanted] of calls) {
      expect(Object.keys(given).toSorted(), tool).toEqual(inventory[tool]?.toSorted());
      const value = await pm.value(tool, { ...given, project_root: code.path });
      if (tool === "project.init") expect(value.detected_env_vars).toEqual(["APP_SECRET", "DATABASE_URL"]);
      else expect(value, tool).toEqual(wanted);
    }
    expect(calls.map(([tool]) => tool).toSorted()).toEqual(Object.keys(inventory).toSorted());
    expect(code.values("app_new", "SELECT name FROM sqlite_master")).toEqual(["imported"]);
  } finally {
    await pm.close();
    code.remove();
  }
});

// The number -32002 is the protocol's own; the official SDK sends -32602 in its place, and so does the path beside it.
it.each([
  ["2026-07-28", -32602],
  ["legacy", -32602],
])("errors have the old numbers and data with --errors protocol in revision %s", async (revision, invalid) => {
  const pm = await serveWorkbench({ profile: "pm", words: ["--errors", "protocol"], revision });
  const code = codeFolder();
  const bare = codeFolder("");
  const broken = codeFolder("database: 1\n");
  code.sql("app", "CREATE TABLE a (b)");
  const at = { project_root: code.path };
  const calls = [
    [-32001, "db.list", { project_root: bare.path }, { folder: bare.path }],
    [invalid, "db.list", { project_root: broken.path }, { problems: ["1:1 database: expected keys and values"] }],
    [-32003, "db.create", { ...at, database: "a`b" }, { name: "a`b" }],
    [-32004, "db.import", { ...at, database: "app", sql_path: "../a.sql" }, { path: "../a.sql" }],
    [-32005, "db.create", { ...at, database: "other" }, { database: "other", allowed: ["app", "app_*"] }],
    [-32006, "db.drop", { ...at, database: "app", confirm: true }, { database: "app" }],
    [-32007, "db.import", { ...at, database: "app", sql_path: "a.sql" }, { path: `${code.path}/a.sql` }],
  ] as const;
  try {
    for (const [number, tool, given, data] of calls) {
      const answer = await pm.connection.callTool(tool, given);
      expect(answer, tool).toMatchObject({ kind: "protocol-error", code: number });
      expect(JSON.stringify(answer), tool).toContain(JSON.stringify(data).slice(1, -1));
    }
  } finally {
    await pm.close();
    for (const one of [code, bare, broken]) one.remove();
  }
});
