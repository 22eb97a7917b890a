import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { defaultVariables } from "../../client/default-variables.ts";
import type { ServerTarget } from "../../client/server-connection.ts";
import { isJsonObject, type Json } from "../../contract/json.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Asking } from "../asking/open-asking.ts";
import type { ConfiguredServer } from "../servers/configured-server.ts";
import { missingVariables } from "../servers/missing-variables.ts";
import { type AskOptions, type ShellCallOptions, soundTool, type ToolSource } from "../sources/tool-source.ts";
import { LineLost, openLine, RemoteFailure, type WarmLine } from "./warm-line.ts";
import type { WarmMethod } from "./warm-request.ts";

export interface WarmOptions {
  /** The one that the user named; all others are asked without the warm process. */
  readonly server: ConfiguredServer;
  /** The file that the command line names. */
  readonly config: string | undefined;
  /** What the server may ask, and what answers. */
  readonly asking: Asking;
}

/**
 * A source that asks the warm process for one of its servers. Where there is none to be had, or it ends, the source itself is
 * asked; only a call that was under way then is not repeated.
 */
export function warmSource(
  cold: ToolSource,
  terminal: Pick<Terminal, "env" | "cwd">,
  { server, config = "", asking }: WarmOptions,
): ToolSource {
  const { name, target } = server;
  if (target === undefined) return cold;
  const request = {
    server: name,
    place: config,
    target: wholeTarget(target, terminal.env),
    files: changesOf(target, terminal.env),
    offers: asking.offers,
  };
  let line: Promise<WarmLine | undefined> | undefined;

  async function ask<Result>(
    said: { readonly server: string; readonly method: WarmMethod; readonly params: readonly Json[] },
    asked: ShellCallOptions,
    read: (answer: Json) => Result,
    directly: () => Promise<Result>,
  ): Promise<Result> {
    if (said.server !== name) return directly();
    line ??= openLine(terminal);
    const open = await line;
    if (open === undefined) return directly();
    const { method, params } = said;
    try {
      const whole = { ...request, method, params, timeoutMs: asked.timeoutMs };
      return read(await open.ask(whole, asked, (question, facts) => asking.answer(name, question, facts)));
    } catch (error) {
      if (error instanceof RemoteFailure) throw asThrown(error, request.target, terminal.env);
      if (!(error instanceof LineLost)) throw error;
      if (method !== "call" || !error.isBegun) return directly();
      throw new CliError(`'${name}' is lost: ${error.message}, and it is not known whether the call was carried out`, {
        exitCode: ExitCode.unreachable,
        cause: error,
      });
    }
  }
  const list = (answer: Json) => (Array.isArray(answer) ? answer.filter(isJsonObject) : []);
  const object = (answer: Json) => (isJsonObject(answer) ? answer : {});

  return {
    ...cold,
    tools: (server, asked) =>
      ask(
        { server, method: "tools", params: [] },
        asked,
        (tools) => list(tools).map((tool) => soundTool(tool, String(tool.name))),
        () => cold.tools(server, asked),
      ),
    call: (server, tool, given, asked) =>
      ask({ server, method: "call", params: [tool, given] }, asked, object, () =>
        cold.call(server, tool, given, asked),
      ),
    resources: (server, asked: AskOptions) =>
      ask({ server, method: "resources", params: [] }, asked, list, () => cold.resources(server, asked)),
    resourceTemplates: (server, asked: AskOptions) =>
      ask({ server, method: "resourceTemplates", params: [] }, asked, list, () =>
        cold.resourceTemplates(server, asked),
      ),
    read: (server, uri, asked) =>
      ask({ server, method: "read", params: [uri] }, asked, object, () => cold.read(server, uri, asked)),
    prompts: (server, asked: AskOptions) =>
      ask({ server, method: "prompts", params: [] }, asked, list, () => cold.prompts(server, asked)),
    getPrompt: (server, prompt, given, asked) =>
      ask({ server, method: "getPrompt", params: [prompt, given] }, asked, object, () =>
        cold.getPrompt(server, prompt, given, asked),
      ),
    async close() {
      (await line)?.close();
      await cold.close();
    },
  };
}

/** The warm process has nothing of this environment: what servers get of it goes with the request. */
function wholeTarget(target: ServerTarget, env: Terminal["env"]): ServerTarget {
  if (target.kind !== "stdio") return target;
  // The name of the command that was run last, in the words of shells: another one with every line.
  const { _, ...inherited } = { ...defaultVariables(env), ...target.inherited };
  return { ...target, inherited };
}

/** Data that a server is given change while it runs; its program does not. */
const programFile = /\.(?:[cm]?[jt]s|py|rb|php|pl|lua|sh|jar|dll|wasm)$/;

/** When the programs were changed that the words name; for a server elsewhere, when there was a login. */
function changesOf(target: ServerTarget, env: Terminal["env"]): string {
  const paths =
    target.kind === "http"
      ? [join(userFolders(env).state, "logins.json")]
      : [target.command, ...target.args.filter((word) => programFile.test(word))].map((word) =>
          resolve(target.cwd, word),
        );
  return paths.map((path) => changedAt(path)).join();
}

function changedAt(path: string): string {
  try {
    const found = statSync(path);
    return found.isFile() ? `${found.ino} ${found.mtimeMs}` : "";
  } catch {
    // What can't be looked at is not a file whose changes could be seen; the server says what it lacks.
    return "";
  }
}

/** As it would have been without the warm process. */
function asThrown({ message, facts }: RemoteFailure, target: ServerTarget, env: Terminal["env"]): Error {
  const exitCode = Object.values(ExitCode).find((code) => code === facts.exitCode);
  if (exitCode === undefined) return new Error(message);
  // The warm process does not know what is set here.
  const missed = exitCode === ExitCode.unreachable ? missingVariables(message, target, env) : undefined;
  const hint = typeof facts.hint === "string" ? (missed ?? facts.hint) : undefined;
  return new CliError(message, { exitCode, hint });
}
