import { onTestFinished } from "vitest";
import { registry } from "../../generated/registry.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { openHost } from "../../src/host.ts";
import { createDispatcher } from "../../src/runtime/dispatch.ts";
import type { ToolResult } from "../../src/runtime/result.ts";
import { nodeEntropy } from "../../src/server/node-entropy.ts";
import { type StoppedClock, stoppedClock } from "../services/clock.ts";
import { emptyDatabase } from "../store/empty-database.ts";

export interface OpenWorkbench {
  readonly clock: StoppedClock;
  readonly databasePath: string;
  /** The structured value of a call that must succeed. */
  value(tool: string, given: JsonObject): Promise<JsonObject>;
  /** The structured error of a call that must fail. */
  error(tool: string, given: JsonObject): Promise<JsonObject>;
  result(tool: string, given: JsonObject): Promise<ToolResult>;
  /** Makes a call that is cancelled once it waits for something, and waits for its end. */
  cancelled(tool: string, given: JsonObject): Promise<void>;
}

/**
 * The workbench as `serve` composes it, without the wire: the real dispatcher, real handlers, a real file, one connection.
 * @param databasePath an empty database of its own unless given
 */
export async function openWorkbench(databasePath?: string): Promise<OpenWorkbench> {
  const path = databasePath ?? (await emptyDatabase());
  const clock = stoppedClock();
  const silent = () => undefined;
  const dispatcher = createDispatcher({
    registry,
    openHost,
    // Tests read the file themselves: nothing is written behind their back.
    hostEnv: {
      env: { PEGBOARD_DB: path, PEGBOARD_ACTIVITY_DAYS: "forever" },
      clock,
      log: { info: silent, warn: silent, error: silent },
    },
    entropy: nodeEntropy,
  });
  onTestFinished(() => dispatcher.close());
  const connection = { sessionHandle: undefined };
  const signal = new AbortController().signal;

  const result = async (tool: string, given: JsonObject): Promise<ToolResult> => {
    const answer = await dispatcher({ name: tool, arguments: given, connection, signal: () => signal });
    if (answer.kind !== "result") throw new Error(`${tool}: ${answer.code} ${answer.message}`);
    return answer.result;
  };
  return {
    clock,
    databasePath: path,
    result,
    async cancelled(tool, given) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error("cancelled")), 50);
      const { signal: cancelling } = controller;
      await dispatcher({ name: tool, arguments: given, connection, signal: () => cancelling });
    },
    async value(tool, given) {
      const { isError, structuredContent } = await result(tool, given);
      if (isError === true || structuredContent === undefined) throw new Error(JSON.stringify(structuredContent));
      return structuredContent;
    },
    async error(tool, given) {
      const { isError, structuredContent } = await result(tool, given);
      const error = structuredContent?.error;
      if (isError !== true || !isJsonObject(error)) throw new Error(`${tool} did not fail`);
      return error;
    },
  };
}

/** Titles of what a recall found, best first. */
export function titlesOf(recalled: JsonObject): readonly unknown[] {
  return memoriesOf(recalled).map((memory) => memory.title);
}

export function memoriesOf(recalled: JsonObject): readonly JsonObject[] {
  const { memories } = recalled;
  return Array.isArray(memories) ? memories.filter(isJsonObject) : [];
}
