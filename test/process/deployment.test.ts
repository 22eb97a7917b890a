import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { publishCommand } from "../../src/cli/deployment-files.ts";
import { fileBlocks } from "./markdown-blocks.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { type Finished, pegboard, pegboardHere, root } from "./run-pegboard.ts";

// What `pegboard build` writes beside the server, to be run somewhere else.

const catalog = readFileSync(join(root, "test", "fixtures", "notes", "schema", "catalog.yaml"), "utf8");
// The blocks of docs/environment.md are the project's, so that the variables that it declares are built and served.
const blocks = fileBlocks(readFileSync(join(root, "docs", "environment.md"), "utf8"));
const block = (path: string) => {
  const text = blocks.get(path);
  if (text === undefined) throw new Error(`docs/environment.md has no ${path}`);
  return text;
};

let project: NotesProject;
let built: Finished;
let away = "";
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/catalog.yaml": `${catalog}${block("schema/catalog.yaml")}`,
    "src/host.ts": block("src/host.ts"),
    "src/handlers/deps.ts": block("src/handlers/deps.ts"),
  });
  const facts = { name: "@me/notes", description: "Notes\nfor agents", license: "MIT", author: { name: "Ada" } };
  const shown = { keywords: ["notes"], repository: "github:me/notes", publishConfig: { tag: "next" } };
  writeFileSync(join(project.folder, "package.json"), JSON.stringify({ ...facts, ...shown }));
  writeFileSync(join(project.folder, "README.md"), "# Notes\n");
  writeFileSync(join(project.folder, "LICENSE"), "MIT\n");
  const words = ["--docker", "--mcpb", "--npm", "--server-json", "io.github.me/notes"];
  built = await pegboard(["build", "--no-check", ...words], { cwd: project.folder });
  away = mkdtempSync(join(tmpdir(), "pegboard-deployed-"));
  cpSync(join(project.folder, "dist"), away, { recursive: true });
});
afterAll(() => {
  project.remove();
  rmSync(away, { recursive: true, force: true });
});

const read = (name: string) => readFileSync(join(away, name), "utf8");
const hole = (name: string) => ["$", `{${name}}`].join("");

