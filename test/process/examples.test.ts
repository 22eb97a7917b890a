import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { McpConnection, RemoteAnswer } from "../../scripts/plain-connection.ts";
import type { Catalog, Example } from "../../src/compiler/catalog/catalog.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { makeEmptyDatabase } from "../store/empty-database.ts";
import { root } from "./run-pegboard.ts";
import { serveHere } from "./serve-here.ts";
import { fill } from "./served-workbench.ts";

// The examples of the YAML are documentation; here each one is done, through a real client, on an empty store.

const catalog = JSON.parse(readFileSync(join(root, "generated", ".cache", "catalog.json"), "utf8")) as Catalog;

let folder = "";
let connection: McpConnection;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-examples-"));
  const database = join(folder, "workbench.db");
  await makeEmptyDatabase(database);
  connection = await serveHere([], { PEGBOARD_DB: database }, "2026-07-28");
});
afterEach(async () => {
  await connection.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(catalog.tools.filter((tool) => tool.examples.length > 0))("examples of $name", (tool) => {
  it.each(tool.examples.map((example): [string, Example] => [example.title, example]))(
    "%s",
    async (_title, example) => {
      const kept = new Map<string, Json>();
      for (const step of example.given) {
        const content = succeeded(await connection.callTool(step.call, fill(step.with, kept) as JsonObject));
        for (const [name, path] of Object.entries(step.keep)) kept.set(name, valueAt(content, path));
      }
      const version = tool.supersededBy === undefined ? undefined : { "pegboard/version": tool.version };
      const answer = await connection.callTool(tool.name, fill(example.arguments, kept) as JsonObject, version);
      if (example.error !== undefined) expect(errorCode(answer)).toBe(example.error);
      else expect(succeeded(answer)).toMatchObject((example.result ?? {}) as object);
    },
  );
});

function succeeded(answer: RemoteAnswer): JsonObject {
  if (answer.kind !== "result" || answer.isError) throw new Error(JSON.stringify(answer));
  return answer.structuredContent ?? {};
}

function errorCode(answer: RemoteAnswer): Json | undefined {
  const error = answer.kind === "result" ? answer.structuredContent?.error : undefined;
  return (error as JsonObject | undefined)?.code;
}

function valueAt(content: JsonObject, path: string): Json {
  let value: Json = content;
  for (const key of path.split(".")) value = (value as Record<string, Json>)[key] ?? null;
  return value;
}
