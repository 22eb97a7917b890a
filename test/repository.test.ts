import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../package.json" with { type: "json" };
import { leftOutOn } from "./platforms.ts";

// What GitHub runs and shows, held to the README, to package.json and to the files of the repository.

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Job {
  readonly "runs-on": string;
  readonly strategy?: { readonly matrix: Matrix };
  readonly steps: readonly {
    readonly uses?: string;
    readonly with?: { readonly [name: string]: string };
    readonly if?: string;
    readonly run?: string;
  }[];
}

interface Matrix {
  readonly os: readonly string[];
  readonly node: readonly string[];
  readonly include: readonly { readonly os: string; readonly node: string }[];
}

const { jobs } = parse(read(".github/workflows/ci.yml")) as { jobs: { readonly try: Job; readonly checks: Job } };
/** What a job runs on every system. */
const commandsOf = ({ steps }: Job) => steps.flatMap((step) => (step.if === undefined ? (step.run ?? []) : []));

describe("the README", () => {
  it("names every page of docs/", () => {
    const readme = read("README.md");
    const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
    expect(pages.filter((name) => !readme.includes(`(docs/${name}`))).toEqual([]);
  });
});

describe("the workflow", () => {
  it("runs the two commands of the README", () => {
    const [, block = ""] = /^## The workbench\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(read("README.md")) ?? [];
    const commands = block.split("\n").flatMap((line) => line.split("#")[0]?.trim() || []);
    expect(commands).toEqual(["npm ci && npm start", "npm ci && npm test"]);
    expect(commandsOf(jobs.try)).toEqual([...new Set(commands.flatMap((command) => command.split(" && ")))]);
  });

  it("runs them on three systems, on the oldest Node that package.json allows and on newer ones", () => {
    const { os, node, include } = jobs.try.strategy?.matrix ?? { os: [], node: [], include: [] };
    const runs = [...os.flatMap((name) => node.map((version) => ({ os: name, node: version }))), ...include];
    expect([...new Set(runs.map((each) => each.os))]).toEqual(["ubuntu-latest", "macos-latest", "windows-latest"]);
    const oldest = packageJson.engines.node.replace(/^>=/, "");
    expect(runs.map((each) => each.node)).toContain(oldest);
    for (const each of runs) expect(each.node.localeCompare(oldest, "en", { numeric: true })).toBeGreaterThanOrEqual(0);
  });

  it("caches what npm downloads", () => {
    for (const { steps } of Object.values(jobs)) {
      const setups = steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@"));
      expect(setups.map((step) => step.with?.cache)).toEqual(["npm"]);
    }
  });

  it("runs the rest of `npm run check` once, on Linux", () => {
    expect(jobs.checks["runs-on"]).toBe("ubuntu-latest");
    expect(commandsOf(jobs.checks)).toEqual(["npm ci", "npm run check -- --without-tests"]);
    expect(packageJson.scripts.check).toBe("node scripts/check.mjs");
    expect(read("scripts/check.mjs")).toContain('"--without-tests"');
  });

  it("puts no text that others choose into a command", () => {
    for (const { steps } of Object.values(jobs)) {
      for (const { run } of steps) expect(run ?? "").not.toContain("${{");
    }
  });
});

describe("tests that a system can't run", () => {
  const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path.replaceAll("\\", "/")}`)
    .filter((path) => /^test\/(?!golden|fixtures).*\.test\.ts$/.test(path) && path !== "test/repository.test.ts");
  const using = (marks: RegExp) => tests.filter((path) => marks.test(read(path)));

  it("are test files that exist, each listed once", () => {
    const listed = leftOutOn("win32");
    expect(listed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
    expect(leftOutOn("linux")).toEqual([]);
  });

  it("are listed for macOS and Windows where they read /proc or need the tools of Linux", () => {
    const found = using(/["'`]\/proc|children\/processes|hostile-target|openShell\(|"zsh"|process-groups/);
    expect(found.filter((path) => !leftOutOn("darwin").includes(path))).toEqual([]);
    expect(found.length).toBeGreaterThan(5);
  });

  it("are listed for Windows where they need signals, permission bits or a shell", () => {
    const marks = /\.kill\("SIG(TERM|INT)"|mode & 0o|"\.bin"|mkfifo|"sh", \[|packPackage\(/;
    const found = using(marks);
    expect(found.filter((path) => !leftOutOn("win32").includes(path))).toEqual([]);
    expect(found.length).toBeGreaterThan(10);
  });
});

describe("a changeset", () => {
  const names = readdirSync(join(root, ".changeset")).filter((name) => /^(?!README).*\.md$/.test(name));

  it("belongs to this package, and says something to its users", () => {
    for (const name of names) {
      const [, front = "", text = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(`.changeset/${name}`)) ?? [];
      expect({ name, packages: Object.keys(parse(front) ?? {}) }).toEqual({ name, packages: [packageJson.name] });
      expect(["major", "minor", "patch"]).toContain(parse(front)[packageJson.name]);
      expect(text).toMatch(/\S/);
    }
  });

  it("goes into a changelog whose first line is its title", () => {
    // Changesets puts a new release below the first line.
    expect(read("CHANGELOG.md")).toMatch(/^# Changelog\n\n## /);
    expect(JSON.parse(read(".changeset/config.json"))).toMatchObject({ baseBranch: "main", commit: false });
  });
});

describe("a form for issues", () => {
  const forms = readdirSync(join(root, ".github/ISSUE_TEMPLATE")).filter((name) => name !== "config.yml");

  it.each(forms)("%s has what GitHub requires", (name) => {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as Form;
    expect(Object.keys(form)).toEqual(["name", "description", "labels", "body"]);
    const fields = form.body.filter(({ type }) => type !== "markdown");
    expect(fields.length).toBeGreaterThan(0);
    for (const { type, id, attributes } of fields) {
      expect(["input", "textarea"]).toContain(type);
      expect(id).toMatch(/^[a-z]+$/);
      expect(attributes.label).toMatch(/\S/);
    }
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    expect(fields.some(({ validations }) => validations?.required)).toBe(true);
  });

  interface Form {
    readonly body: readonly {
      readonly type: string;
      readonly id?: string;
      readonly attributes: { readonly label?: string };
      readonly validations?: { readonly required: boolean };
    }[];
  }
});
