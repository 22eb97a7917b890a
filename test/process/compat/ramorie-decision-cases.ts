import type { OldCall, Step } from "./old-call.ts";

const open: Step = { call: "session_open", with: { agent: "claude", model: "opus" } };
const sqlite: Step = { call: "decision_create", with: { title: "Use SQLite", area: "Database" }, keep: "sqlite" };
const proposed: Step = {
  call: "decision_create",
  with: { title: "Sign requests", area: "Security", status: "proposed" },
};

/** Decisions in the words of Ramorie. */
export const ramorieDecisionCalls: readonly OldCall[] = [
  {
    alias: "create_decision",
    title: "with every param; who approves is a person",
    given: [open],
    old: {
      ...{ title: "Use SQLite", description: "One file for each user.", status: "APPROVED", area: "Database" },
      ...{ context: "Several programs write at once.", consequences: "Nothing to install." },
    },
    answers: {
      ...{ adr_number: "ADR-0001", title: "Use SQLite", description: "One file for each user.", status: "draft" },
      ...{ area: "Database", context: "Several programs write at once.", consequences: "Nothing to install." },
      ...{ source: "agent", _message: "ADR-0001 is a draft: a person accepts or rejects it" },
    },
    tool: "decision_create",
    now: {
      ...{ title: "Use SQLite", description: "One file for each user.", area: "Database", status: "draft" },
      ...{ context: "Several programs write at once.", consequences: "Nothing to install." },
    },
    after: { call: "decision_list", with: {}, shows: { count: 1, items: [{ label: "ADR-0001", status: "draft" }] } },
  },
  {
    alias: "create_decision",
    title: "proposed, with a title only",
    given: [open, sqlite],
    old: { title: "Use WAL", status: "proposed" },
    answers: { adr_number: "ADR-0002", status: "proposed", description: "", area: "" },
    tool: "decision_create",
    now: { title: "Use WAL", status: "proposed" },
    after: { call: "decision_list", with: {}, shows: { items: [{ label: "ADR-0002" }, { label: "ADR-0001" }] } },
  },
  {
    alias: "list_decisions",
    title: "by status and area, whatever their letter case, with a limit that was any number",
    given: [open, sqlite, proposed],
    old: { status: "Proposed", area: "security", limit: 5.9 },
    answers: {
      ...{ count: 1, _context: "claude (opus), in all projects" },
      items: [{ adr_number: "ADR-0002", title: "Sign requests", status: "proposed", source: "agent" }],
    },
    tool: "decision_list",
    now: { status: "proposed", area: "security", limit: 5 },
    after: { call: "decision_list", with: {}, shows: { count: 2 } },
  },
  {
    alias: "list_decisions",
    title: "approved ones are the accepted",
    given: [open, sqlite],
    old: { status: "approved", area: "" },
    answers: { count: 0, items: [] },
    tool: "decision_list",
    now: { status: "accepted", limit: 100 },
    after: { call: "decision_list", with: {}, shows: { count: 1 } },
  },
];
