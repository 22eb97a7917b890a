import type { JsonObject } from "../../contract/json.ts";
import type { Dispatch, ToolCall } from "../../runtime/call-state.ts";
import type { CallAnswer } from "../../runtime/result.ts";
import { type CallParts, type CallPort, finishReports, prepareCall } from "../call-tool.ts";
import type { OpenQuestion } from "../questions.ts";
import { keys } from "../request-issue.ts";
import { maxRounds } from "../rounds.ts";
import type { TaskRun } from "./tasks.ts";

/** Runs a call as a task: what it reports names the task, and a question waits for its reply. */
export async function runTask(
  parts: CallParts,
  port: Pick<CallPort, "connection" | "client" | "asking" | "least" | "isModern">,
  { id, signal, say, ask, deliver }: TaskRun,
  { dispatch, onError }: { readonly dispatch: Dispatch; readonly onError: (error: Error) => void },
): Promise<CallAnswer> {
  const prepared = prepareCall(parts, {
    ...port,
    // The question is answered while the task goes on, whatever the era.
    asking: port.asking && { ...port.asking, by: "request" },
    brought: { replyTo: () => undefined, state: undefined },
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
    const open = questions?.open();
    const replies = open && (await repliesTo(open.questions, ask));
    // Where no reply can come, the first answer describes what to do instead. The answer of a task that was stopped is not read.
    if (replies === undefined || signal.aborted) break;
    questions?.reply(replies);
    answer = await dispatch(call);
  }
  await finishReports(prepared);
  return answer;
}

/** Asked one after the other. undefined: to one of them no reply can come. */
async function repliesTo(
  questions: readonly OpenQuestion[],
  ask: TaskRun["ask"],
): Promise<ReadonlyMap<string, JsonObject> | undefined> {
  const replies = new Map<string, JsonObject>();
  for (const question of questions) {
    const reply = (await ask(question)) ?? question.unanswered;
    if (reply === undefined) return undefined;
    replies.set(question.key, reply);
  }
  return replies;
}

/** @see MCP 2025-11-25, basic/utilities/tasks, "Associating Task-Related Messages" */
export function relatedTo(taskId: string, params: JsonObject): JsonObject {
  const { _meta: meta } = params;
  const own = typeof meta === "object" && meta !== null && !Array.isArray(meta) ? meta : {};
  return { ...params, _meta: { ...own, [keys.task]: { taskId } } };
}
