// `pegboard rename tool <old> <new>`: YAML, handler, tests and everybody who names the tool follow; callers of the old name
// are served as before. The whole change is planned and judged as a value, then written whole or not at all.

import type { Catalog, Tool } from "../../compiler/catalog/catalog.ts";
import { ownName } from "../../compiler/catalog/own-names.ts";
import { currentTools } from "../../compiler/catalog/versions.ts";
import { withoutCache } from "../../contract/generated-cache.ts";
import { CliError, named } from "../../terminal/cli-error.ts";

import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { colourDiff } from "../../terminal/unified-diff.ts";
import { moveDiff, unifiedDiff } from "../apply-plan.ts";
import { applyChanges } from "../change-set.ts";
import { requireCatalog } from "../compile-project.ts";
import { type PlannedRename, planRename } from "../plan-rename.ts";
import { refuseToolName } from "../refuse-tool-name.ts";
import { stopped } from "../report.ts";

export interface RenameToolOptions {
  readonly catalog?: string;
  /** Folder and family that the tool moves to. Default: it stays where it is. */
  readonly family?: string;
  /** System whose name the old one is. Default: the server's name. */
  readonly of?: string;
  /** First day on which the old name may be removed. Default: today and the catalog's grace, 30 days at least. */
  readonly sunset?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

export async function renameToolCommand(
  terminal: Terminal,
  old: string,
  current: string,
  options: RenameToolOptions,
): Promise<ExitCode> {
  const project = await requireCatalog(terminal, options.catalog, "tool not renamed: the catalog has errors");
  if (project === undefined) return ExitCode.findings;
  const { catalog } = project.compiled;
  const tool = toolNamed(catalog, old);
  refuseName(catalog, tool, current);
  const family = chooseFamily(catalog, tool, options.family);
  const sunset = chooseSunset(catalog, tool, options.sunset, terminal.clock());
  const of = chooseSystem(catalog, options.of);
  const planned = await planRename(project, { tool, current, family, of, sunset });
  if ("errors" in planned) {
    return stopped(terminal, planned.errors, `'${old}' can't become '${current}'; nothing was written`);
  }
  if (!options.dryRun) await applyChanges(project.root, planned.changes);
  if (options.json) printJson(terminal, planAsJson(planned, options));
  else if (options.dryRun) showPlan(terminal, planned);
  else report(terminal, { old: tool.name, current, sunset }, planned);
  return ExitCode.fine;
}

function toolNamed(catalog: Catalog, name: string): Tool {
  // Callers may spell it otherwise than its file.
  const [tool, other] = currentTools(catalog).filter((one) => one.name === name || ownName(one) === name);
  if (other !== undefined) {
    throw new CliError(`'${name}' is the name of one tool and the file of another`, {
      hint: "give the other name of the tool that you mean",
    });
  }
  if (tool !== undefined) return tool;
  const owner = catalog.tools.find(({ aliases }) => aliases.some((alias) => alias.name === name));
  if (owner !== undefined)
    throw new CliError(`'${name}' is an old name of '${owner.name}'`, { hint: "rename that one" });
  return named(name, currentTools(catalog), `there is no tool '${name}'`, "`pegboard tools --catalog .` lists them");
}

function refuseName(catalog: Catalog, tool: Tool, current: string): void {
  if (current === tool.name) throw new CliError(`the tool is called '${current}' already`);
  const swapped = refuseToolName(catalog, current, tool.name);
  if (swapped === undefined) return;
  const mapped = [swapped.rename, swapped.set, swapped.defaults].some((table) => Object.keys(table).length > 0);
  const hasOwnForm = mapped || swapped.adapt || swapped.result !== undefined || swapped.ignore.length > 0;
  if (!hasOwnForm) return;
  throw new CliError(
    `'${current}' is an old name of '${tool.name}' with a form of its own, which its callers still use`,
    {
      hint: "choose another name",
    },
  );
}

function chooseFamily({ families }: Catalog, tool: Tool, wanted: string | undefined): string {
  if (wanted === undefined) return tool.family;
  return named(wanted, families, `there is no family '${wanted}'`, "declare it in catalog.yaml").name;
}

function chooseSystem(catalog: Catalog, named: string | undefined): string {
  const system = named ?? catalog.server.name;
  if (/^[a-z][a-z0-9_.-]*$/.test(system)) return system;
  throw new CliError(`--of takes a lower case name such as ai-memory, not '${system}'`);
}

/** Today and the grace of the tool's stability; the old name of an experimental tool gets some days too. */
function chooseSunset(catalog: Catalog, tool: Tool, named: string | undefined, now: number): string {
  if (named !== undefined) {
    const time = /^\d{4}-\d{2}-\d{2}$/.test(named) ? Date.parse(`${named}T00:00:00Z`) : Number.NaN;
    // 2027-02-30 is read as a day of March.
    if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(named)) return named;
    throw new CliError(`--sunset takes a date such as 2027-12-01, not '${named}'`);
  }
  const days = Math.max(catalog.grace[tool.stability], minNoticeDays);
  return new Date(now + days * 86_400_000).toISOString().slice(0, 10);
}

const minNoticeDays = 30;

function showPlan(terminal: Terminal, { rewritten, changes }: PlannedRename): void {
  for (const { from, path, text } of rewritten) {
    const diff =
      path === from.path
        ? unifiedDiff({ status: "update", path, text, before: from.text })
        : moveDiff(from, { path, text });
    print(terminal, colourDiff(diff, terminal.colors));
  }
  const generated = withoutCache(changes).filter(({ path }) => path.startsWith("generated/")).length;
  print(terminal, terminal.colors.dim(`and ${counted(generated, "file")} in generated/; nothing was written`));
}

function planAsJson({ rewritten, changes, mentions }: PlannedRename, { dryRun }: RenameToolOptions): object {
  return {
    written: dryRun !== true,
    files: rewritten.map(({ from, path }) => ({ from: from.path, to: path })),
    generated: changes.filter(({ path }) => path.startsWith("generated/")).map(({ path }) => path),
    mentions: Object.fromEntries(mentions),
  };
}

function report(
  terminal: Terminal,
  { old, current, sunset }: { readonly [word in "old" | "current" | "sunset"]: string },
  { rewritten, changes, mentions }: PlannedRename,
): void {
  const { cyan, yellow, dim } = terminal.colors;
  for (const { from, path } of rewritten) {
    print(terminal, path === from.path ? `${yellow("updated")} ${path}` : `${cyan("moved")} ${from.path} to ${path}`);
  }
  const generated = withoutCache(changes).filter(({ path }) => path.startsWith("generated/")).length;
  print(terminal, dim(`${counted(generated, "file")} changed in generated/`));
  print(terminal, `\n'${current}' still accepts the old name '${old}', at least until ${sunset}`);
  const left = [...mentions].map(([path, count]) => `${path} (${count})`).join(", ");
  if (left !== "") print(terminal, `these still use "${old}", which works as an alias: ${left}`);
}
