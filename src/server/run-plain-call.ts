import type { CallAnswer } from "../runtime/result.ts";
import { type AnswerForm, callAnswerText, errorText } from "./answer-text.ts";
import { finishReports, type PreparedCall } from "./call-tool.ts";
import type { RequestId } from "./decode.ts";
import type { FirstRound, PlainCall } from "./plain-call.ts";
import type { TrackedCalls } from "./shutdown.ts";

/** Where a plain call ends: one of the two is called, unless it is cancelled. */
export interface PlainEnd {
  answer(call: PlainCall, text: string): void;
  /** Leaves the call to the SDK from here on. */
  handOver(call: PlainCall, first: FirstRound): void;
}

/** Dispatches a call and passes its answer on as text; what the SDK must shape, or ask the user, is handed over to it. */
export function runPlainCall(
  call: PlainCall,
  prepared: PreparedCall,
  { calls, end, form }: { readonly calls: TrackedCalls; readonly end: PlainEnd; readonly form: AnswerForm },
): void {
  calls.begin();
  calls.dispatchUntracked(prepared.call).then(
    (answer) => {
      calls.end();
      const { progress, messages } = prepared;
      if (progress === undefined && messages === undefined) complete(call, prepared, answer, form, end);
      else void finishReports(prepared).then(() => complete(call, prepared, answer, form, end));
    },
    (error: unknown) => {
      calls.end();
      call.onError(new Error(`internal error: ${error instanceof Error ? error.message : String(error)}`));
      end.answer(call, errorText(call.id, { code: -32603, message: "Internal error" }));
    },
  );
}

function complete(
  call: PlainCall,
  { questions, progress }: PreparedCall,
  answer: CallAnswer,
  form: AnswerForm,
  end: PlainEnd,
): void {
  if (call.isCancelled()) return;
  const text = questions?.open() === undefined ? textOf(call.id, answer, form) : undefined;
  if (text === undefined) end.handOver(call, { answer, questions, progress });
  else end.answer(call, text);
}

/** undefined: the SDK says what is to be said of such an answer */
function textOf(id: RequestId, answer: CallAnswer, form: AnswerForm): string | undefined {
  try {
    return callAnswerText(id, answer, form);
  } catch {
    // Middleware of a host has put something into it that JSON can't express.
    return undefined;
  }
}
