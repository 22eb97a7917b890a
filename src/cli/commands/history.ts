import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { historyOf, type Release } from "../../compiler/diff/history.ts";
import { renderHistory, renderHistoryJson, renderHistoryMarkdown } from "../../compiler/diff/render/history-table.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, type Terminal } from "../../terminal/terminal.ts";
import { asList } from "../compared/compared-sides.ts";
import { namedSide } from "../compared/named-side.ts";
import { reasonIn, runGit } from "../git/run-git.ts";

export interface HistoryOptions {
  /** A pattern of git tags, such as `v*`. */
  readonly tags?: string;
  /** With tags: the saved list, or the project, in each of them. */
  readonly path?: string;
  readonly profile?: string;
  readonly format: "text" | "md" | "json";
}

/**
 * What each release did to callers of the one before: of a folder with a saved list for each, or of git tags.
 * @throws CliError when there are no releases, or one of them can't be read
 */
export async function history(
  terminal: Terminal,
  folder: string | undefined,
  { tags, path, profile, format }: HistoryOptions,
): Promise<ExitCode> {
  if ((folder === undefined) === (tags === undefined)) {
    throw new CliError("name a folder with a saved list for each release, or git tags", {
      hint: "pegboard history releases/, or pegboard history --tags 'v*' --path tools.json",
    });
  }
  if (path !== undefined && tags === undefined) throw new CliError("--path is for --tags");
  const names = tags === undefined ? await filesIn(terminal, folder ?? "") : await tagsOf(terminal, tags, path);
  if (names.length === 0) throw new CliError("there are no releases to compare");
  const releases: Release[] = [];
  for (const { name, side } of names) releases.push({ name, list: await listOf(terminal, side, profile) });
  const found = historyOf(releases);
  if ("problem" in found) throw new CliError(visible(found.problem));
  const render = { text: renderHistory, md: renderHistoryMarkdown, json: renderHistoryJson }[format];
  print(terminal, render(found.steps));
  return ExitCode.fine;
}

interface Named {
  readonly name: string;
  /** As `diff` names it. */
  readonly side: string;
}

async function filesIn({ cwd }: Terminal, folder: string): Promise<readonly Named[]> {
  const entries = await readdir(resolve(cwd, folder)).catch(failsWith(`'${visible(folder)}' can't be read`));
  return entries
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ name: name.slice(0, -".json".length), side: resolve(cwd, join(folder, name)) }))
    .sort((a, b) => byVersion(a.name, b.name));
}

async function tagsOf({ cwd, env }: Terminal, pattern: string, path: string | undefined): Promise<readonly Named[]> {
  if (pattern.startsWith("-")) throw new CliError(`'${visible(pattern)}' is not a pattern of tags`);
  const answer = await runGit({ folder: cwd, env }, ["tag", "--list", pattern]);
  if (answer.code !== 0) throw new CliError(`git can't list the tags: ${reasonIn(answer)}`);
  return answer.stdout
    .toString("utf8")
    .split("\n")
    .filter((name) => name !== "")
    .sort(byVersion)
    .map((name) => ({ name, side: `refs/tags/${name}${path === undefined ? "" : `:${path}`}` }));
}

/** Numbers by their value, and a release after what led to it: 2.0.0-rc.1, 2.0.0, 10.0.0. */
export function byVersion(a: string, b: string): number {
  const [left, right] = [a, b].map((name) => name.replace(/^v(?=\d)/, "").split(/(?=-)/));
  const core = (left?.[0] ?? "").localeCompare(right?.[0] ?? "", "en", { numeric: true });
  if (core !== 0) return core;
  const [early, late] = [left?.slice(1).join("") ?? "", right?.slice(1).join("") ?? ""];
  if (early === "" || late === "") return early === late ? 0 : early === "" ? 1 : -1;
  return early.localeCompare(late, "en", { numeric: true });
}

async function listOf(terminal: Terminal, name: string, profile: string | undefined) {
  const side = await namedSide({ terminal, catalog: undefined }, name);
  if (side.kind === "catalog" || side.kind === "list") return asList(side, profile).list;
  throw new CliError(`'${visible(side.name)}' is not a list of tools`);
}
