import * as sdk from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { normalizeErrors } from "../../src/server/normalize-errors.ts";

/** What a server answers whose handler of `x/y` throws that. */
async function answerTo(thrown: unknown): Promise<{ readonly error: unknown; readonly logged: readonly string[] }> {
  const logged: string[] = [];
  const server = new sdk.Server({ name: "x", version: "1" }, { capabilities: {} });
  server.fallbackRequestHandler = () => Promise.reject(thrown);
  normalizeErrors(server, (error) => logged.push(error.message));
  const [ours, theirs] = sdk.InMemoryTransport.createLinkedPair();
  const answer = new Promise<unknown>((resolve) => {
    theirs.onmessage = resolve;
  });
  await server.connect(ours);
  await theirs.start();
  await theirs.send({ jsonrpc: "2.0", id: 1, method: "x/y" });
  const { error } = (await answer) as { readonly error: unknown };
  await server.close();
  return { error, logged };
}

const finding = (path: readonly string[], message: string) => ({ code: "invalid_type", path, message });

test("a validator's list of findings becomes one sentence, by the names of the params", async () => {
  const findings = [
    finding(["params", "clientInfo", "name"], "Invalid input: expected string, received number"),
    finding(["params"], "Invalid input: expected object, received undefined"),
    finding(["params", "level"], 'Invalid option: expected one of "a"|"b"'),
    finding(["params", "more"], "Invalid input: expected string, received null"),
  ];
  expect(await answerTo(new Error(JSON.stringify(findings, null, 2)))).toEqual({
    error: {
      code: -32602,
      message:
        'Invalid params: "clientInfo.name": expected string, received number; "params": expected object, received undefined; "level": Invalid option: expected one of "a"|"b"',
    },
    logged: [],
  });
});

test.each(["EACCES: /home/ann/secret", "[not JSON", "[1]", "[]"])(
  "whatever else is called internal is only logged: %j",
  async (text) => {
    expect(await answerTo(new Error(text))).toEqual({
      error: { code: -32603, message: "Internal error" },
      logged: [`internal error: ${text}`],
    });
  },
);

test("an error with a code of its own passes as it is", async () => {
  const { error, logged } = await answerTo(new sdk.ProtocolError(-31001, "there is one already", { title: "Milk" }));
  expect([error, logged]).toEqual([{ code: -31001, message: "there is one already", data: { title: "Milk" } }, []]);
});
