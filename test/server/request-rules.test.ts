import { expect, test } from "vitest";
import { decodeLine } from "../../src/server/decode.ts";
import { acceptsBoth, bodyIssue } from "../../src/server/http/request-rules.ts";

test.each<[string | undefined, boolean]>([
  ["application/json, text/event-stream", true],
  ["text/event-stream,application/json", true],
  ["Application/JSON;q=0.9, TEXT/event-stream; q=0.1", true],
  ["*/*", true],
  ["application/*, text/*", true],
  ["text/html, */*;q=0.8", true],
  [undefined, true],
  ["application/json", false],
  ["text/event-stream", false],
  ["application/*", false],
  ["application/jsonx, text/event-streams", false],
  ["", false],
  [",;/", false],
])("%j accepts a message and a stream of them: %s", (accept, expected) => {
  expect(acceptsBoth(accept)).toBe(expected);
});

const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
const response = '{"jsonrpc":"2.0","id":1,"result":{}}';

test.each<[string, string, string | undefined, number | undefined]>([
  ["a message", initialized, "2025-11-25", undefined],
  ["a message without a revision", initialized, undefined, undefined],
  ["a revision that is not served", initialized, "1999-01-01", -32022],
  ["a batch in a revision that has them", `[${initialized}]`, "2025-03-26", undefined],
  ["a batch in a revision that has none", `[${initialized}]`, "2025-06-18", -32600],
  ["a batch without a revision", `[${initialized}]`, undefined, undefined],
  ["a response in a revision in which clients send them", response, "2025-11-25", undefined],
  ["a response in a revision in which clients send none", response, "2026-07-28", -32600],
])("%s is refused by its code, or not at all", (_title, body, revision, code) => {
  const headers = revision === undefined ? {} : { "mcp-protocol-version": revision };
  expect(bodyIssue(decodeLine(Buffer.from(body)), headers)?.code).toBe(code);
});
