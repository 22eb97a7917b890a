import { describe, expect, test } from "vitest";
import type { Request } from "../../src/server/decode.ts";
import { createPendingCalls } from "../../src/server/pending-calls.ts";

const call = (id: number | string, params: object = {}): Request => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "note_list", ...params },
});

describe("the id of a registered call", () => {
  test("is another one for every call, also for a second one of the same id", () => {
    const calls = createPendingCalls();
    const ids = [call(1), call(2), call(1)].map((request) => calls.register(request).id);
    expect(new Set([...ids, 1, 2]).size).toBe(5);
  });

  test("can't be guessed: it shares nothing with those of another connection, or of another process", () => {
    const [one, other] = [createPendingCalls(), createPendingCalls()].map((calls) =>
      String(calls.register(call(1)).id),
    );
    expect(one?.split("/")[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(other?.split("/")[0]).not.toBe(one?.split("/")[0]);
  });

  test("leads back to the client's id, once", () => {
    const calls = createPendingCalls();
    const { id } = calls.register(call("of the client"));
    expect([calls.release(id), calls.release(id)]).toEqual(["of the client", undefined]);
  });
});

describe("the arguments of a registered call", () => {
  test.each([[{ a: 1 }], [null], ["text"], [undefined]])("are %j as they came, and can be taken once", (given) => {
    const calls = createPendingCalls();
    const { id } = calls.register(call(1, given === undefined ? {} : { arguments: given }));
    expect(calls.takeArguments(id)).toEqual({ given });
    expect(calls.takeArguments(id)).toBeUndefined();
    expect(calls.release(id)).toBe(1);
  });

  test("can't be taken by the client's id, nor after the call was released", () => {
    const calls = createPendingCalls();
    const { id } = calls.register(call(1, { arguments: {} }));
    expect(calls.takeArguments(1)).toBeUndefined();
    calls.release(id);
    expect(calls.takeArguments(id)).toBeUndefined();
  });
});

test("a registered call carries what the SDK needs of its params and nothing else", () => {
  const calls = createPendingCalls();
  const needed = { name: "note_list", _meta: { progressToken: 1 }, inputResponses: {} };
  const { id, ...rest } = calls.register(call(1, { ...needed, arguments: { a: 1 }, other: true }));
  expect(rest).toEqual({ jsonrpc: "2.0", method: "tools/call", params: needed });
  expect(calls.register(call(2)).params).toEqual({ name: "note_list" });
});

test("other requests stay as they are", () => {
  const request: Request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "x" } };
  const calls = createPendingCalls();
  expect(calls.register(request)).toBe(request);
  expect([calls.takeArguments(1), calls.release(1)]).toEqual([undefined, undefined]);
});
