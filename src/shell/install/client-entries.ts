// How each client writes the entry of a server that it starts.
import { isJsonObject, type JsonObject } from "../../contract/json.ts";

/** How a server is started. */
export interface ServerStart {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that it takes from the environment of its client. */
  readonly variables: readonly string[];
}

export type WriteEntry = (start: ServerStart) => JsonObject;

/**
 * An entry with `command`, `args` and `env`.
 * @param head what it begins with, beside the command
 * @param variable how a value of `env` names a variable of the client's environment; undefined: it can't
 */
export function usualEntry(head: JsonObject, variable: ((name: string) => string) | undefined): WriteEntry {
  return ({ command, args, variables }) => {
    const values = variable === undefined ? [] : variables.map((name) => [name, variable(name)] as const);
    const env = values.length === 0 ? {} : { env: Object.fromEntries(values) };
    return { ...head, command, args, ...env };
  };
}

/** The program and its arguments in an entry of any client; undefined for one that starts no program. */
export function startIn(entry: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { command = entry.cmd, args = [] } = entry;
  if (command === undefined) return undefined;
  return [command, args].flat();
}

/** Members that hold variables, by the clients that write them. */
const variableMembers = ["env", "environment", "envs"];

/** What the user gave the server stays: variables, and members that are not ours. */
export function withOwnMembers(entry: JsonObject, found: unknown): JsonObject {
  if (!isJsonObject(found)) return entry;
  const kept = Object.entries(found).filter(([name]) => variableMembers.includes(name));
  const merged = kept.flatMap(([name, value]) => {
    const ours = entry[name];
    const all = isJsonObject(value) ? { ...(isJsonObject(ours) ? ours : {}), ...value } : value;
    return isJsonObject(all) && Object.keys(all).length === 0 && ours === undefined ? [] : [[name, all] as const];
  });
  return { ...entry, ...Object.fromEntries(merged) };
}
