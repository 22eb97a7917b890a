import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type CodeFolder, codeFolder } from "./code-folder.ts";

let workbench: ServedWorkbench;
beforeAll(async () => {
  workbench = await serveWorkbench({ profile: "places" });
});
afterAll(() => workbench.close());

async function infoOf(code: CodeFolder, folder = code.path) {
  try {
    return await workbench.value("project_info", { project_root: folder });
  } finally {
    code.remove();
  }
}

it("shows the configuration of a folder above, and no address of a database", async () => {
  const code = codeFolder(`
project: {name: shop, type: symfony}
databases:
  main: {dsn: "postgresql://app:hunter2@127.0.0.1:5432/app", allowed: [app]}
  files: {dsn: "sqlite:var/db/app.db"}
worktrees: {folder: ../trees}
`);
  code.write("compose.yaml", "services: {}\n");
  mkdirSync(join(code.path, "src"));
  const info = await infoOf(code, join(code.path, "src"));
  expect(info).toEqual({
    env_files: [],
    docker_compose_exists: false,
    config_summary: {
      file: join(code.path, "pegboard.project.yaml"),
      name: "shop",
      type: "symfony",
      databases: [
        { name: "main", engine: "postgresql" },
        { name: "files", engine: "sqlite" },
      ],
      worktrees_folder: join(code.path, "../trees"),
    },
    config_problems: [],
  });
  expect(JSON.stringify(info)).not.toContain("hunter2");
});

it("says that there is no configuration", async () => {
  expect(await infoOf(codeFolder(""))).toMatchObject({ config_summary: null, config_problems: [] });
});

it("says what is wrong with one, with its place, and still shows the rest", async () => {
  const code = codeFolder('database: {dsn: "postgresql://app:hunter2@", allowd: [app]}\n');
  code.write(".env", "A=1\n");
  const info = await infoOf(code);
  expect(info).toEqual({
    env_files: [join(code.path, ".env")],
    docker_compose_exists: false,
    config_summary: null,
    config_problems: [expect.stringMatching(/pegboard\.project\.yaml: 1:\d+ database\.allowd: /)],
  });
  expect(JSON.stringify(info)).not.toContain("hunter2");
});
