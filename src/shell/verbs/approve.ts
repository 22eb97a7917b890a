import { mkdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { createCallPolicy } from "../../bridge/policy.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { askYes } from "../../terminal/ask-yes.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { type ApprovedTool, approvedTools } from "../call/approved-calls.ts";
import { auditPath } from "../call/audit-log.ts";
import { readPolicy } from "../call/decide.ts";
import { withAllowRules } from "../servers/add-rules.ts";
import { findConfigFiles } from "../servers/find-config-files.ts";
import { knownAs, readOwn } from "../servers/load-servers.ts";

export interface ApproveOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
}

/**
 * Makes allow rules of the calls that a person has confirmed, after one more question.
 * @param words servers, or SERVER/TOOL with `*` for any text; none: all
 */
export async function approve(
  terminal: Terminal,
  words: readonly string[],
  { dryRun, yes, json }: ApproveOptions,
): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const world = { cwd, env, home: userFolders(env).home, platform: process.platform, readFile: () => undefined };
  const own = findConfigFiles(world).find(({ client }) => client === "pegboard");
  if (own === undefined) throw new Error("invariant: the user's own file of servers has a place on every system");
  const audit = auditPath(terminal);
  if (audit === undefined) throw new CliError("the audit is off", { hint: "PEGBOARD_AUDIT=off was set" });
  const lines = await readFile(audit, "utf8")
    .catch(unlessAbsent)
    .catch(failsWith(`the audit log '${knownAs(audit, world)}' can't be read`));
  const rules = readOwn(world);
  const policy = readPolicy({ allow: rules?.allow ?? [], deny: rules?.deny ?? [] });
  const wanted = wantedBy(words);
  const tools = approvedTools(lines ?? "", policy).filter(wanted);
  const shown = knownAs(own.path, world);
  if (json && (dryRun || tools.length === 0)) printJson(terminal, { file: shown, tools, written: false });
  else if (tools.length === 0) print(terminal, "no confirmed call is without a rule");
  else if (!json) printTools(terminal, tools);
  if (dryRun || tools.length === 0) return ExitCode.fine;
  await confirm(terminal, `Allow ${tools.length === 1 ? "it" : "them"} without a question, in ${shown}?`, yes === true);
  await write(own.path, tools, shown);
  if (json) printJson(terminal, { file: shown, tools, written: true });
  else print(terminal, `${counted(tools.length, "rule")} added to ${shown}`);
  return ExitCode.fine;
}

/** @throws CliError for a pattern that can't be meant */
function wantedBy(words: readonly string[]): (tool: ApprovedTool) => boolean {
  if (words.length === 0) return () => true;
  const patterns = words.map((word) => (word.includes("/") ? word : `${word}/*`));
  // Checked as rules are, so that a pattern means here what it means there.
  readPolicy({ allow: patterns });
  const policy = createCallPolicy({ allow: patterns });
  return ({ server, tool }) => policy.judge({ server, tool, annotations: undefined }).decision === "run";
}

function printTools(terminal: Terminal, tools: readonly ApprovedTool[]): void {
  const rows = tools.map(({ rule, count, last }) => [
    visible(rule),
    `confirmed ${count === 1 ? "once" : `${count} times`}, last on ${visible(last.slice(0, 10))}`,
  ]);
  print(terminal, table(rows, terminal.columns));
}

async function confirm(terminal: Terminal, question: string, yes: boolean): Promise<void> {
  const answer = yes ? "yes" : await askYes(terminal, question);
  if (answer === "yes") return;
  throw new CliError("nothing was written", {
    exitCode: ExitCode.refused,
    hint:
      answer === "no"
        ? undefined
        : "there is no terminal to confirm on: --yes adds the rules, --dry-run only shows them",
  });
}

async function write(path: string, tools: readonly ApprovedTool[], shown: string): Promise<void> {
  const failed = failsWith(`'${shown}' can't be written`);
  // A link stays one: people keep such files elsewhere.
  const real = (await realpath(path).catch(unlessAbsent).catch(failed)) ?? path;
  const there = await stat(real).catch(unlessAbsent).catch(failed);
  const text = there === undefined ? "" : await readFile(real, "utf8").catch(failed);
  const rules = tools.map(({ rule }) => rule);
  await mkdir(dirname(real), { recursive: true, mode: 0o700 }).catch(failed);
  const mode = there === undefined ? 0o600 : there.mode & 0o777;
  await replaceFile(real, withAllowRules(text, rules, shown), mode).catch(failed);
}
