import { expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { catalogDocs } from "../../src/runtime/catalog-docs.ts";
import { createTextFilter } from "../../src/runtime/denied-names.ts";
import { permittedPage } from "../../src/runtime/permitted-page.ts";
import { createPolicy } from "../../src/runtime/policy.ts";

const page = `# Errors

| error | what to do | raised by |
|---|---|---|
| \`A\` | again | [\`task_get\`](pegboard://docs/task_get) |
| \`B\` |  | [\`task_get\`](pegboard://docs/task_get), [\`task_list\`](pegboard://docs/task_list) |
| \`C\` | see task_list; wait | [\`task_get\`](pegboard://docs/task_get) |
| \`D\` |  | [\`task_list\`](pegboard://docs/task_list) |
| \`E\` | \`x \\| y\` |  |
`;

test("a row keeps its form without what names a denied tool, and goes with the last tool that it is about", () => {
  const { text } = createTextFilter(registry, createPolicy({ deny: ["task_list"] }));
  expect(permittedPage(page, text)).toBe(`# Errors

| error | what to do | raised by |
|---|---|---|
| \`A\` | again | [\`task_get\`](pegboard://docs/task_get) |
| \`B\` |  | [\`task_get\`](pegboard://docs/task_get) |
| \`C\` | wait | [\`task_get\`](pegboard://docs/task_get) |
| \`E\` | \`x \\| y\` |  |
`);
});

test.each([["session_*", "memory_*"], ["task_*", "pack_*", "focus_*"], ["*"]])(
  "every table of the workbench's pages stays one under --deny %s %s %s",
  async (...deny) => {
    const docs = await catalogDocs(registry);
    const { text } = createTextFilter(
      registry,
      createPolicy({ deny: deny.filter((pattern) => pattern !== undefined) }),
    );
    for (const whole of [docs.errors, ...Object.values(docs.tools)]) {
      const columns = new Set(
        permittedPage(whole, text)
          .split("\n")
          .filter((line) => line.startsWith("|"))
          .map((line) => line.endsWith("|")),
      );
      expect(columns.has(false)).toBe(false);
    }
    const errors = permittedPage(docs.errors, text).split("\n");
    expect(errors.filter((line) => line.startsWith("| `") && !line.includes("pegboard://docs/"))).toEqual([]);
  },
);
