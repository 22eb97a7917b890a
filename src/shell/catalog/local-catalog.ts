// The catalog that `tools`, `describe`, `call` and `serve` work with: the workbench that the package carries, or, when
// the user names a folder, the project there. The current folder is not searched for code here: a client may start us inside a
// repository that is not trusted. What a person types in a project of their own is in ../sources/near-catalog.ts.
import { join, resolve } from "node:path";
import { setSourceMapsEnabled } from "node:process";
import { pathToFileURL } from "node:url";
import { printWarning, type Terminal } from "../../terminal/terminal.ts";
import { bind, type LocalCatalog, loadCatalog } from "./bound-catalog.ts";
import { builtModule, readBuildManifest } from "./built-catalog.ts";
import { findProject } from "./find-project.ts";

/**
 * @param folder project that the user named, or what `pegboard build` made of one; its code is run
 * @param onStale receives the texts of schema/ that have changed since generated/ was written and can't be compiled; default: a
 * warning is printed
 * @throws CliError when the project is missing, not generated, or doesn't build
 */
export async function openLocalCatalog(
  terminal: Terminal,
  folder: string | undefined,
  onStale?: (changed: readonly string[]) => void,
): Promise<LocalCatalog> {
  if (folder === undefined) return openWorkbench();
  const named = resolve(terminal.cwd, folder);
  if ((await readBuildManifest(named)) !== undefined) return openModule(join(named, builtModule));
  const root = await findProject(terminal.cwd, folder);
  const [{ bundleCatalog }, { staleMessage }, { refreshGenerated }] = await Promise.all([
    import("./bundle-catalog.ts"),
    import("./changed-sources.ts"),
    import("./refresh-generated.ts"),
  ]);
  const changed = await refreshGenerated(terminal, root);
  const path = await bundleCatalog(root);
  if (changed.length > 0) {
    if (onStale === undefined) printWarning(terminal, `${staleMessage(changed)}; run \`pegboard generate\``);
    else onStale(changed);
  }
  return openModule(path);
}

async function openWorkbench(): Promise<LocalCatalog> {
  const { registry } = await import("../../../generated/registry.ts");
  // The services behind it are needed by the first call.
  return bind(registry, async (env) => (await import("../../host.ts")).openHost(env));
}

async function openModule(path: string): Promise<LocalCatalog> {
  // Stacks in the log then name the lines that the author wrote. Only modules that are loaded after this get their maps.
  setSourceMapsEnabled(true);
  const catalog = await loadCatalog(() => import(pathToFileURL(path).href));
  // At once, so that its author sees what is wrong with it.
  await catalog.loadHost();
  return catalog;
}
