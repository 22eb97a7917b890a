import { expect, test } from "vitest";
import { decodeLine } from "../../src/server/decode.ts";
import { type CheckedBody, keepArguments } from "../../src/server/http/kept-arguments.ts";

const request = (id: number, params: object) => ({ jsonrpc: "2.0", id, method: "tools/call", params });
const kept = (body: unknown) => keepArguments(decodeLine(Buffer.from(JSON.stringify(body))));

function checked(body: unknown): CheckedBody {
  const result = kept(body);
  if ("refusal" in result) throw new Error(result.refusal.message);
  return result;
}

test("the arguments of a call leave the body, and can be taken once, by the id of their call", () => {
  const { body, takeArguments } = checked(request(1, { name: "note_list", arguments: { limit: 2 } }));
  expect(body).toEqual(request(1, { name: "note_list" }));
  expect(takeArguments(2)).toBeUndefined();
  expect(takeArguments(1)).toEqual({ given: { limit: 2 } });
  expect(takeArguments(1)).toBeUndefined();
});

test("in a batch every call has its own", () => {
  const calls = [1, 2].map((id) => request(id, { name: "note_list", arguments: { of: id } }));
  const { body, takeArguments } = checked(calls);
  expect(body).toEqual([1, 2].map((id) => request(id, { name: "note_list" })));
  expect([takeArguments(2), takeArguments(1)]).toEqual([{ given: { of: 2 } }, { given: { of: 1 } }]);
});

test("a batch is refused whole where two requests share an id or one part is not a message", () => {
  const call = request(1, { name: "note_list" });
  expect(kept([call, call])).toMatchObject({ refusal: { id: 1, code: -32600 } });
  expect(kept([call, 7])).toMatchObject({ refusal: { id: null, code: -32600 } });
  expect(kept([call, { jsonrpc: "2.0", id: 2, method: "tools/call", params: [] }])).toMatchObject({
    refusal: { id: 2, code: -32602 },
  });
});
