import { BrokenSchema, checkArguments } from "../../bridge/check-arguments.ts";
import type { CallPolicy } from "../../bridge/policy.ts";
import type { JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import { askOptions } from "../sources/ask-options.ts";
import type { ShellTool, ToolSource } from "../sources/tool-source.ts";
import type { CallOptions, CallTarget } from "./call-target.ts";
import { decide } from "./decide.ts";
import { printIssues } from "./print-issues.ts";

export interface SourceTool {
  readonly source: ToolSource;
  readonly server: string;
  readonly tool: ShellTool;
  readonly interrupted: AbortSignal;
  /** Behind a bridge the bridge decides. */
  readonly isBridge: boolean;
  /** What decides, and what to do where it says to ask and there is no one. */
  readonly policyOf: (options: CallOptions) => { readonly policy: CallPolicy; readonly hint: string };
}

/** A tool of a source, found already. */
export function sourceTarget(
  terminal: Terminal,
  { source, server, tool, interrupted, isBridge, policyOf }: SourceTool,
): CallTarget {
  const { name } = tool;
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
      const { policy, hint } = policyOf(options);
      await decide(terminal, policy, { server, tool, given, isBridge, hint }, interrupted);
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
