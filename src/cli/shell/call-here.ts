import { explain } from "../../contract/explain.ts";
import type { JsonObject } from "../../contract/json.ts";
import { normalise as bringIntoForm } from "../../contract/normalise.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Policy } from "../../runtime/policy.ts";
import { within } from "../../server/within.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import type { LocalCatalog, LocalRegistry } from "../local-catalog.ts";
import { readSettings, type SettingFlags } from "../settings/serve-settings.ts";
import { printError, printJson, type Terminal } from "../terminal.ts";
import { readArguments } from "../tool-arguments.ts";
import type { ReadWords } from "./call-words.ts";
import { type DecisionOptions, readPolicy, writeDown } from "./decide.ts";
import { openLocalDispatcher, progressTo } from "./local-dispatcher.ts";
import { ownDenyRules, withDenied } from "./local-rules.ts";
import { type LocalContract, localContract } from "./local-schema.ts";
import type { SourceOptions } from "./open-source.ts";
import { exitCodeOf, printAnswer, printNotices } from "./print-answer.ts";
import { printIssues } from "./print-issues.ts";
import { type OutputOptions, openOutput } from "./print-result.ts";
import { progressLine } from "./progress-line.ts";
import { reportUnmetRules } from "./unmet-rules.ts";

export interface CallOptions
  extends Omit<SettingFlags, "callTimeout">,
    Omit<SourceOptions, "timeout">,
    OutputOptions,
    DecisionOptions {
  readonly session?: string;
  /** Of the tool's contract. */
  readonly toolVersion?: number;
  /** Seconds. */
  readonly timeout?: number;
  readonly dryRun?: true;
  readonly validate?: boolean;
}

/** Calls a tool of the catalog in this process: the same road as a server's, without the wire. */
export async function callHere(
  terminal: Terminal,
  catalog: LocalCatalog,
  tool: string,
  early: CallOptions,
  readWords: ReadWords<CallOptions>,
): Promise<ExitCode> {
  const { registry } = catalog;
  const { name: server } = registry.server;
  const contract = await localContract(registry, tool, early.toolVersion);
  // Of a tool that is not there the road says more than its flags could.
  const { given: read, options } = contract === undefined ? { given: [], options: early } : readWords(contract.schema);
  const given = await readArguments(read, terminal, contract?.schema);
  if (options.dryRun) return dryRun(terminal, { server, tool, given }, contract);
  const output = await openOutput(terminal, options);
  const { timeout, config, ...flags } = options;
  const settings = await readSettings(terminal, {
    ...flags,
    ...(config === undefined || options.server !== undefined ? {} : { config }),
    ...(timeout === undefined ? {} : { callTimeout: timeout }),
  });
  const ownRules = await ownDenyRules(terminal);
  const rules = readPolicy({ deny: [...ownRules, ...(options.deny ?? [])] });
  const policy = withDenied(settings.policy, rules, server);
  // Other servers are not looked for here: a rule may be for one of them.
  reportUnmetRules(terminal, { found: [...ownRules, ...(options.deny ?? [])], names: [server] });
  const isDenied = denies(registry, policy, tool);
  // A call of what is not there is none.
  if (contract !== undefined || isDenied) {
    await writeDown(terminal, { server, tool: ownValue(registry.aliases, tool)?.target ?? tool, isDenied });
  }
  if (isDenied) refuseDenied(tool);
  const { dispatcher, usage } = openLocalDispatcher(terminal, catalog, settings, policy);
  const interrupted = terminal.catchInterrupts();
  const progress = progressLine(terminal);
  let code: ExitCode = ExitCode.fault;
  try {
    const answer = await dispatcher({
      name: tool,
      arguments: given,
      ...(options.toolVersion === undefined ? {} : { meta: { "pegboard/version": options.toolVersion } }),
      connection: { sessionHandle: options.session ?? sessionOf(terminal) },
      signal: () => interrupted,
      progress: progressTo((one) => progress.show(one)),
    });
    progress.clear();
    code = interrupted.aborted ? ExitCode.interrupted : exitCodeOf(answer);
    if (code === ExitCode.fine && answer.kind === "result" && (options.out ?? options.path) !== undefined) {
      printNotices(terminal, answer.result);
      // Results are plain values, as they go over the wire.
      code = await output.result(answer.result as unknown as JsonObject);
    } else printAnswer(terminal, answer, options.json === true);
  } finally {
    // What was stopped may have something to undo, and needs its host for that.
    if (code === ExitCode.timedOut) await within(undoMs, dispatcher.settled());
    const closed = dispatcher.close();
    if (code === ExitCode.timedOut) await within(stopGraceMs, closed).catch(reportUnclosed(terminal));
    else await closed;
    await usage?.close();
  }
  return code;
}

/** Elsewhere a denied name is unknown; here the caller wrote the patterns, so there is nothing to hide. */
function refuseDenied(name: string): never {
  throw new CliError(`'${name}' is not allowed by --allow and --deny`, {
    exitCode: ExitCode.refused,
    hint: "PEGBOARD_ALLOW, PEGBOARD_DENY, the configuration file and ~/.config/pegboard/servers.json count as well",
  });
}

function denies(registry: LocalRegistry, policy: Policy, name: string): boolean {
  const alias = ownValue(registry.aliases, name);
  const canonical = alias?.target ?? name;
  return Object.hasOwn(registry.tools, canonical) && !policy.permits(canonical, alias?.name);
}

/** Tells what would be called, once it is sure that it could be. */
function dryRun(
  terminal: Terminal,
  { server, tool, given }: { readonly server: string; readonly tool: string; readonly given: JsonObject },
  contract: LocalContract | undefined,
): ExitCode {
  if (contract === undefined) throw new CliError(`there is no tool '${tool}'`, { hint: "pegboard tools lists them" });
  const { validator } = contract;
  const violations =
    validator === undefined
      ? []
      : explain(validator.input, bringIntoForm(validator.plan, validator.plans, given).value);
  if (violations.length === 0) {
    printJson(terminal, { server, tool, arguments: given });
    return ExitCode.fine;
  }
  printIssues(terminal, `'${tool}'`, violations);
  return ExitCode.usage;
}

/** A tool that was stopped gets so long to leave; what it then still does ends with the process. */
const undoMs = 1_500;
/** How long its host gets to close. */
const stopGraceMs = 250;

/** What is closed under a tool that still works may object; the call has timed out all the same. */
function reportUnclosed(terminal: Terminal): (error: unknown) => void {
  return (error) =>
    printError(terminal, `the host did not close: ${error instanceof Error ? error.message : String(error)}`);
}

/** A variable that is set to nothing is not set. */
function sessionOf({ env }: Terminal): string | undefined {
  return env.PEGBOARD_SESSION === "" ? undefined : env.PEGBOARD_SESSION;
}
