import { expect, it } from "vitest";
import { createProgram, isGrouped } from "../../src/cli/program.ts";
import { recordTerminal } from "./record-terminal.ts";

const { terminal } = recordTerminal("/");
const finish = () => undefined;
const whole = createProgram(terminal, finish);

it.each(whole.commands.map((command) => command.name()))("%s is the same when only its group is declared", (name) => {
  // `explain` stands beside the groups, so it is always declared.
  expect(isGrouped(name)).toBe(name !== "explain");
  const alone = createProgram(terminal, finish, name).commands.find((command) => command.name() === name);
  const helpOf = (command: typeof alone) => command?.helpInformation();
  expect(helpOf(alone)).toBe(helpOf(whole.commands.find((command) => command.name() === name)));
});
