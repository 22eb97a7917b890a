import type { Severity } from "../../diagnostics/diagnostic.ts";
import { type ClientLimit, clientLimits } from "../clients/client-facts.ts";
import { concerns } from "../clients/client-limits.ts";

export interface Excess {
  readonly severity: Severity;
  readonly count: number;
  readonly client: string;
  readonly limit: number;
  readonly beyond: string;
}

const refusing: readonly ClientLimit[] = [
  clientLimits["vscode-tools"],
  clientLimits["openai-tools"],
  clientLimits["windsurf-tools"],
];
const warning: readonly ClientLimit[] = [clientLimits["cursor-tools"], clientLimits["tools-for-choosing"]];

/** The most severe limit that a number of tools in one list exceeds, of those that concern the targets. */
export function tooManyTools(count: number, targets: readonly string[]): Excess | undefined {
  const passed = ({ client, limit }: ClientLimit) => concerns(client, targets) && count > limit;
  const error = refusing.find(passed);
  const found = error ?? warning.find(passed);
  if (found === undefined) return undefined;
  const { name, limit, beyond } = found;
  return { severity: error === undefined ? "warning" : "error", count, client: name, limit, beyond };
}
