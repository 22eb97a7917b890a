import type { CallOptions } from "../../client/server-connection.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { SearchEntry } from "../../runtime/builtins/search-index.ts";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { ToolChange } from "../lock/compare-tools.ts";

/**
 * Servers and their tools, wherever they are: the local catalog in this process, MCP servers of a configuration, or a
 * running bridge. The shell speaks to all of them through this.
 */
export interface ToolSource {
  /** In words for people: "the bridge at 127.0.0.1:7179", "~/.cursor/mcp.json". */
  readonly title: string;
  /** Every server, those too that are down. Starts none. */
  servers(options: AskOptions): Promise<readonly ServerLine[]>;
  /** @throws CliError for a server that is not there (with the near miss), or is down (exit code 5) */
  tools(server: string, options: AskOptions): Promise<readonly ShellTool[]>;
  /**
   * One tool, whole. Where it is absent, `tools` gives them whole.
   * @throws CliError as `tools`, and for a tool that is not there
   */
  tool?(server: string, name: string, options: AskOptions): Promise<ShellTool>;
  /** What a search looks through, where the source knows more than its tools say. undefined: nothing more of this server. */
  searchEntries?(server: string): Promise<readonly SearchEntry[] | undefined>;
  /** The whole `CallToolResult`. Policy and validation were before. */
  call(server: string, tool: string, given: JsonObject, options: ShellCallOptions): Promise<JsonObject>;
  resources(server: string, options: AskOptions): Promise<readonly JsonObject[]>;
  resourceTemplates(server: string, options: AskOptions): Promise<readonly JsonObject[]>;
  read(server: string, uri: string, options: AskOptions): Promise<JsonObject>;
  prompts(server: string, options: AskOptions): Promise<readonly JsonObject[]>;
  /** The whole answer: `{messages: […]}`. */
  getPrompt(server: string, name: string, given: PromptArguments, options: AskOptions): Promise<JsonObject>;
  /** What the server says to a model before any tool; empty: nothing. Absent: not known here. */
  instructions?(server: string, options: AskOptions): Promise<string>;
  /** Of a tool with `refused`: what changed since it was locked. undefined: not known here. */
  changeOf?(server: string, tool: string): ToolChange | undefined;
  /** The words behind `pegboard lock` that mean a server. */
  lockWordsOf?(server: string): string;
  close(): Promise<void>;
}

/** The protocol knows no other values than texts. */
export type PromptArguments = Readonly<Record<string, string>>;

export interface ServerLine {
  readonly name: string;
  /** Where it was found: a file, "the workbench", "the bridge". */
  readonly origin: string;
  /** Known where it costs nothing to know. */
  readonly toolCount?: number;
  readonly examples?: readonly string[];
  /** Why it can't be used, where that is known. */
  readonly problem?: string;
}

/** A tool as its server lists it; all that the server says stays in it. */
export interface ShellTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  /** Of a tool that is not whole: it has an output schema. */
  readonly hasStructuredOutput?: boolean;
  /** Why it is not to be used, after its name; nothing else but its name is known then. */
  readonly refused?: string;
}

/**
 * A tool as it came, with what a tool must have; members that are of no use as they are, are left out. The rest of its members
 * are shown as they are, whatever they are.
 */
export function soundTool(tool: object, name: string): ShellTool {
  const { title, description, inputSchema, outputSchema, annotations, ...rest }: Readonly<Record<string, unknown>> = {
    ...tool,
  };
  return {
    ...rest,
    name,
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    ...(isJsonObject(outputSchema) ? { outputSchema } : {}),
    ...(isJsonObject(annotations) ? { annotations } : {}),
  };
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

export interface ShellCallOptions extends AskOptions {
  readonly onProgress?: NonNullable<CallOptions["onProgress"]>;
}

/** A tool that is not as it was when its server was locked. */
export class ToolRefused extends CliError {
  /**
   * @param refused why, after the names
   * @param words those behind `pegboard lock` that mean the server
   */
  constructor(server: string, tool: string, refused: string, words: string) {
    super(`'${tool}' of '${server}' ${refused}`, {
      exitCode: ExitCode.refused,
      hint: `pegboard lock ${words} shows every change, and with --accept takes them`,
    });
  }
}

/** A server that would be started or reached in another way than when it was locked. */
export class StartRefused extends CliError {
  /**
   * @param changes what is not as it was
   * @param words as of `ToolRefused`
   */
  constructor(server: string, changes: readonly string[], words: string) {
    super(`'${server}' has another command or address than when it was locked; it was not started`, {
      exitCode: ExitCode.refused,
      hint: `${changes.join("; ")}; pegboard lock --accept ${words} takes it`,
    });
  }
}

/** There is no server of that name, among those that a command line can mean. */
export class UnknownServer extends CliError {
  readonly #hintWith: (verbs: readonly string[]) => string | undefined;
  readonly #server: string;

  /** @param tools those of the local catalog, where it was asked as well: people forget that a server comes first */
  constructor(server: string, names: readonly string[], tools: readonly string[] = []) {
    super(`there is no server named '${server}'`, { hint: hintFor(server, names, tools) });
    this.#server = server;
    this.#hintWith = (verbs) => hintFor(server, [...names, ...verbs], tools);
  }

  /** The same of a word that could have been meant as a command, too. */
  orCommand(verbs: readonly string[]): CliError {
    const hint = ownValue(meantCommands, this.#server) ?? this.#hintWith(verbs);
    return new CliError(`there is no command and no server named '${this.#server}'`, { hint });
  }
}

/** Words of other tools for what a command of ours does. */
const meantCommands: Readonly<Record<string, string>> = {
  check: "pegboard lint checks schema/, and npm run check everything of a project",
  compile: "pegboard generate compiles schema/",
  inspect: "npx @modelcontextprotocol/inspector pegboard dev opens the Inspector",
  run: "pegboard serve runs the server, and pegboard dev with every change",
  start: "pegboard serve runs the server, and pegboard dev with every change",
  test: "npm test runs the tests of a project",
  validate: "pegboard lint checks schema/",
};

function hintFor(server: string, names: readonly string[], tools: readonly string[]): string | undefined {
  if (tools.includes(server)) return `it is a tool of the catalog: pegboard call ${server}`;
  return nearHint(server, names, "pegboard servers lists the servers, --help the commands");
}
