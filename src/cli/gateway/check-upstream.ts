import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "../../client/connect.ts";
import { formsOnly } from "../../client/offers.ts";
import type { JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { listChanges } from "../../gateway/pinned-list.ts";
import { readUpstream, upstreamTarget } from "../../gateway/upstream.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { upstreamPath } from "./gateway-files.ts";

/** Compares the list of the server behind a gateway with the pinned one. @returns findings where they differ */
export async function checkUpstream(
  terminal: Terminal,
  root: string,
  { timeout = 30, json = false }: { readonly timeout?: number | undefined; readonly json?: boolean | undefined },
): Promise<ExitCode> {
  const path = join(root, upstreamPath);
  const text = await readFile(path, "utf8").catch(failsWith(`'${upstreamPath}' can't be read`));
  const { upstream, target } = readGateway(text, terminal);
  const tools = await listedBy(target, timeout * 1000, terminal);
  const changes = listChanges(upstream.tools, tools);
  if (json) printJson(terminal, { changes });
  else if (changes.length === 0) print(terminal, `${counted(tools.length, "tool")}: the list is the pinned one`);
  else {
    for (const { tool, change } of changes) print(terminal, `${change}: ${visible(tool)}`);
    print(
      terminal,
      "next: import the server into another folder, compare with pegboard diff, and take over src/upstream.json",
    );
  }
  return changes.length === 0 ? ExitCode.fine : ExitCode.findings;
}

/** @throws CliError for a file that is broken, or names a variable that is not set */
function readGateway(text: string, { env, cwd }: Terminal) {
  const value = parsed(text);
  try {
    const upstream = readUpstream(value);
    return { upstream, target: upstreamTarget(upstream, env, cwd) };
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(`'${upstreamPath}' is not JSON`, { cause: error });
  }
}

async function listedBy(
  target: Parameters<typeof connect>[0],
  timeoutMs: number,
  terminal: Terminal,
): Promise<readonly JsonObject[]> {
  const signal = terminal.catchInterrupts();
  try {
    const connection = await connect(target, { timeoutMs, signal, offers: formsOnly });
    try {
      return await connection.listTools({ timeoutMs, signal });
    } finally {
      await connection.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(`the server behind the gateway did not list its tools: ${reason}`, {
      exitCode: signal.aborted ? ExitCode.interrupted : ExitCode.unreachable,
      cause: error,
    });
  }
}
