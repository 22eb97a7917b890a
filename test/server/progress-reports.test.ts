import { expect, test } from "vitest";
import { progressReports } from "../../src/server/progress.ts";

// One call's reports, without a server.

function reportsOf(progressToken: string) {
  const sent: unknown[] = [];
  let isCancelled = false;
  const errors: Error[] = [];
  const reports = progressReports(progressToken, {
    notify: async (_method, params) => void sent.push(params),
    isCancelled: () => isCancelled,
    onError: (error) => errors.push(error),
  });
  const cancel = () => {
    isCancelled = true;
  };
  return { reports, sent, errors, cancel };
}

test("only what goes forward is sent, and nothing after the end", async () => {
  const { reports, sent } = reportsOf("t");
  for (const done of [1, 1, 0, Number.NaN, Number.POSITIVE_INFINITY]) reports.report(done);
  reports.report(2, Number.POSITIVE_INFINITY);
  reports.report(3, 4, "nearly");
  await reports.finish();
  reports.report(4);
  await reports.finish();
  expect(sent).toEqual([
    { progressToken: "t", progress: 1 },
    { progressToken: "t", progress: 2 },
    { progressToken: "t", progress: 3, total: 4, message: "nearly" },
  ]);
});

test("nothing is sent once the call is cancelled", async () => {
  const { reports, sent, cancel } = reportsOf("t");
  reports.report(1);
  cancel();
  reports.report(2);
  await reports.finish();
  expect(sent).toEqual([{ progressToken: "t", progress: 1 }]);
});
