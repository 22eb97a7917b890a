import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { isAlive, processOwner } from "../../process/process-owner.ts";
import type { Store } from "../../store/store.ts";
import type { Databases } from "../databases/databases.ts";
import type { Work } from "../databases/engine.ts";
import type { WorktreeValues } from "../project-config/config-rows.ts";
import { setEnvValues } from "../project-config/env-text.ts";
import { isFailure, ProjectFailure, problemOf } from "../project-config/failure.ts";
import { pathInside } from "../project-config/inside.ts";
import type { HookReport } from "../project-config/run-hooks.ts";
import { databaseNameOf } from "../worktrees/place-names.ts";
import { unlessVetoed, type Worktrees } from "../worktrees/worktrees.ts";
import { freePort } from "./free-port.ts";
import { keptState, type Place, type PlaceState, type PlaceStep, placeOf } from "./place-state.ts";

// A place is a worktree with a database, a port and an env file of its own. What is done to it is a transaction: the journal in the store
// says what was begun, so a later call can undo it, after a failure or a kill.

export interface CreatedPlace {
  readonly path: string;
  readonly branch: string;
  readonly database: string | null;
  readonly source: string | null;
  readonly port: number | null;
  readonly hooks: readonly HookReport[];
}

export interface RemovedPlace {
  readonly path: string;
  readonly database: string | null;
  /** What went, in words. */
  readonly removed: readonly string[];
  readonly hooks: readonly HookReport[];
}

/** All methods throw ProjectFailure. */
export interface Workflows {
  create(request: CreationRequest, work: Work): Promise<CreatedPlace>;
  /** The worktree with its files alone; a hook that fails is reported, and the worktree stays. */
  createWorktree(request: CreationRequest, work: Work): Promise<Pick<CreatedPlace, "path" | "branch" | "hooks">>;
  /** What a removal would take away; the same refusals. */
  describeRemoval(request: RemovalRequest, work: Work): Promise<string>;
  remove(request: RemovalRequest, work: Work): Promise<RemovedPlace>;
  /** The worktree alone. A place that had nothing else is forgotten. */
  removeWorktree(branch: string, work: Work): Promise<{ readonly path: string; readonly hooks: readonly HookReport[] }>;
  /** Places whose process ended before it was done with them. */
  interrupted(): Promise<readonly Place[]>;
  places(): Promise<readonly Place[]>;
}

export interface CreationRequest {
  readonly branch: string;
  /** The branch is made too. */
  readonly isNew: boolean;
}

export interface RemovalRequest {
  readonly branch: string;
  readonly dropDatabase: boolean;
}

export interface WorkflowsOptions {
  readonly root: string;
  readonly values: WorktreeValues;
  readonly worktrees: Worktrees;
  /** Absent: the configuration has no database. */
  readonly databases: Databases | undefined;
  readonly store: Store;
  readonly clock: () => number;
}

/** What is done to the place of a branch is done by one call at a time, in whatever process. */
export function workflowsOf(options: WorkflowsOptions): Workflows {
  const made = sharedWorkflows(options);
  const alone = <Result>(branch: string, { signal }: Work, work: () => Promise<Result>) =>
    options.worktrees.alone(branch, signal, work);
  return {
    ...made,
    create: (request, work) => alone(request.branch, work, () => made.create(request, work)),
    createWorktree: (request, work) => alone(request.branch, work, () => made.createWorktree(request, work)),
    remove: (request, work) => alone(request.branch, work, () => made.remove(request, work)),
    removeWorktree: (branch, work) => alone(branch, work, () => made.removeWorktree(branch, work)),
  };
}

