import { expect } from "vitest";
import { badCursor, badProject, type Cases } from "./case.ts";

const missing = { DECISION_NOT_FOUND: { with: { decision: "ADR-0099" }, data: { decision: "ADR-0099" } } };
/** Two projects have a first decision. */
const ambiguous = {
  DECISION_AMBIGUOUS: {
    with: { decision: "ADR-0001" },
    data: {
      decision: "ADR-0001",
      candidates: expect.arrayContaining([expect.stringMatching(/^ADR-0001 'Use WAL' in Atlas \(/)]),
    },
  },
};
const bell = { CONTROL_CHARACTER: { with: { title: "one\u0007line" }, data: { param: "title", character: "U+0007" } } };

/** Every case of a tool with these arguments too. */
function withArguments(given: object, cases: Cases[string]): Cases[string] {
  const entries = Object.entries(cases).map(([code, one]) => [code, { ...one, with: { ...given, ...one.with } }]);
  return Object.fromEntries(entries);
}

/** `$accepted` holds, `$draft` is a draft of the same project, `$elsewhere` holds in no project. */
export const decisionCases: Cases = {
  decision_create: {
    ...badProject({ title: "x" }),
    ...bell,
    PROJECT_ARCHIVED: { with: { project: "Museum", title: "x" }, data: { project: "Museum" } },
  },
  decision_list: { ...badProject(), ...badCursor },
  decision_get: { ...missing, ...ambiguous, ...badProject({ decision: "ADR-0001" }) },
  decision_manage: {
    ...withArguments({ action: "propose" }, { ...missing, ...ambiguous }),
    ...badProject({ action: "propose", decision: "ADR-0001" }),
    ...withArguments({ action: "update", decision: "$draft" }, bell),
    NOTHING_TO_CHANGE: {
      with: { action: "update", decision: "$draft" },
      data: { action: "update", params: ["title", "description", "context", "consequences", "area"] },
    },
    DECISION_STATUS: {
      with: { action: "propose", decision: "$accepted" },
      data: { decision: "ADR-0001", title: "Use WAL", status: "accepted", action: "propose" },
    },
    DECISION_SUCCESSOR: {
      with: { action: "supersede", decision: "$accepted", by: "$draft" },
      data: { decision: "ADR-0002", title: "Use a log", status: "draft", project: "Atlas" },
    },
    DECISION_UNDECIDED: {
      with: { action: "accept", decision: "$draft" },
      data: {
        action: "accept",
        title: "Use a log",
        reply: "the user can't be asked here",
        command: expect.stringMatching(/^pegboard adr accept [0-9a-f-]{36}$/),
      },
    },
  },
};
