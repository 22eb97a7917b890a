import { setTimeout } from "node:timers/promises";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import type { RelatedCall } from "./related-call.ts";
import { relatedTask } from "./related-call.ts";

// A call as a task of a server of revision 2025-11-25: the caller waits for its result, as of any other call. Since 2026-07-28 a
// server makes tasks only for clients that say they know them; this one does not.

/** What a call needs of its connection. */
export interface TaskRequests {
  /** Until the call is given up. */
  readonly signal: AbortSignal;
  /** @param patience its own time, after the call was given up */
  request(method: string, params: JsonObject, patience?: AbortSignal): Promise<JsonObject>;
}

/** Whether a server takes calls as tasks. */
export function takesTasks({ tasks }: JsonObject): boolean {
  const requests = isJsonObject(tasks) ? tasks.requests : undefined;
  const tools = isJsonObject(requests) ? requests.tools : undefined;
  return isJsonObject(tools) && tools.call !== undefined;
}

/** What a tool of its list says. */
export function taskSupportOf(tool: JsonObject | undefined): string {
  const execution = tool?.execution;
  return isJsonObject(execution) && typeof execution.taskSupport === "string" ? execution.taskSupport : "forbidden";
}

/** @param call learns which task it is */
export async function callAsTask(
  params: JsonObject,
  { request, signal }: TaskRequests,
  call: RelatedCall,
  onStatus: (message: string) => void,
): Promise<JsonObject> {
  const created = await request("tools/call", { ...params, task: {} });
  const { task } = created;
  // A server may answer at once after all.
  if (!isJsonObject(task) || typeof task.taskId !== "string") return created;
  const { taskId, pollInterval } = task;
  call.task = { id: taskId, onStatus };
  const hasEnded = new AbortController();
  const tell = ({ statusMessage }: JsonObject) => {
    if (typeof statusMessage === "string") onStatus(statusMessage);
  };
  tell(task);
  // A server need not notify of it.
  const watch = async () => {
    const pause = typeof pollInterval === "number" ? Math.max(pollInterval, minPollMs) : defaultPollMs;
    const until = AbortSignal.any([signal, hasEnded.signal]);
    for (;;) {
      await setTimeout(pause, undefined, { signal: until });
      tell(await request("tasks/get", { taskId }));
    }
  };
  // It ends with the call; what goes wrong with it goes wrong with the result, too.
  void watch().catch(() => undefined);
  try {
    return withoutTask(await request("tasks/result", { taskId }));
  } catch (error) {
    // That the server does not answer any more is known by then.
    if (signal.aborted) request("tasks/cancel", { taskId }, AbortSignal.timeout(cancelMs)).catch(() => undefined);
    throw error;
  } finally {
    hasEnded.abort();
  }
}

const minPollMs = 500;
const defaultPollMs = 2_000;
const cancelMs = 5_000;

/** The task is ours alone: who called knows nothing of it. */
export function withoutTask({ _meta: meta, ...rest }: JsonObject): JsonObject {
  if (!isJsonObject(meta)) return meta === undefined ? rest : { ...rest, _meta: meta };
  const { [relatedTask]: _, ...own } = meta;
  return Object.keys(own).length === 0 ? rest : { ...rest, _meta: own };
}