describe("a build for other places", () => {
  it("says what is done with each file", () => {
    expect(built).toMatchObject({ code: 0, stderr: "" });
    for (const next of [
      "docker build .",
      "npx @anthropic-ai/mcpb pack .",
      "npm publish --access public (in",
      "mcp-publisher publish",
    ]) {
      expect(built.stdout).toContain(next);
    }
  });

  it("has an image without a shell, as a user that is not root, with a probe", () => {
    const text = read("Dockerfile");
    expect(text).toMatch(/^FROM gcr\.io\/distroless\/nodejs22-debian12:nonroot$/m);
    expect(text).toMatch(/^HEALTHCHECK CMD \["\/nodejs\/bin\/node","-e","fetch\(/m);
    expect(text).toContain("-e PEGBOARD_TOKEN -e NOTES_TOKEN ");
    // Nothing has to be installed beside this build.
    expect(text).not.toContain("npm install");
  });

  it("has an image that starts as its comment says, and answers to the names of a mapped port", async () => {
    const text = read("Dockerfile");
    const words: readonly string[] = JSON.parse(/^CMD (.*)$/m.exec(text)?.[1] ?? "[]");
    expect(words).toContain("0.0.0.0:7180");
    const server = spawn(
      process.execPath,
      words.map((word) => word.replace(":7180", ":0")),
      { cwd: away, env: { ...process.env, PEGBOARD_TOKEN: "a-token-of-this-test", NOTES_TOKEN: "abcdef" } },
    );
    try {
      const port = await new Promise<string>((resolve, reject) => {
        let said = "";
        server.once("exit", (code) => reject(new Error(`ended with ${code}: ${said}`)));
        server.stderr.setEncoding("utf8").on("data", (chunk: string) => {
          said += chunk;
          const found = /serving at http:\/\/[^/]*:(\d+)/.exec(said)?.[1];
          if (found !== undefined) resolve(found);
        });
      });
      const names = ["127.0.0.1", "localhost"].map((host) => `${host}:${port}`);
      for (const host of [...names, "tools.example.org"]) {
        const status = await new Promise((resolve, reject) =>
          get({ host: "127.0.0.1", port, path: "/mcp", headers: { host } }, ({ statusCode }) => resolve(statusCode)).on(
            "error",
            reject,
          ),
        );
        expect({ host, status }).toEqual({ host, status: names.includes(host) ? 401 : 421 });
      }
    } finally {
      server.kill();
    }
  });

  it("has the manifest of a bundle, which asks for the variables", () => {
    expect(JSON.parse(read("manifest.json"))).toMatchObject({
      manifest_version: "0.2",
      description: "Notes",
      author: { name: "Ada" },
      server: {
        entry_point: "server.js",
        mcp_config: {
          args: [`${hole("__dirname")}/server.js`],
          env: { NOTES_TOKEN: hole("user_config.notes_token"), NOTES_REGION: hole("user_config.notes_region") },
        },
      },
      user_config: {
        notes_token: { type: "string", required: true, sensitive: true },
        notes_region: { type: "string", required: false, default: "north" },
      },
    });
  });

  it("has the registry's entry, for the package that is published", () => {
    const { name, version, mcpName, private: isPrivate } = JSON.parse(read("package.json"));
    const entry = JSON.parse(read("server.json"));
    expect([read("README.md"), read("LICENSE")]).toEqual(["# Notes\n", "MIT\n"]);
    const shown = { keywords: ["notes"], repository: "github:me/notes", publishConfig: { tag: "next" } };
    expect(JSON.parse(read("package.json"))).toMatchObject({ author: { name: "Ada" }, ...shown });
    expect({ name, mcpName, isPrivate }).toEqual({ name: "@me/notes", mcpName: entry.name, isPrivate: undefined });
    expect(entry).toEqual({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: "io.github.me/notes",
      description: "Notes",
      version,
      packages: [
        {
          registryType: "npm",
          identifier: name,
          version,
          runtimeHint: "npx",
          transport: { type: "stdio" },
          environmentVariables: [
            { name: "NOTES_TOKEN", description: "Token of the note service", isRequired: true, isSecret: true },
            {
              name: "NOTES_REGION",
              description: "Where notes are kept",
              isRequired: false,
              isSecret: false,
              default: "north",
            },
          ],
        },
      ],
    });
  });

  it("is a package that starts from what npm packs of it, and holds the licences of what is in it", async () => {
    const cache = join(away, ".npm-cache");
    const words = ["pack", "--json", "--offline", "--cache", cache];
    const [packed] = JSON.parse(execFileSync("npm", words, { cwd: away, encoding: "utf8", stdio: "pipe" }));
    const folder = mkdtempSync(join(tmpdir(), "pegboard-packed-"));
    mkdirSync(join(folder, "out"));
    execFileSync("tar", ["-xzf", join(away, packed.filename), "-C", join(folder, "out")]);
    const server = join(folder, "out", "package", "server.js");
    const connection = await connectStdio({
      command: process.execPath,
      args: [server],
      env: { NOTES_TOKEN: "abcdef" },
    });
    const names = (await connection.listTools()).map(({ name }) => name);
    await connection.close();
    const notices = readFileSync(join(folder, "out", "package", "THIRD-PARTY-NOTICES.md"), "utf8");
    rmSync(folder, { recursive: true, force: true });
    expect(names).toContain("note_create");
    expect(notices).toMatch(/^## .*@modelcontextprotocol\/server 2\./m);
    expect(notices).toMatch(/## commander /);
    expect(notices).toContain("Permission is hereby granted");
  });

  it("warns of an entry of the registry whose package it does not write", async () => {
    const words = ["build", "--no-check", "--out", "alone", "--server-json", "io.github.me/notes"];
    const { code, stderr } = await pegboard(words, { cwd: project.folder });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(
        "server.json names a package of npm, and this build is none: build it with --npm too",
      ),
    });
  });

  it.each([
    [{ name: "notes" }, "npm publish"],
    [{ name: "@me/notes" }, "npm publish --access public"],
    [{ name: "@me/notes", publishConfig: { access: "restricted" } }, "npm publish"],
    [{ name: "@me/notes", publishConfig: { registry: "https://npm.example.org/" } }, "npm publish"],
  ])("of %j is published with %s", (facts, command) => {
    expect(publishCommand(facts)).toBe(command);
  });

  it("cuts a long description for the registry alone, and says so; of an author it has the name", async () => {
    const description = `Notes ${"and more ".repeat(12)}for agents`;
    const author = "Ada <ada@example.org> (https://example.org)";
    const facts = { name: "@me/notes", description, license: "MIT", author };
    writeFileSync(join(project.folder, "package.json"), JSON.stringify(facts));
    const words = ["--mcpb", "--npm", "--server-json", "io.github.me/notes"];
    const { code, stderr } = await pegboard(["build", "--no-check", ...words], { cwd: project.folder });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(
        "the description in server.json was cut: the registry takes at most 100 characters",
      ),
    });
    const written = (name: string) => JSON.parse(readFileSync(join(project.folder, "dist", name), "utf8"));
    expect(written("package.json")).toMatchObject({ description });
    expect(written("manifest.json")).toMatchObject({ description, author: { name: "Ada" } });
    expect(written("server.json")).toMatchObject({ description: `Notes${" and more".repeat(10)}…` });
  });

  it("refuses a name that the registry would refuse", async () => {
    const words = ["build", "--no-check", "--server-json", "notes"];
    const { code, stdout, stderr } = await pegboardHere(words, { cwd: project.folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("'notes' is not a name of the registry");
  });
});
