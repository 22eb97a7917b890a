import { secondsText } from "../../contract/duration.ts";
import { RpcProtocolError, rpcCodes } from "../rpc-errors.ts";

export interface AskLimits {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Aborted when who asked went away, or the bridge ends. */
  readonly gone: AbortSignal;
  /** Who is asked, in words for the message: "the server 'notes'". */
  readonly whom: string;
}

/**
 * Asks a provider, which may never answer: its signal is aborted when time is over or the answer is not waited for, and then it
 * is not waited for, whether it listens or not.
 * @throws RpcProtocolError for both; or what the provider throws
 */
export async function askProvider<Answer>(
  ask: (signal: AbortSignal) => Answer | Promise<Answer>,
  { timeoutMs, gone, whom }: AskLimits,
): Promise<Answer> {
  const controller = new AbortController();
  let giveUp: (error: RpcProtocolError) => void = () => undefined;
  const given = new Promise<never>((_, reject) => {
    giveUp = (error) => {
      reject(error);
      controller.abort(error);
    };
  });
  const onGone = () => giveUp(new RpcProtocolError(rpcCodes.cancelled, "Request cancelled"));
  const late = `${whom} did not answer within ${secondsText(timeoutMs)}`;
  const timer = setTimeout(
    () => giveUp(new RpcProtocolError(rpcCodes.failed, late, { reason: "timed_out" })),
    timeoutMs,
  );
  gone.addEventListener("abort", onGone, { once: true });
  try {
    if (gone.aborted) {
      onGone();
      return await given;
    }
    // It may throw at once or later. The race listens to both ends, so that the loser is not an unhandled rejection.
    return await Promise.race([given, (async () => ask(controller.signal))()]);
  } finally {
    clearTimeout(timer);
    gone.removeEventListener("abort", onGone);
  }
}
