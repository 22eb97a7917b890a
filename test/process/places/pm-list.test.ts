import { expect, it } from "vitest";
import { serveWorkbench } from "../served-workbench.ts";
import { codeFolder } from "./code-folder.ts";

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

// Since revision 2026-07-28 the number -32002 means something else, and the SDK sends -32602 in its place.
it("errors have the old numbers and data with --errors protocol", async () => {
  const pm = await serveWorkbench({ profile: "pm", words: ["--errors", "protocol"] });
  const code = codeFolder();
  const bare = codeFolder("");
  const broken = codeFolder("database: 1\n");
  code.sql("app", "CREATE TABLE a (b)");
  const at = { project_root: code.path };
  const calls = [
    [-32001, "db.list", { project_root: bare.path }, { folder: bare.path }],
    [-32602, "db.list", { project_root: broken.path }, { problems: ["1:1 database: expected keys and values"] }],
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
