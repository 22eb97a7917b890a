import { test } from "vitest";
import { openNotes } from "./notes-catalog.ts";
test("bench", async () => {
  const w = openNotes({ door: { env: {}, clock: () => 0, log: { info() {}, warn() {}, error() {} } } });
  await w.login();
  for (let r = 0; r < 4; r++) {
    const n = 200000; 
    const c = { sessionHandle: undefined };
    const t2 = performance.now();
    for (let i = 0; i < n; i++) { await w.call("note_list", {limit: 3}, {connection: c}); }
    console.log("us per list", ((performance.now() - t2) / n * 1000).toFixed(2));
  }
}, 120000);
