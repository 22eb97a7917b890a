import { expect, it } from "vitest";
import type { OldCall } from "../process/compat/old-call.ts";
import { ramorieCalls } from "../process/compat/ramorie-cases.ts";
import { ramorieDecisionCalls } from "../process/compat/ramorie-decision-cases.ts";
import { ramorieInventory } from "../process/compat/ramorie-inventory.ts";
import { ramorieLinkCalls } from "../process/compat/ramorie-link-cases.ts";
import { ramoriePlanCalls } from "../process/compat/ramorie-plan-cases.ts";

// How much of Ramorie the cases of test/process/compat/old-names.test.ts call: each name, each of its params, each action of those with several. The table
// is printed; what is not called yet is named here, and fails once it is.

const calls: readonly OldCall[] = [...ramorieCalls, ...ramorieLinkCalls, ...ramorieDecisionCalls, ...ramoriePlanCalls];

/** Names without a tool of ours, and why. */
const pending: Readonly<Record<string, string>> = {
  list_organizations: "organisations are not there yet",
  switch_organization: "organisations are not there yet",
};

it("calls each name with each param and each action, or says why not", () => {
  const rows = Object.entries(ramorieInventory).map(([name, { params, actions = [] }]) => {
    const own = calls.filter(({ alias }) => alias === name);
    const sent = new Set(own.flatMap(({ old }) => Object.keys(old)));
    const done = new Set(own.map((call) => actionOf(name, call)));
    const isSent = (param: string) => sent.has(param) || sent.has(otherSpelling(param));
    const missingParams = params.filter((param) => !isSent(param));
    const missingActions = actions.filter((action) => !done.has(action));
    return { name, isCalled: own.length > 0, params, missingParams, actions, missingActions };
  });
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const all = {
    names: [rows.filter(({ isCalled }) => isCalled).length, rows.length],
    params: [
      sum(({ params, missingParams }) => params.length - missingParams.length),
      sum(({ params }) => params.length),
    ],
    actions: [
      sum(({ actions, missingActions }) => actions.length - missingActions.length),
      sum(({ actions }) => actions.length),
    ],
  };
  const line = Object.entries(all).map(([what, [done, total]]) => `${what} ${done}/${total}`);
  const reasons = rows.filter(({ isCalled }) => !isCalled).map(({ name }) => `${name}: ${pending[name] ?? "?"}`);
  process.stdout.write(`${[line.join(", "), ...reasons].join("\n")}\n`);

  expect([all.names[1], all.params[1], all.actions[1]]).toEqual([26, 95, 23]);
  expect(rows.filter(({ isCalled }) => !isCalled).map(({ name }) => name)).toEqual(Object.keys(pending));
  for (const { name, isCalled, missingParams, missingActions } of rows) {
    if (isCalled) expect([name, missingParams, missingActions]).toEqual([name, [], []]);
  }
});

/** `manage_focus` has no param for it. */
function actionOf(name: string, { old }: OldCall): string {
  if (name !== "manage_focus") return String(old.action).toLowerCase();
  return old.clear === true ? "clear" : old.pack_id === undefined ? "get" : "set";
}

/** taskId and task_id are accepted alike. */
function otherSpelling(param: string): string {
  return param.includes("_")
    ? param.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
    : param.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
