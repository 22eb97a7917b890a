// `npm run demo`: the main road from end to end, as a person would walk it. Starts the built server on a fresh database,
// talks to it as any MCP client does, shows every call and answer, and fails when an answer is not what it should be.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { colorsFor } from "../src/cli/terminal.ts";
import { connectStdio, type McpConnection, type RemoteAnswer } from "../src/client/connect-stdio.ts";
import type { Json, JsonObject } from "../src/contract/json.ts";

type Result = Extract<RemoteAnswer, { kind: "result" }>;

const { bold, cyan, dim, green, red, yellow } = colorsFor(process.stdout, process.env);

const folder = await mkdtemp(join(tmpdir(), "pegboard-demo-"));
let connection: McpConnection | undefined;
try {
  await walk(join(folder, "workbench.db"));
  console.log(`\n${green("✓")} ${bold("All of it works.")} ${dim("Next: `npx pegboard --help`, README.md")}`);
} catch (error) {
  console.error(`\n${red("✗")} ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await connection?.close();
  await rm(folder, { recursive: true, force: true });
}

async function walk(database: string): Promise<void> {
  heading("A server, a client, an empty database");
  const server = await connect(database);
  const tools = await server.listTools();
  say(`the server speaks MCP ${server.revision} and lists ${tools.map((tool) => bold(tool.name)).join(", ")}`);

  heading("Open a session");
  await succeed("session_open", { agent: "demo" });

  heading("Store three memories");
  await succeed("memory_store", {
    project: "Atlas",
    title: "Ports",
    content: "The bridge listens on 7179, the health check on 8080.",
    tags: ["network"],
  });
  await succeed("memory_store", {
    project: "Atlas",
    title: "SQLite is the store",
    content: "One file, WAL mode, no server to run. Decided because backups are a copy.",
    kind: "decision",
    tier: "long",
  });
  await succeed("memory_store", {
    content: "Tests need PEGBOARD_DB set, or they write to the user's own file.",
    tags: ["tests"],
  });

  heading("Recall, in plain words");
  const ports = await recall("which port does the bridge use", { project: "Atlas" });
  expectTitle(ports, "Ports");

  heading("An old name still works, and says what to use");
  const old = await succeed("add_memory", {
    project: "Atlas",
    content: "Releases are cut on Thursdays.",
    type: "general",
  });
  expect(JSON.stringify(old.meta ?? {}).includes("memory_store"), "the old name gave no notice of its new one");

  heading("A call with three mistakes gets three answers");
  const wrong = await call("memory_store", { conten: "x", priority: 11, tier: "forever" });
  expect(wrong.isError, "a call with mistakes was accepted");
  expect(violations(wrong).length === 3, "not every mistake was named");

  heading("Restart: everything is still there");
  await server.close();
  const again = await connect(database);
  const kept = await recall("why sqlite store");
  expectTitle(kept, "SQLite is the store");
  const released = await recall("when are releases cut", { project: "Atlas", limit: 1 });
  expect(memories(released).length > 0, "what the old name stored was not found");
  await again.close();
}

async function connect(database: string): Promise<McpConnection> {
  const main = fileURLToPath(new URL("./cli/main.js", import.meta.url));
  say(dim(`$ PEGBOARD_DB=${database} pegboard serve`));
  connection = await connectStdio({
    command: process.execPath,
    args: [main, "serve"],
    env: { PEGBOARD_DB: database },
  });
  return connection;
}

function recall(context: string, others: JsonObject = {}): Promise<Result> {
  return succeed("memory_recall", { context, ...others, verbose_provenance: false });
}

async function succeed(tool: string, args: JsonObject): Promise<Result> {
  const result = await call(tool, args);
  expect(!result.isError, `${tool} answered with an error`);
  return result;
}

async function call(tool: string, args: JsonObject): Promise<Result> {
  if (connection === undefined) throw new Error("the server is not connected");
  console.log(`\n${cyan("→")} ${bold(tool)} ${dim(JSON.stringify(args))}`);
  const answer = await connection.callTool(tool, args);
  if (answer.kind === "protocol-error") throw new Error(`${tool}: ${answer.message} (${answer.code})`);
  const [text = "", ...notices] = answer.texts;
  if (answer.isError) console.log(`${red("←")} ${indent(text)}`);
  else
    console.log(
      `${green("←")} ${indent(JSON.stringify(withoutSecrets(answer.structuredContent ?? {}), undefined, 2))}`,
    );
  // Notices ride behind the result, as texts of their own for models that read only text.
  for (const notice of notices) console.log(`${yellow("!")} ${indent(notice)}`);
  return answer;
}

/** The handle of a session is a secret, even in a demonstration. */
function withoutSecrets(content: JsonObject): JsonObject {
  return "session" in content ? { ...content, session: "(a handle; the server remembers it)" } : content;
}

function expectTitle(result: Result, title: string): void {
  const [first] = memories(result);
  expect(first?.title === title, `'${title}' should have been found first`);
}

function memories({ structuredContent }: Result): readonly JsonObject[] {
  return objects(structuredContent?.memories);
}

function violations({ structuredContent }: Result): readonly JsonObject[] {
  const error = structuredContent?.error;
  return isObject(error) ? objects(error.violations) : [];
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function heading(text: string): void {
  console.log(`\n${bold(text)}\n${dim("─".repeat(text.length))}`);
}

function say(text: string): void {
  console.log(text);
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n  ");
}
