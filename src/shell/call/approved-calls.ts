// Which tools a person has said yes to, by the audit. Pure.
import { type AuditRecord, type CallPolicy, ruleFor } from "../../bridge/policy.ts";
import { isJsonObject, jsonIn } from "../../contract/json.ts";

/** A tool whose calls were confirmed, and which no rule settles. */
export interface ApprovedTool {
  readonly server: string;
  readonly tool: string;
  /** The rule that means exactly this tool. */
  readonly rule: string;
  /** Calls that were confirmed. */
  readonly count: number;
  /** When the last of them was; ISO 8601. */
  readonly last: string;
}

/**
 * @param audit lines of JSON; those that can't be read are passed over, as a line that is being written
 * @param policy rules that hold already
 * @returns sorted by server and tool; without tools whose last question was answered with no
 */
export function approvedTools(audit: string, policy: CallPolicy): readonly ApprovedTool[] {
  const found = new Map<string, ApprovedTool>();
  for (const { server, tool, reason, time } of audit.split("\n").flatMap(recordIn)) {
    const rule = ruleFor(server, tool);
    if (reason === no) found.delete(rule);
    if (reason !== yes) continue;
    found.set(rule, { server, tool, rule, count: (found.get(rule)?.count ?? 0) + 1, last: time });
  }
  return [...found.values()]
    .filter(({ server, tool }) => policy.judge({ server, tool, annotations: undefined }).decision === "ask")
    .sort((a, b) => (a.rule < b.rule ? -1 : 1));
}

const no: AuditRecord["reason"] = "declined";
const yes: AuditRecord["reason"] = "approved";

type AuditLine = Record<"server" | "tool" | "reason" | "time", string>;

function recordIn(line: string): readonly AuditLine[] {
  const record = jsonIn(line);
  if (!isJsonObject(record)) return [];
  const { server, tool, reason, time } = record;
  const isWhole = typeof server === "string" && typeof tool === "string" && typeof time === "string";
  return isWhole && typeof reason === "string" ? [{ server, tool, reason, time }] : [];
}
