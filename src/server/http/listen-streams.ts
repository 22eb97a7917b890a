import type { Subscriptions } from "../../runtime/subscriptions.ts";
import { paramsOf, type Request } from "../decode.ts";
import { createQueue } from "../queue.ts";
import { holdListen } from "../subscriber.ts";
import { drained, eventText } from "./answer-stream.ts";
import type { HttpResponse } from "./exchange.ts";
import { keepArguments } from "./kept-arguments.ts";
import { type Sending, sendAnswer, throughSdk } from "./through-sdk.ts";

// Since 2026-07-28 a client reads what changes from the answer to its `subscriptions/listen`. The SDK makes the answer.

export interface ListenStreams {
  /** @returns when the stream has ended */
  listen(request: Request, sending: Omit<Sending, "send">): Promise<void>;
  /** Ends all streams, as the protocol has it. */
  close(): void;
}

export interface ListenOptions {
  readonly subscriptions: Subscriptions;
  readonly serverInfo: object;
  readonly onError: (error: Error) => void;
}

export function openListenStreams({ subscriptions, serverInfo, onError }: ListenOptions): ListenStreams {
  const open = new Set<() => void>();
  return {
    async listen(request, sending) {
      const { params, release } = await holdListen(subscriptions, paramsOf(request), onError);
      const message = { ...request, params };
      const send = (answer: Response, response: HttpResponse) =>
        sendEvents(answer, response, { id: request.id, serverInfo, open, onError });
      try {
        await throughSdk({ ...sending, send }, keepArguments({ kind: "message", message }));
      } finally {
        release();
      }
    },
    close() {
      for (const end of [...open]) end();
    },
  };
}

interface Streamed {
  readonly id: Request["id"];
  readonly serverInfo: object;
  /** Ends each stream that is open. */
  readonly open: Set<() => void>;
  readonly onError: (error: Error) => void;
}

/** The SDK writes each event at once, however slowly it is read; here equal ones that wait become one. */
async function sendEvents(answer: Response, response: HttpResponse, streamed: Streamed): Promise<void> {
  const { id, serverInfo, open, onError } = streamed;
  const { body, status, headers } = answer;
  if (body === null || headers.get("content-type") !== "text/event-stream") {
    await sendAnswer(answer, response);
    return;
  }
  headers.delete("connection");
  response.writeHead(status, Object.fromEntries(headers));
  const push = createQueue<string | undefined>(async (text) => {
    if (text === undefined) response.end();
    else if (!response.writableEnded && !response.write(text)) await drained(response);
  }, onError);
  const reader = body.getReader();
  const giveUp = () => void reader.cancel().catch(onError);
  const end = () => {
    const _meta = {
      "io.modelcontextprotocol/subscriptionId": id,
      "io.modelcontextprotocol/serverInfo": serverInfo,
    };
    push(eventText(JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", _meta } })));
    giveUp();
  };
  response.once("close", giveUp);
  open.add(end);
  try {
    const decoder = new TextDecoder();
    for (let part = await reader.read(); !part.done; part = await reader.read()) push(decoder.decode(part.value));
  } finally {
    open.delete(end);
    push(undefined);
  }
}
