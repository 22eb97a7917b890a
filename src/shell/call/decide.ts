import { type AuditRecord, BrokenRule, type CallPolicy, createCallPolicy, serverNamedBy } from "../../bridge/policy.ts";
import { untilAborted } from "../../client/deadline.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { askYes } from "../../terminal/ask-yes.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, printWarning, type Terminal } from "../../terminal/terminal.ts";
import type { ShellTool } from "../sources/tool-source.ts";
import { type AuditLog, openAudit } from "./audit-log.ts";

export interface DecisionOptions {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** Run what may change something without asking. */
  readonly yes?: true;
}

/** What is to be called. Behind a bridge the bridge decides: a program that has its token could go past us. */
interface Planned {
  readonly server: string;
  readonly tool: ShellTool;
  readonly given: JsonObject;
  readonly isBridge: boolean;
  /** What to do where there is no one to ask. */
  readonly hint: string;
}

/** @throws CliError (usage) for a rule that can't be meant */
export function readPolicy(options: DecisionOptions): CallPolicy {
  try {
    return createCallPolicy({ ...options, isApproved: options.yes === true });
  } catch (error) {
    if (error instanceof BrokenRule) throw new CliError(error.message, { cause: error });
    throw error;
  }
}

/**
 * May the call go out: what only reads may, other things need a rule, `--yes`, or a person's yes. Every decision is written
 * down before anything happens.
 * @throws CliError (refused) when it may not; the signal's reason when that ends the question
 */
export async function decide(
  terminal: Terminal,
  policy: CallPolicy,
  planned: Planned,
  signal: AbortSignal,
): Promise<void> {
  const audit = await openAudit(terminal);
  try {
    await judge(terminal, policy, planned, signal, audit);
  } finally {
    audit.close();
  }
}

async function judge(
  terminal: Terminal,
  policy: CallPolicy,
  { server, tool, given, isBridge, hint }: Planned,
  signal: AbortSignal,
  audit: AuditLog,
): Promise<void> {
  const write = (decision: AuditRecord["decision"], reason: AuditRecord["reason"]) => {
    const time = new Date(terminal.clock()).toISOString();
    audit.record({ time, source: "shell", server, tool: tool.name, decision, reason });
  };
  const judged = policy.judge({ server, tool: tool.name, annotations: tool.annotations });
  const named = `'${tool.name}' of '${server}'`;
  if (judged.decision === "refuse") {
    write("refuse", judged.reason);
    throw refused(`${named} is denied`, "by a deny rule, of --deny or of a file that names servers");
  }
  if (isBridge) return;
  if (judged.decision === "run") return write("run", judged.reason);
  // A question after the interrupt would wait for an answer that is not read any more.
  signal.throwIfAborted();
  const answer = await untilAborted(askYes(terminal, question(server, tool, given)), signal);
  if (answer === "yes") return write("run", "approved");
  write("refuse", answer === "no" ? "declined" : "approval_unavailable");
  if (answer === "no") throw refused(`${named} was not confirmed; not run`);
  throw refused(`${named} ${effectOf(tool)} and there is no terminal to confirm on`, hint);
}

/** @param insteadOfFile the option because of which what the user's own file allows does not count: it was meant for other servers */
export function confirmHint(insteadOfFile: string | undefined): string {
  return insteadOfFile !== undefined
    ? `use --yes or --allow SERVER/TOOL; allow rules in files are ignored with ${insteadOfFile}`
    : "use --yes, or an allow rule: --allow SERVER/TOOL, or in ~/.config/pegboard/servers.json";
}

/**
 * A call of the catalog in this process: it has its own rule, because its effects are declared in the catalog. A log
 * that was not named and can't be written does not stop it.
 */
export async function writeDown(
  terminal: Terminal,
  { server, tool, isDenied }: { readonly server: string; readonly tool: string; readonly isDenied: boolean },
): Promise<void> {
  const audit = await openAudit(terminal, { isQuiet: true });
  const time = new Date(terminal.clock()).toISOString();
  const decision = isDenied
    ? ({ decision: "refuse", reason: "denied" } as const)
    : ({ decision: "run", reason: "own_law" } as const);
  audit.record({ time, source: "shell", server, tool, ...decision });
  audit.close();
}

/** A call that never gets as far as a decision: the tool is not as it was when its server was locked. */
export async function writeDownRefused(terminal: Terminal, server: string, tool: string): Promise<void> {
  const audit = await openAudit(terminal);
  const time = new Date(terminal.clock()).toISOString();
  audit.record({ time, source: "shell", server, tool, decision: "refuse", reason: "not_as_locked" });
  audit.close();
}

/** With what it is called, a line for each argument: who says yes has to see to what. */
function question(server: string, tool: ShellTool, given: JsonObject): string {
  const lines = Object.entries(given).map(([name, value]) => `  ${visible(name)}: ${shortly(value)}\n`);
  return `${lines.join("")}Run '${visible(tool.name)}' of '${visible(server)}'? It ${effectOf(tool)}.`;
}

/** A text that is longer shows its beginning, its end and its length. */
const maxShown = 300;

function shortly(value: Json): string {
  const signs = [...visible(JSON.stringify(value))];
  if (signs.length <= maxShown) return signs.join("");
  const [head, tail] = [signs.slice(0, maxShown - 60), signs.slice(-40)];
  return `${head.join("")} … ${tail.join("")} (${counted(signs.length, "sign")})`;
}

/** By the server's own annotations; a tool without annotations counts as able to do anything. */
function effectOf({ annotations: said }: ShellTool): string {
  // A tool is shown as it came: what stands there may be null, or a text.
  const annotations = isJsonObject(said) ? said : {};
  if (annotations.destructiveHint === true) return "is marked destructive";
  return annotations.readOnlyHint === false ? "is not read-only" : "is not marked read-only";
}

function refused(message: string, hint?: string): CliError {
  return new CliError(message, { exitCode: ExitCode.refused, hint });
}

export interface CheckedRules {
  /** Of the command line: each is meant for this very command. */
  readonly given?: Pick<DecisionOptions, "allow" | "deny">;
  /** Of files: one of them may well be for another catalog, so only those are reported that are nearly right. */
  readonly found?: Pick<DecisionOptions, "allow" | "deny">;
  /** Every server that there is. */
  readonly names: readonly string[];
}

/** A rule that names no server decides nothing, and its author believes that it does. */
export function reportUnmetRules(terminal: Terminal, { given = {}, found = {}, names }: CheckedRules): void {
  for (const kind of ["allow", "deny"] as const) {
    const typed = given[kind] ?? [];
    for (const rule of new Set([...typed, ...(found[kind] ?? [])])) {
      const server = serverNamedBy(rule);
      if (server === undefined || names.includes(server)) continue;
      const near = nearMiss(server, names);
      if (near === undefined && !typed.includes(rule)) continue;
      const hint = near === undefined ? "" : `; did you mean '${near}'?`;
      printWarning(terminal, `the ${kind} rule '${rule}' is for a server '${server}', which does not exist${hint}`);
    }
  }
}
