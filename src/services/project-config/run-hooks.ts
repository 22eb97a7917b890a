import { runChild } from "../../process/index.ts";
import type { Command } from "./config-rows.ts";
import type { ProcessEnv } from "./find-config.ts";

/** What a hook did; its output never reaches this process's own. */
export interface HookReport {
  readonly hook: string;
  /** null: it was not started, or a signal ended it. */
  readonly code: number | null;
  /** The last 4 KiB of both streams, without secrets. */
  readonly output: string;
}

export interface HookRun {
  readonly cwd: string;
  readonly env: ProcessEnv;
  /** What the hook is about: values reach it by variables only, so none is read as a part of the command. */
  readonly facts: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Takes secrets out of what a hook prints. */
  readonly masked: (printed: string) => string;
}

/** One after the other, up to the first that fails. */
export async function runHooks(commands: readonly Command[], run: HookRun): Promise<readonly HookReport[]> {
  const reports: HookReport[] = [];
  for (const command of commands) {
    const report = await runHook(command, run);
    reports.push(report);
    if (report.code !== 0) break;
  }
  return reports;
}

async function runHook(command: Command, { cwd, env, facts, signal, masked }: HookRun): Promise<HookReport> {
  const [program = "", ...args] = command;
  const hook = program === "sh" && args[0] === "-c" ? (args[1] ?? "") : command.join(" ");
  const started = await runChild(program, args, { cwd, env: { ...env, ...facts }, signal }).then(
    ({ code, stdout, stderr }) => ({ code, output: `${stdout.toString("utf8")}${stderr}` }),
    (error: unknown) => {
      signal.throwIfAborted();
      return { code: null, output: error instanceof Error ? error.message : String(error) };
    },
  );
  // Cut twice: the first cut may leave a part of a secret, which the second one takes away.
  const output = masked(started.output.slice(-16_384)).trim().slice(-4096);
  return { hook: masked(hook), code: started.code, output };
}

export function failedHook(reports: readonly HookReport[]): HookReport | undefined {
  return reports.find(({ code }) => code !== 0);
}
