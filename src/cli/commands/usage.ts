import { check } from "../../compiler/compile.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { packageFolder } from "../../disk/package-folder.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { findProject, projectAround } from "../../shell/catalog/find-project.ts";
import { type ConfigSources, findConfig } from "../../shell/settings/find-config.ts";
import { chooseUsage } from "../../shell/settings/serve-settings.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { counted, print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { pruneUsage } from "../../usage/prune-usage.ts";
import { allDays, readUsage } from "../../usage/read-usage.ts";
import { isDay, useKey } from "../../usage/usage-file.ts";
import { usageFolder } from "../../usage/usage-folder.ts";
import { readSources } from "../project.ts";
import { stopped } from "../report.ts";
import { type Judging, judgeUsage, type UsageRow, verdicts } from "../usage/judge-usage.ts";
import { oldThings } from "../usage/old-things.ts";

export interface UsageOptions {
  readonly catalog?: string;
  /** `YYYY-MM-DD` */
  readonly since?: string;
  readonly quietDays?: number;
  readonly prune?: true;
  readonly json?: true;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Says of everything that the catalog keeps for old callers who still uses it, and whether it may go. */
export async function usage(terminal: Terminal, options: UsageOptions): Promise<ExitCode> {
  const { since: from, quietDays = 30 } = options;
  if (from !== undefined && !(isDay(from) && !Number.isNaN(Date.parse(from)))) {
    throw new CliError(`--since takes a day, not '${from}'`, { hint: "such as 2026-11-01" });
  }
  const { root, isPackaged } = await chosenProject(terminal, options.catalog);
  const { sources, diagnostics } = await readSources(root);
  const { value, diagnostics: found } = check(sources);
  const findings = [...diagnostics, ...found];
  if (value === undefined || hasErrors(findings)) {
    return stopped(terminal, findings, "usage not shown: the catalog has errors");
  }
  const { catalog, origins } = value;
  const folder = await countersFolder(terminal, isPackaged ? {} : { catalog: root }, catalog.server.name);
  const things = oldThings(catalog, origins);
  const now = terminal.clock();
  if (options.prune) await prune(terminal, folder, now, new Set(things.map(({ use }) => useKey(use))));
  const read = await readUsage(folder).catch(refuseFolder(folder));
  for (const name of read.unreadable) printError(terminal, `'${folder}/${name}' contains no counters and was ignored`);
  const judging = { today: dayOf(now), quietDays, countedSince: read.since, from };
  const rows = judgeUsage(things, allDays(read), judging);
  if (options.json) {
    const shown = rows.map(({ use, ...facts }) => ({ ...use, ...facts }));
    const countedSince = read.since ?? null;
    printJson(terminal, { catalog: catalog.server.name, folder, countedSince, quietDays, rows: shown });
  } else printRows(terminal, rows, { folder, countedSince: read.since, from });
  return ExitCode.fine;
}

/** Outside of all projects the workbench that the package carries, which `serve` and `call` use too. */
async function chosenProject({ cwd }: Terminal, named: string | undefined) {
  const root = named === undefined ? await projectAround(cwd) : await findProject(cwd, named);
  return root === undefined ? { root: packageFolder(), isPackaged: true } : { root, isPackaged: false };
}

/** Where `serve` and `call` count for this catalog. */
async function countersFolder(terminal: Terminal, sources: ConfigSources, catalog: string): Promise<string> {
  const named = chooseUsage(terminal, await findConfig(terminal, sources));
  if (named !== "off") return usageFolder(catalog, { named, state: userFolders(terminal.env).state });
  throw new CliError("usage is not counted: PEGBOARD_USAGE or the configuration file is set to off");
}

/** What is known stays. Files of yesterday may still be written, by a process that has not counted since midnight. */
async function prune(terminal: Terminal, folder: string, now: number, known: ReadonlySet<string>): Promise<void> {
  const before = dayOf(now - dayMs);
  const keeps = (use: Parameters<typeof useKey>[0]) => known.has(useKey(use));
  const pruned = await pruneUsage(folder, { before, keeps }).catch(refuseFolder(folder));
  if (pruned === undefined) {
    throw new CliError("another process is pruning these counters", {
      hint: `when none is, delete ${folder}/prune.lock`,
    });
  }
  const { merged, dropped } = pruned;
  printError(terminal, `put ${counted(merged, "file")} together; dropped ${counted(dropped, "counter")}`);
}

function refuseFolder(folder: string): (error: unknown) => never {
  return failsWith(`the counters in '${folder}' can't be used`);
}

function printRows(
  terminal: Terminal,
  rows: readonly UsageRow[],
  { folder, countedSince, from }: Pick<Judging, "countedSince" | "from"> & { readonly folder: string },
): void {
  const { bold, dim, green, yellow } = terminal.colors;
  if (rows.length > 0) {
    const heads = ["", "", "calls", "first", "last", "sunset", "owner", "declared"].map((head) => dim(head));
    const lines = rows.map((row) => {
      const paint = row.verdict === "may go" ? green : row.verdict === "still used" ? yellow : dim;
      const { calls, first = "-", last = "-", sunset = "-", owner = "-", declaredAt = "not in the catalog" } = row;
      return [paint(row.verdict), bold(labelOf(row)), String(calls), first, last, sunset, owner, dim(declaredAt)];
    });
    print(terminal, table([heads, ...lines], undefined));
    print(terminal, "");
  }
  const counts = verdicts
    .map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0);
  const summary = counts.map(([verdict, count]) => `${count} ${verdict}`).join(", ");
  print(terminal, summary === "" ? "the catalog has no old names, params or versions" : summary);
  const span = countedSince === undefined ? "nothing was counted so far" : `counted since ${countedSince}`;
  const shown = from === undefined ? "" : `; calls from ${from} on`;
  print(terminal, dim(`${span}${shown}; ${folder}`));
}

/** `alias add_note → note_create`, `value note_create kind=memo`. */
function labelOf({ use: { kind, tool, param, name } }: UsageRow): string {
  switch (kind) {
    case "alias":
      return `alias ${name} → ${tool}`;
    case "version":
      return `version ${name} of ${tool}`;
    case "tool":
      return `tool ${name}`;
    case "retired":
      return `removed ${name}`;
    case "value":
      return `value ${tool} ${param}=${name}`;
    case "spelling":
      return `spelling ${tool} ${name} → ${param}`;
    case "param":
      return `param ${tool} ${param === undefined ? name : `${param}…${name}`}`;
  }
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
