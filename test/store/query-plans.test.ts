import { join } from "node:path";
import { CamelCasePlugin, Kysely } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { loadSqlite } from "../../src/sqlite/load-sqlite.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sqliteActivityRows } from "../../src/store/sqlite/activity-rows.ts";
import { sqliteArchiveRows } from "../../src/store/sqlite/archive-rows.ts";
import { ImmediateSqliteDialect } from "../../src/store/sqlite/dialect.ts";
import { fieldsOf, keptFields } from "../../src/store/sqlite/fields.ts";
import { sqliteMemoryRows } from "../../src/store/sqlite/memory-rows.ts";
import { sqliteRecallRows } from "../../src/store/sqlite/recall-rows.ts";
import { sqliteSessionRows } from "../../src/store/sqlite/session-rows.ts";
import type { Tables } from "../../src/store/sqlite/tables.ts";
import { asked, memory } from "./contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const sqlite = await loadSqlite();

test("no statement walks a whole table", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  await (await openStore(path)).close();
  const database = sqlite.open(path);
  const statements = new Map<string, readonly unknown[]>();
  const kysely = new Kysely<Tables>({
    dialect: new ImmediateSqliteDialect({ database }),
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => {
      statements.set(query.sql, query.parameters);
    },
  });
  onTestFinished(() => kysely.destroy());

  await kysely.transaction().execute(async (transaction) => {
    const fields = fieldsOf(transaction, keptFields());
    const memories = sqliteMemoryRows(transaction, fields);
    const archive = sqliteArchiveRows(transaction, fields);
    await memories.insert(memory({ id: "m", tags: ["t"] }));
    await memories.replace("m", { ...memory({ id: "m" }), version: 2, editSource: null });
    await memories.byTitle("global", "A title");
    await memories.byIds(["m"]);
    await memories.titlesTaken("global", ["A title"]);
    await memories.recent(0, 5);
    await memories.turns({ session: "s", until: 1, now: 0, limit: 5 });
    await memories.count(0);
    await memories.touch(["m"], 0, { short: 1, mid: 2, promotedEvery: 5 });
    await archive.keepVersion("m", "copy", 0);
    await memories.like({ namespace: "p", content: "some", now: 0, limit: 5 });
    await archive.archiveExpired(0);
    await archive.list({ now: 0, namespace: "p", before: [1, 1], offset: 0, limit: 5 });
    await archive.expired(0);
    await archive.countExpired(0, 1);
    await archive.endedUntil(1, 1);
    await archive.versionsOf("m");
    await archive.matching({ tag: "t", term: "some" }, 0);
    await archive.archive(["m"], "forgotten", 0);
    await archive.stamp("m", 0);
    await archive.restore("m", { title: "Another", tier: "long", expiresAt: null });
    await archive.remove(["copy"]);
    await memories.size();
    await memories.holding(["some"]);
    await memories.stemsBeginning({ beginning: "so", from: 1, to: 9 });
    await memories.search({
      wanted: asked("some"),
      spans: [{ from: 0, to: 1, weight: 1 }],
      now: 0,
      limit: 5,
      enough: 5,
      filter: {
        includeArchived: false,
        namespace: { path: "p", below: true },
        tags: ["t"],
        kinds: ["k"],
        since: 0,
        until: 1,
        cited: true,
        sourceUriPrefix: "doc:",
        confidence: { from: 0, below: 1 },
        visibleTo: { private: "p", team: "p", unit: "p", org: "p" },
      },
    });
    const sessions = sqliteSessionRows(transaction);
    await sessions.insert({
      id: "s",
      handleHash: "h",
      agent: "a",
      model: null,
      organization: null,
      directory: null,
      gitRemote: null,
      openedAt: 0,
      usedAt: 0,
      expiresAt: 9,
    });
    await sessions.find("h");
    await sessions.extend("h", 1, 10);
    await sessions.removeExpired(0);
    const recalls = sqliteRecallRows(transaction, fields);
    await recalls.append({ recallId: "r", sessionKey: "k", at: 0, memoryIds: ["m"] });
    await recalls.lastFound("k", 5);
    const activity = sqliteActivityRows(transaction, fields);
    await activity.append({ at: 0, event: "memory_created", subject: "m", agent: "a", session: null });
    await activity.latest(5);
    await activity.mark();
    await activity.subjectsSince(0);
  });

  const walks: string[] = [];
  for (const [sql, parameters] of statements) {
    if (/^(begin|commit)/.test(sql)) continue;
    const plan = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
    for (const { detail } of plan) {
      // `activity` is read from its end by its key; what is walked along an index stops at the limit or only counts.
      if (/^SCAN (memories|memory_tags|sessions|recalls)(?! USING (COVERING )?INDEX)\b/.test(detail))
        walks.push(detail);
    }
  }
  expect(walks).toEqual([]);
  expect(statements.size).toBeGreaterThan(15);
});
