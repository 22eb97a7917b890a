import { expect, it } from "vitest";
import { progressLine } from "../../src/shell/call/call-opened.ts";
import { recordTerminal } from "../cli/record-terminal.ts";

it("a terminal gets one line that is written over, and nothing of it stays", () => {
  const { terminal, stderr } = recordTerminal("/");
  const line = progressLine({ stderr: Object.assign(terminal.stderr, { isTTY: true }) });
  line.show({ done: 1, total: 2, message: "reads\u001b[2J\nmore" });
  line.show({ done: 2 });
  line.clear();
  line.clear();
  const over = "\r\u001b[2K";
  expect(stderr()).toBe(`${over}1/2 reads\\u{1b}[2J\\nmore${over}2${over}`);
});

it("a pipe gets nothing", () => {
  const { terminal, stderr } = recordTerminal("/");
  const line = progressLine(terminal);
  line.show({ done: 1 });
  line.clear();
  expect(stderr()).toBe("");
});
