import { strictestAnnotations } from "../bridge/policy.ts";
import { openAsking } from "../shell/asking/open-asking.ts";
import { callOpened } from "../shell/call/call-opened.ts";
import type { CallOptions } from "../shell/call/call-target.ts";
import { readPolicy } from "../shell/call/decide.ts";
import { type CommandLine, takeOwnOptions } from "../shell/call/own-options.ts";
import { sourceTarget } from "../shell/call/source-target.ts";
import { askOptions } from "../shell/sources/ask-options.ts";
import { serverSource } from "../shell/sources/config-source.ts";
import type { ShellTool } from "../shell/sources/tool-source.ts";
import { CliError } from "../terminal/cli-error.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type OwnDefinition, targetOf } from "./definition.ts";

/** Starts the server, calls one of its tools, and ends it. The tool is what the server lists now: the schema and the hints count that it has now. */
export async function runTool(
  terminal: Terminal,
  { server, start }: OwnDefinition,
  name: string,
  words: readonly string[],
  line: CommandLine<CallOptions>,
): Promise<ExitCode> {
  const interrupted = terminal.catchInterrupts();
  const { own, given: rest } = takeOwnOptions(words, line.own);
  const early = line.read(own);
  const target = targetOf(start, terminal);
  const place = { file: server, line: 1, column: 1, origin: server, isEnabled: true, problem: undefined };
  const nothing = { shadowed: [], notUsed: [], problems: [], allow: [], deny: [] };
  const asking = await openAsking(terminal, {});
  const source = serverSource(
    { ...nothing, servers: [{ ...place, name: server, target }], named: [server] },
    { env: terminal.env, asking },
  );
  try {
    const tool = oneOf(await source.tools(server, askOptions(terminal, interrupted, early)), server, name);
    const policyOf = ({ yes }: CallOptions) => ({
      policy: readPolicy(yes === undefined ? {} : { yes }),
      hint: "use --yes",
    });
    const opened = sourceTarget(terminal, { source, server, tool, interrupted, isBridge: false, policyOf });
    return await callOpened(terminal, opened, { tool: name, words, rest, line, early });
  } finally {
    await source.close();
  }
}

/** @throws CliError where the server does not list it any more */
function oneOf(tools: readonly ShellTool[], server: string, name: string): ShellTool {
  const named = tools.filter((tool) => tool.name === name);
  const [found] = named;
  if (found === undefined) {
    throw new CliError(`'${server}' does not list '${name}' any more`, {
      exitCode: ExitCode.unreachable,
      hint: `pegboard client ${server} --cli writes this file again`,
    });
  }
  // Annotations are shown as they came, whatever they are.
  return named.length === 1 ? found : ({ ...found, annotations: strictestAnnotations(named) } as ShellTool);
}
