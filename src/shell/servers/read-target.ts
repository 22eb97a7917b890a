import { posix, win32 } from "node:path";
import type { ServerTarget } from "../../client/server-connection.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { ConfigWorld } from "./configured-server.ts";
import { type JsoncNode, looseText, memberOf, membersOf, textOf } from "./jsonc.ts";
import { expandVariables, type InputDefaults, type VariableDialect } from "./variables.ts";

/** What an entry is read with. */
export interface EntryContext {
  readonly dialect: VariableDialect;
  readonly inputs: InputDefaults;
  readonly world: ConfigWorld;
  /** Absolute: where the server starts unless the entry says it. */
  readonly startIn: string;
}

export type ReadTarget =
  | { readonly target: ServerTarget }
  /** Said of the server: "has no command". `node` is what it is about. */
  | { readonly problem: string; readonly node: JsoncNode };

/** What one server's entry says, with its variables filled in. Members that are not read here are other clients' matter. */
export function readTarget(entry: JsoncNode, context: EntryContext): ReadTarget {
  try {
    return { target: targetOf(entry, context) };
  } catch (error) {
    if (!(error instanceof EntryProblem)) throw error;
    return { problem: error.message, node: error.node };
  }
}

/** Ends the reading of one entry, and of no other. */
class EntryProblem extends Error {
  override readonly name = "EntryProblem";
  readonly node: JsoncNode;

  constructor(node: JsoncNode, message: string) {
    super(message);
    this.node = node;
  }
}

const stdioTypes = ["stdio", "local", "command"];
const httpTypes = ["http", "sse", "streamable-http", "streamablehttp", "streamable_http", "remote"];
/** Members that name the address, by the clients that read them. */
export const urlMembers = ["url", "serverUrl", "httpUrl", "uri"];
export const envMembers = ["env", "environment", "envs"];

function targetOf(entry: JsoncNode, context: EntryContext): ServerTarget {
  if (entry.type !== "object") throw new EntryProblem(entry, "is not an object");
  const command = commandNode(entry);
  const url = urlMembers.map((name) => memberOf(entry, name)).find((node) => node !== undefined);
  const type = memberOf(entry, "type") ?? memberOf(entry, "transport");
  const said = textOf(type)?.toLowerCase();
  if (type !== undefined && (said === undefined || ![...stdioTypes, ...httpTypes].includes(said))) {
    throw new EntryProblem(
      type,
      `is of a type that can't be used ('${looseText(type) ?? type.type}'): stdio and http are`,
    );
  }
  // Some files name a type that their other members contradict; what is there decides.
  if (command !== undefined && (url === undefined || said === undefined || stdioTypes.includes(said))) {
    return stdioTarget(entry, command, context);
  }
  if (url !== undefined) return httpTarget(entry, url, context);
  throw new EntryProblem(
    entry,
    said !== undefined && httpTypes.includes(said) ? "has no url" : "has neither a command nor a url",
  );
}

export function commandNode(entry: JsoncNode): JsoncNode | undefined {
  return memberOf(entry, "command") ?? memberOf(entry, "cmd");
}

function stdioTarget(entry: JsoncNode, command: JsoncNode, context: EntryContext): ServerTarget {
  const { world } = context;
  const secrets: string[] = [];
  const fill = filler(context, secrets);
  // Some clients write the program and its arguments as one list.
  const words = command.type === "array" ? (command.children ?? []) : [command];
  const program = words[0] === undefined ? "" : fill(words[0], "command");
  if (program.trim() === "") throw new EntryProblem(command, "has an empty command");
  const args = memberOf(entry, "args");
  if (args !== undefined && args.type !== "array") throw new EntryProblem(args, "has 'args' that are not a list");
  const { join, resolve } = world.platform === "win32" ? win32 : posix;
  const folder = memberOf(entry, "cwd");
  const cwd =
    folder === undefined || folder.type === "null" ? context.startIn : resolve(world.cwd, fill(folder, "cwd"));
  return {
    kind: "stdio",
    // Windows and POSIX alike: `~/` is what people write, and no shell is there to read it.
    command: program.startsWith("~/") ? join(world.home, program.slice(2)) : program,
    args: [...words.slice(1), ...(args?.children ?? [])].map((arg) => fill(arg, "args")),
    env: {
      ...forwarded(entry, world),
      ...fileVariables(entry, context),
      ...Object.fromEntries(
        envMembers.flatMap((member) => Object.entries(texts(memberOf(entry, member), member, fill))),
      ),
    },
    cwd,
    ...(secrets.length === 0 ? {} : { secrets }),
  };
}

