// The catalog that `tools`, `describe`, `call` and `serve` work with: the workbench that the package carries, or, when
// the user names a folder, the project there. The current folder is never searched for code: a client may start us
// inside a repository that is not trusted.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "../../runtime/dispatch.ts";
import type { OpenHost, Registry } from "../../runtime/registry.ts";
import { nodeEntropy } from "../../server/node-entropy.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { printWarning, type Terminal } from "../../terminal/terminal.ts";
import { builtModule, readBuildManifest } from "./built-catalog.ts";
import { findProject } from "./find-project.ts";

/** A registry of which only the facts are used here: what its handlers need is known to its host only. */
export type LocalRegistry = Registry<never>;

export interface LocalCatalog {
  readonly registry: LocalRegistry;
  /** Creates the dispatcher; the host behind it is opened by the first call that needs it. */
  openDispatcher(options: LocalDispatcherOptions): Dispatcher;
}

/** The rest is the catalog's own. */
export type LocalDispatcherOptions = Omit<DispatcherOptions<never>, "registry" | "openHost" | "entropy">;

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
  const loaded: unknown = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new CliError(`the catalog can't be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      hint: "a package may be missing (npm install), a module may throw when it is imported, or a build is incomplete",
      cause: error,
    });
  });
  if (!isCatalogModule(loaded)) {
    throw new CliError("generated/registry.ts or src/host.ts does not export what it should", {
      hint: "run `pegboard generate` there, and the type checker",
    });
  }
  return bind(loaded.registry, loaded.openHost);
}

/** Ties a registry to its own host, so that nothing else needs to know what its handlers need. */
function bind<Deps>(registry: Registry<Deps>, openHost: OpenHost<Deps>): LocalCatalog {
  return {
    registry,
    openDispatcher: (options) => createDispatcher({ registry, openHost, entropy: nodeEntropy, ...options }),
  };
}

/** The type checker has seen the project's own build; here only the gross outline can be looked at. */
function isCatalogModule(
  value: unknown,
): value is { readonly registry: Registry<unknown>; readonly openHost: OpenHost<unknown> } {
  if (typeof value !== "object" || value === null || !("registry" in value) || !("openHost" in value)) return false;
  const { registry, openHost } = value;
  return typeof openHost === "function" && typeof registry === "object" && registry !== null && "tools" in registry;
}
