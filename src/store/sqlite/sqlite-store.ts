import { CamelCasePlugin, Kysely, sql, type Transaction } from "kysely";
import { givenMembers } from "../../contract/given-members.ts";
import { once } from "../../contract/once.ts";
import type { Database } from "../../sqlite/database.ts";
import { isBusy, untilFree } from "../../sqlite/until-free.ts";
import type { Store, WorkOptions, WritableRows } from "../store.ts";
import type { Keyring } from "../vault.ts";
import { sqliteActivityRows } from "./activity-rows.ts";
import { sqliteArchiveRows } from "./archive-rows.ts";
import { checkpoint, emptyLog, logPatienceMs } from "./checkpoint.ts";
import type { Access } from "./database-file.ts";
import { sqliteDecisionRows } from "./decision-rows.ts";
import { ImmediateSqliteDialect } from "./dialect.ts";
import { sqliteEvolutionRows } from "./evolution-rows.ts";
import { fieldsOf, type KeptFields, keptFields } from "./fields.ts";
import { sqliteGraphRows } from "./graph-rows.ts";
import { keptStatements } from "./kept-statements.ts";
import { LockShare } from "./lock-share.ts";
import { sqliteMemoryRows } from "./memory-rows.ts";
import { checkMarks } from "./migrate.ts";
import { applicationId } from "./migrations.ts";
import { sqliteOffloadRows } from "./offload-rows.ts";
import { sqliteOrganizationRows } from "./organization-rows.ts";
import { sqlitePackRows } from "./pack-rows.ts";
import { sqlitePlaceRows } from "./place-rows.ts";
import { sqlitePlanRows } from "./plan-rows.ts";
import { sqliteProjectRows } from "./project-rows.ts";
import { sqliteRecallRows } from "./recall-rows.ts";
import { sqliteSessionRows } from "./session-rows.ts";
import { sqliteStandardRows } from "./standard-rows.ts";
import type { Tables } from "./tables.ts";
import { sqliteTaskRows } from "./task-rows.ts";
import { toHostUnavailable } from "./unavailable.ts";
import { sqliteVaultRows } from "./vault-rows.ts";
import { type KeptVectors, sqliteVectorRows } from "./vector-rows.ts";
import { sqliteWorkspaceRows } from "./workspace-rows.ts";
import { LostTransaction, openWriteQueue, unlessAborted, type WriteTransaction } from "./write-queue.ts";

/** After so many writes the log goes into the database. */
const writesInLog = 4;

/** What is kept of a database from one transaction to the next. */
export interface Kept {
  readonly vectors: KeptVectors;
  readonly fields: KeptFields;
}

/** @param keyring gives the key of the store's vault; undefined: nothing encrypted can be read or written */
export function keptOf(keyring: Keyring | undefined): Kept {
  return { vectors: {}, fields: keptFields(keyring) };
}

/** The store on one open connection. `patienceMs`: longest wait for another process's lock. */
export function sqliteStore(
  database: Database,
  path: string,
  patienceMs: number,
  kept: Kept = keptOf(undefined),
): Store {
  const kysely = kyselyOf(database);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const dataVersion = database.prepare<[], number>("PRAGMA data_version").pluck();
  const schemaVersion = database.prepare<[], number>("PRAGMA user_version").pluck();
  const share = new LockShare(() => dataVersion.get() ?? 0);

  /** Waits for the lock and begins a transaction. */
  const begin = <T>(
    access: Access,
    work: (transaction: Transaction<Tables>) => Promise<T>,
    { end, signal }: { readonly end: () => number; readonly signal: AbortSignal | undefined },
  ) => {
    let isBegun = false;
    const attempt = () =>
      transact(kysely, access, (transaction) => {
        isBegun = true;
        // A newer version may have changed it since it was opened.
        checkMarks({ applicationId, version: schemaVersion.get() ?? 0, isEmpty: false }, path);
        return work(transaction);
      });
    const patience = { ...givenMembers({ signal }), patienceMs: end() - performance.now(), end, stop: closing.signal };
    return untilFree(attempt, patience, (error) => {
      const isRefused = !isBegun && isBusy(error);
      if (isRefused && access === "read write") {
        counted.lockRefusals += 1;
        share.refused();
      }
      return isRefused;
    });
  };
  const counted = { writes: 0, writeMs: 0, lockRefusals: 0 };
  const queue = openWriteQueue({
    path,
    share,
    transact: (work, wait) =>
      begin("read write", (transaction) => work(inSteps(transaction, kept, () => database.inTransaction)), wait),
  });
  const endOf = (options: WorkOptions, standard = patienceMs) => {
    const end = performance.now() + (options.patienceMs ?? standard);
    return () => end;
  };
  const endOfWrite = (options: WorkOptions) => {
    if (options.patienceMs !== undefined) return endOf(options);
    const askedAt = performance.now();
    return () => share.endOf(askedAt, patienceMs);
  };
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    const result = work
      .catch((error: unknown) => {
        throw toHostUnavailable(error, path);
      })
      .finally(() => running.delete(result));
    running.add(result);
    return result;
  };
  const emptied = (options: WorkOptions): Promise<boolean> => {
    const end = endOf(options, logPatienceMs);
    return queue.alone(() => emptyLog(kysely, end, options, closing.signal), options);
  };
  /** What was plain and is encrypted now leaves the log too; where another process reads, with the next write. */
  const withoutTraces = async <Result>(result: Result): Promise<Result> => {
    if (!kept.fields.hasTraces) return result;
    kept.fields.hasTraces = false;
    // The write is done, whatever becomes of the log; the next write tries again.
    kept.fields.hasTraces = !(await emptied({}).catch(() => false));
    return result;
  };
  let isMoving = false;
  /** Writes that are committed together end together: one checkpoint does for all of them. */
  const moveLog = async () => {
    if (isMoving) return;
    isMoving = true;
    await tracked(checkpoint(kysely));
    isMoving = false;
  };
  let closed: Promise<void> | undefined;
  return {
    read: (work, options = {}) => {
      const { signal } = options;
      const whole = (transaction: Transaction<Tables>) => unlessAborted(signal, () => work(rowsOf(transaction, kept)));
      return tracked(begin("read only", whole, { end: endOf(options), signal }));
    },
    write: (work, options = {}) => {
      const askedAt = performance.now();
      const result = queue.write(work, options, endOfWrite(options)).finally(() => {
        counted.writes += 1;
        counted.writeMs += performance.now() - askedAt;
        if (counted.writes % writesInLog === 0) void moveLog();
      });
      return tracked(result.then(withoutTraces));
    },
    figures: () => ({ ...counted, writesWaiting: queue.length() }),
    emptyLog: (options = {}) => tracked(emptied(options)),
    close: () => {
      closing.abort();
      closed ??= Promise.allSettled(running)
        .then(() => kysely.destroy())
        // Kysely does not close a connection that it never used; closing twice does nothing.
        .then(() => void database.close());
      return closed;
    },
  };
}

