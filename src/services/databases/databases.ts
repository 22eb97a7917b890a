import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { hasEnded } from "../../process/process-owner.ts";
import { isFailure, ProjectFailure } from "../project-config/failure.ts";
import type { DatabaseServer, ProcessEnv, ProjectConfig } from "../project-config/find-config.ts";
import { pathInside } from "../project-config/inside.ts";
import { failedHook, type HookReport, runHooks } from "../project-config/run-hooks.ts";
import { failureOf, readCompressed, writeCompressed } from "./compress.ts";
import { allowedName, checkTable, type DatabaseName, isAllowed } from "./database-name.ts";
import { type Compression, compressionOf, writeDump } from "./dump-files.ts";
import type { DatabaseFacts, Engine, Work } from "./engine.ts";
import { removeStale } from "./temporary-files.ts";

export interface DumpRequest {
  /** Default: the server's default database. */
  readonly database?: string | undefined;
  readonly tables: readonly string[];
  readonly compression: Compression;
  readonly snapshot?: string | undefined;
}

export interface Done {
  readonly durationMs: number;
}

/** The databases of one server, by names that callers may use. All methods throw ProjectFailure. */
export interface Databases {
  readonly defaultDatabase: string;
  list(work: Work): Promise<readonly (DatabaseFacts & { readonly isDefault: boolean })[]>;
  create(name: string, work: Work): Promise<void>;
  /** What a drop would take away; the same refusals as the drop. */
  describeDrop(name: string, work: Work): Promise<string>;
  drop(name: string, work: Work): Promise<readonly HookReport[]>;
  dump(
    request: DumpRequest,
    work: Work,
  ): Promise<Done & { readonly path: string; readonly size: number; readonly database: string }>;
  import(
    request: { readonly database: string; readonly path: string },
    work: Work,
  ): Promise<Done & { readonly path: string }>;
  clone(
    source: string,
    target: string,
    work: Work,
  ): Promise<Done & { readonly size: number | null; readonly hooks: readonly HookReport[] }>;
  has(name: string, work: Work): Promise<boolean>;
  /** The refusals of a clone, before anything is made. */
  checkClone(source: string, target: string, work: Work): Promise<void>;
  /** The refusals of a drop, and its hooks. */
  vetoes(name: string, work: Work): Promise<readonly HookReport[]>;
  /** Drops without asking hooks. @returns false: it was not there */
  discard(name: string, work: Work): Promise<boolean>;
  /** The value of the variable that a program finds the database by. */
  dsnOf(name: string): string;
}

export interface DatabasesOptions {
  readonly config: ProjectConfig;
  readonly server: DatabaseServer;
  readonly engine: Engine;
  readonly env: ProcessEnv;
  readonly clock: () => number;
}

