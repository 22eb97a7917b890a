// A catalog that is loaded: its registry, tied to its own host.
import { durationText } from "../../contract/duration.ts";
import { limits } from "../../contract/limits.ts";
import { awaiting, withLimit } from "../../runtime/awaited.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "../../runtime/dispatch.ts";
import type { OpenHost, Registry } from "../../runtime/registry.ts";
import { nodeEntropy } from "../../server/node-entropy.ts";
import { CliError } from "../../terminal/cli-error.ts";

/** A registry of which only the facts are used here: what its handlers need is known to its host only. */
export type LocalRegistry = Registry<never>;

export interface LocalCatalog {
  readonly registry: LocalRegistry;
  /** Creates the dispatcher; the host behind it is opened by the first call that needs it. */
  openDispatcher(options: LocalDispatcherOptions): Dispatcher;
  /**
   * Loads the module of the host, if that is not loaded with the catalog. A call that needs the host does so too.
   * @throws CliError when it can't be loaded, or exports something else
   */
  loadHost(): Promise<void>;
}

/** The rest is the catalog's own. */
export type LocalDispatcherOptions = Omit<DispatcherOptions<never>, "registry" | "openHost" | "entropy">;

/** Ties a registry to its own host, so that nothing else needs to know what its handlers need. */
export function bind<Deps>(
  registry: Registry<Deps>,
  openHost: OpenHost<Deps>,
  loadHost: () => Promise<void> = () => Promise.resolve(),
): LocalCatalog {
  return {
    registry,
    openDispatcher: (options) => createDispatcher({ registry, openHost, entropy: nodeEntropy, ...options }),
    loadHost,
  };
}

/**
 * @param load imports a module that exports `registry` and `openHost`, and `loadHost`, where the host is a module of its own
 * @throws CliError when it can't be loaded, is not loaded in time, or exports something else
 */
export async function loadCatalog(load: () => Promise<unknown>, maxMs: number = limits.loadMs): Promise<LocalCatalog> {
  const loaded = await ending(load(), maxMs).catch(notLoaded);
  if (!isCatalogModule(loaded)) throw otherExports();
  const { registry, openHost, loadHost = () => Promise.resolve(loaded) } = loaded;
  return bind(registry, openHost, async () => {
    if (!isHostModule(await ending(loadHost(), maxMs).catch(notLoaded))) throw otherExports();
  });
}

/** Without a limit a server whose start hangs would never answer its client, and say nothing. */
function ending<T>(loading: Promise<T>, maxMs: number): Promise<T> {
  const why = "a top-level await in src/host.ts, or in a module that it imports, does not end";
  const late = () => new CliError(`the catalog has not been loaded within ${durationText(maxMs)}: ${why}`);
  return awaiting(`the catalog is never loaded: ${why}`, withLimit(loading, { maxMs, late }));
}

function notLoaded(error: unknown): never {
  if (error instanceof CliError) throw error;
  throw new CliError(`the catalog can't be loaded: ${error instanceof Error ? error.message : String(error)}`, {
    hint: "a package may be missing (npm install), a module may throw when it is imported, or a build is incomplete",
    cause: error,
  });
}

function otherExports(): CliError {
  return new CliError("generated/registry.ts or src/host.ts does not export what it should", {
    hint: "run `pegboard generate` there, and the type checker",
  });
}

interface HostModule {
  readonly openHost: OpenHost<unknown>;
}

interface CatalogModule extends HostModule {
  readonly registry: Registry<unknown>;
  /** Absent from what versions before 0.3 have built. */
  readonly loadHost?: () => Promise<unknown>;
}

/** The type checker has seen the project's own build; here only the gross outline can be looked at. */
function isCatalogModule(value: unknown): value is CatalogModule {
  if (!isHostModule(value) || !("registry" in value)) return false;
  const { registry } = value;
  return typeof registry === "object" && registry !== null && "tools" in registry;
}

function isHostModule(value: unknown): value is HostModule {
  return typeof value === "object" && value !== null && "openHost" in value && typeof value.openHost === "function";
}
