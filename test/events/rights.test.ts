import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteEvents } from "../../src/events/sqlite-events.ts";

test("a file of events, and its folder, are for their owner alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-events-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "sessions", "notes.db");
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const events = openSqliteEvents({ path, clock: Date.now, log });
  await events.append({ stream: "a", session: "s", number: 0, text: "a", isLast: false });
  await events.after({ stream: "a", session: "s", number: 0 });
  const rights = [path, `${path}-wal`, join(folder, "sessions")].map((one) => statSync(one).mode & 0o777);
  expect(rights).toEqual([0o600, 0o600, 0o700]);
  await events.close();
});
