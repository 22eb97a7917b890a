import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { objects, type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// Several servers on one file, as several clients of one person start them, that write in bursts.

let folder = "";
let servers: ServedWorkbench[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-lock-"));
});
afterEach(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(count: number): Promise<void> {
  const databasePath = join(folder, "workbench.db");
  servers = await Promise.all(Array.from({ length: count }, () => serveWorkbench({ databasePath })));
  for (const [number, server] of servers.entries()) await server.value("session_open", { agent: `agent ${number}` });
}

const store = (server: ServedWorkbench, content: string) => server.value("memory_store", { content, force: true });

test("none is refused, nothing is lost, and a single write does not wait for the end of another's burst", {
  timeout: 120_000,
}, async () => {
  await open(4);
  const [first, ...others] = servers;
  if (first === undefined) throw new Error("there are four");
  const ends = new Map<string, number>();
  const mark = (name: string) => () => void ends.set(name, performance.now());
  const burst = Promise.all(Array.from({ length: 150 }, (_, index) => store(first, `flood ${index}`))).then(
    mark("burst"),
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const single = others.map((server, number) => store(server, `single ${number}`).then(mark(`single ${number}`)));
  await Promise.all([burst, ...single]);
  for (const name of ["single 0", "single 1", "single 2"]) {
    expect(ends.get(name)).toBeLessThan(ends.get("burst") ?? 0);
  }
  // All of them at once.
  const answers = await Promise.all(
    servers.flatMap((server, number) =>
      Array.from({ length: 40 }, (_, index) => store(server, `all ${number} ${index}`)),
    ),
  );
  expect(answers).toHaveLength(160);
  let found = 0;
  let cursor: JsonObject = {};
  for (let isMore = true; isMore; ) {
    const page = await first.value("memory_list", { limit: 100, detail: "compact", ...cursor });
    found += objects(page.items).length;
    isMore = typeof page.next_cursor === "string";
    cursor = { cursor: page.next_cursor ?? null };
  }
  expect(found).toBe(150 + 3 + 160);
});
