import { explain } from "../../contract/explain.ts";
import type { JsonObject } from "../../contract/json.ts";
import { normalise as bringIntoForm } from "../../contract/normalise.ts";
import { ownValue } from "../../contract/own-property.ts";
import { awaiting } from "../../runtime/awaited.ts";
import { withBuiltins } from "../../runtime/builtins/with-builtins.ts";
import { loadTool } from "../../runtime/loading.ts";
import type { Validator } from "../../runtime/registry.ts";
import { guardStdout } from "../../server/stdout-guard.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import type { LocalCatalog, LocalRegistry } from "../catalog/bound-catalog.ts";
import { ourSchema } from "../catalog/tool-facts.ts";
import { exitCodeOf, printAnswer, printNotices } from "../print/print-answer.ts";
import { readSettings } from "../settings/serve-settings.ts";
import { sessionHandle } from "../settings/session-handle.ts";
import { type LocalSource, localSource } from "../sources/local-source.ts";
import { hintOfPlace } from "../sources/near-catalog.ts";
import { ownDenyRules, withDenied } from "../sources/open-source.ts";
import type { CallOptions, CallTarget } from "./call-target.ts";
import { readPolicy, reportUnmetRules, writeDown } from "./decide.ts";
import { printIssues } from "./print-issues.ts";

/** A tool of the catalog in this process: called as a server's, without the wire. */
export async function localTarget(
  terminal: Terminal,
  catalog: LocalCatalog,
  tool: string,
  early: CallOptions,
): Promise<CallTarget> {
  const { registry } = catalog;
  const { name: server } = registry.server;
  const contract = await localContract(registry, tool, early.toolVersion);
  let opened: LocalSource | undefined;
  const isRetired = Object.hasOwn(registry.retired, tool);
  const place = async () => (isRetired ? undefined : hintOfPlace(terminal, early));
  return {
    server,
    schema: contract?.schema,
    async fits(given, { dryRun }) {
      // A call holds its arguments against the contract by itself.
      const violations = dryRun ? violationsOf(contract, given, tool, await place()) : [];
      if (violations.length > 0) printIssues(terminal, `'${tool}'`, violations);
      return violations.length === 0;
    },
    async permit(_given, options) {
      const { timeout, config, session, ...flags } = options;
      const settings = await readSettings(terminal, {
        ...flags,
        ...(config === undefined || options.server !== undefined ? {} : { config }),
        ...(timeout === undefined ? {} : { callTimeout: timeout }),
      });
      const deny = [...(await ownDenyRules(terminal)), ...(options.deny ?? [])];
      const policy = withDenied(settings.policy, readPolicy({ deny }), server);
      // Other servers are not looked for here: a rule may be for one of them.
      reportUnmetRules(terminal, { found: { deny }, names: [server] });
      const alias = ownValue(registry.aliases, tool);
      const canonical = alias?.target ?? tool;
      const isDenied = Object.hasOwn(registry.tools, canonical) && !policy.permits(canonical, alias?.name);
      // A call of a tool that does not exist is not one.
      if (contract !== undefined || isDenied) await writeDown(terminal, { server, tool: canonical, isDenied });
      if (isDenied) refuseDenied(tool);
      opened = localSource(terminal, catalog, {
        settings: { ...settings, policy },
        session: session ?? sessionHandle(terminal),
      });
    },
    async call(given, options, onProgress) {
      if (opened === undefined) throw new Error("invariant: only a permitted call is carried out");
      const signal = terminal.catchInterrupts();
      const { toolVersion: version } = options;
      // stdout is the result's: what a handler prints by `console.log` goes to stderr, as behind a server.
      const guard = guardStdout(terminal.stdout, terminal.stderr);
      const answered = opened.answer(tool, given, { signal, onProgress, version }).finally(guard.release);
      const answer = await awaiting(`'${tool}' never answers: what its handler waits for does not come`, answered);
      const hint = answer.kind === "protocol-error" && contract === undefined ? await place() : undefined;
      return (output) => {
        const code = signal.aborted ? ExitCode.interrupted : exitCodeOf(answer);
        const isWanted = (options.out ?? options.path) !== undefined;
        if (code !== ExitCode.fine || answer.kind !== "result" || !isWanted) {
          printAnswer(terminal, answer, options.json === true);
          if (hint !== undefined) printError(terminal, `       ${hint}`);
          return code;
        }
        printNotices(terminal, answer.result);
        // Results are plain values, as they go over the wire.
        return output.result(answer.result as unknown as JsonObject);
      };
    },
    close: async () => opened?.close(),
  };
}

/** Elsewhere a denied name is unknown; here the caller wrote the patterns, so there is nothing to hide. */
function refuseDenied(name: string): never {
  throw new CliError(`'${name}' is not allowed by --allow and --deny`, {
    exitCode: ExitCode.refused,
    hint: "PEGBOARD_ALLOW, PEGBOARD_DENY, the configuration file and ~/.config/pegboard/servers.json count as well",
  });
}

/** For a dry run: whether it could be called. */
function violationsOf(contract: LocalContract | undefined, given: JsonObject, tool: string, place: string | undefined) {
  if (contract === undefined) {
    throw new CliError(`there is no tool '${tool}'`, { hint: place ?? "pegboard tools lists them" });
  }
  const { validator } = contract;
  if (validator === undefined) return [];
  return explain(validator.input, bringIntoForm(validator.plan, validator.plans, given).value);
}

/** What the arguments of a tool of the catalog are held against, as far as it can be known before the call. */
interface LocalContract {
  readonly schema: JsonObject;
  /** Absent where old arguments are mapped to ours: the call itself holds them against their contract. */
  readonly validator?: Pick<Validator, "input" | "plan" | "plans">;
}

/** @returns undefined for a name that the catalog does not have, and for a tool that can't be loaded: the call says more */
async function localContract(
  catalog: LocalRegistry,
  name: string,
  version: number | undefined,
): Promise<LocalContract | undefined> {
  const registry = withBuiltins(catalog);
  const alias = ownValue(registry.aliases, name);
  const entry = ownValue(registry.tools, alias?.target ?? name);
  if (entry === undefined) return undefined;
  try {
    if (alias?.load !== undefined) return contractOf((await alias.load()).validator);
    const older = version === undefined ? undefined : entry.versions?.[version];
    const loaded = older === undefined ? await loadTool(entry) : await older.load();
    const validator = "validator" in loaded ? loaded.validator : loaded;
    if (alias === undefined) return contractOf(validator);
    const { properties = {} } = validator.input;
    const renamed = Object.entries(alias.rename).map(([old, current]) => [old, ownValue(properties, current) ?? {}]);
    return { schema: ourSchema({ ...validator.input, properties: { ...properties, ...Object.fromEntries(renamed) } }) };
  } catch {
    // The call loads it again, and reports what is wrong with it.
    return undefined;
  }
}

function contractOf(validator: Pick<Validator, "input" | "plan" | "plans">): LocalContract {
  return { schema: ourSchema(validator.input), validator };
}
