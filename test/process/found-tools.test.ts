import { expect, it } from "vitest";
import { objects, serveWorkbench } from "./served-workbench.ts";

// A host lets a model call only what the list shows. In each profile of the workbench that finds tools by its own names, what is found
// can be called: by its name or by the proxy tool for its risk.

it.each(["core", "memory", "full", "graph", "places"])("what the profile %s finds can be called", async (profile) => {
  const workbench = await serveWorkbench({ profile });
  try {
    const listed = new Set((await workbench.connection.listTools()).map(({ name }) => name));
    const { tools, total } = await workbench.value("tool_search", { limit: 100 });
    const found = objects(tools).map(({ name }) => String(name));
    expect(found).toHaveLength(Number(total));
    expect(found.length).toBeGreaterThan(90);
    if (!listed.has("session_open"))
      await workbench.value("call_write", { tool: "session_open", arguments: { agent: "claude" } });
    else await workbench.value("session_open", { agent: "claude" });
    const unlisted = found.filter((name) => !listed.has(name));
    expect(unlisted.length).toBeGreaterThan(0);
    for (const proxy of ["call_read", "call_write", "call_destructive"]) expect([...listed]).toContain(proxy);
    const other = unlisted.includes("project_list") ? "project_list" : "db_list";
    const { isError, structuredContent } = await workbench.result("call_read", { tool: other, arguments: {} });
    // The databases are those of a folder, and no folder is named.
    expect([isError, JSON.stringify(structuredContent)]).toEqual(
      other === "project_list"
        ? [false, expect.stringContaining('"count":0')]
        : [true, expect.not.stringContaining("UNKNOWN_TOOL")],
    );
  } finally {
    await workbench.close();
  }
});
