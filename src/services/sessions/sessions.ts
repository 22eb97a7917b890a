import { createHash, randomBytes, randomUUID } from "node:crypto";
import { isHostUnavailable } from "../../runtime/errors.ts";
import type { Session, SessionStore } from "../../runtime/ports.ts";
import type { ActivityRows } from "../../store/activity-rows.ts";
import type { SessionPlace, SessionRow } from "../../store/session-rows.ts";
import type { ReadableRows, Store } from "../../store/store.ts";
import type { ServiceOptions } from "../service-options.ts";
import { withoutUser } from "./without-user.ts";

/** The sessions of the runtime, with a way to close one early. */
export interface WorkbenchSessions extends SessionStore {
  /** Once the signal is aborted, opens none and throws its reason. */
  open(
    facts: Parameters<SessionStore["open"]>[0] & Partial<SessionPlace>,
    options?: { readonly signal?: AbortSignal },
  ): ReturnType<SessionStore["open"]>;
  /** Ends a session; its handle becomes invalid. @returns what was written in it */
  close(session: Session): ReturnType<typeof doneIn>;
}

/** A session ends after this time without a call. */
export const lifetimeMs = 24 * 3_600_000;

/** A use within this time after the last one is not recorded: the expiry is exact to the minute. */
const resolutionMs = 60_000;

/** Longest delay of a call by extending its session. */
const extensionPatienceMs = 250;

/**
 * Sessions that survive a restart and are shared by all processes on the same database. The handle has 128 random bits and only its
 * SHA-256 is stored, so a reader of the database can't use the sessions.
 */
export function storedSessions({
  store,
  clock,
  onOpened = () => undefined,
  person = "",
}: ServiceOptions & { readonly onOpened?: () => void; readonly person?: string }): WorkbenchSessions {
  return {
    async open({ agent, model, directory = null, gitRemote = null }, options = {}) {
      const now = clock();
      const handle = randomBytes(16).toString("base64url");
      const row: SessionRow = {
        id: randomUUID(),
        handleHash: hashOf(handle),
        agent,
        model: model ?? null,
        organization: null,
        directory,
        gitRemote: gitRemote === null ? null : withoutUser(gitRemote),
        openedAt: now,
        usedAt: now,
        expiresAt: now + lifetimeMs,
      };
      await store.write(async (rows) => {
        await rows.sessions.removeExpired(now);
        await rows.sessions.insert(row);
        await rows.activity.append({ at: now, event: "session_opened", subject: row.id, agent, session: row.id });
      }, options);
      onOpened();
      return { handle, session: sessionOf(row) };
    },
    async use(handle) {
      const now = clock();
      const handleHash = hashOf(handle);
      const row = await store.read((rows) => usable(rows, handleHash, person));
      if (row === undefined || row.expiresAt <= now) return undefined;
      if (now - row.usedAt < resolutionMs) return sessionOf(row);
      const expiresAt = Math.max(row.expiresAt, now + lifetimeMs);
      const isExtended = await extend(store, handleHash, now, expiresAt);
      return sessionOf(isExtended ? { ...row, usedAt: now, expiresAt } : row);
    },
    close({ id, agent }) {
      const now = clock();
      return store.write(async (rows) => {
        if (await rows.sessions.remove(id)) {
          await rows.activity.append({ at: now, event: "session_closed", subject: id, agent, session: id });
        }
        return doneIn(rows.activity, id);
      });
    },
  };
}

/** A session in an organisation that its user has left is none any more: what it writes must not land anywhere else. */
async function usable({ sessions, organizations }: ReadableRows, handleHash: string, person: string) {
  const row = await sessions.find(handleHash);
  if (row === undefined || row.organization === null) return row;
  const organization = await organizations.byId(row.organization);
  return organization?.members.some(({ name }) => name === person) === true ? row : undefined;
}

/** A session stays open even if it can't be extended now; the next use tries again. */
async function extend(store: Store, handleHash: string, now: number, expiresAt: number): Promise<boolean> {
  try {
    const options = { patienceMs: extensionPatienceMs };
    await store.write((rows) => rows.sessions.extend(handleHash, now, expiresAt), options);
    return true;
  } catch (error) {
    if (isHostUnavailable(error)) return false;
    throw error;
  }
}

function hashOf(handle: string): string {
  return createHash("sha256").update(handle, "utf8").digest("hex");
}

function sessionOf({ id, agent, model, organization, openedAt, expiresAt }: SessionRow): Session {
  const named = { ...(model === null ? {} : { model }), ...(organization === null ? {} : { scope: organization }) };
  return { id, agent, ...named, openedAt, expiresAt };
}

/** Counts what was written in a session: each thing once, however often. */
async function doneIn(activity: Pick<ActivityRows, "countSubjects">, session: string) {
  return {
    projectsCreated: await activity.countSubjects(session, ["project_created"]),
    tasksCreated: await activity.countSubjects(session, ["task_created"]),
    tasksCompleted: await activity.countSubjects(session, ["task_completed"]),
    memoriesStored: await activity.countSubjects(session, ["memory_created", "memory_merged", "memory_versioned"]),
    packsChanged: await activity.countSubjects(session, [
      "pack_created",
      "pack_updated",
      "pack_memory_added",
      "pack_task_added",
      "pack_memory_removed",
      "pack_task_removed",
      "pack_emptied",
      "pack_deleted",
    ]),
  };
}
