import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { inProcessTransport } from "../../src/client/in-process-transport.ts";

// What a wire would do, without one; that whole servers work over it is tested in test/process/gateway-in-process.test.ts.

it("passes messages as JSON, so that neither side holds objects of the other", async () => {
  const heard: JSONRPCMessage[] = [];
  const transport = inProcessTransport({
    kind: "in-process",
    create: () => ({
      async connect(theirs: Transport) {
        theirs.onmessage = (message) => {
          heard.push(message);
          void theirs.send({ jsonrpc: "2.0", id: 1, result: { when: new Date(0), unsaid: undefined } });
        };
        await theirs.start();
      },
    }),
  });
  const answers: JSONRPCMessage[] = [];
  transport.onmessage = (message) => answers.push(message);
  await transport.start();
  const request = { jsonrpc: "2.0" as const, id: 1, method: "tools/call", params: { arguments: { tags: ["a"] } } };
  await transport.send(request);
  expect(heard).toEqual([request]);
  expect(heard[0]).not.toBe(request);
  await expect
    .poll(() => answers)
    .toStrictEqual([{ jsonrpc: "2.0", id: 1, result: { when: "1970-01-01T00:00:00.000Z" } }]);
});

it("says why there is no server", async () => {
  const create = () => Promise.reject(new Error("no licence"));
  const transport = inProcessTransport({ kind: "in-process", create });
  await expect(transport.start()).rejects.toThrow("the server in this process can't be started: no licence");
});
