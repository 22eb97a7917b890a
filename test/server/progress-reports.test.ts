import type { ServerContext } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { progressOf } from "../../src/server/progress.ts";

// One call's reports, without a server.

function reportsOf(progressToken: string | undefined) {
  const sent: unknown[] = [];
  const cancel = new AbortController();
  const mcpReq = {
    _meta: progressToken === undefined ? undefined : { progressToken },
    signal: cancel.signal,
    notify: async ({ params }: { params: unknown }) => void sent.push(params),
  };
  // The part of the SDK's context that progress needs.
  const context = { mcpReq } as unknown as ServerContext;
  const errors: Error[] = [];
  return { reports: progressOf(context, (error) => errors.push(error)), sent, errors, cancel: () => cancel.abort() };
}

test("a caller without a token gets none", () => {
  expect(reportsOf(undefined).reports).toBeUndefined();
});

test("only what goes forward is sent, and nothing after the end", async () => {
  const { reports, sent } = reportsOf("t");
  for (const done of [1, 1, 0, Number.NaN, Number.POSITIVE_INFINITY]) reports?.report(done);
  reports?.report(2, Number.POSITIVE_INFINITY);
  reports?.report(3, 4, "nearly");
  await reports?.finish();
  reports?.report(4);
  await reports?.finish();
  expect(sent).toEqual([
    { progressToken: "t", progress: 1 },
    { progressToken: "t", progress: 2 },
    { progressToken: "t", progress: 3, total: 4, message: "nearly" },
  ]);
});

test("nothing is sent once the call is cancelled", async () => {
  const { reports, sent, cancel } = reportsOf("t");
  reports?.report(1);
  cancel();
  reports?.report(2);
  await reports?.finish();
  expect(sent).toEqual([{ progressToken: "t", progress: 1 }]);
});
