import { fileURLToPath } from "node:url";
import { isJsonObject, type Json, type JsonObject } from "../src/contract/json.ts";
import { colorsFor } from "../src/terminal/terminal.ts";
import { connectStdio, type McpConnection, type RemoteAnswer } from "./plain-connection.ts";

export type Result = Extract<RemoteAnswer, { kind: "result" }>;

/** What a call's answer means to a person, in lines. */
export type Describe = (value: JsonObject) => string | readonly string[];

export const { bold, cyan, dim, green, red, yellow } = colorsFor(process.stdout, process.env);

/** A client of the built server that shows every call, what came back, and what rode along. */
export class DemoClient {
  readonly #connection: McpConnection;

  private constructor(connection: McpConnection) {
    this.#connection = connection;
  }

  static async start(database: string, profile = "full"): Promise<DemoClient> {
    const main = fileURLToPath(new URL("./cli/main.js", import.meta.url));
    say(dim(`$ PEGBOARD_DB=${database} pegboard serve --profile ${profile}`));
    const connection = await connectStdio({
      command: process.execPath,
      args: [main, "serve", "--profile", profile],
      env: { PEGBOARD_DB: database },
    });
    const tools = await connection.listTools();
    say(
      `It speaks MCP ${connection.revision} and lists ${tools.length} tools: ${tools.map(({ name }) => name).join(", ")}.`,
    );
    return new DemoClient(connection);
  }

  /** A call that must succeed. */
  async call(tool: string, args: JsonObject, describe: Describe): Promise<JsonObject> {
    const result = await this.#send(tool, args);
    const value = result.structuredContent ?? {};
    if (result.isError) throw new Error(`${tool} answered with an error: ${result.texts[0] ?? ""}`);
    const [first, ...others] = [describe(value)].flat();
    say(`${green("←")} ${first ?? ""}`);
    for (const line of others) say(`  ${line}`);
    this.#printNotices(result);
    return value;
  }

  /** A call that must be refused: shows what the model reads. */
  async refused(tool: string, args: JsonObject): Promise<JsonObject> {
    const result = await this.#send(tool, args);
    const error = result.structuredContent?.error;
    expect(result.isError && isJsonObject(error), `${tool} accepted what it should refuse`);
    say(`${red("←")} ${(result.texts[0] ?? "").replaceAll("\n", "\n  ")}`);
    this.#printNotices(result);
    return isJsonObject(error) ? error : {};
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #send(tool: string, args: JsonObject): Promise<Result> {
    say(`\n${cyan("→")} ${bold(tool)} ${dim(JSON.stringify(args))}`);
    const answer = await this.#connection.callTool(tool, args);
    if (answer.kind === "protocol-error") throw new Error(`${tool}: ${answer.message} (${answer.code})`);
    return answer;
  }

  /** Notices ride behind the result, as texts of their own for models that read only text. */
  #printNotices({ texts }: Result): void {
    for (const text of texts.slice(1)) say(`${yellow("!")} ${text.replaceAll("\n", "\n  ")}`);
  }
}

export function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

export function heading(text: string): void {
  say(`\n${bold(text)}\n${dim("─".repeat([...text].length))}`);
}

export function say(text: string): void {
  console.log(text);
}

/** "1 task", "2 tasks", "3 memories". */
export function many(count: Json | undefined, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${String(count)} ${noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

export function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
