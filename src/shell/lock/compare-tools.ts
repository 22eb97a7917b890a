// What a server lists, beside what was accepted of it. Pure.
import type { ShellTool } from "../sources/tool-source.ts";
import { type LockedTool, lockedTool } from "./lock-file.ts";

/** What happened to the tools of one name since they were locked. */
export interface ToolChange {
  readonly name: string;
  readonly change: "added" | "changed" | "removed";
  /** More than one where a server lists a name twice. */
  readonly was: readonly ShellTool[];
  readonly is: readonly ShellTool[];
}

/** In the order of their names. Tools of one name are compared together: it is not known which of them a call would meet. */
export function toolChanges(locked: readonly LockedTool[], tools: readonly ShellTool[]): readonly ToolChange[] {
  const [before, now] = [byName(locked), byName(tools.map(lockedTool))];
  const names = [...new Set([...before.keys(), ...now.keys()])].sort();
  return names.flatMap((name): readonly ToolChange[] => {
    const [was, is] = [before.get(name) ?? [], now.get(name) ?? []];
    if (hashesOf(was) === hashesOf(is)) return [];
    const change = was.length === 0 ? "added" : is.length === 0 ? "removed" : "changed";
    return [{ name, change, was: was.map(({ tool }) => tool), is: is.map(({ tool }) => tool) }];
  });
}

/** Why a tool that its server lists is refused, after its name; undefined for one that is as it was accepted. */
export function refusalOf(change: ToolChange | undefined): string | undefined {
  switch (change?.change) {
    case "changed":
      return "has changed since it was locked";
    case "added":
      return "is not in the lock file";
    case "removed":
    case undefined:
      return undefined;
  }
}

function byName(tools: readonly LockedTool[]): ReadonlyMap<string, readonly LockedTool[]> {
  const named = new Map<string, LockedTool[]>();
  for (const one of tools) {
    const same = named.get(one.tool.name);
    if (same === undefined) named.set(one.tool.name, [one]);
    else same.push(one);
  }
  return named;
}

function hashesOf(tools: readonly LockedTool[]): string {
  return tools
    .map(({ hash }) => hash)
    .sort()
    .join();
}
