import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, test } from "vitest";
import { withAcceptances } from "../src/cli/acceptances.ts";
import { namedSide } from "../src/cli/compared/named-side.ts";
import type { Catalog } from "../src/compiler/catalog/catalog.ts";
import type { Origins } from "../src/compiler/catalog/origins.ts";
import { readBaseline } from "../src/compiler/diff/baseline.ts";
import type { Bump } from "../src/compiler/diff/change.ts";
import { diff, failing } from "../src/compiler/diff/diff.ts";
import { renderDiffLines } from "../src/compiler/diff/render/lines.ts";
import { bumpBetween } from "../src/compiler/diff/version.ts";
import { recordTerminal } from "./cli/record-terminal.ts";
import { realCatalog } from "./diff/real-catalog.ts";
import { type Repository, temporaryProject, temporaryRepository } from "./process/git-repository.ts";
import { mergeBaseCatalog } from "./since-merge-base.ts";

// This repository's gate. It is stricter than the verdict: breaks of experimental tools are only warnings to the outside,
// because nothing was promised, but here every removal of a tool, a param or an alias, and every other change that may
// break a call, has to be meant. An author who means it releases: `pegboard baseline --release` is the only way to move the
// baseline, and it asks for the version that the changes need.

const root = join(import.meta.dirname, "..");

interface Compiled {
  readonly catalog: Catalog;
  readonly origins?: Origins;
}

/** What may break a call, one line each; what test/baseline/accepted.json lets pass is left out. */
async function breaks(base: Catalog, { catalog, origins }: Compiled, basePath: string): Promise<string> {
  const reported = diff(base, catalog, { basePath, ...(origins === undefined ? {} : { origins }) });
  const today = new Date().toISOString().slice(0, 10);
  const report = await withAcceptances(reported, { root, today, whole: false, tools: new Set() });
  return renderDiffLines({ ...report, changes: failing(report, { failOn: "WARN", categories: ["CALL"] }) });
}

/** Does the new version announce all that changed? Then it is a release, and its breaks are meant. */
function isRelease(base: Catalog, { catalog }: Compiled): boolean {
  return rank[bumpBetween(base.server.version, catalog.server.version)] >= rank[diff(base, catalog).required];
}

const rank: { readonly [B in Bump]: number } = { none: 0, patch: 1, minor: 2, major: 3 };

test("nothing that callers use was removed or narrowed since the last release", async () => {
  const path = "test/baseline/catalog.json";
  const read = readBaseline(readFileSync(join(root, path), "utf8"));
  if ("problem" in read) throw new Error(`${path}: ${read.problem}`);
  expect(await breaks(read.catalog, realCatalog(), path)).toBe("");
});

test("nothing that callers use was removed or narrowed since this branch left main", async () => {
  const base = await mergeBaseCatalog(root, process.env);
  if (base.kind === "absent") {
    console.warn(`\n!!! NOT COMPARED with the merge base: ${base.why}\n`);
    // A person may work in a clone without history; what guards everybody may not.
    expect(base.excused || process.env.CI === undefined, base.why).toBe(true);
    return;
  }
  const { catalog, name } = base.side;
  const head = realCatalog();
  expect(isRelease(catalog, head) ? "" : await breaks(catalog, head, name)).toBe("");
});

describe("the guard of the merge base itself", () => {
  const open: Repository[] = [];
  afterEach(() => {
    for (const repository of open.splice(0)) repository.dispose();
  });
  const opened = (repository: Repository): Repository => {
    open.push(repository);
    return repository;
  };

  it("finds what a branch took away, committed or not, and lets a release do it", async () => {
    const made = opened(temporaryRepository());
    made.git(["checkout", "--quiet", "-b", "topic"]);
    made.edit("schema/tools/note/note_create.yaml", "max_length: 80", "max_length: 40");
    made.commit("Shorter titles");
    const base = await mergeBaseCatalog(made.path, process.env);
    if (base.kind === "absent") throw new Error(base.why);
    expect(base.onMain).toBe(false);
    const head = await compiledAt(made, "HEAD");
    expect(isRelease(base.side.catalog, head)).toBe(false);
    expect(await breaks(base.side.catalog, head, base.side.name)).toMatch(/ param-narrowed: .*title/);
    made.edit("schema/catalog.yaml", "version: 0.1.0", "version: 0.2.0");
    made.commit("Release");
    expect(isRelease(base.side.catalog, await compiledAt(made, "HEAD"))).toBe(true);
  });

  it("compares with the work tree's own commit on main, where only what is not committed differs", async () => {
    const made = opened(temporaryRepository());
    expect(await mergeBaseCatalog(made.path, process.env)).toMatchObject({ kind: "found", onMain: true });
  });

  it("takes the shared repository's main, behind which a local one may lie", async () => {
    const made = opened(temporaryRepository());
    made.git(["checkout", "--quiet", "-b", "shared"]);
    made.edit("schema/catalog.yaml", "version: 0.1.0", "version: 0.1.1");
    made.commit("Merged there");
    made.git(["update-ref", "refs/remotes/origin/main", "HEAD"]);
    const base = await mergeBaseCatalog(made.path, process.env);
    expect(base.kind === "found" ? base.side.catalog.server.version : base.why).toBe("0.1.1");
  });

  it("says why it did not run; only where there is no repository is that excused", async () => {
    const bare = opened(temporaryProject());
    expect(await mergeBaseCatalog(bare.path, process.env)).toMatchObject({ kind: "absent", excused: true });
    const made = opened(temporaryRepository());
    made.git(["branch", "--move", "main", "topic"]);
    expect(await mergeBaseCatalog(made.path, process.env)).toEqual({
      kind: "absent",
      why: "this clone has neither 'main' nor 'origin/main': fetch the history, in GitHub Actions with fetch-depth: 0",
      excused: false,
    });
  });
});

async function compiledAt({ path }: Repository, ref: string): Promise<Compiled> {
  const terminal = { ...recordTerminal(path).terminal, env: process.env };
  const side = await namedSide({ terminal, catalog: undefined }, ref);
  if (side.kind !== "catalog") throw new Error(`${ref} holds no catalog`);
  return side;
}
