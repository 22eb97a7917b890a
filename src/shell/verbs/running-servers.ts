import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { durationText } from "../../contract/duration.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { askProcess, reach } from "../warm/warm-line.ts";
import { WarmRefused, warmFolder } from "../warm/warm-place.ts";

/** Shows the servers that the warm process keeps for the next calls, or ends them, with it. */
export async function runningServers(
  terminal: Terminal,
  action: "running" | "stop",
  { json }: { readonly json?: true },
): Promise<ExitCode> {
  const found = await Promise.all((await sockets(terminal)).map((path) => askAt(path, action)));
  const processes = found.filter((each) => each !== undefined);
  const servers = processes.flatMap((each) => (Array.isArray(each.servers) ? each.servers.filter(isJsonObject) : []));
  if (json) printJson(terminal, { processes, ...(action === "stop" ? { stopped: true } : {}) });
  else if (processes.length === 0) print(terminal, "no server is kept running");
  else if (action === "stop") print(terminal, `stopped: ${counted(servers.length, "server")}`);
  else {
    const rows = servers.map((server) => [visible(String(server.server)), terminal.colors.dim(useOf(server))]);
    print(terminal, rows.length === 0 ? "no server is kept running" : table(rows, terminal.columns));
  }
  return ExitCode.fine;
}

/** A socket without a process behind it is left to the next one that wants to listen there. */
async function askAt(path: string, action: "running" | "stop"): Promise<JsonObject | undefined> {
  const socket = await reach(path);
  const status = socket === undefined ? undefined : await askProcess(socket, "status");
  const again = status === undefined || action === "running" ? undefined : await reach(path);
  if (again !== undefined) await askProcess(again, "stop");
  return status;
}

async function sockets({ env }: Pick<Terminal, "env">): Promise<readonly string[]> {
  try {
    const folder = warmFolder(env);
    return (await readdir(folder))
      .filter((name) => name.endsWith(".sock"))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (error instanceof WarmRefused)
      throw new CliError(`no server is kept running: ${error.message}`, { cause: error });
    throw error;
  }
}

function useOf({ requests, running, idleMs }: JsonObject): string {
  const state =
    Number(running) > 0 ? "in use" : `last used ${durationText(Math.round(Number(idleMs) / 1000) * 1000)} ago`;
  return `${counted(Number(requests), "request")}, ${state}`;
}
