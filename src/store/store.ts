import type { ActivityRows } from "./activity-rows.ts";
import type { ArchiveRows } from "./archive-rows.ts";
import type { DecisionRows } from "./decision-rows.ts";
import type { EvolutionRows } from "./evolution-rows.ts";
import type { GraphRows } from "./graph-rows.ts";
import type { MemoryRows } from "./memory-rows.ts";
import type { OffloadRows } from "./offload-rows.ts";
import type { OrganizationRows } from "./organization-rows.ts";
import type { PackRows } from "./pack-rows.ts";
import type { PlaceRows } from "./place-rows.ts";
import type { PlanRows } from "./plan-rows.ts";
import type { ProjectRows } from "./project-rows.ts";
import type { RecallRows } from "./recall-rows.ts";
import type { SessionRows } from "./session-rows.ts";
import type { StandardRows } from "./standard-rows.ts";
import type { TaskRows } from "./task-rows.ts";
import type { VaultRows } from "./vault.ts";
import type { VectorRows } from "./vector-rows.ts";
import type { WorkspaceRows } from "./workspace-rows.ts";

// The interface of the store: what the services need of a database, in rows. A backend is one folder beside this file; every
// backend has to pass the suite in test/store/contract.ts.

/** A database that several processes may use at once. */
export interface Store {
  /** Runs the work on one unchanging state of the database. Works on a read-only file too. */
  read<T>(work: (rows: ReadableRows) => Promise<T>, options?: WorkOptions): Promise<T>;
  /**
   * Runs the work in one transaction that holds the write lock from its start: all of it or none of it, and durable
   * before the promise resolves. An error of the work rolls back and is thrown again. Writes happen in the order
   * in which they were asked for. Waiting for another process's lock leaves the event loop free.
   * @throws HostUnavailable when the database is locked, read-only, full or damaged
   */
  write<T>(work: (rows: WritableRows) => Promise<T>, options?: WorkOptions): Promise<T>;
  /**
   * After something was removed: moves the write-ahead log into the database and empties it, so that no file holds what was removed.
   * @returns false where another process still reads an older state: the log keeps what was removed until it ends
   */
  emptyLog(options?: WorkOptions): Promise<boolean>;
  /** Since it was opened. Absent or undefined: nothing is counted, or it is not open. */
  figures?(): StoreFigures | undefined;
  /** Waits for running work; what still waits for another process's lock is refused. Closing twice is fine. */
  close(): Promise<void>;
}

export interface StoreFigures {
  /** Writes that wait in line now. */
  readonly writesWaiting: number;
  /** Writes that have ended, refused ones too. */
  readonly writes: number;
  /** How long these took from their request to the commit, all together, in ms. */
  readonly writeMs: number;
  /** How often another process had the lock when a write asked for it. */
  readonly lockRefusals: number;
}

export interface WorkOptions {
  /** Once aborted, waiting ends, work that has not ended is undone, and the signal's reason is thrown. */
  readonly signal?: AbortSignal;
  /** Longest wait for others' locks and earlier writes, in milliseconds. Default: the store's own wait for locks. */
  readonly patienceMs?: number;
}

export interface WritableRows {
  readonly memories: MemoryRows;
  readonly vectors: VectorRows;
  readonly archive: ArchiveRows;
  readonly graph: GraphRows;
  readonly standards: StandardRows;
  readonly offloaded: OffloadRows;
  readonly workspaces: WorkspaceRows;
  readonly evolutions: EvolutionRows;
  readonly projects: ProjectRows;
  readonly tasks: TaskRows;
  readonly packs: PackRows;
  readonly decisions: DecisionRows;
  readonly plans: PlanRows;
  readonly places: PlaceRows;
  readonly organizations: OrganizationRows;
  readonly sessions: SessionRows;
  readonly recalls: RecallRows;
  readonly activity: ActivityRows;
  readonly vault: VaultRows;
}

/** The reading methods of `WritableRows`. */
export interface ReadableRows {
  readonly memories: Omit<MemoryRows, "insert" | "replace" | "touch">;
  readonly vectors: Pick<VectorRows, "seenBy" | "model" | "pending" | "near" | "due" | "known">;
  readonly archive: Omit<
    ArchiveRows,
    "keepVersion" | "archive" | "archiveExpired" | "reviveExpired" | "stamp" | "restore" | "remove"
  >;
  readonly standards: Pick<StandardRows, "of">;
  readonly offloaded: Pick<OffloadRows, "find">;
  readonly workspaces: Pick<WorkspaceRows, "find">;
  readonly evolutions: Pick<EvolutionRows, "find" | "changes">;
  readonly graph: Pick<GraphRows, "seenBy" | "byIds" | "links" | "between" | "count" | "entities">;
  readonly projects: Omit<ProjectRows, "insert" | "update" | "setArchived" | "remove">;
  readonly tasks: Omit<
    TaskRows,
    | "insert"
    | "update"
    | "edit"
    | "move"
    | "remove"
    | "activate"
    | "deactivate"
    | "release"
    | "addNote"
    | "setParent"
    | "noteImport"
    | "arrange"
    | "addDependency"
    | "removeDependency"
  >;
  readonly packs: Pick<
    PackRows,
    "byId" | "byIdPrefix" | "byName" | "near" | "list" | "contents" | "contextsOf" | "namesHolding" | "focusOf"
  >;
  readonly plans: Omit<PlanRows, "insert" | "update">;
  readonly places: Pick<PlaceRows, "find" | "list">;
  readonly decisions: Omit<DecisionRows, "insert" | "edit" | "update" | "supersede" | "keepDocument">;
  readonly organizations: Pick<OrganizationRows, "byId" | "byName" | "byIdPrefix" | "ofMember">;
  readonly sessions: Pick<SessionRows, "find" | "placeOf">;
  readonly recalls: Omit<RecallRows, "append">;
  readonly activity: Omit<ActivityRows, "append" | "prune">;
  readonly vault: Pick<VaultRows, "find" | "required" | "requireOpen" | "counts">;
}
