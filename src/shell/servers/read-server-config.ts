import { posix, win32 } from "node:path";
import type { ServerTarget } from "../../client/server-connection.ts";
import { positionAt, type SourceFile } from "../../diagnostics/source-file.ts";
import type { ParseText } from "../formats/config-format.ts";
import type { ConfigProblem, ConfiguredServer, ConfigWorld, ReadConfig } from "./configured-server.ts";
import type { ConfigCandidate } from "./find-config-files.ts";
import { inheritedBy } from "./handed-on.ts";
import { type JsoncMember, type JsoncNode, memberOf, membersOf, parseJsonc, problemAt, textOf } from "./jsonc.ts";
import { readTarget } from "./read-target.ts";
import type { InputDefaults, VariableDialect } from "./variables.ts";
import { writtenStart } from "./written-start.ts";

/** A map or a list of servers in a file, and how it is to be read. */
interface ServerMap {
  readonly node: JsoncNode;
  /** Whether a member is a server that its client starts or asks; default: all are. */
  readonly isServer?: (value: JsoncNode) => boolean;
  readonly dialect: VariableDialect;
  readonly origin: string;
  readonly inputs: InputDefaults;
  /** Servers that are switched off in the client. */
  readonly disabled: ReadonlySet<string>;
  readonly startIn: string;
  /** What their client hands on to them. */
  readonly inherited: Readonly<Record<string, string>> | undefined;
}

/** What is known of a file, beside its text. */
export interface ConfigOrigin {
  /** The file in words for people. Default: its path. */
  readonly origin?: string;
  /** Whose file it is; undefined: its contents say that. */
  readonly client?: ConfigCandidate["client"] | undefined;
  /** Default: JSON with comments. */
  readonly parse?: ParseText;
}

/**
 * Reads the servers of a client's configuration file, or of our own, distinguished by their contents: `mcpServers` (a map,
 * also below `projects`, by folder, as in ~/.claude.json, or a list), `servers` (with `inputs`), `mcp.servers`, `mcp`,
 * `context_servers`, `mcp_servers`, `extensions`, or the servers themselves. Comments and trailing commas may be in it;
 * members that are not known are left alone.
 * @see install/clients.ts for each client's own documents
 */
export function readServerConfig(
  file: SourceFile,
  world: ConfigWorld,
  { origin = file.path, client, parse = parseJsonc }: ConfigOrigin = {},
): ReadConfig {
  const { root, problems: found } = parse(file);
  const problems: ConfigProblem[] = [...found];
  if (root !== undefined && root.type !== "object" && found.length === 0) {
    problems.push(problemAt(file, root.offset, "is not an object with servers in it"));
  }
  // What stands behind a mistake is not to be trusted: half a file may be another file.
  const maps = problems.length > 0 || root === undefined ? [] : mapsIn(root, origin, client, world);
  const servers: ConfiguredServer[] = [];
  for (const map of maps) {
    // Lists are Continue's, which writes YAML.
    const members = map.node.type === "array" && parse === parseJsonc ? undefined : serversIn(map);
    if (members === undefined) problems.push(problemAt(file, map.node.offset, "has servers that are not an object"));
    else servers.push(...members.map((member) => serverOf(member, map, file, world)));
  }
  const allow = patterns("allow", root, file, problems);
  const deny = patterns("deny", root, file, problems);
  const isAboutServers = maps.length + problems.length + allow.length + deny.length > 0;
  return { servers, problems, allow, deny, isAboutServers };
}

/** @returns undefined for what can't hold servers */
function serversIn({ node, isServer = () => true }: ServerMap): readonly JsoncMember[] | undefined {
  if (node.type === "object") return membersOf(node).filter(({ value }) => isServer(value));
  if (node.type !== "array") return node.type === "null" ? [] : undefined;
  return (node.children ?? []).flatMap((value): JsoncMember[] => {
    const key = memberOf(value, "name");
    const name = textOf(key);
    return key === undefined || name === undefined || !isServer(value) ? [] : [{ name, key, value }];
  });
}

