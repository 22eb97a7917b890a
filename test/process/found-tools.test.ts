import { expect, it } from "vitest";
import { objects, serveWorkbench } from "./served-workbench.ts";

// A host lets a model call only what the list shows. In each profile of the workbench that finds tools by its own names, what is found
// and not listed can be called by a proxy tool.

it.each([
  ["core", "activity_list"],
  ["memory", "project_list"],
  ["full", "db_list"],
  ["graph", "project_list"],
  ["places", "project_list"],
])("what the profile %s finds can be called: %s", async (profile, tool) => {
  const workbench = await serveWorkbench({ profile });
  try {
    const listed = (await workbench.connection.listTools()).map(({ name }) => name);
    const { tools, total } = await workbench.value("tool_search", { limit: 100 });
    const found = objects(tools).map(({ name }) => name);
    expect(found).toHaveLength(Number(total));
    expect(found).toContain(tool);
    expect(listed).not.toContain(tool);
    expect(listed).toEqual(expect.arrayContaining(["call_read", "call_write", "call_destructive"]));
    await workbench.value("call_write", { tool: "session_open", arguments: { agent: "claude" } });
    const answer = await workbench.result("call_read", { tool, arguments: {} });
    // The databases are those of a folder, and none is named: the tool itself says so.
    if (tool === "db_list") expect(answer.structuredContent).toMatchObject({ error: { code: "CONFIG_MISSING" } });
    else expect(answer).toMatchObject({ isError: false, structuredContent: { count: expect.any(Number) } });
  } finally {
    await workbench.close();
  }
});
