// The rows of events, and what keeps them few: everything that SQL does for a store of events.
import type { StreamEvent, StreamPlace, StreamRest } from "../runtime/event-store.ts";
import { type Database, immediately } from "../sqlite/database.ts";

export interface EventLimits {
  /** Events of one session; the oldest go first. */
  readonly maxEvents: number;
  /** Bytes of all texts; the oldest go first. */
  readonly maxBytes: number;
  /** How long an event is kept, in milliseconds. */
  readonly maxAgeMs: number;
}

export interface EventTable {
  /** Keeps all of them or none. */
  append(events: readonly StreamEvent[], now: number): void;
  after(place: StreamPlace): StreamRest | undefined;
  /** Removes a few events of a session. @returns false: there were none */
  forget(session: string): boolean;
  /** Removes a few that are too old. @returns false: there were none */
  removeOld(now: number): boolean;
}

/** @throws Error where the file belongs to another program */
export function openEventTable(database: Database, limits: EventLimits): EventTable {
  prepareTable(database);
  const insert = database.prepare(
    "INSERT INTO event (stream, number, session, kept_at, is_last, text) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const bytes = database.prepare<[], number>("SELECT bytes FROM total").pluck();
  const removeOldest = database.prepare("DELETE FROM event WHERE id = (SELECT min(id) FROM event)");
  const count = database.prepare<[string], number>("SELECT count(*) FROM event WHERE session = ?").pluck();
  const removeFirst = database.prepare(
    "DELETE FROM event WHERE id IN (SELECT id FROM event WHERE session = ? ORDER BY id LIMIT ?)",
  );
  const removeBefore = database.prepare(
    "DELETE FROM event WHERE id IN (SELECT id FROM event WHERE kept_at < ? ORDER BY kept_at LIMIT ?)",
  );
  const from = database.prepare<[string, string, number], EventRow>(
    "SELECT number, is_last, text FROM event WHERE stream = ? AND session = ? AND number >= ? ORDER BY number",
  );

  function makeRoom(sessions: ReadonlySet<string>): void {
    for (const session of sessions) {
      const tooMany = (count.get(session) ?? 0) - limits.maxEvents;
      if (tooMany > 0) removeFirst.run(session, tooMany);
    }
    while ((bytes.get() ?? 0) > limits.maxBytes) removeOldest.run();
  }

  return {
    append(events, now) {
      immediately(database, () => {
        for (const { stream, number, session, isLast, text } of events) {
          insert.run(stream, number, session, now, isLast ? 1 : 0, text);
        }
        makeRoom(new Set(events.map(({ session }) => session)));
      });
    },
    after({ stream, session, number }) {
      const rows = from.all(stream, session, number);
      // Its own row may be gone; none may be missing behind it.
      const first = rows[0]?.number === number ? number : number + 1;
      if (rows.length === 0 || rows.some((row, index) => row.number !== first + index)) return undefined;
      return {
        events: rows.filter((row) => row.number > number).map(({ number, text }) => ({ number, text })),
        isComplete: rows.at(-1)?.is_last === 1,
      };
    },
    forget: (session) => removeFirst.run(session, few).changes > 0,
    removeOld: (now) => removeBefore.run(now - limits.maxAgeMs, few).changes > 0,
  };
}

/** What is removed at once: each may be megabytes long. */
const few = 16;

interface EventRow {
  readonly number: number;
  readonly is_last: number;
  readonly text: string;
}

/** Of this program, in the header of its files. */
const applicationId = 0x70656765;
const formatVersion = 1;

function prepareTable(database: Database): void {
  database.pragma("journal_mode = WAL");
  // A crash of the process loses nothing. One of the machine may, and with it go the connections that events are kept for.
  database.pragma("synchronous = OFF");
  // What is removed is overwritten: results of calls stand here.
  database.pragma("secure_delete = ON");
  immediately(database, () => {
    const isNew = database.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
    if (isNew) {
      database.exec(schema);
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${formatVersion}`);
    }
    const marks = [
      database.pragma("application_id", { simple: true }),
      database.pragma("user_version", { simple: true }),
    ];
    if (marks[0] !== applicationId) throw new Error("it belongs to another program");
    if (marks[1] !== formatVersion) throw new Error("another version of pegboard wrote it");
  });
}

const schema = `
CREATE TABLE event (
  id INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL, number INTEGER NOT NULL, session TEXT NOT NULL,
  kept_at INTEGER NOT NULL, is_last INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (stream, number)
) STRICT;
CREATE INDEX event_session ON event (session);
CREATE INDEX event_kept_at ON event (kept_at);
CREATE TABLE total (bytes INTEGER NOT NULL) STRICT;
INSERT INTO total VALUES (0);
CREATE TRIGGER event_kept AFTER INSERT ON event BEGIN
  UPDATE total SET bytes = bytes + octet_length(new.text);
END;
CREATE TRIGGER event_removed AFTER DELETE ON event BEGIN
  UPDATE total SET bytes = bytes - octet_length(old.text);
END;
`;