function mapsIn(
  root: JsoncNode,
  origin: string,
  client: ConfigOrigin["client"],
  world: ConfigWorld,
): readonly ServerMap[] {
  const { folder, node: project } = projectOf(root, world);
  const disabled = new Set([project, root].flatMap((node) => textsOf(memberOf(node, "disabledMcpServers"))));
  const inherited = world.cleanEnv === true ? undefined : inheritedBy(client, world.env);
  const shared = { origin, inputs: inputsOf(root), disabled, startIn: world.startIn, inherited };
  const own = client === undefined ? undefined : dialects[client];
  const shell = { ...shared, dialect: own ?? "shell" } as const;
  const editor = { ...shared, dialect: own ?? "editor" } as const;
  const plain = { ...shared, dialect: own ?? "plain" } as const;
  // Of opencode; and of an editor's settings, before servers got a file of their own.
  const mcp = memberOf(root, "mcp");
  const inMcp = memberOf(mcp, "servers");
  const isNested = inMcp?.type === "object" && !isServer(inMcp);
  const mapOrList = memberOf(root, "mcpServers");
  const list = mapOrList?.type === "array" ? { ...shared, dialect: "secrets" as const } : shell;
  const maps: readonly (Omit<ServerMap, "node"> & { readonly node: JsoncNode | undefined })[] = [
    { ...shell, node: memberOf(project, "mcpServers"), origin: `${origin}, for this project`, startIn: folder },
    { ...list, node: mapOrList },
    { ...editor, node: memberOf(root, "servers") },
    isNested && !hasBraces(inMcp)
      ? { ...editor, inputs: inputsOf(mcp), node: inMcp }
      : { ...shared, dialect: "braces", node: isNested ? inMcp : mcp, isServer },
    { ...plain, node: memberOf(root, "context_servers"), isServer },
    { ...plain, node: memberOf(root, "mcp_servers") },
    { ...plain, node: memberOf(root, "extensions"), isServer },
  ];
  const named = maps.flatMap(({ node, ...map }) => (node === undefined ? [] : [{ ...map, node }]));
  // A browser's `extensions` or a tool's `mcp` need not be about servers.
  const about = named.filter((map) => map.isServer === undefined || (serversIn(map) ?? []).length > 0);
  if (about.length > 0) return about;
  return membersOf(root).some(({ value }) => isServer(value)) ? [{ ...shell, node: root }] : [];
}

/** How the clients write variables whose files look like those of others. */
const dialects: Readonly<Partial<Record<ConfigCandidate["client"], VariableDialect>>> = {
  "claude-desktop": "plain",
  "gemini-cli": "dollar",
  codex: "plain",
  zed: "plain",
  goose: "plain",
};

/** Some clients have built-in tools and packages among their servers, which they start in their own way. */
function isServer(value: JsoncNode): boolean {
  return ["command", "cmd", "url", "uri"].some((name) => memberOf(value, name) !== undefined);
}

/** One of opencode's: it has the program and its arguments as one list. */
function hasBraces(servers: JsoncNode): boolean {
  const types = ["local", "remote"];
  return membersOf(servers).some(({ value }) => types.includes(textOf(memberOf(value, "type")) ?? ""));
}

/** Of `projects`, the one at the current folder or nearest above it; not the home folder's for all that is below it. */
function projectOf(
  root: JsoncNode,
  { cwd, home, platform }: ConfigWorld,
): { readonly folder: string; readonly node: JsoncNode | undefined } {
  const projects = new Map(membersOf(memberOf(root, "projects")).map(({ name, value }) => [name, value]));
  const { dirname } = platform === "win32" ? win32 : posix;
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) {
    if (folder === home && cwd !== home) break;
    const node = projects.get(folder) ?? projects.get(folder.replaceAll("\\", "/"));
    if (node !== undefined) return { folder, node };
  }
  return { folder: cwd, node: undefined };
}

/** What the client would ask the user, with the answers that the file proposes. */
function inputsOf(node: JsoncNode | undefined): InputDefaults {
  const inputs = memberOf(node, "inputs");
  const asked = inputs?.type === "array" ? (inputs.children ?? []) : [];
  return new Map(
    asked.flatMap((input) => {
      const id = textOf(memberOf(input, "id"));
      return id === undefined ? [] : [[id, textOf(memberOf(input, "default"))]];
    }),
  );
}

function serverOf(
  { name, key, value }: JsoncMember,
  map: ServerMap,
  file: SourceFile,
  world: ConfigWorld,
): ConfiguredServer {
  const read = readTarget(value, { ...map, world });
  const isOff = memberOf(value, "disabled")?.value === true || memberOf(value, "enabled")?.value === false;
  return {
    name,
    file: file.path,
    ...positionAt(file, "problem" in read && read.node !== value ? read.node.offset : key.offset),
    origin: map.origin,
    target: "target" in read ? withInherited(read.target, map.inherited) : undefined,
    ...("target" in read && { written: writtenStart(value) }),
    isEnabled: !isOff && !map.disabled.has(name),
    problem: "problem" in read ? read.problem : undefined,
  };
}

function withInherited(target: ServerTarget, inherited: ServerMap["inherited"]): ServerTarget {
  return target.kind === "stdio" && inherited !== undefined ? { ...target, inherited } : target;
}

function patterns(
  member: "allow" | "deny",
  root: JsoncNode | undefined,
  file: SourceFile,
  problems: ConfigProblem[],
): readonly string[] {
  const node = memberOf(root, member);
  if (node === undefined) return [];
  const texts = textsOf(node);
  if (node.type !== "array" || texts.length !== (node.children ?? []).length) {
    problems.push(problemAt(file, node.offset, `has '${member}' that is not a list of patterns`));
  }
  return texts;
}

function textsOf(node: JsoncNode | undefined): readonly string[] {
  return node?.type === "array" ? (node.children ?? []).flatMap((item) => textOf(item) ?? []) : [];
}
