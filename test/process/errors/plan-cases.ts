import { expect } from "vitest";
import { badCursor, badProject, type Cases } from "./case.ts";

const requirements = { action: "create", requirements: "Import the old maps." };
const list = { action: "list" };

/** `$plan` is pending; `$plans` is the beginning of several ids. */
export const planCases: Cases = {
  plan_manage: {
    PLAN_NOT_FOUND: { with: { action: "get", plan: "no-such-id" }, data: { plan: "no-such-id" } },
    PLAN_AMBIGUOUS: {
      with: { action: "start", plan: "$plans" },
      data: { plan: "$plans", candidates: expect.arrayContaining([expect.stringMatching(/ \([0-9a-f-]{36}\)$/)]) },
    },
    PLAN_REFUSED: {
      with: { action: "complete", plan: "$plan" },
      data: { action: "complete", title: "Import the old maps", plan: "$plan", problem: "it is pending" },
    },
    ...badProject(requirements),
    PROJECT_ARCHIVED: { with: { ...requirements, project: "Museum" }, data: { project: "Museum" } },
    NOTHING_TO_CHANGE: {
      with: { action: "record", plan: "$plan" },
      data: {
        action: "record",
        params: ["score", "proposal", "tokens", "cost_usd", "duration_ms", "document", "tasks", "decisions", "risks"],
      },
    },
    CURSOR_INVALID: { with: { ...list, ...badCursor.CURSOR_INVALID.with }, data: {} },
  },
};
