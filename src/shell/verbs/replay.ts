import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { CliError, failsWith, nearHint } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Exchange } from "../recording/exchange.ts";
import { parseRecording } from "../recording/recorder.ts";
import { serveRecording } from "../recording/serve-recording.ts";

export interface ReplayOptions {
  /** Needed where the recording has several. */
  readonly server?: string;
}

const maxBytes = 256 * 1024 * 1024;

/** Is an MCP server over stdio that answers as a server did when it was recorded. */
export async function replay(terminal: Terminal, name: string, options: ReplayOptions): Promise<ExitCode> {
  const path = resolve(terminal.cwd, name);
  const failed = failsWith(`'${name}' can't be read`);
  if ((await stat(path).catch(failed)).size > maxBytes) throw new CliError(`'${name}' is larger than 256 MiB`);
  const exchanges = parseRecording(await readFile(path, "utf8").catch(failed), name);
  const server = chosenServer(exchanges, name, options);
  await serveRecording(
    terminal,
    server,
    exchanges.filter((exchange) => exchange.server === server),
  );
  return ExitCode.fine;
}

function chosenServer(exchanges: readonly Exchange[], name: string, { server }: ReplayOptions): string {
  const names = [...new Set(exchanges.map((exchange) => exchange.server))];
  if (server !== undefined) {
    if (names.includes(server)) return server;
    throw new CliError(`'${name}' has no exchange with a server named '${server}'`, { hint: nearHint(server, names) });
  }
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return only;
  throw new CliError(
    only === undefined ? `'${name}' has no exchanges` : `'${name}' has exchanges with several servers`,
    {
      hint: only === undefined ? undefined : `--server names one of ${names.join(", ")}`,
    },
  );
}
