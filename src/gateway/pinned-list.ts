import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject } from "../contract/json.ts";

/** What happened to a tool of a server since its list was pinned. */
export interface ListChange {
  readonly tool: string;
  readonly change: "added" | "changed" | "removed";
}

/** By name of a tool: SHA-256 of its entry, whatever the order of its keys. */
export function pinTools(tools: readonly JsonObject[]): Readonly<Record<string, string>> {
  const pins = tools.map((tool) => {
    const text = JSON.stringify(tool, (_, value: unknown) =>
      isJsonObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
    );
    return [String(tool.name), createHash("sha256").update(text).digest("hex")] as const;
  });
  return Object.fromEntries(pins.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** In the order of their names. */
export function listChanges(
  pinned: Readonly<Record<string, string>>,
  tools: readonly JsonObject[],
): readonly ListChange[] {
  const now = pinTools(tools);
  const names = [...new Set([...Object.keys(pinned), ...Object.keys(now)])].sort();
  return names.flatMap((tool): readonly ListChange[] => {
    const [before, after] = [pinned, now].map((pins) => (Object.hasOwn(pins, tool) ? pins[tool] : undefined));
    if (before === after) return [];
    return [{ tool, change: before === undefined ? "added" : after === undefined ? "removed" : "changed" }];
  });
}
