import { expect, test } from "vitest";
import { acceptsBoth } from "../../src/server/http/request-rules.ts";

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
