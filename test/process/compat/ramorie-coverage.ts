import type { OldCall } from "./old-call.ts";
import { ramorieInventory } from "./ramorie-inventory.ts";

/** How much of Ramorie's inventory the calls cover: of each kind how many, of how many, and by name what is missing. */
export function coverage(calls: readonly OldCall[]) {
  const rows = Object.entries(ramorieInventory).map(([name, { params, actions = [] }]) => {
    const own = calls.filter(({ alias }) => alias === name);
    const sent = new Set(own.flatMap(({ old }) => Object.keys(old)));
    const done = new Set(own.map((call) => actionOf(name, call)));
    return {
      name,
      isCalled: own.length > 0,
      params: params.map((param) => ({ param, isSent: sent.has(param) || sent.has(otherSpelling(param)) })),
      actions: actions.map((action) => ({ action, isDone: done.has(action) })),
    };
  });
  const params = rows.flatMap((row) => row.params.map((one) => ({ ...one, name: row.name })));
  const actions = rows.flatMap((row) => row.actions.map((one) => ({ ...one, name: row.name })));
  return {
    all: {
      names: [rows.filter(({ isCalled }) => isCalled).length, rows.length],
      params: [params.filter(({ isSent }) => isSent).length, params.length],
      actions: [actions.filter(({ isDone }) => isDone).length, actions.length],
    },
    missing: [
      ...rows.filter(({ isCalled }) => !isCalled).map(({ name }) => name),
      ...params.filter(({ isSent }) => !isSent).map(({ name, param }) => `${name}.${param}`),
      ...actions.filter(({ isDone }) => !isDone).map(({ name, action }) => `${name} ${action}`),
    ],
  };
}

/** `manage_focus` has no param for it. */
function actionOf(name: string, { old }: OldCall): string {
  if (name !== "manage_focus") return String(old.action).toLowerCase();
  return old.clear === true ? "clear" : old.pack_id === undefined ? "get" : "set";
}

/** taskId and task_id are accepted alike. */
export function otherSpelling(param: string): string {
  return param.includes("_")
    ? param.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
    : param.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
