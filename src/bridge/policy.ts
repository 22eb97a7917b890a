import { isJsonObject } from "../contract/json.ts";

// What may run without a question: one pure rule for the shell and the bridge. Every decision goes to the audit.

/** A tool that is to be called. Its identity is the pair: a joined text could be forged by a tool named `b/echo`. */
export interface JudgedCall {
  readonly server: string;
  readonly tool: string;
  /** As the server's `tools/list` says them; anything that is not an object says nothing. */
  readonly annotations: unknown;
}

export type Judgement =
  | { readonly decision: "run"; readonly reason: "read_only" | "allowed" | "approved" }
  /** Only a person can say; where none can be asked, it is refused as `approval_unavailable`. */
  | { readonly decision: "ask" }
  | { readonly decision: "refuse"; readonly reason: "denied" };

export interface CallPolicy {
  judge(call: JudgedCall): Judgement;
}

/** One decision, as it is written down. Neither arguments nor results stand in it. */
export interface AuditRecord {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Who decided: `shell` or `bridge`. */
  readonly source: "shell" | "bridge";
  readonly server: string;
  readonly tool: string;
  readonly decision: "run" | "refuse";
  readonly reason:
    | "read_only"
    | "allowed"
    | "approved"
    | "denied"
    | "declined"
    | "approval_unavailable"
    | "own_law"
    /** It is not as it was when its server was locked. */
    | "not_as_locked";
}

/** Where decisions are written down. Must not throw. */
export type Audit = (record: AuditRecord) => void;

export interface PolicyRules {
  /** `server/tool` patterns, each part with `*` for any text. */
  readonly allow?: readonly string[];
  /** Wins over everything. A pattern without a slash is one of tools, on every server. */
  readonly deny?: readonly string[];
  /** Everything that is not denied is approved beforehand (`--yes`). */
  readonly isApproved?: boolean;
}

/**
 * A tool that says that it only reads, and not that it destroys, runs; another needs a rule or a confirmation; a denied
 * one never runs.
 * @throws BrokenRule for a pattern that can't be meant
 */
export function createCallPolicy({ allow = [], deny = [], isApproved = false }: PolicyRules): CallPolicy {
  const allowed = allow.map(readAllowRule);
  const denied = deny.map(readRule);
  const meets = (rules: readonly Rule[], { server, tool }: JudgedCall) =>
    rules.some((rule) => rule.server.test(server) && rule.tool.test(tool));
  return {
    judge(call) {
      if (meets(denied, call)) return { decision: "refuse", reason: "denied" };
      if (onlyReads(call.annotations)) return { decision: "run", reason: "read_only" };
      if (meets(allowed, call)) return { decision: "run", reason: "allowed" };
      return isApproved ? { decision: "run", reason: "approved" } : { decision: "ask" };
    },
  };
}

/** By the tool's own annotations; a tool without annotations counts as able to do anything. */
export function onlyReads(annotations: unknown): boolean {
  return isJsonObject(annotations) && annotations.readOnlyHint === true && annotations.destructiveHint !== true;
}

/**
 * What a server says of a tool that it lists more than once: it is not known which of them a call would meet, so the one that
 * promises least counts.
 * @param tools all of one name, as the server lists them
 */
export function strictestAnnotations(tools: readonly { readonly annotations?: unknown }[]): unknown {
  const said = tools.map(({ annotations }) => annotations);
  const destroys = said.find((annotations) => isJsonObject(annotations) && annotations.destructiveHint === true);
  return destroys ?? (said.every(onlyReads) ? said[0] : said.find((annotations) => !onlyReads(annotations)));
}

/** The server that a rule names; undefined: it is for several. */
export function serverNamedBy(pattern: string): string | undefined {
  const [server = "", tool] = partsOf(pattern);
  if (tool === undefined || /^(\\.|[^*\\])*\*/s.test(server)) return undefined;
  return server.replaceAll(/\\(.)/gs, "$1");
}

/** A rule that can't be meant; the message names it and says how to write it. */
export class BrokenRule extends Error {
  override readonly name = "BrokenRule";
}

interface Rule {
  readonly server: RegExp;
  readonly tool: RegExp;
}

function readAllowRule(pattern: string): Rule {
  if (partsOf(pattern).length === 1) {
    throw new BrokenRule(`the rule '${pattern}' does not name a server: write SERVER/${pattern}`);
  }
  return readRule(pattern);
}

function readRule(pattern: string): Rule {
  const parts = partsOf(pattern);
  const [first = "", second] = parts;
  // A third part could belong to either name; guessing would allow what was not meant.
  if (parts.length > 2) {
    throw new BrokenRule(`the rule '${pattern}' has more than one slash; a slash in a name is written \\/`);
  }
  if (first === "" || second === "") throw new BrokenRule(`the rule '${pattern}' is not SERVER/TOOL`);
  return second === undefined
    ? { server: anything, tool: globOf(first) }
    : { server: globOf(first), tool: globOf(second) };
}

const anything = /^/;

/** At slashes without a backslash before them. */
function partsOf(pattern: string): readonly string[] {
  const parts: string[] = [];
  let part = "";
  for (const [token] of pattern.matchAll(/\\.|./gs)) {
    if (token === "/") {
      parts.push(part);
      part = "";
    } else part += token;
  }
  return [...parts, part];
}

/** The rule that means exactly this tool. */
export function ruleFor(server: string, tool: string): string {
  return [server, tool].map((name) => name.replaceAll(/[\\/*]/g, "\\$&")).join("/");
}

/** `*` is any text, `\` takes the next sign as it is. */
function globOf(part: string): RegExp {
  // Runs of stars are one star; otherwise they would make matching slow.
  const source = part.replaceAll(/\\(.)|(\*+)|(.)/gs, (_, escaped?: string, stars?: string, plain?: string) =>
    stars === undefined ? (escaped ?? plain ?? "").replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&") : "[^]*",
  );
  return new RegExp(`^${source}$`);
}
