import { expect, it } from "vitest";
import { check } from "../../src/compiler/compile.ts";

const catalog = `
format: 1
server: {name: desk, version: 0.1.0}
tiers: {essential: {badge: E, summary: Needed}}
families: {session: {title: Sessions, summary: Who works}}
profiles: {full: {families: all}}
default_profile: full
`;
const tool = `
name: session_begin
title: Begin
tier: essential
since: 0.1.0
summary: Begin to work under the name of an agent.
session: none
effects: {read_only: false, destructive: false, idempotent: false, open_world: false}
params:
  agent: {type: string, max_length: 128, required: true, description: Name of the agent}
  model: {type: string, max_length: 128, description: Model that drives the agent}
result: {type: object, fields: {agent: {type: string, required: true}}}
aliases:
  - name: setup_agent
    of: elsewhere
    rename: {agent_name: agent, agent_model: model}
    defaults: {agent: unknown-agent}
    deprecated: {since: 0.1.0, sunset: 2027-12-01, reason: the noun comes first}
`;

it("an alias renames the types of its target, and requires no param that has an old default", () => {
  const { value } = check([
    { path: "schema/catalog.yaml", text: catalog },
    { path: "schema/tools/session/session_begin.yaml", text: tool },
  ]);
  expect(value?.catalog.tools[0]?.aliases).toEqual([
    {
      name: "setup_agent",
      of: "elsewhere",
      params: [
        {
          name: "agent_name",
          // Blank would count as missing at the target, where the old default no longer helps.
          type: { kind: "string", maxLength: 128, minLength: 1, trim: true },
          required: false,
          default: "unknown-agent",
          description: "Name of the agent",
        },
        {
          name: "agent_model",
          type: { kind: "string", maxLength: 128, trim: true },
          required: false,
          description: "Model that drives the agent",
        },
      ],
      rename: { agent_name: "agent", agent_model: "model" },
      set: {},
      defaults: { agent: "unknown-agent" },
      ignore: [],
      adapt: false,
      deprecated: { since: "0.1.0", sunset: "2027-12-01", reason: "the noun comes first" },
    },
  ]);
});

it("an old default that an action does not take is reported, where callers may choose that action", () => {
  const doing = (values: string) => `
title: Begin
summary: Begin to work.
tier: essential
since: 0.1.0
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params:
  action: {type: enum, values: [show, set], required: true, description: What to do}
  value: {type: string, max_length: 9, description: New value}
actions: {by: action, cases: {show: {}, set: {optional: [value]}}}
result: {type: object, fields: {agent: {type: string}}}
aliases:
  - {name: old_doing, of: elsewhere, params: {verb: {type: enum, values: [${values}], required: true}, value: {type: string, max_length: 9, default: a}}, rename: {verb: action}}
`;
  const reasons = (values: string) =>
    check([
      { path: "schema/catalog.yaml", text: catalog },
      { path: "schema/tools/session/session_doing.yaml", text: doing(values) },
    ])
      .diagnostics.filter(({ code }) => code === "alias-undecided")
      .map(({ message }) => message.split(": ")[1]);
  expect(reasons("show, set")).toEqual(["'show' does not take 'value', which has an old default"]);
  expect(reasons("set")).toEqual([]);
});
