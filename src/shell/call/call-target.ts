import type { JsonObject } from "../../contract/json.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { OutputOptions, openOutput } from "../print/print-result.ts";
import type { SettingFlags } from "../settings/serve-settings.ts";
import { localOf, type SourceOptions } from "../sources/open-source.ts";
import type { ShellCallOptions } from "../sources/tool-source.ts";
import type { DecisionOptions } from "./decide.ts";

export interface CallOptions extends Omit<SettingFlags, "callTimeout">, SourceOptions, OutputOptions, DecisionOptions {
  readonly session?: string;
  /** Of the tool's contract. */
  readonly toolVersion?: number;
  readonly dryRun?: true;
  /** False: arguments go to a server as they are. */
  readonly validate?: boolean;
}

/** A tool that is about to be called: of the catalog in this process, of a server, or behind a bridge. */
export interface CallTarget {
  readonly server: string;
  /** What arguments are read by. Absent where it is not known; then the call itself explains what is wrong. */
  readonly schema: JsonObject | undefined;
  /** Prints every issue of the arguments. @throws CliError where nothing can be said of them */
  fits(given: JsonObject, options: CallOptions): Promise<boolean>;
  /** @throws CliError (refused) when it may not run. The decision is in the audit before anything happens. */
  permit(given: JsonObject, options: CallOptions): Promise<void>;
  /** Carries it out. @returns what prints the outcome */
  call(given: JsonObject, options: CallOptions, onProgress: ShellCallOptions["onProgress"]): Promise<PrintOutcome>;
  close(): Promise<void>;
}

export type PrintOutcome = (output: Awaited<ReturnType<typeof openOutput>>) => ExitCode | Promise<ExitCode>;

export async function openTarget(terminal: Terminal, tool: string, options: CallOptions): Promise<CallTarget> {
  const catalog = await localOf(terminal, options.server === undefined ? withoutConfig(options) : options);
  if (catalog !== undefined) {
    // What the call passes is read together with what prepares it.
    const [{ localTarget }] = await Promise.all([import("./local-target.ts"), import("../../runtime/call-stages.ts")]);
    return localTarget(terminal, catalog, tool, options);
  }
  return (await import("./server-target.ts")).serverTarget(terminal, tool, options);
}

/** Without a server, `--config` names the configuration of the catalog in this process. */
export function withoutConfig({ config: _, ...options }: CallOptions): SourceOptions {
  return options;
}
