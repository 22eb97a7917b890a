import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { JsonObject } from "../contract/json.ts";
import type { Asking } from "./asking.ts";
import { askByRequest, inputRequired } from "./elicit.ts";
import type { Sdk } from "./mcp-server.ts";
import { type StateOwner, sealState } from "./question-state.ts";
import type { Questions } from "./questions.ts";

export interface Rounds<Answer> {
  readonly questions: Questions | undefined;
  readonly asking: Asking | undefined;
  /** The client's. */
  readonly revision: string;
  readonly owner: StateOwner;
  /** One round. */
  readonly run: () => Promise<Answer>;
  /** The answer of the first round, where that was run elsewhere. */
  readonly first?: Answer | undefined;
}

export interface RoundsOptions {
  /** Signs what clients bring back. */
  readonly stateKey: Uint8Array;
  readonly onError: (error: Error) => void;
  /** Aborted when no more input is read, so that no question can be answered. */
  readonly noReplies?: AbortSignal;
}

/** Runs a request until nothing is asked any more, or its questions are what it is answered with. */
export async function inRounds<Answer>(
  sdk: Sdk,
  context: ServerContext,
  { questions, asking, revision, owner, run, first }: Rounds<Answer>,
  options: RoundsOptions,
): Promise<{ readonly answer: Answer } | { readonly asks: InputRequiredResult }> {
  let answer = first ?? (await run());
  for (let round = 0; questions !== undefined && round < maxRounds; round++) {
    const open = questions.open();
    if (open === undefined) break;
    if (asking?.by === "result") {
      const { state } = open;
      const signing = { sdk, context, key: options.stateKey, owner };
      const sealed = state === undefined ? undefined : await sealState(state, signing);
      return { asks: inputRequired(sdk, open.questions, sealed) };
    }
    const replies = new Map<string, JsonObject>();
    // A person reads one question at a time.
    for (const question of open.questions) {
      const given = await askByRequest(sdk, context, question, { ...options, revision });
      const reply = given ?? question.unanswered;
      if (context.mcpReq.signal.aborted) throw cancelled(sdk);
      // Where no reply can come, the first answer describes what to do instead.
      if (reply === undefined) return { answer };
      replies.set(question.key, reply);
    }
    questions.reply(replies);
    answer = await run();
  }
  return { answer };
}

/** Questions of one call. */
export const maxRounds = 20;

/** The call was cancelled before it began: it never reaches the tool, and no client reads this answer. */
export function cancelled(sdk: Sdk): Error {
  return new sdk.ProtocolError(-32600, "Invalid Request: the call was cancelled before it began");
}
