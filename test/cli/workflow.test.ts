import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../src/cli/program.ts";
import { workflowText } from "../../src/cli/scaffold/project-files.ts";
import { type Repository, temporaryRepository } from "../process/git-repository.ts";
import { recordTerminal } from "./record-terminal.ts";
import { runProgram } from "./run-program.ts";

// The workflows that other projects run: the one that `init` writes, and the one to copy.

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly if?: string;
  readonly run?: string;
}

function stepsOf(text: string): readonly Step[] {
  const { jobs } = parse(text) as { jobs: { [name: string]: { steps: Step[] } } };
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

const copied = readFileSync(join(import.meta.dirname, "../../docs/ci/pegboard.yml"), "utf8");
const workflows = { "of init": workflowText, "to copy": copied } as const;

/** The words behind `pegboard` of a step, as the shell hands them over in a pull request to main; without its output. */
function wordsOf(run: string): readonly string[] {
  const [command = ""] = run.replace("npx --no pegboard ", "").split(" >> ");
  return (command.match(/"[^"]*"|\S+/g) ?? []).map((word) =>
    word.replaceAll('"', "").replace("$GITHUB_BASE_REF", "main"),
  );
}

const commandsIn = (text: string): readonly Step[] => stepsOf(text).filter(({ run }) => run?.includes("pegboard"));

/** What commander says of the words; nothing is run. */
async function usageProblem(words: readonly string[]): Promise<string | undefined> {
  const program = createProgram(recordTerminal("/").terminal, () => undefined);
  for (const command of program.commands) command.action(() => undefined);
  return program.parseAsync([...words], { from: "user" }).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe("a workflow", () => {
  it("asks for everything that a change could break", () => {
    expect(stepsOf(workflowText).flatMap((step) => step.run ?? [])).toEqual([
      "npm ci",
      "npx --no pegboard lint --format github",
      "npx --no pegboard generate --check --format github",
      "npx --no pegboard diff --format github",
      'npx --no pegboard diff --against "merge-base:origin/$GITHUB_BASE_REF" --format github',
      'npx --no pegboard diff --against "merge-base:origin/$GITHUB_BASE_REF" --format md --fail-on never >> "$GITHUB_STEP_SUMMARY"',
      "npm run types",
      "npm test",
      "npm run build",
    ]);
  });

  it("is the same to copy, but for what only a project of init has", () => {
    const own = stepsOf(workflowText);
    expect(stepsOf(copied)).toEqual(own.slice(0, -3));
  });

  it.each(Object.entries(workflows))("%s fetches the history before it looks for the merge base", (_title, text) => {
    const [checkout] = stepsOf(text);
    expect(checkout).toEqual({ uses: "actions/checkout@v4", with: { "fetch-depth": 0 } });
    const asking = commandsIn(text).filter(({ run }) => run?.includes("merge-base:"));
    expect(asking).toHaveLength(2);
    // There is no base branch but in a pull request, and no baseline before the first release.
    for (const step of asking) expect(step.if).toContain("github.event_name == 'pull_request'");
    expect(commandsIn(text).find(({ run }) => run === "npx --no pegboard diff --format github")?.if).toBe(
      "hashFiles('test/baseline/catalog.json') != ''",
    );
  });

  it.each(Object.entries(workflows))(
    "%s puts no name that others choose into the text of a command",
    (_title, text) => {
      for (const { run } of stepsOf(text)) expect(run ?? "").not.toContain("${{");
    },
  );

  it.each(Object.entries(workflows))("%s uses the command line as it is", async (_title, text) => {
    for (const { run = "" } of commandsIn(text)) {
      expect({ run, problem: await usageProblem(wordsOf(run)) }).toEqual({ run, problem: undefined });
    }
  });

  it("that used another one would be found", async () => {
    expect(await usageProblem(wordsOf("npx --no pegboard diff --since main"))).toBe("error: unknown option '--since'");
    expect(await usageProblem(wordsOf("npx --no pegboard diff --format xml"))).toContain("'xml' is invalid");
  });
});

describe("in a pull request", () => {
  let made: Repository;
  beforeAll(async () => {
    made = temporaryRepository();
    await runProgram(["generate"], { cwd: made.path });
    made.commit("Generated");
    await runProgram(["baseline", "--release"], { cwd: made.path });
    made.commit("Released");
    made.git(["update-ref", "refs/remotes/origin/main", "HEAD"]);
    made.git(["checkout", "--quiet", "--detach"]);
  });
  afterAll(() => made.dispose());

  const outcomes = () =>
    Promise.all(
      commandsIn(copied).map(async ({ run = "" }) => (await runProgram(wordsOf(run), { cwd: made.path })).code),
    );

  it("every command is content with a catalog that did not change", async () => {
    expect(await outcomes()).toEqual([0, 0, 0, 0, 0]);
  });

  it("a break fails both comparisons, is shown beside its line, and the summary names it", async () => {
    made.edit("schema/tools/note/note_create.yaml", "stability: experimental", "stability: beta");
    await runProgram(["generate"], { cwd: made.path });
    made.commit("Beta");
    made.git(["update-ref", "refs/remotes/origin/main", "HEAD"]);
    made.edit("schema/catalog.yaml", "version: 0.1.0", "version: 0.2.0");
    expect((await runProgram(["baseline", "--release"], { cwd: made.path })).code).toBe(0);
    made.edit("schema/tools/note/note_create.yaml", "max_length: 80", "max_length: 40");
    await runProgram(["generate"], { cwd: made.path });
    expect(await outcomes()).toEqual([0, 0, 1, 1, 0]);
    const [, , , annotations = "", summary = ""] = await Promise.all(
      commandsIn(copied).map(async ({ run = "" }) => (await runProgram(wordsOf(run), { cwd: made.path })).stdout),
    );
    expect(annotations).toMatch(/^::error .*file=schema\/tools\/note\/note_create\.yaml,.*param-narrowed/m);
    expect(summary).toContain("param-narrowed");
  });
});
