import type { JsonObject } from "../../contract/json.ts";
import type { Dispatch, ToolCall } from "../../runtime/call-state.ts";
import type { CallAnswer } from "../../runtime/result.ts";
import { type CallParts, type CallPort, finishReports, prepareCall } from "../call-tool.ts";
import { keys } from "../request-issue.ts";
import type { TaskRun } from "./tasks.ts";

/** Runs a call as a task: what it reports names the task, and a question waits for its reply. */
export async function runTask(
  parts: CallParts,
  port: Pick<CallPort, "connection" | "client" | "asking" | "least">,
  { id, signal, say, ask, deliver }: TaskRun,
  { dispatch, onError }: { readonly dispatch: Dispatch; readonly onError: (error: Error) => void },
): Promise<CallAnswer> {
  const prepared = prepareCall(parts, {
    ...port,
    // The question is answered while the task goes on, whatever the era.
    asking: port.asking && { ...port.asking, by: "request" },
    replyTo: () => undefined,
    signal: () => signal,
    notifies: {
      notify: (method, params) => deliver(method, relatedTo(id, params as JsonObject)),
      isCancelled: () => signal.aborted,
      onError,
    },
  });
  const { questions, progress } = prepared;
  const call: ToolCall = {
    ...prepared.call,
    progress(done, total, message) {
      say(message ?? (total === undefined ? String(done) : `${done} of ${total}`));
      progress?.report(done, total, message);
    },
    task: { say },
  };
  let answer = await dispatch(call);
  for (let round = 0; round < maxRounds && !signal.aborted; round++) {
    const question = questions?.open();
    const reply = question && (await ask(question));
    // Where no reply can come, the first answer describes what to do instead.
    if (question === undefined || reply === undefined) break;
    questions?.reply(question.key, reply);
    answer = await dispatch(call);
  }
  await finishReports(prepared);
  return answer;
}

/** Questions of one call. */
const maxRounds = 20;

/** @see MCP 2025-11-25, basic/utilities/tasks, "Associating Task-Related Messages" */
export function relatedTo(taskId: string, params: JsonObject): JsonObject {
  const { _meta: meta } = params;
  const own = typeof meta === "object" && meta !== null && !Array.isArray(meta) ? meta : {};
  return { ...params, _meta: { ...own, [keys.task]: { taskId } } };
}