export function databasesOf({ config, server, engine, env, clock }: DatabasesOptions): Databases {
  const dumpFolder = dumpFolderOf(config, server);
  // The server is asked for its rule only where the case of letters makes a difference: that starts a client program.
  const isAllowedHere = async (name: string, work: Work): Promise<boolean> =>
    isAllowed(name, server) || (isAllowed(name, { ...server, ignoresCase: true }) && (await engine.ignoresCase(work)));
  const allowed = async (name: string, work: Work): Promise<DatabaseName> =>
    allowedName(name, { ...server, ignoresCase: await isAllowedHere(name, work) });
  const differInCase = (one: string, other: string) => one !== other && one.toLowerCase() === other.toLowerCase();
  /** The one of these that the server takes for the name. */
  const sameAs = async (
    name: string,
    all: readonly DatabaseFacts[],
    work: Work,
  ): Promise<DatabaseFacts | undefined> => {
    const found = all.find((one) => one.name === name);
    const similar = found === undefined ? all.find((one) => differInCase(one.name, name)) : undefined;
    return similar !== undefined && (await engine.ignoresCase(work)) ? similar : found;
  };
  const isDefault = (name: DatabaseName) => name.toLowerCase() === engine.defaultDatabase.toLowerCase();
  const limited = (work: Work): Work => {
    const late = AbortSignal.timeout((server.timeout ?? 3600) * 1000);
    return {
      progress: (done, total, message) => work.progress(done, total, message),
      notice: (text) => work.notice(text),
      signal: AbortSignal.any([work.signal, late]),
    };
  };
  /** All of them; what a kill has left is undone first. */
  const listed = async (work: Work): Promise<readonly DatabaseFacts[]> => {
    const all = await engine.list(work);
    let isChanged = false;
    for (const { name, unfinished } of all) {
      if (unfinished === null || !hasEnded(unfinished.mark) || !(await isAllowedHere(name, work))) continue;
      isChanged = true;
      const isUndone = await engine.undo(await allowed(name, work), unfinished, work);
      work.notice(
        isUndone
          ? `the ${unfinished.kind} of '${name}' was interrupted; ${unfinished.kind === "clone" ? "it was dropped" : "it is empty again"}`
          : `the ${unfinished.kind} of '${name}' was interrupted, and it is in use; a later call undoes it`,
      );
    }
    return isChanged ? engine.list(work) : all;
  };
  /** By the name that the server gives it. */
  const present = async (name: DatabaseName, work: Work): Promise<DatabaseFacts & { readonly name: DatabaseName }> => {
    const all = await listed(work);
    const found = await sameAs(name, all, work);
    if (found !== undefined) return { ...found, name: await allowed(found.name, work) };
    const candidates = all.map((one) => one.name).filter((one) => isAllowed(one, server));
    throw new ProjectFailure("DATABASE_NOT_FOUND", { database: name, candidates });
  };
  /** @throws ProjectFailure where another call still fills it */
  const whole = async (given: DatabaseName, action: string, work: Work): Promise<DatabaseName> => {
    const { name, unfinished } = await present(given, work);
    if (unfinished === null) return name;
    const problem = `'${name}' is not whole: the ${unfinished.kind} that fills it goes on, or was interrupted`;
    throw new ProjectFailure("DATABASE_FAILED", { action, problem });
  };
  const absent = async (name: DatabaseName, work: Work): Promise<void> => {
    if ((await sameAs(name, await listed(work), work)) !== undefined)
      throw new ProjectFailure("DATABASE_EXISTS", { database: name });
  };
  const droppable = async (
    given: string,
    work: Work,
  ): Promise<{ readonly name: DatabaseName; readonly facts: DatabaseFacts }> => {
    const name = await allowed(given, work);
    if (isDefault(name)) throw new ProjectFailure("DB_IS_DEFAULT", { database: name });
    const facts = await present(name, work);
    return { name: facts.name, facts };
  };
  const hooks = (
    commands: DatabaseServer["hooks"],
    when: "post_clone" | "pre_drop",
    facts: Readonly<Record<string, string>>,
    work: Work,
  ) =>
    runHooks(commands?.[when] ?? [], {
      cwd: config.root,
      env,
      signal: work.signal,
      masked: config.masked,
      facts: { REPO_ROOT: config.root, PROJECT_NAME: config.values.project?.name ?? "", ...facts },
    });
  const vetoes = async (given: string, work: Work) => {
    const { name } = await droppable(given, work);
    const reports = await hooks(server.hooks, "pre_drop", { DATABASE_NAME: name }, work);
    const veto = failedHook(reports);
    if (veto !== undefined) throw new ProjectFailure("HOOK_FAILED", { hook: veto.hook, output: veto.output });
    return { name, reports };
  };

  return {
    defaultDatabase: engine.defaultDatabase,
    // Whether the server ignores case was asked when the database was made.
    dsnOf: (name) => engine.dsnOf(allowedName(name, { ...server, ignoresCase: true })),

    async list(work) {
      const short = limited(work);
      const shown: DatabaseFacts[] = [];
      for (const facts of await listed(short)) if (await isAllowedHere(facts.name, short)) shown.push(facts);
      const main = await sameAs(engine.defaultDatabase, shown, short);
      return shown.map((facts) => ({ ...facts, isDefault: facts === main }));
    },

    async create(given, work) {
      const short = limited(work);
      const name = await allowed(given, short);
      await absent(name, short);
      await engine.create(name, short);
    },

    async describeDrop(given, work) {
      const { name, facts } = await droppable(given, work);
      const size = facts.sizeBytes === null ? "" : `, ${facts.sizeBytes} bytes`;
      const tables = await engine.countRows(name, limited(work)).catch((error: unknown) => {
        // Such as a file that is damaged, or of something else: dropping it needs no look inside.
        if (!isFailure(error, "DATABASE_FAILED")) throw error;
        return error.data.problem;
      });
      if (typeof tables === "string")
        return `drop the database '${name}'${size}, whose rows can't be counted (${tables})`;
      const rows = tables.map((one) => `${one.table} (${one.rows})`);
      const shown = rows.length > 20 ? [...rows.slice(0, 20), `${rows.length - 20} more`] : rows;
      return `drop the database '${name}'${size}, with ${rows.length === 0 ? "no tables" : `the rows of ${shown.join(", ")}`}`;
    },

    async has(given, work) {
      const short = limited(work);
      return (await sameAs(given, await listed(short), short)) !== undefined;
    },

    async checkClone(source, target, work) {
      const short = limited(work);
      const name = await allowed(target, short);
      await present(await allowed(source, short), short);
      await absent(name, short);
    },

    async discard(given, work) {
      const short = limited(work);
      const name = await allowed(given, short);
      if (isDefault(name)) throw new ProjectFailure("DB_IS_DEFAULT", { database: name });
      const found = await sameAs(name, await engine.list(short), short);
      if (found !== undefined) await engine.drop(await allowed(found.name, short), short);
      return found !== undefined;
    },

    vetoes: async (given, work) => (await vetoes(given, limited(work))).reports,

    async drop(given, work) {
      const short = limited(work);
      const { name, reports } = await vetoes(given, short);
      await engine.drop(name, short);
      return reports;
    },

    async dump({ database = engine.defaultDatabase, tables, compression, snapshot }, work) {
      const started = clock();
      const checked = tables.map(checkTable);
      const short = limited(work);
      const name = await whole(await allowed(database, short), "dump", short);
      const file = {
        folder: await safeFolder(config.root, dumpFolder),
        database: name,
        compression,
        snapshot,
        at: started,
      };
      const written = async () => {
        await removeStale(file.folder, started);
        return writeDump(file, (beside) =>
          writeCompressed(beside, compression, short, (sink) => engine.dump(name, checked, sink, short)),
        );
      };
      const path = await written().catch((error: unknown) => {
        throw failureOf("dump", error, short.signal, `'${file.folder}' can't be written`);
      });
      if (path === undefined) {
        throw new ProjectFailure("INVALID_NAME", {
          name: snapshot ?? "",
          problem: "a snapshot of this database has the name",
        });
      }
      const { size } = await stat(path);
      return { path, size, database: name, durationMs: clock() - started };
    },

    async import({ database, path: given }, work) {
      const started = clock();
      const short = limited(work);
      const wanted = await allowed(database, short);
      const path = await importable(config, dumpFolder, given);
      const { size } = await stat(path);
      const name = await whole(wanted, "import", short);
      const compression = compressionOf(path);
      const keepsPart = compression !== "none" && (await engine.keepsPart(name, short));
      await readCompressed({ path, size, compression, keepsPart }, short, (source) => engine.load(name, source, short));
      return { path, durationMs: clock() - started };
    },

    async clone(from, to, work) {
      const started = clock();
      const short = limited(work);
      const [wanted, target] = [await allowed(from, short), await allowed(to, short)];
      const source = await whole(wanted, "clone", short);
      await absent(target, short);
      await engine.clone(source, target, short).catch((error: unknown) => {
        throw failureOf("clone", error, short.signal, `'${source}' can't be cloned`);
      });
      const { sizeBytes } = await present(target, short);
      const facts = {
        SOURCE_DATABASE: source,
        TARGET_DATABASE: target,
        DATABASE_NAME: target,
        DATABASE_URL: engine.dsnOf(target),
      };
      const reports = await hooks(server.hooks, "post_clone", facts, short);
      return { size: sizeBytes, durationMs: clock() - started, hooks: reports };
    },
  };
}

