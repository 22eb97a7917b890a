import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSources } from "../../src/cli/project.ts";
import { render } from "../../src/diagnostics/render.ts";
import { findProject } from "../../src/shell/catalog/find-project.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pegboard-project-"));
  mkdirSync(join(root, "schema", "tools", "note"), { recursive: true });
  put("schema/catalog.yaml", "format: 1\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string | Buffer): void {
  writeFileSync(join(root, path), content);
}

async function readAll(): Promise<{ paths: readonly string[]; findings: string }> {
  const { sources, diagnostics } = await readSources(root);
  return { paths: sources.map((source) => source.path), findings: render(diagnostics) };
}

describe("the project's folder", () => {
  it("is the nearest one upward that holds schema/catalog.yaml", async () => {
    expect(await findProject(join(root, "schema", "tools", "note"), undefined)).toBe(root);
  });

  it("is the one that is named, and no other", async () => {
    expect(await findProject("/", root)).toBe(root);
    expect(await findProject(join(root, "schema"), "..")).toBe(root);
    await expect(findProject(root, "schema")).rejects.toThrow(
      "'schema' is not a catalog: it has no schema/catalog.yaml",
    );
  });
});

describe("what an author wrote", () => {
  it("is every YAML and Markdown file, in code-unit order, and nothing hidden or foreign", async () => {
    put("schema/tools/note/note_list.yaml", "");
    put("schema/tools/note/Note.yml", "");
    put("schema/guide.md", "");
    put("schema/.hidden.yaml", "");
    put("schema/picture.png", Buffer.from([137, 80, 78, 71, 255]));
    expect(await readAll()).toEqual({
      paths: [
        "schema/catalog.yaml",
        "schema/guide.md",
        "schema/tools/note/Note.yml",
        "schema/tools/note/note_list.yaml",
      ],
      findings: "",
    });
  });

  it("may be linked from inside schema/, never from outside", async () => {
    put("outside.yaml", "secret: 1\n");
    symlinkSync(join(root, "outside.yaml"), join(root, "schema", "leak.yaml"));
    symlinkSync("catalog.yaml", join(root, "schema", "same.yaml"));
    expect(await readAll()).toEqual({
      paths: ["schema/catalog.yaml", "schema/same.yaml"],
      findings: "schema/leak.yaml error link-leaves-schema: 'schema/leak.yaml' is a link that leads out of 'schema/'\n",
    });
  });

  it("may stand in a linked folder, while that is inside schema/ and ends", async () => {
    mkdirSync(join(root, "schema", ".shared"));
    mkdirSync(join(root, "elsewhere"));
    put("schema/.shared/note_list.yaml", "");
    put("elsewhere/secret.yaml", "");
    symlinkSync("../.shared", join(root, "schema", "tools", "shared"));
    symlinkSync("../../elsewhere", join(root, "schema", "tools", "outside"));
    symlinkSync("..", join(root, "schema", "tools", "loop"));
    symlinkSync("../.shared", join(root, "schema", "tools", "shared_again"));
    const { paths, findings } = await readAll();
    expect(paths).toEqual(["schema/catalog.yaml", "schema/tools/shared/note_list.yaml"]);
    expect(findings).toBe(
      [
        "schema/tools/loop error link-repeats: 'schema/tools/loop' is a link to a folder that was already read\n",
        "schema/tools/outside error link-leaves-schema: 'schema/tools/outside' is a link that leads out of 'schema/'\n",
        "schema/tools/shared_again error link-repeats: 'schema/tools/shared_again' is a link to a folder that was already read\n",
      ].join("\n"),
    );
  });

  it("is handed over with a finding when it is not UTF-8", async () => {
    put(
      "schema/guide.md",
      Buffer.from("fine: \uFFFD\nnot: caf\xe9\n".replace("\uFFFD", "\u00ef\u00bf\u00bd"), "latin1"),
    );
    const { paths, findings } = await readAll();
    expect(paths).toEqual(["schema/catalog.yaml", "schema/guide.md"]);
    expect(findings.split("\n")[0]).toBe(
      "schema/guide.md:2:9 error not-utf8: the file is not UTF-8 text: the bytes here are not a character",
    );
  });

  it("is reported when it can't be read", async () => {
    symlinkSync("nowhere.yaml", join(root, "schema", "broken.yaml"));
    expect((await readAll()).findings).toBe(
      "schema/broken.yaml error file-unreadable: 'schema/broken.yaml' can't be read: ENOENT: no such file or directory\n",
    );
  });
});
