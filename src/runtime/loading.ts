import { durationText } from "../contract/duration.ts";
import { limits } from "../contract/limits.ts";
import { awaiting, withLimit } from "./awaited.ts";
import type {
  LoadedAdapter,
  LoadedResultAdapter,
  LoadedTool,
  RegisteredAlias,
  ToolEntry,
  UpgradedVersion,
  Validator,
} from "./registry.ts";

// Importing a module that is already there still costs more than a small call, so what was loaded is kept beside its
// entry. A load that failed is tried again by the next call. One that does not end is an error: the caller would wait for ever.

const tools = new WeakMap<object, unknown>();
const validators = new WeakMap<UpgradedVersion, Validator>();
const adapters = new WeakMap<RegisteredAlias, LoadedAdapter>();
const resultAdapters = new WeakMap<RegisteredAlias, LoadedResultAdapter>();

/** Validator and handler of a tool, if a call has loaded them before. */
export function loadedTool<Deps>(entry: ToolEntry<Deps>): LoadedTool<Deps> | undefined {
  // Under an entry stands only what that entry's own `load` gave.
  return tools.get(entry) as LoadedTool<Deps> | undefined;
}

export async function loadTool<Deps>(entry: ToolEntry<Deps>, maxMs?: number): Promise<LoadedTool<Deps>> {
  const { name, family } = entry;
  const loaded = await ending(entry.load(), `'${name}' (src/handlers/${family}/${name}.ts)`, maxMs);
  tools.set(entry, loaded);
  return loaded;
}

/** The contract of an older version that is mapped to the current one. */
export async function loadOlder(older: UpgradedVersion): Promise<Validator> {
  const known = validators.get(older);
  if (known !== undefined) return known;
  const loaded = await older.load();
  validators.set(older, loaded);
  return loaded;
}

/** @returns undefined for an alias whose table says everything */
export async function loadAdapter(alias: RegisteredAlias): Promise<LoadedAdapter | undefined> {
  const known = adapters.get(alias);
  if (known !== undefined || alias.load === undefined) return known;
  const loaded = await ending(alias.load(), `the adapter of '${alias.name}'`);
  adapters.set(alias, loaded);
  return loaded;
}

/** @returns undefined for an alias that answers as its tool */
export async function loadResultAdapter(alias: RegisteredAlias): Promise<LoadedResultAdapter | undefined> {
  const known = resultAdapters.get(alias);
  if (known !== undefined || alias.loadResult === undefined) return known;
  const loaded = await ending(alias.loadResult(), `the adapter of '${alias.name}'`);
  resultAdapters.set(alias, loaded);
  return loaded;
}

/** @param what is loaded, as the beginning of a sentence */
function ending<T>(load: Promise<T>, what: string, maxMs: number = limits.loadMs): Promise<T> {
  const why = "a top-level await in its module, or in one that it imports, does not end";
  const late = () => new Error(`${what} has not been loaded within ${durationText(maxMs)}: ${why}`);
  return awaiting(`${what} is never loaded: ${why}`, withLimit(load, { maxMs, late }));
}
