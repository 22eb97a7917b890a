import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { packageFolder } from "../../disk/package-folder.ts";
import { CliError } from "../../terminal/cli-error.ts";

const mark = join("schema", "catalog.yaml");

/**
 * The project's root: the named folder, else the nearest one from `cwd` upward that holds schema/catalog.yaml.
 * @throws CliError when there is none
 */
export async function findProject(cwd: string, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    const root = resolve(cwd, named);
    if (await isFile(join(root, mark))) return root;
    const hint = (await isFolder(root)) ? undefined : "the folder does not exist";
    throw new CliError(`'${named}' is not a catalog: it has no schema/catalog.yaml`, { hint });
  }
  const around = await projectAround(cwd);
  if (around !== undefined) return around;
  throw new CliError("there is no schema/catalog.yaml here or in any folder above", {
    hint: "go into a project, name one with --catalog <folder>, or make one: pegboard init <folder>",
  });
}

/** The nearest project from `cwd` upward. */
export async function projectAround(cwd: string): Promise<string | undefined> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (await isFile(join(folder, mark))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The project around a folder, with its path from there; undefined also for the workbench's own. */
export async function projectNear(cwd: string): Promise<{ readonly root: string; readonly place: string } | undefined> {
  const root = await projectAround(cwd);
  return root === undefined || root === packageFolder() ? undefined : { root, place: relative(cwd, root) || "." };
}

export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessAbsent))?.isFile() ?? false;
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessAbsent))?.isDirectory() ?? false;
}
