import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { askOptions } from "../../src/shell/sources/ask-options.ts";

import { recordTerminal } from "../cli/record-terminal.ts";

it("any number of servers may listen to the one interrupt, and Node takes that for no leak", async () => {
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.name);
  process.on("warning", listen);
  const { signal } = askOptions(recordTerminal("/").terminal, new AbortController().signal, {});
  for (let server = 0; server < 30; server++) signal.addEventListener("abort", () => server);
  await setImmediate();
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});
