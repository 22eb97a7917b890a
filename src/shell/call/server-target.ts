import { BrokenSchema, checkArguments } from "../../bridge/check-arguments.ts";
import type { JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import { findServerTool } from "../sources/find-tool.ts";
import { askOptions, openSource } from "../sources/open-source.ts";
import { StartRefused, ToolRefused } from "../sources/tool-source.ts";
import type { CallOptions, CallTarget } from "./call-target.ts";
import { decide, readPolicy, reportUnmetRules, writeDownRefused } from "./decide.ts";
import { printIssues } from "./print-issues.ts";

/** A tool of a server that is not this process: of a configuration file, or behind a bridge. */
export async function serverTarget(terminal: Terminal, name: string, early: CallOptions): Promise<CallTarget> {
  const interrupted = terminal.catchInterrupts();
  const { server = "" } = early;
  const { source, local, loaded, isBridge } = await openSource(terminal, early);
  const tool = await findServerTool(terminal, source, { server, name }, askOptions(terminal, interrupted, early)).catch(
    async (error: unknown) => {
      if (error instanceof ToolRefused || error instanceof StartRefused) await writeDownRefused(terminal, server, name);
      await source.close();
      throw error;
    },
  );
  return {
    server,
    schema: tool.inputSchema,
    async fits(given, { validate }) {
      if (validate === false) return true;
      const issues = await issuesOf(tool.inputSchema, given, `'${name}' of '${server}'`);
      if (issues.length === 0) return true;
      printIssues(terminal, `'${name}' of '${server}'`, issues);
      printError(terminal, "       --no-validate sends them without validation");
      return false;
    },
    async permit(given, options) {
      const policy = readPolicy({
        allow: [...(loaded?.allow ?? []), ...(options.allow ?? [])],
        deny: [...(loaded?.deny ?? []), ...(options.deny ?? [])],
        ...(options.yes === undefined ? {} : { yes: options.yes }),
      });
      if (loaded !== undefined) {
        const names = [...loaded.named, ...(local === undefined ? [] : [local])];
        reportUnmetRules(terminal, { given: options.deny, found: loaded.deny, names });
      }
      const named = { "--url": early.url, "--stdio": early.stdioCommand, "--config": options.config };
      const insteadOfFile = Object.entries(named).find(([, value]) => value !== undefined)?.[0];
      const planned = { server, tool, given, isBridge, insteadOfFile };
      await decide(terminal, policy, planned, interrupted);
    },
    async call(given, options, onProgress) {
      const asked = { ...askOptions(terminal, interrupted, options), ...(onProgress && { onProgress }) };
      const result = await source.call(server, name, given, asked);
      return (output) => output.result(result);
    },
    close: () => source.close(),
  };
}

/** @throws CliError where the schema itself is broken */
async function issuesOf(schema: JsonObject, given: JsonObject, tool: string) {
  try {
    return await checkArguments(schema, given);
  } catch (error) {
    if (!(error instanceof BrokenSchema)) throw error;
    throw new CliError(`the server's schema of ${tool} is broken: ${error.message}`, {
      exitCode: ExitCode.unreachable,
      hint: "--no-validate sends the arguments without validation",
      cause: error,
    });
  }
}
