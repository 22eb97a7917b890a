import { stat } from "node:fs/promises";
import { join } from "node:path";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import { projectAround, projectNear } from "../catalog/find-project.ts";
import type { SourceOptions } from "./open-source.ts";

/**
 * The project around the current folder, where the command line names no place: who works at a catalog means that one. Only a
 * folder of the user's own: what it holds is run.
 * @returns what is to be added to the options; empty where the workbench is meant
 */
export async function nearCatalog(
  terminal: Terminal,
  { catalog, server, config, bridge, workbench }: SourceOptions,
): Promise<Pick<SourceOptions, "catalog">> {
  if ((catalog ?? server ?? config ?? bridge) !== undefined || workbench === true) return {};
  if ((terminal.env.TOOL_CLI_PORT ?? "") !== "") return {};
  const near = await projectNear(terminal.cwd);
  if (near === undefined) return {};
  const { root, place } = near;
  const { dim } = terminal.errorColors;
  if (!(await isOwn(root))) {
    printError(
      terminal,
      dim(`the workbench is used: '${place}' is another user's; --catalog ${place} uses the catalog there`),
    );
    return {};
  }
  printError(terminal, dim(`catalog: ${place} (--workbench uses the one that comes with pegboard)`));
  return { catalog: root };
}

/** The options of a command with the catalog that it means. */
export async function inNearCatalog<Options extends SourceOptions>(
  terminal: Terminal,
  given: Options,
): Promise<Options> {
  return { ...given, ...(await nearCatalog(terminal, given)) };
}

/** What is said below the error of a tool that is not there: who means a project may be in another folder. Elsewhere it is on stderr already. */
export async function hintOfPlace(
  { cwd }: Pick<Terminal, "cwd">,
  { catalog, workbench }: SourceOptions,
): Promise<string | undefined> {
  if (catalog !== undefined || workbench === true || (await projectAround(cwd)) !== undefined) return undefined;
  return "no project is around this folder, so pegboard's own catalog was searched; --catalog <folder> names one";
}

async function isOwn(root: string): Promise<boolean> {
  const user = process.getuid?.();
  if (user === undefined) return true;
  const parts = await Promise.all([root, join(root, "schema", "catalog.yaml")].map((path) => stat(path)));
  return parts.every(({ uid }) => uid === user);
}
