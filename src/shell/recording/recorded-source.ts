import type { Mask } from "../../client/mask-secrets.ts";
import { RemoteError } from "../../client/server-connection.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { ToolSource } from "../sources/tool-source.ts";
import type { Exchange, RecordedError } from "./exchange.ts";
import type { Recorder } from "./recorder.ts";

/**
 * A source whose exchanges are kept: what is asked of each server, and what it answered or how it failed.
 * @param maskOf takes the secrets of a server's configuration out of a text
 */
export function recordedSource(source: ToolSource, recorder: Recorder, maskOf: (server: string) => Mask): ToolSource {
  async function keep<Result>(
    asked: Pick<Exchange, "server" | "method" | "params">,
    signal: AbortSignal,
    work: () => Promise<Result>,
    resultOf: (result: Result) => JsonObject,
  ): Promise<Result> {
    let result: Result;
    try {
      result = await work();
    } catch (error) {
      // What was interrupted got no answer.
      if (!signal.aborted) recorder.record({ ...asked, error: recordedError(error) }, maskOf(asked.server));
      throw error;
    }
    recorder.record({ ...asked, result: resultOf(result) }, maskOf(asked.server));
    return result;
  }
  const list = (name: string) => (items: readonly object[]) => ({ [name]: items as unknown as Json });

  return {
    ...source,
    tools: (server, asked) =>
      keep(
        { server, method: "tools/list", params: {} },
        asked.signal,
        () => source.tools(server, asked),
        list("tools"),
      ),
    call: (server, name, given, asked) =>
      keep(
        { server, method: "tools/call", params: { name, arguments: given } },
        asked.signal,
        () => source.call(server, name, given, asked),
        (result) => result,
      ),
    resources: (server, asked) =>
      keep(
        { server, method: "resources/list", params: {} },
        asked.signal,
        () => source.resources(server, asked),
        list("resources"),
      ),
    resourceTemplates: (server, asked) =>
      keep(
        { server, method: "resources/templates/list", params: {} },
        asked.signal,
        () => source.resourceTemplates(server, asked),
        list("resourceTemplates"),
      ),
    read: (server, uri, asked) =>
      keep(
        { server, method: "resources/read", params: { uri } },
        asked.signal,
        () => source.read(server, uri, asked),
        (result) => result,
      ),
    prompts: (server, asked) =>
      keep(
        { server, method: "prompts/list", params: {} },
        asked.signal,
        () => source.prompts(server, asked),
        list("prompts"),
      ),
    getPrompt: (server, name, given, asked) =>
      keep(
        { server, method: "prompts/get", params: { name, arguments: given } },
        asked.signal,
        () => source.getPrompt(server, name, given, asked),
        (result) => result,
      ),
    close: () => source.close().finally(() => recorder.close()),
  };
}

function recordedError(error: unknown): RecordedError {
  const cause = error instanceof CliError ? error.cause : error;
  if (cause instanceof RemoteError) {
    const data = cause.data === undefined ? {} : { data: cause.data as Json };
    return { code: cause.code, message: cause.message, ...data };
  }
  return { message: error instanceof Error ? error.message : String(error) };
}
