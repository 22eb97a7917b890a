// `diff --fix`: names that went away go on working, as aliases in schema/.

import { ownName } from "../compiler/catalog/own-names.ts";
import { check } from "../compiler/compile.ts";
import type { ComparedCatalog } from "../compiler/diff/compared.ts";
import { currentComparedTool } from "../compiler/diff/compared.ts";
import { migrationMap, type ToolMigration } from "../compiler/diff/migration-map.ts";
import { earliestSunset } from "../compiler/diff/stanzas.ts";
import { keepOldName, type OldName } from "../compiler/rewrite/keep-old-names.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { CliError } from "../terminal/cli-error.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import { counted, print, printError, type Terminal } from "../terminal/terminal.ts";
import { colourDiff } from "../terminal/unified-diff.ts";
import { unifiedDiff } from "./apply-plan.ts";
import type { ComparedSides } from "./compared/compared-sides.ts";
import { optionsFor } from "./compile-project.ts";
import { readSources } from "./project.ts";
import { changedFiles, writeFixes } from "./write-fixes.ts";

/**
 * Adds an alias for each tool and param that looks renamed or merged, where sampled old calls are accepted under it and the catalog
 * compiles with it. Comments and layout stay. With `dryRun` the changes are printed as a diff, and nothing is written.
 * @returns `findings` where some names were left out, what and why is on stderr; with `dryRun` also where there is something to add
 * @throws CliError when one of the sides is a list, or a file can't be written
 */
export async function writeOldNames(
  terminal: Terminal,
  { base, head }: ComparedSides,
  { root, dryRun }: { readonly root: string; readonly dryRun: boolean },
): Promise<ExitCode> {
  if (base.listed === true) throw new CliError("--fix compares schema/ with a catalog, not with a list of tools");
  const today = new Date(terminal.clock()).toISOString().slice(0, 10);
  const { sources } = await readSources(root);
  let texts: readonly SourceFile[] = sources;
  let left = 0;
  for (const step of migrationMap(base, head).tools) {
    for (const wanted of namesOf(step, head, today)) {
      const problem = "why" in wanted ? wanted.why : undefined;
      const kept = "why" in wanted ? undefined : await withName(texts, wanted.name);
      if (kept !== undefined && "texts" in kept) {
        texts = kept.texts;
        print(terminal, wanted.words);
      } else {
        left += 1;
        printError(terminal, `left out: ${wanted.words}: ${problem ?? kept?.why ?? ""}`);
      }
    }
  }
  const changed = changedFiles(sources, texts);
  if (dryRun) {
    for (const file of changed)
      print(terminal, colourDiff(unifiedDiff({ status: "update", ...file }), terminal.colors));
    print(terminal, `${counted(changed.length, "file", "files")} would be changed; nothing was written`);
    return left === 0 && changed.length === 0 ? ExitCode.fine : ExitCode.findings;
  }
  await writeFixes(root, changed);
  print(
    terminal,
    `${counted(changed.length, "file", "files")} changed; \`pegboard generate\` brings generated/ up to date`,
  );
  return left === 0 ? ExitCode.fine : ExitCode.findings;
}

type Wanted = { readonly words: string } & ({ readonly name: OldName } | { readonly why: string });

function namesOf(step: ToolMigration, head: ComparedCatalog, today: string): readonly Wanted[] {
  const { from, to, params, set, dropped, tried } = step;
  const tool = currentComparedTool(to, head);
  const stability = tool?.stability ?? "stable";
  // YAML may spell what callers see otherwise.
  const file = tool === undefined ? to : ownName(tool);
  const own = (param: string) => ownName(tool?.params.find(({ name }) => name === param) ?? { name: param });
  const renames = Object.entries(params);
  const [list] = renames.flatMap(([old, { asList }]) => (asList === true ? [old] : []));
  if (from === to) {
    return renames.map(([old, { to: param, asList }]): Wanted => {
      const words = `${to}: '${param}' answers to '${old}'`;
      if (asList === true) return { words, why: `'${old}' took one value, and '${param}' takes a list` };
      return { words, name: { kind: "param", tool: file, param: own(param), old } };
    });
  }
  if (head.tools.some(({ aliases }) => aliases.some(({ name }) => name === from))) return [];
  const words = `'${to}' answers to '${from}'`;
  if (list !== undefined) return [{ words, why: `'${list}' took one value and takes a list now; write a function` }];
  if (tried.calls > 0 && tried.accepted === 0) return [{ words, why: "none of the sampled old calls is accepted" }];
  const alias = {
    name: from,
    of: head.server.name,
    rename: Object.fromEntries(renames.map(([old, { to: param }]) => [old, own(param)])),
    set: Object.fromEntries(Object.entries(set).map(([param, value]) => [own(param), value])),
    ignore: dropped,
    since: head.server.version,
    sunset: earliestSunset(stability, head.grace, today) ?? today,
  };
  return [{ words, name: { kind: "tool", tool: file, alias } }];
}

async function withName(
  texts: readonly SourceFile[],
  name: OldName,
): Promise<{ readonly texts: readonly SourceFile[] } | { readonly why: string }> {
  const next = keepOldName(texts, name);
  if (changedFiles(texts, next).length === 0) return { why: "it is not written in a file that can be added to" };
  const { diagnostics } = check(next, await optionsFor(next));
  const problem = diagnostics.find(({ severity }) => severity === "error");
  return problem === undefined || !hasErrors(diagnostics) ? { texts: next } : { why: problem.message };
}