export function dumpFolderOf({ root }: ProjectConfig, { dumps = "var/dumps" }: DatabaseServer): string {
  return resolve(root, dumps);
}

/** A folder of the configuration is the author's choice; one that is inside the project must stay there. */
async function safeFolder(root: string, folder: string): Promise<string> {
  return folder.startsWith(`${root}/`) ? pathInside(root, folder) : folder;
}

/**
 * A file of the project, or of the folder of dumps: by its name there, or by its path from the main worktree, as `db_dumps` lists it.
 * @throws ProjectFailure PATH_TRAVERSAL or FILE_NOT_FOUND, of the path in the project
 */
async function importable({ folder, root }: ProjectConfig, dumps: string, given: string): Promise<string> {
  const places = [
    [folder, given],
    [dumps, given],
    [dumps, resolve(root, given)],
  ] as const;
  for (const [place, path] of places) {
    const found = await pathInside(place, path).catch(unlessOutside);
    if (found !== undefined && (await stat(found).catch(unlessAbsent))?.isFile() === true) return found;
  }
  const path = resolve(folder, given);
  throw new ProjectFailure("FILE_NOT_FOUND", { path: path === folder ? path : await pathInside(folder, given) });
}

function unlessOutside(error: unknown): undefined {
  if (!isFailure(error, "PATH_TRAVERSAL")) throw error;
}