export function kyselyOf(database: Database): Kysely<Tables> {
  return new Kysely({
    dialect: new ImmediateSqliteDialect({ database: keptStatements(database) }),
    plugins: [new CamelCasePlugin()],
  });
}

/** One transaction: all of the work or none of it. */
export function transact<T>(
  kysely: Kysely<Tables>,
  access: Access,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.transaction().setAccessMode(access).execute(work);
}

/** @param isOpen whether SQLite still has the transaction: a full disk makes it undo everything */
function inSteps(transaction: Transaction<Tables>, kept: Kept, isOpen: () => boolean): WriteTransaction {
  const run = (statement: string) => sql.raw(statement).execute(transaction);
  return {
    rows: rowsOf(transaction, kept),
    async single(work) {
      await run("savepoint single");
      try {
        const result = await work();
        await run("release single");
        return result;
      } catch (error) {
        if (!isOpen()) throw new LostTransaction("the database has undone the transaction", { cause: error });
        try {
          await run("rollback to single");
          await run("release single");
        } catch (cause) {
          // Without memory, for example: what was begun must not be committed with the rest.
          throw new LostTransaction("a part of the transaction can't be undone", { cause });
        }
        throw error;
      }
    },
  };
}

/** The rows of one transaction, made when they are first used: a call uses few of them. */
export function rowsOf(transaction: Transaction<Tables>, kept: Kept): WritableRows {
  const fields = fieldsOf(transaction, kept.fields);
  const memories = once(() => sqliteMemoryRows(transaction, fields));
  const vectors = once(() => sqliteVectorRows(transaction, kept.vectors));
  const archive = once(() => sqliteArchiveRows(transaction, fields));
  const graph = once(() => sqliteGraphRows(transaction, fields));
  const standards = once(() => sqliteStandardRows(transaction));
  const offloaded = once(() => sqliteOffloadRows(transaction));
  const workspaces = once(() => sqliteWorkspaceRows(transaction));
  const evolutions = once(() => sqliteEvolutionRows(transaction));
  const projects = once(() => sqliteProjectRows(transaction));
  const tasks = once(() => sqliteTaskRows(transaction, fields));
  const packs = once(() => sqlitePackRows(transaction));
  const decisions = once(() => sqliteDecisionRows(transaction));
  const plans = once(() => sqlitePlanRows(transaction));
  const places = once(() => sqlitePlaceRows(transaction));
  const organizations = once(() => sqliteOrganizationRows(transaction));
  const sessions = once(() => sqliteSessionRows(transaction));
  const recalls = once(() => sqliteRecallRows(transaction, fields));
  const activity = once(() => sqliteActivityRows(transaction, fields));
  const vault = once(() => sqliteVaultRows(transaction, kept.fields.keyring));
  return {
    get memories() {
      return memories();
    },
    get vectors() {
      return vectors();
    },
    get archive() {
      return archive();
    },
    get graph() {
      return graph();
    },
    get standards() {
      return standards();
    },
    get offloaded() {
      return offloaded();
    },
    get workspaces() {
      return workspaces();
    },
    get evolutions() {
      return evolutions();
    },
    get projects() {
      return projects();
    },
    get tasks() {
      return tasks();
    },
    get packs() {
      return packs();
    },
    get decisions() {
      return decisions();
    },
    get plans() {
      return plans();
    },
    get places() {
      return places();
    },
    get organizations() {
      return organizations();
    },
    get sessions() {
      return sessions();
    },
    get recalls() {
      return recalls();
    },
    get activity() {
      return activity();
    },
    get vault() {
      return vault();
    },
  };
}
