// Tools of a module that its author names: it is run, in a process of its own.

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Loss, type LossEffect, lossEffects } from "../../compiler/import/loss.ts";
import { isJsonObject, type Json } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { packageFolder } from "../../disk/package-folder.ts";
import { runChild } from "../../process/run-child.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { CodeList } from "./code-list.ts";

const defaultSeconds = 10;
const maxMegabytes = 256;
const maxOutputBytes = 16 * 1024 * 1024;

/** @throws CliError when the module can't be run, or exports no tool */
export async function readZod(
  terminal: Terminal,
  path: string,
  words: readonly string[],
  timeout = defaultSeconds,
): Promise<CodeList> {
  if (words.length > 0) throw new CliError(`'${words[0]}' is one source too many beside --zod`);
  const module = await realpath(resolve(terminal.cwd, path)).catch(failsWith(`'${path}' can't be read`));
  const answer = await runModule(module, path, timeout);
  const tools = isJsonObject(answer) && Array.isArray(answer.tools) ? answer.tools : [];
  const places = isJsonObject(answer) && Array.isArray(answer.places) ? answer.places : [];
  const lost =
    isJsonObject(answer) && Array.isArray(answer.lost) ? answer.lost.flatMap((one) => lossOf(one, path)) : [];
  if (tools.length === 0) {
    const [first] = lost;
    const hint =
      first === undefined
        ? "export objects such as { name, description, inputSchema }, or schemas such as createNoteInput"
        : `${first.pointer}: ${first.why}`;
    throw new CliError(`'${path}' exports no tool`, { hint: visible(hint) });
  }
  const placeOf = (pointer: string): string => {
    const [, index = "", rest = ""] = /^\/tools\/(\d+)(.*)$/s.exec(pointer) ?? [];
    const place = places[Number(index)];
    return index !== "" && typeof place === "string" ? `${path}#${place}${rest}` : path;
  };
  return {
    list: { tools },
    server: basename(path).replace(/\.[cm]?[jt]s$/, ""),
    lostOf: (more) => [...lost, ...more.map((loss) => ({ ...loss, pointer: placeOf(loss.pointer) }))],
  };
}

function lossOf(value: Json, path: string): readonly Loss[] {
  if (!isJsonObject(value)) return [];
  const { tool, place, keyword, effect, why, instead } = value;
  const known = lossEffects.find((one): one is LossEffect => one === effect);
  if (known === undefined) return [];
  return [
    {
      tool: String(tool),
      pointer: `${path}#${String(place)}`,
      keyword: String(keyword),
      effect: known,
      why: String(why),
      instead: String(instead),
    },
  ];
}

async function runModule(module: string, path: string, timeout: number): Promise<Json> {
  const mark = `${randomUUID()}:`;
  const { command, args } = await confined([
    // Files may be read; nothing may be written, started or loaded as machine code.
    process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission",
    "--allow-fs-read=*",
    "--no-warnings",
    `--max-old-space-size=${maxMegabytes}`,
    join(packageFolder(), "dist", "cli", "module-reader.js"),
  ]);
  const signal = AbortSignal.timeout(timeout * 1000);
  const windows = process.platform === "win32" ? { SystemRoot: process.env.SystemRoot } : {};
  const end = await runChild(command, args, {
    signal,
    cwd: dirname(module),
    env: windows,
    stdin: JSON.stringify({ module, mark }),
    maxOutputBytes,
  }).catch((error: unknown) => {
    if (signal.aborted) {
      throw new CliError(`'${path}' did not end within ${timeout} seconds`, { exitCode: ExitCode.timedOut });
    }
    const reason = error instanceof Error ? error.message.replace(/^'.*?' (?=printed)/, "it ") : String(error);
    throw new CliError(`'${path}' can't be run: ${visible(reason)}`);
  });
  const output = end.stdout.toString("utf8");
  const at = output.lastIndexOf(mark);
  if (end.code !== 0 || at === -1) {
    const said = end.stderr.split("\n").find((line) => /^(?:\w*Error\b|\[?Error|FATAL)/.test(line.trim()));
    const how = end.code === null ? `ended by ${end.signal}` : `ended with code ${end.code}`;
    const reason = said === undefined ? "" : `: ${visible(said.trim().slice(0, 300))}`;
    const isDenied = end.stderr.includes("ERR_ACCESS_DENIED");
    const hint = "here a module can't write files, start programs or threads, or load machine code";
    throw new CliError(`'${path}' ${how} before its exports were read${reason}`, isDenied ? { hint } : {});
  }
  return JSON.parse(output.slice(at + mark.length));
}

/** Without a network where the platform can take it away: Linux, for users who may make namespaces. */
async function confined(
  nodeArgs: readonly string[],
): Promise<{ readonly command: string; readonly args: readonly string[] }> {
  const alone = { command: process.execPath, args: nodeArgs };
  const unshare = "/usr/bin/unshare";
  if (process.platform !== "linux" || !existsSync(unshare)) return alone;
  const flags = ["--user", "--net", "--"];
  const probe = await runChild(unshare, [...flags, "/bin/true"], { env: {} }).catch(() => undefined);
  return probe?.code === 0 ? { command: unshare, args: [...flags, process.execPath, ...nodeArgs] } : alone;
}
