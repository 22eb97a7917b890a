import { expect } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { Cases } from "./case.ts";
import { configured } from "./database-cases.ts";

// `$repository` is a repository of git with a worktree of `far` outside of its folder of worktrees, and `$treeless` a folder without git.

function repository(given: JsonObject = {}) {
  return {
    ...configured(given),
    INVALID_WORKTREE: {
      with: { ...given, project_root: "$treeless" },
      data: { branch: expect.any(String), problem: expect.stringContaining("not a git repository") },
    },
  };
}

function named(outside: string, more: JsonObject = {}) {
  const given = { ...more, branch: "x" };
  return {
    ...repository(given),
    INVALID_WORKTREE: {
      with: { ...given, branch: "main", project_root: "$repository" },
      data: {
        branch: "main",
        problem: expect.stringMatching(
          /^it is checked out in the main worktree$|^its worktree is |^the branch is there/,
        ),
      },
    },
    INVALID_NAME: {
      with: { ...given, branch: "--detach", project_root: "$repository" },
      data: { name: "--detach", problem: expect.stringContaining("git check-ref-format") },
    },
    PATH_TRAVERSAL: {
      with: { ...given, branch: outside, project_root: "$repository" },
      data: { path: expect.stringMatching(/(out|far)$/), folder: expect.stringMatching(/trees$/) },
    },
  };
}

/** The same where a place has a database: `$places` allows none, and that of `$unreachablePlaces` does not answer. */
function withDatabase(outside: string, branch: string, more: JsonObject = {}) {
  const data = { action: expect.any(String), problem: expect.any(String) };
  return {
    ...named(outside, more),
    DB_NOT_ALLOWED: {
      with: { ...more, branch, project_root: "$forbiddenPlaces" },
      data: { database: expect.stringMatching(/^app/), allowed: [] },
    },
    DATABASE_FAILED: { with: { ...more, branch, project_root: "$unreachablePlaces" }, data },
  };
}

const failed = (branch: string, problem: RegExp, more: JsonObject = {}) => ({
  WORKFLOW_FAILED: {
    with: { ...more, branch, project_root: "$failingPlaces" },
    data: { branch, step: "plan", problem: expect.stringMatching(problem), undone: [] },
  },
});

const vetoed = {
  HOOK_FAILED: {
    with: { branch: "near", project_root: "$repository", confirm: true },
    data: { hook: "echo busy; exit 1", output: "busy" },
  },
};

export const worktreeCases: Cases = {
  worktree_list: repository(),
  worktree_create: {
    ...named("out", { new_branch: true }),
    WORKFLOW_FAILED: {
      with: { branch: "x", new_branch: true, project_root: "$hooked" },
      data: {
        ...{ branch: "x", step: "worktree", problem: expect.stringMatching(/^INVALID_WORKTREE/) },
        undone: [expect.stringMatching(/^worktree .*trees\/x$/), "branch x"],
      },
    },
  },
  worktree_remove: { ...named("far"), ...vetoed },
  workflow_create: {
    ...withDatabase("out", "x", { new_branch: true }),
    ...failed("pq", /^DATABASE_EXISTS/, { new_branch: true }),
    DATABASE_NOT_FOUND: {
      with: { new_branch: true, branch: "x", project_root: "$emptyPlaces" },
      data: { database: "app", candidates: [] },
    },
  },
  workflow_remove: { ...withDatabase("far", "near"), ...vetoed, ...failed("pp", /^DB_IS_DEFAULT/) },
};
