import { expect, test } from "vitest";
import type { LogLine } from "../../src/runtime/call-log.ts";
import { logMessages } from "../../src/server/client-log.ts";

// The log lines of one call on their way to its caller, without a server.

function messagesOf(goOn: Promise<void> = Promise.resolve()) {
  const sent: unknown[] = [];
  const errors: Error[] = [];
  let isCancelled = false;
  const messages = logMessages("info", {
    async notify(method, params) {
      await goOn;
      if (params.data === "unsent") throw new Error("closed");
      sent.push([method, params.level, params.data]);
    },
    isCancelled: () => isCancelled,
    onError: (error) => errors.push(error),
  });
  const write = (message: string, level: LogLine["level"] = "info") =>
    messages.log.write({ level, tool: "t", message, fields: undefined });
  const cancel = () => {
    isCancelled = true;
  };
  return { ...messages, write, cancel, sent, errors };
}

const line = (data: string, level = "info") => ["notifications/message", level, data];

test("lines are sent in order from their level on, and none after the end", async () => {
  const { write, log, finish, sent, errors } = messagesOf();
  expect([log.takes("debug"), log.takes("info")]).toEqual([false, true]);
  write("below", "debug");
  write("one");
  write("unsent");
  write("two", "warn");
  await finish();
  write("late");
  await finish();
  expect(sent).toEqual([line("one"), line("two", "warning")]);
  expect(errors.map(({ message }) => message)).toEqual(["closed"]);
});

test("nothing is sent once the call is cancelled", async () => {
  const { write, cancel, finish, sent } = messagesOf();
  write("one");
  cancel();
  write("two");
  await finish();
  expect(sent).toEqual([line("one")]);
});

test("who reads too slowly misses lines and learns how many; memory stays bounded", async () => {
  let goOn = () => {};
  const { write, finish, sent } = messagesOf(
    new Promise((resolve) => {
      goOn = resolve;
    }),
  );
  for (let index = 0; index < 1_000; index++) write(`line ${index}`);
  goOn();
  await finish();
  expect(sent).toHaveLength(65);
  expect(sent.at(-2)).toEqual(line("line 63"));
  expect(sent.at(-1)).toEqual(line("936 log lines were left out, because they are read too slowly", "warning"));
});
