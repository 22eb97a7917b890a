import { posix, win32 } from "node:path";
import { positionAt, type SourceFile } from "../../diagnostics/source-file.ts";
import type { ConfigProblem, ConfiguredServer, ConfigWorld, ReadConfig } from "./configured-server.ts";
import { type JsoncMember, type JsoncNode, memberOf, membersOf, parseJsonc, problemAt, textOf } from "./jsonc.ts";
import { readTarget } from "./read-target.ts";
import type { InputDefaults, VariableDialect } from "./variables.ts";

/** A map of servers in a file, and how it is to be read. */
interface ServerMap {
  readonly node: JsoncNode;
  readonly dialect: VariableDialect;
  readonly origin: string;
  readonly inputs: InputDefaults;
  /** Servers that are switched off in the client. */
  readonly disabled: ReadonlySet<string>;
  readonly startIn: string;
}

/**
 * Reads the servers of a configuration file of Claude Code, Cursor, VS Code or our own, distinguished by their contents:
 * `mcpServers` (also below `projects`, by folder, as in ~/.claude.json), `servers` (with `inputs`), `mcp.servers`, or
 * the servers themselves. Comments and trailing commas may be in it; members that are not known are left alone.
 * @param origin the file in words for people
 * @see VS Code, "MCP configuration reference"; Claude Code, "Connect to tools via MCP"; Cursor, "Model Context Protocol"
 */
export function readServerConfig(file: SourceFile, world: ConfigWorld, origin: string = file.path): ReadConfig {
  const { root, problems: found } = parseJsonc(file);
  const problems: ConfigProblem[] = [...found];
  if (root !== undefined && root.type !== "object" && found.length === 0) {
    problems.push(problemAt(file, root.offset, "is not an object with servers in it"));
  }
  // What stands behind a mistake is not to be trusted: half a file may be another file.
  const maps = problems.length > 0 || root === undefined ? [] : mapsIn(root, origin, world);
  const servers: ConfiguredServer[] = [];
  for (const map of maps) {
    if (map.node.type !== "object") {
      problems.push(problemAt(file, map.node.offset, "has servers that are not an object"));
      continue;
    }
    servers.push(...membersOf(map.node).map((member) => serverOf(member, map, file, world)));
  }
  const allow = patterns("allow", root, file, problems);
  const deny = patterns("deny", root, file, problems);
  const isAboutServers = maps.length + problems.length + allow.length + deny.length > 0;
  return { servers, problems, allow, deny, isAboutServers };
}

function mapsIn(root: JsoncNode, origin: string, world: ConfigWorld): readonly ServerMap[] {
  const { folder, node: project } = projectOf(root, world);
  const disabled = new Set([project, root].flatMap((node) => textsOf(memberOf(node, "disabledMcpServers"))));
  const shell = { dialect: "shell", origin, inputs: inputsOf(root), disabled, startIn: world.startIn } as const;
  const editor = { ...shell, dialect: "editor" } as const;
  // An editor's settings, before servers got a file of their own.
  const settings = memberOf(root, "mcp");
  const maps = [
    { ...shell, node: memberOf(project, "mcpServers"), origin: `${origin}, for this project`, startIn: folder },
    { ...shell, node: memberOf(root, "mcpServers") },
    { ...editor, node: memberOf(root, "servers") },
    { ...editor, node: memberOf(settings, "servers"), inputs: inputsOf(settings) },
  ];
  const named = maps.flatMap(({ node, ...map }) => (node === undefined ? [] : [{ ...map, node }]));
  if (named.length > 0) return named;
  const isServer = ({ value }: JsoncMember) => ["command", "url"].some((name) => memberOf(value, name) !== undefined);
  return membersOf(root).some(isServer) ? [{ ...shell, node: root }] : [];
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
    target: "target" in read ? read.target : undefined,
    isEnabled: !isOff && !map.disabled.has(name),
    problem: "problem" in read ? read.problem : undefined,
  };
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