function sharedWorkflows({ root, values, worktrees, databases, store, clock }: WorkflowsOptions): Workflows {
  const owner = processOwner();
  const refused = (branch: string, problem: string) => new ProjectFailure("INVALID_WORKTREE", { branch, problem });
  const inUse = (branch: string) => refused(branch, "another call works on its place");
  const keep = (place: Place, changes: Partial<Pick<Place, "status" | "state">>): Promise<void> => {
    const { status, state } = { ...place, ...changes };
    return store.write((rows) =>
      rows.places.update(place.id, { status, state: keptState(state), owner, updatedAt: clock() }),
    );
  };
  const forget = ({ id }: Place) => store.write((rows) => rows.places.remove(id));
  const find = async (branch: string): Promise<Place | undefined> => {
    const row = await store.read((rows) => rows.places.find(root, branch));
    return row === undefined ? undefined : placeOf(row);
  };
  const derivedDatabase = (branch: string) =>
    databases === undefined || values.database_per_worktree !== true
      ? null
      : databaseNameOf(values.database_prefix ?? `${databases.defaultDatabase}_wt_`, branch);

  /** Takes the branch and a port in one transaction, before anything is made. */
  const reserve = async (
    branch: string,
    planned: Omit<PlaceState, "port" | "begun">,
    port: WorktreeValues["port"],
  ): Promise<Place> => {
    const unusable = new Set<number>();
    for (;;) {
      const known = await store.read((rows) => rows.places.list());
      const taken = new Set([...unusable, ...known.flatMap((row) => placeOf(row).state.port ?? [])]);
      const wanted = port === undefined ? null : await freePort(port.from, port.to, taken);
      if (wanted === undefined) throw refused(branch, `no port from ${port?.from} to ${port?.to} is free`);
      const state: PlaceState = { ...planned, port: wanted, begun: [] };
      const place: Place = { id: randomUUID(), root, branch, status: "creating", owner, state, updatedAt: clock() };
      const outcome = await store.write(async (rows) => {
        if ((await rows.places.find(root, branch)) !== undefined) return "branch";
        if (wanted !== null && (await rows.places.list()).some((row) => placeOf(row).state.port === wanted))
          return "port";
        await rows.places.insert({ ...place, state: keptState(state) });
        return "reserved";
      });
      if (outcome === "reserved") return place;
      if (outcome === "branch") throw inUse(branch);
      if (wanted !== null) unusable.add(wanted);
    }
  };

  const writeEnv = async (path: string, { database, port }: PlaceState): Promise<void> => {
    const changes = {
      ...(database === null || databases === undefined
        ? {}
        : { [values.env?.variable ?? "DATABASE_URL"]: databases.dsnOf(database) }),
      ...(port === null || values.port === undefined ? {} : { [values.port.variable]: String(port) }),
    };
    if (Object.keys(changes).length === 0) return;
    const file = await pathInside(path, values.env?.file ?? ".env.local");
    const before = await readFile(file, "utf8").catch(unlessAbsent);
    await replaceFile(file, setEnvValues(before ?? "", changes), 0o600);
  };

  /** Takes away what was begun, the last first, and adds what went to `undone`, in words. */
  const undo = async ({ branch, state }: Place, undone: string[], work: Work): Promise<void> => {
    const { path, database, begun } = state;
    if (begun.includes("database") && database !== null && databases !== undefined) {
      if (await databases.discard(database, work)) undone.push(`database ${database}`);
    }
    if (begun.includes("worktree")) {
      await worktrees.remove(branch, path, work.signal);
      undone.push(`worktree ${path}`);
      if (state.madeBranch && (await worktrees.removeBranch(branch, state.commit, work.signal)))
        undone.push(`branch ${branch}`);
    }
  };
  /** Work on it has ended: the next call finds it as interrupted. */
  const leave = ({ id, status, state }: Place) =>
    store.write((rows) => rows.places.update(id, { status, state: keptState(state), owner: "0:", updatedAt: clock() }));
  /** Undoing goes on when the caller has gone: half a place is of no use. */
  const unstoppable = (work: Work): Work => ({
    progress: (...how) => work.progress(...how),
    notice: (text) => work.notice(text),
    signal: AbortSignal.timeout(120_000),
  });

  /** What is there of a branch, whatever made it. */
  const target = async (branch: string, work: Work) => {
    const place = await find(branch);
    if (place !== undefined && place.status !== "ready") {
      if (isAlive(place.owner)) throw inUse(branch);
      return { place, worktree: undefined, database: place.state.database };
    }
    const listed = await worktrees.list(work.signal);
    const isListed = listed.some((one) => one.branch === branch);
    const other = isListed ? undefined : listed.find((one) => one.path === place?.state.path);
    // What is checked out there now may hold work that was not shown.
    if (other !== undefined) {
      const what = other.branch === null ? "no branch" : `the branch '${other.branch}'`;
      throw refused(
        branch,
        `its worktree ${other.path} has ${what} checked out now; check out '${branch}' there again`,
      );
    }
    // A place that is not listed has lost its worktree; without a place, git says that there is none.
    const worktree = isListed || place === undefined ? await worktrees.find(branch, work.signal) : undefined;
    const named = place?.state.database ?? derivedDatabase(branch);
    const database = named !== null && (await databases?.has(named, work)) === true ? named : null;
    return { place, worktree, database };
  };

  /** @param isWhole with database, port and env file */
  const make = async ({ branch, isNew }: CreationRequest, isWhole: boolean, work: Work): Promise<CreatedPlace> => {
    const known = await find(branch);
    if (known !== undefined) {
      if (known.status === "ready") throw refused(branch, "its place is there already; remove it first");
      if (isAlive(known.owner)) throw inUse(branch);
      throw refused(branch, "its creation was interrupted; removing its place undoes it");
    }
    const { path, commit } = await worktrees.plan(branch, isNew, work.signal);
    const database = isWhole ? derivedDatabase(branch) : null;
    if (database !== null) {
      // A missing source is the caller's to make: trying again later does not help.
      await planned(branch, () => databases?.checkClone(databases.defaultDatabase, database, work), [
        "DATABASE_EXISTS",
        "DB_IS_DEFAULT",
      ]);
    }
    const source = database === null ? null : (databases?.defaultDatabase ?? null);
    let place = await reserve(
      branch,
      { path, commit, madeBranch: isNew, database, source },
      isWhole ? values.port : undefined,
    );
    let step: PlaceStep = "worktree";
    let isClaimed = false;
    const begin = async (next: PlaceStep) => {
      step = next;
      place = { ...place, state: { ...place.state, begun: [...place.state.begun, next] } };
      await keep(place, {});
      work.signal.throwIfAborted();
    };
    const { port } = place.state;
    try {
      await begin("worktree");
      await worktrees.claim(branch, path);
      isClaimed = true;
      if (isNew) {
        await worktrees.addBranch(branch, commit, work.signal).catch((error: unknown) => {
          if (error instanceof ProjectFailure) place = { ...place, state: { ...place.state, madeBranch: false } };
          throw error;
        });
      }
      await worktrees.add(branch, path, work.signal);
      const reports: HookReport[] = [];
      if (database !== null && databases !== undefined) {
        await begin("database");
        reports.push(...unlessVetoed((await databases.clone(databases.defaultDatabase, database, work)).hooks));
      }
      if (isWhole) {
        await begin("env");
        await writeEnv(path, place.state);
      }
      await begin("hooks");
      const facts = {
        ...(database === null || databases === undefined
          ? {}
          : { DATABASE_NAME: database, DATABASE_URL: databases.dsnOf(database) }),
      };
      const created = await worktrees.hooks("post_create", branch, path, facts, work.signal);
      reports.push(...(isWhole ? unlessVetoed(created) : created));
      if (isWhole) await keep(place, { status: "ready" });
      else await forget(place);
      return { path, branch, database, source, port, hooks: reports };
    } catch (error) {
      // Another call made the database meanwhile: it is theirs.
      if (isFailure(error, "DATABASE_EXISTS")) {
        place = withoutDatabase(place);
      }
      // The same for the folder.
      if (!isClaimed) place = { ...place, state: { ...place.state, begun: [] } };
      const undone: string[] = [];
      const failed = (problem: string) =>
        new ProjectFailure("WORKFLOW_FAILED", { branch, step, problem, undone }, { cause: error });
      try {
        await undo(place, undone, unstoppable(work));
        await forget(place);
      } catch (stopped) {
        await leave(place);
        throw failed(`${problemOf(error)}; not all could be undone: ${problemOf(stopped)}; removing its place goes on`);
      }
      if (work.signal.aborted) throw work.signal.reason;
      throw failed(problemOf(error));
    }
  };

  return {
    places: async () => (await store.read((rows) => rows.places.list(root))).map(placeOf),
    interrupted: async () =>
      (await store.read((rows) => rows.places.list(root)))
        .map(placeOf)
        .filter((one) => one.status !== "ready" && !isAlive(one.owner)),

    create: (request, work) => make(request, true, work),
    createWorktree: (request, work) => make(request, false, work),

    async removeWorktree(branch, work) {
      const { path } = await worktrees.find(branch, work.signal);
      const before = unlessVetoed(await worktrees.hooks("pre_remove", branch, path, {}, work.signal));
      await worktrees.remove(branch, path, work.signal);
      const place = await find(branch);
      if (place !== undefined && place.state.database === null) await forget(place);
      const after = await worktrees.hooks("post_remove", branch, path, {}, work.signal);
      return { path, hooks: [...before, ...after] };
    },

    async describeRemoval({ branch, dropDatabase }, work) {
      const { place, worktree, database } = await target(branch, work);
      if (place !== undefined && place.status !== "ready") {
        const parts = [
          `the worktree ${place.state.path}`,
          ...(database === null || !dropDatabase ? [] : [`the database '${database}'`]),
        ];
        return `undo the interrupted work on the place of '${branch}': ${parts.join(" and ")}`;
      }
      const described =
        worktree === undefined
          ? `forget the place of '${branch}', whose worktree is gone`
          : await worktrees.describe(worktree, work.signal);
      const dropped =
        database === null || !dropDatabase
          ? undefined
          : await planned(branch, () => databases?.describeDrop(database, work));
      return dropped === undefined ? described : `${described}; and ${dropped}`;
    },

    async remove({ branch, dropDatabase }, work) {
      const { place, worktree, database } = await target(branch, work);
      if (place !== undefined && place.status !== "ready") {
        const removed: string[] = [];
        await undo(dropDatabase ? place : withoutDatabase(place), removed, unstoppable(work));
        await forget(place);
        return { path: place.state.path, database: dropDatabase ? place.state.database : null, removed, hooks: [] };
      }
      const path = worktree?.path ?? place?.state.path ?? "";
      const dropped = dropDatabase ? database : null;
      // Hooks are about a worktree: one that is gone has none.
      const hooks = (when: "pre_remove" | "post_remove", signal: AbortSignal): Promise<readonly HookReport[]> =>
        worktree === undefined ? Promise.resolve([]) : worktrees.hooks(when, branch, path, {}, signal);
      const reports = [...unlessVetoed(await hooks("pre_remove", work.signal))];
      const state: PlaceState = {
        ...(place?.state ?? { port: null, source: null, commit: "" }),
        path,
        // The branch stays: it may hold work.
        madeBranch: false,
        database: dropped,
        begun: [
          ...(worktree === undefined ? [] : ["worktree" as const]),
          ...(dropped === null ? [] : ["database" as const]),
        ],
      };
      const removing: Place = {
        ...(place ?? { id: randomUUID(), root, branch, owner, updatedAt: clock() }),
        status: "removing",
        state,
      };
      // Refusals come before anything is destroyed; a hook may have locked or removed the worktree.
      if (dropped !== null) reports.push(...((await planned(branch, () => databases?.vetoes(dropped, work))) ?? []));
      if (worktree !== undefined) await worktrees.find(branch, work.signal);
      if (place === undefined)
        await store.write((rows) => rows.places.insert({ ...removing, state: keptState(state) }));
      else await keep(removing, {});
      const removed: string[] = [];
      try {
        await undo(removing, removed, unstoppable(work));
      } catch (error) {
        const failed = (problem: string) =>
          new ProjectFailure("WORKFLOW_FAILED", { branch, step: "remove", problem, undone: removed }, { cause: error });
        if (removed.length > 0) {
          await leave(removing);
          throw failed(`${problemOf(error)}; the same call goes on where it stopped`);
        }
        // A refusal, such as that of a database that is in use: the place is what it was.
        if (place === undefined) await forget(removing);
        else await keep(place, {});
        throw failed(problemOf(error));
      }
      await forget(removing);
      const after = await hooks("post_remove", unstoppable(work).signal);
      return { path, database: dropped, removed, hooks: [...reports, ...after] };
    },
  };
}

function withoutDatabase(place: Place): Place {
  return { ...place, state: { ...place.state, begun: place.state.begun.filter((one) => one !== "database") } };
}

/** What a database refuses before anything was done. @param codes what is part of the step; any other error is an answer of its own */
async function planned<T>(
  branch: string,
  work: () => Promise<T> | undefined,
  codes: readonly string[] = ["DATABASE_NOT_FOUND", "DATABASE_EXISTS", "DB_IS_DEFAULT"],
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProjectFailure) || !codes.includes(error.code)) throw error;
    const kept = error.code === "DATABASE_EXISTS" ? "; where a removal kept it, drop it first" : "";
    const data = { branch, step: "plan", problem: `${problemOf(error)}${kept}`, undone: [] };
    throw new ProjectFailure("WORKFLOW_FAILED", data, { cause: error });
  }
}
