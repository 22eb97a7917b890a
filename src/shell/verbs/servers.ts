import { visible } from "../../diagnostics/display-text.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { counted, print, printJson, printWarning, type Terminal } from "../../terminal/terminal.ts";
import { type LoadedServers, problemText, shadowedText } from "../servers/load-servers.ts";
import { inNearCatalog } from "../sources/near-catalog.ts";
import { type SourceOptions, withSource } from "../sources/open-source.ts";
import type { ServerLine } from "../sources/tool-source.ts";

/** Lists the servers there are to speak to. Starts none of them. */
export async function servers(terminal: Terminal, given: SourceOptions): Promise<ExitCode> {
  const options = await inNearCatalog(terminal, given);
  const { lines, loaded } = await withSource(terminal, options, async ({ source, loaded }, asked) => ({
    lines: await source.servers(asked),
    loaded,
  }));
  if (options.json) {
    printJson(terminal, { servers: lines, ...(loaded === undefined ? {} : leftOut(loaded)) });
    return ExitCode.fine;
  }
  const { bold, dim, yellow } = terminal.colors;
  if (lines.length === 0) print(terminal, "there are no servers");
  else {
    const rows = lines.map((line) => [
      bold(visible(line.name)),
      `${counts(line)}${dim(visible(line.origin))}${line.problem === undefined ? "" : yellow(visible(`: ${line.problem}`))}`,
    ]);
    print(terminal, table(rows, terminal.columns));
  }
  for (const problem of loaded?.problems ?? []) printWarning(terminal, problemText(problem));
  if (loaded !== undefined) printLeftOut(terminal, loaded);
  print(terminal, dim(`\n${counted(lines.length, "server")}; pegboard <server> lists its tools, --help all commands`));
  return ExitCode.fine;
}

function counts({ toolCount, examples = [] }: ServerLine): string {
  if (toolCount === undefined) return "";
  const named = examples.length === 0 ? "" : ` (e.g. ${examples.map(visible).join(", ")})`;
  return `${counted(toolCount, "tool")}${named}, `;
}

/** What was found and is not spoken to, and why. */
function printLeftOut(terminal: Terminal, { shadowed, notUsed }: LoadedServers): void {
  const { dim } = terminal.colors;
  for (const each of shadowed) print(terminal, dim(visible(`  ${shadowedText(each)}`)));
  // A repository that is not trusted must not start programs.
  for (const file of notUsed) print(terminal, dim(visible(`  not used: ${file}; --config ${file} uses it`)));
}

function leftOut({ shadowed, notUsed, problems }: LoadedServers) {
  return {
    shadowed: shadowed.map(({ server, by }) => ({
      name: server.name,
      origin: server.origin,
      ...(by === undefined ? { isEnabled: false } : { by }),
    })),
    notUsed,
    problems,
  };
}
