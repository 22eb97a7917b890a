import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openLineTransport } from "../../src/server/line-transport.ts";
import type { LineSink } from "../../src/server/line-writer.ts";

// What the transport does by itself, without the SDK that usually stands behind it.

function transportOn(isFast = true) {
  const input = new PassThrough();
  const lines: unknown[] = [];
  let drain: () => void = () => undefined;
  let isWriting = isFast;
  const sink: LineSink = {
    write(text) {
      lines.push(JSON.parse(String(text)));
      return isWriting;
    },
    writeParts: (first, rest) => sink.write(Buffer.concat([first, rest])),
    onDrain(listener) {
      drain = () => {
        isWriting = true;
        listener();
      };
    },
    onBroken: () => undefined,
  };
  const transport = openLineTransport({ input, sink, maxLineBytes: 10_000, onEnd: () => undefined });
  const received: { readonly id?: string | number | undefined; readonly method?: string }[] = [];
  transport.onmessage = (message) => received.push(message);
  const send = async (message: object) => {
    input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { transport, lines, received, send, drain: () => drain() };
}

const call = { id: 1, method: "tools/call", params: { name: "note_list" } };
const idAt = (received: readonly { readonly id?: string | number | undefined }[], at: number) => received[at]?.id ?? "";

test("the answer to a cancelled call is not sent under the id that another call has by now", async () => {
  const { transport, lines, received, send } = transportOn();
  await transport.start();
  await send(call);
  await send({ method: "notifications/cancelled", params: { requestId: 1 } });
  await send(call);
  const calls = received.filter(({ method }) => method === "tools/call");
  const answer = (at: number, text: string) =>
    transport.send({ jsonrpc: "2.0", id: idAt(calls, at), result: { text } } as never);
  await answer(0, "of the first");
  await answer(1, "of the second");
  await answer(1, "once more");
  expect(lines).toEqual([{ jsonrpc: "2.0", id: 1, result: { text: "of the second" } }]);
});

test("other requests are answered once, and not after they were cancelled", async () => {
  const { transport, lines, received, send } = transportOn();
  await transport.start();
  await send({ id: "a", method: "tools/list" });
  expect(received).toMatchObject([{ id: "a", method: "tools/list" }]);
  await send({ method: "notifications/cancelled", params: { requestId: "a" } });
  await transport.send({ jsonrpc: "2.0", id: "a", result: {} });
  expect(lines).toEqual([]);
});

test("while the reader is slow a notification waits for it, and an answer does not", async () => {
  const { transport, lines, send, drain } = transportOn(false);
  await transport.start();
  await send({ id: "a", method: "tools/list" });
  let isSent = false;
  const notified = transport.send({ jsonrpc: "2.0", method: "notifications/progress" }).then(() => {
    isSent = true;
  });
  await transport.send({ jsonrpc: "2.0", id: "a", result: {} });
  expect([lines.length, isSent]).toEqual([2, false]);
  drain();
  await notified;
  expect(isSent).toBe(true);
});