function httpTarget(entry: JsoncNode, node: JsoncNode, context: EntryContext): ServerTarget {
  const { world } = context;
  const secrets: string[] = [];
  const fill = filler(context, secrets);
  const text = fill(node, "url");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new EntryProblem(node, "has a url that is not one of http or https");
  }
  if (url.username !== "" || url.password !== "") {
    throw new EntryProblem(node, "has a url with a user or password in it, which is not sent: put it into a header");
  }
  const helper = memberOf(entry, "headersHelper");
  if (helper !== undefined) throw new EntryProblem(helper, "gets its headers from a program, which is not run here");
  const headersNode = memberOf(entry, "headers") ?? memberOf(entry, "http_headers");
  const headers = { ...texts(headersNode, "headers", fill), ...headersFromVariables(entry, world) };
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new EntryProblem(headersNode ?? entry, `has a header that can't be sent: '${name}'`);
    }
  }
  return { kind: "http", url, headers, ...(secrets.length === 0 ? {} : { secrets }) };
}

type Fill = (node: JsoncNode, member: string) => string;

/** Reads a text and fills its variables in; what they stood for is kept with the secrets. */
function filler({ dialect, inputs, world }: EntryContext, secrets: string[]): Fill {
  return (node, member) => {
    const raw = looseText(node);
    if (raw === undefined) throw new EntryProblem(node, `has a value in '${member}' that is not a text`);
    const { text, secrets: found, problem } = expandVariables(raw, dialect, inputs, world);
    if (problem !== undefined) throw new EntryProblem(node, problem);
    if (text.includes("\0")) throw new EntryProblem(node, `has a value in '${member}' that holds a null character`);
    secrets.push(...found);
    return text;
  };
}

/** An object of texts; null takes a name away. */
function texts(node: JsoncNode | undefined, member: string, fill: Fill): Record<string, string> {
  if (node === undefined || node.type === "null") return {};
  if (node.type !== "object") throw new EntryProblem(node, `has '${member}' that are not an object`);
  const filled = membersOf(node).filter(({ value }) => value.type !== "null");
  // Unlike assignment, this makes even `__proto__` an ordinary key.
  return Object.fromEntries(filled.map(({ name, value }) => [name, fill(value, member)]));
}

/** Variables of its own environment that a client hands on by their names: `env_vars` of Codex, `env_keys` of goose. */
function forwarded(entry: JsoncNode, { env }: ConfigWorld): Record<string, string> {
  const nodes = ["env_vars", "env_keys"].flatMap((member) => memberOf(entry, member)?.children ?? []);
  const names = nodes.flatMap((node) => textOf(node) ?? textOf(memberOf(node, "name")) ?? []);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = ownValue(env, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Headers whose values Codex takes from its environment. */
function headersFromVariables(entry: JsoncNode, { env }: ConfigWorld): Record<string, string> {
  const token = memberOf(entry, "bearer_token_env_var");
  const named = membersOf(memberOf(entry, "env_http_headers"));
  const wanted = [
    ...(token === undefined ? [] : [{ name: "Authorization", node: token, before: "Bearer " }]),
    ...named.map(({ name, value }) => ({ name, node: value, before: "" })),
  ];
  return Object.fromEntries(
    wanted.map(({ name, node, before }) => {
      const variable = textOf(node) ?? "";
      const value = ownValue(env, variable);
      if (value !== undefined) return [name, `${before}${value}`] as const;
      throw new EntryProblem(node, `needs the environment variable '${variable}', which is not set`);
    }),
  );
}

function fileVariables(entry: JsoncNode, context: EntryContext): Record<string, string> {
  const node = memberOf(entry, "envFile");
  if (node === undefined || node.type === "null") return {};
  const { world } = context;
  const { resolve } = world.platform === "win32" ? win32 : posix;
  const named = filler(context, [])(node, "envFile");
  const text = world.readFile(resolve(world.cwd, named.startsWith("~/") ? `${world.home}/${named.slice(2)}` : named));
  if (text === undefined) throw new EntryProblem(node, "has an 'envFile' that can't be read");
  return Object.fromEntries(readEnvFile(text));
}

/**
 * A file of environment variables as editors read it: `NAME=value` a line, `#` begins a comment, `export ` may stand before
 * a name. A value in double quotes knows `\n` and escaped quotes, one in single quotes is as it stands; without quotes it
 * ends at ` #`. Lines that are neither are left out. Nothing is put in for variables.
 */
export function readEnvFile(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const [, name, rest] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.-]*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && rest !== undefined) values.set(name, readValue(rest));
  }
  return values;
}

function readValue(rest: string): string {
  const [, double] = /^"((?:[^"\\]|\\.)*)"/.exec(rest) ?? [];
  if (double !== undefined) {
    return double.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign === "r" ? "\r" : sign));
  }
  const [, single] = /^'([^']*)'/.exec(rest) ?? [];
  return single ?? rest.replace(/\s+#.*$/, "").trim();
}
