import type { OldCall, Step } from "./old-call.ts";

const open: Step = { call: "session_open", with: { agent: "claude", model: "opus" } };
const make = { action: "create", name: "Acme Labs", description: "Maps" };
const acme: Step = { call: "organization_manage", with: make, keep: "acme" };
const answers = { id: "$acme", name: "Acme Labs", slug: "acme-labs", description: "Maps" };

/** Organisations in the words of Ramorie. */
export const ramorieOrganizationCalls: readonly OldCall[] = [
  {
    alias: "list_organizations",
    title: "shows them all",
    given: [open, acme],
    old: {},
    answers: {
      count: 1,
      items: [{ ...answers, members: [{ role: "owner" }] }],
      _context: "claude (opus), in all organisations",
    },
    tool: "organization_list",
    now: {},
    after: { call: "organization_list", with: {}, shows: { items: [{ name: "Acme Labs", active: false }] } },
  },
  {
    alias: "switch_organization",
    title: "by its id; what is read afterwards is of the organisation",
    given: [open, { call: "project_create", with: { name: "Mine" } }, acme],
    old: { orgId: "$acme" },
    answers,
    tool: "organization_switch",
    now: { organization: "$acme" },
    after: { call: "project_list", with: {}, shows: { count: 0, items: [] } },
  },
];
