import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { mainPath, pegboard } from "./run-pegboard.ts";
import { objects, serveWorkbench } from "./served-workbench.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-decisions-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("eight processes that draft at once leave no gap in the numbers, and give none twice", {
  timeout: 120_000,
}, async () => {
  const databasePath = join(folder, "eight.db");
  const servers = await Promise.all(Array.from({ length: 8 }, () => serveWorkbench({ profile: "full", databasePath })));
  const each = 12;
  const given = await Promise.all(
    servers.map(async (server, index) => {
      await server.value("session_open", { agent: `agent ${index}` });
      // One of them makes the project; each other one finds it there.
      await server.value("project_create", { name: "Atlas" });
      const drafts = Array.from({ length: each }, (_, number) => {
        // Some of no project in between: these are counted by themselves.
        const place = number % 3 === 0 ? {} : { project: "Atlas" };
        return server.value("decision_create", { ...place, title: `Choice ${number} of ${index}` });
      });
      return await Promise.all(drafts);
    }),
  );
  for (const project of ["Atlas", null]) {
    const numbers = given.flat().flatMap((one) => (one.project === project ? [Number(one.number)] : []));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers).toHaveLength(8 * (project === null ? 4 : 8));
  }
  for (const server of servers) await server.close();
});

type Action = "accept" | "decline" | "cancel";

/** A client whose user answers so; undefined: it can't ask. Which of both eras: a revision, or the handshake. */
async function visit(action: Action | undefined, mode: "legacy" | { readonly pin: string }, database: string) {
  const asked: string[] = [];
  const capabilities = action === undefined ? {} : { elicitation: {} };
  const client = new Client(
    { name: "pegboard-test", version: "1.0.0" },
    { capabilities, versionNegotiation: { mode } },
  );
  if (action !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      return { action, ...(action === "accept" ? { content: {} } : {}) };
    });
  }
  const words = [mainPath, "serve", "--profile", "full"];
  const env = { PATH: process.env.PATH ?? "", PEGBOARD_DB: database };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: words, env }) as never);
  const call = async (name: string, given: JsonObject): Promise<JsonObject> => {
    const { structuredContent } = await client.callTool({ name, arguments: given });
    return (structuredContent ?? {}) as JsonObject;
  };
  return { asked, call, close: () => client.close() };
}

const eras = [
  ["a revision of before 2026", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
] as const;

describe.each(eras)("only a person decides, at %s", (title, mode) => {
  it.each<[Action | undefined, string]>([
    ["accept", "accepted"],
    ["decline", "the user declined"],
    ["cancel", "the user did not answer"],
    [undefined, "the user can't be asked here"],
  ])("whose user does this: %s", async (action, outcome) => {
    const database = join(folder, `${title} ${action}.db`);
    const { asked, call, close } = await visit(action, mode, database);
    await call("session_open", { agent: "claude" });
    const { id } = await call("decision_create", { title: "Use SQLite" });
    // No param stands for the user.
    const answer = await call("decision_manage", { action: "accept", decision: "ADR-0001", confirm: true });
    expect(asked).toEqual(
      action === undefined ? [] : ["This would accept ADR-0001 'Use SQLite' of no project. Go on?"],
    );
    if (action === "accept") {
      expect(answer).toMatchObject({ status: "accepted", decided_by: "the user of claude" });
      // What is not possible anyway is not asked.
      const again = await call("decision_manage", { action: "accept", decision: "ADR-0001" });
      expect(again.error).toMatchObject({ code: "DECISION_STATUS" });
      expect(asked).toHaveLength(1);
    } else {
      const { error } = answer;
      if (!isJsonObject(error) || !isJsonObject(error.data)) throw new Error("expected an error with data");
      expect(error).toMatchObject({ code: "DECISION_UNDECIDED", data: { reply: outcome } });
      expect(await call("decision_get", { decision: String(id) })).toMatchObject({ decision: { status: "draft" } });
      // The command of the answer does it.
      const [, ...words] = String(error.data.command).split(" ");
      const done = await pegboard(words, { env: { PEGBOARD_DB: database, USER: "ann" } });
      expect(done).toMatchObject({ code: 0, stderr: "" });
      const { decision } = await call("decision_get", { decision: String(id) });
      expect(decision).toMatchObject({ status: "accepted", decided_by: "ann" });
    }
    const { items } = await call("activity_list", { kind: "decision" });
    expect(objects(items).map(({ event }) => event)).toEqual(["decision_accepted", "decision_created"]);
    await close();
  });
});
