import { sameJson } from "../../../contract/alias.ts";
import type { Code } from "../../../diagnostics/codes.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import type { DiffEvent, EventOf } from "../event.ts";
import { haveSameTypes, isProse } from "../same-tool.ts";
import type { Sides, TouchedTool } from "./consequence.ts";
import { introducedCodes } from "./introduced-codes.ts";
import { askedKey, everyTool, type Found, findingsIn, placeKey } from "./linted.ts";

/** What a change introduced: findings of the linter about the head, without those about the base. */
export function introduced(touched: readonly TouchedTool[], sides: Sides): readonly DiffEvent[] {
  const { base, head } = sides;
  const sameNames = areAlike(base, head);
  if (touched.length === 0 && sameNames) return [];
  const placed = touched.map(({ at, base, head, changed }) => [head, { at, other: base, changed }] as const);
  const callees = changedCallees(touched, sides);
  const found = findingsIn(head, new Map(placed), sides, { callees, sameNames });
  if (found.length === 0) return [];
  const changed = touched.flatMap(({ at, base: was, head: is, changed }) =>
    was === undefined ? [] : [[was, { at, other: is, changed }] as const],
  );
  const fresh = new Set(touched.flatMap((one) => (one.base === undefined ? [one.head.name] : [])));
  // What was found before about other parts accounts for none of these.
  const parts = new Set(found.map(askedKey));
  const left = oncePerCall(
    without(found, findingsIn(base, new Map(changed), sides, { only: parts, callees, sameNames })),
  );
  // A server's other tools had the same problem all along: a client that refuses the list for it refused it before.
  const areFresh = head.listed === true && left.some(({ at }) => fresh.has(at.tool ?? ""));
  const habits = new Set(areFresh ? findingsIn(base, everyTool(base), sides, { sameNames: false }).map(kindOf) : []);
  return left
    .filter((one) => !(fresh.has(one.at.tool ?? "") && isRefusal(one.code) && habits.has(kindOf(one))))
    .map((one) =>
      eventOf(one, head.listed === true ? easedInLists(one.code, fresh.has(one.at.tool ?? "")) : undefined),
    );
}

/** Names of the tools that take or answer something else than before; undefined where any may. */
function changedCallees(touched: readonly TouchedTool[], { base, head }: Sides): ReadonlySet<string> | undefined {
  if (!haveSameTypes(base, head) || base.unknownParams !== head.unknownParams) return undefined;
  const tools = touched.flatMap(({ base, head, changed }) => {
    if (base === undefined) return [head];
    return changed !== undefined && isProse(changed) ? [] : [base, head];
  });
  return new Set(tools.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]));
}

/** No name and no list is another one: what the linter finds about them was found before. */
function areAlike(base: ComparedCatalog, head: ComparedCatalog): boolean {
  const named = ({ server, retired, profiles }: ComparedCatalog) => [
    server.name,
    retired.map(({ name }) => name),
    profiles,
  ];
  return (
    areNamedAlike(base.tools, head.tools) &&
    areNamedAlike(base.builtins ?? [], head.builtins ?? []) &&
    sameJson(named(base), named(head))
  );
}

function areNamedAlike(base: readonly ComparedTool[], head: readonly ComparedTool[]): boolean {
  const isAlike = (was: ComparedTool, is: ComparedTool | undefined) =>
    was.name === is?.name &&
    was.supersededBy === is.supersededBy &&
    was.aliases.length === is.aliases.length &&
    was.aliases.every(({ name }, index) => name === is.aliases[index]?.name);
  return base.length === head.length && base.every((was, index) => isAlike(was, head[index]));
}

function eventOf({ code, at, diagnostic }: Found, eased: string | undefined): EventOf<"introduced"> {
  const { message, help, severity } = diagnostic;
  const isWarning = severity !== "error" || introducedCodes[code]?.isWarning === true;
  return {
    kind: "introduced",
    at,
    code,
    severity: isWarning ? "WARN" : "ERR",
    message: at.tool === undefined || message.includes(`'${at.tool}'`) ? message : `'${at.subject}': ${message}`,
    ...(help === undefined ? {} : { help }),
    ...(eased === undefined ? {} : { eased }),
  };
}

function isRefusal(code: Code): boolean {
  return introducedCodes[code]?.isRefusal === true;
}

/** A list names neither its clients nor its server. */
function easedInLists(code: Code, isFresh: boolean): string | undefined {
  if (code === "name-too-long") return "a list does not name its server";
  return isFresh && isRefusal(code)
    ? "the tool is new, and a list does not name the clients that it is for"
    : undefined;
}

/**
 * Those that were not there: first without equal ones; then of each kind as many as there are more of it, so that a param
 * that is renamed takes its findings along.
 */
function without(found: readonly Found[], before: readonly Found[]): readonly Found[] {
  const equal = countOf(before.map(messageOf));
  const rest = found.map((one) => ({ one, message: messageOf(one) })).filter(({ message }) => !take(equal, message));
  const alike = countOf(before.filter((one) => take(equal, messageOf(one))).map(kindIn));
  const amounts = before.filter(({ code }) => introducedCodes[code]?.isAmount === true);
  // One construct in many places is one thing to fix.
  const causes = new Set<string>();
  return rest.flatMap(({ one, message }) => {
    if (alike.size > 0 && take(alike, kindIn(one))) return [];
    if (amounts.some((old) => isNoMore(one, old))) return [];
    const cause = one.code === "schema-root-combinator" ? kindIn(one) : message;
    if (causes.has(cause)) return [];
    causes.add(cause);
    return [one];
  });
}

/** A param that became required breaks a call once, however many others it lacks as well. */
function oncePerCall(found: readonly Found[]): readonly Found[] {
  const byCall = new Map<string, { readonly first: Found; more: number }>();
  for (const [index, one] of found.entries()) {
    const call = introducedCodes[one.code]?.isOfCall === true ? callOf(one.at.headPointer ?? "") : undefined;
    const key = call ?? String(index);
    const known = byCall.get(key);
    if (known === undefined) byCall.set(key, { first: one, more: 0 });
    else known.more += 1;
  }
  return [...byCall.values()].map(({ first, more }) => {
    if (more === 0) return first;
    const message = `${first.diagnostic.message}; ${more} more in the same call`;
    return { ...first, diagnostic: { ...first.diagnostic, message } };
  });
}

/** The example's own call, one that goes before it, or a step of a workflow. */
function callOf(place: string): string | undefined {
  return /^\/tools\/\d+\/(?:examples\/\d+(?:\/(?:given\/\d+|arguments|result))?|guidance\/workflows\/\d+\/steps\/\d+)/.exec(
    place,
  )?.[0];
}

function isNoMore(one: Found, old: Found): boolean {
  return old.code === one.code && old.at.subject === one.at.subject && amountIn(one) <= amountIn(old);
}

function amountIn({ diagnostic }: Found): number {
  return Number(/\d+/.exec(diagnostic.message)?.[0]);
}

function countOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Is one left? Then there is one less. */
function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left > 0) counts.set(key, left - 1);
  return left > 0;
}

function messageOf({ code, at, diagnostic }: Found): string {
  return `${code}\n${placeKey(at)}\n${diagnostic.message}`;
}

/** Names and numbers left out: who is meant, and by how much, does not matter. */
function kindOf({ code, diagnostic }: Found): string {
  return `${code} ${diagnostic.message.replaceAll(/'[^']*'|\d+/g, "")}`;
}

function kindIn(one: Found): string {
  return `${placeKey(one.at)}\n${kindOf(one)}`;
}
