import { expect, test } from "vitest";
import { openTracer } from "../../src/server/traces/open-tracer.ts";

test("where the package is nowhere there are no traces, and the log says what is missing", async () => {
  const lines: string[] = [];
  const take = (line: string) => void lines.push(line);
  const log = { debug: take, info: take, warn: take, error: take };
  expect(await openTracer("/", log, ["/nowhere.js", undefined])).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining("@opentelemetry/api is not installed")]);
});
