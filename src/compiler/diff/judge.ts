import type { Span } from "../../diagnostics/source-file.ts";
import { type Origins, originOf, pointer } from "../catalog/origins.ts";
import type { Category, Change, Severity } from "./change.ts";
import type { ComparedCatalog } from "./compared.ts";
import type { DiffEvent, Place } from "./event.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { migrationOf } from "./migration.ts";
import { pointersBelow } from "./pointers-below.ts";
import type { Proof } from "./proofs.ts";
import type { DiffRule, Match } from "./rule.ts";

interface Verdict {
  readonly severity: Severity;
  readonly note?: string;
}

/** Where findings are shown. */
export interface Reporting {
  /** Spans of the head's YAML. */
  readonly origins?: Origins;
  /** What the base is called in messages, e.g. "test/baseline/catalog.json". */
  readonly basePath: string;
  /** What the head is called, where it is a saved list. */
  readonly headPath?: string;
  /** Of lists: where in them stands what a pointer into the compared catalog means. */
  readonly inLists?: { readonly base: (pointer: string) => string; readonly head: (pointer: string) => string };
  /** Shows what is left of a tool that lost something. */
  readonly head?: ComparedCatalog;
}

/** What a rule found in an event, with its severity settled: proofs first, then the tool's stability. */
export function judge(
  rule: DiffRule,
  event: DiffEvent,
  match: Match & { readonly proof: Proof | undefined; readonly absorbed?: boolean },
  reporting: Reporting,
): Change {
  const { at } = event;
  const { points = [] } = match;
  const isAbsorbed = match.absorbed === true;
  const proved = isAbsorbed
    ? absorbed
    : match.eased === undefined
      ? withProof(rule, event, match.proof)
      : eased(rule, match.eased);
  const { severity, note } = withStability(proved, rule, at);
  const migration = migrationOf(event);
  const shown = match.proof?.verdict === "no" && severity !== "INFO" ? match.proof : undefined;
  const witness = shown?.witness;
  return {
    id: rule.id,
    ...(match.facet === undefined ? {} : { facet: match.facet }),
    ...(match.former === undefined || match.former === rule.id ? {} : { former: match.former }),
    severity,
    categories: [...categoriesOf(rule, event), ...(match.also ?? [])],
    ...(at.tool === undefined ? {} : { tool: at.tool }),
    subject: at.subject,
    message: match.message,
    ...withHelp(
      rule.severity !== "INFO" && severity === "INFO" ? undefined : match.help,
      severity === "INFO" ? undefined : keptHelp(rule, at),
    ),
    ...(witness === undefined ? {} : { witness }),
    ...(witness !== undefined && shown?.isIgnored === true ? { isIgnored: true } : {}),
    ...(note === undefined ? {} : { note }),
    ...(migration === undefined ? {} : { migration }),
    ...(rule.hidden === true || isAbsorbed ? { hidden: true } : {}),
    ...placeOf({ ...at, ...pointersBelow(at, { base: points, head: points }) }, reporting),
    fingerprint: fingerprintOf(match.former ?? rule.id, event, match),
  };
}

function withHelp(...parts: readonly (string | undefined)[]): Pick<Change, "help"> {
  const reported = parts.filter((part) => part !== undefined);
  return reported.length === 0 ? {} : { help: reported.join("; ") };
}

/** Who asks for the version that was kept is not touched; all others are, so the severity stays. */
function keptHelp(rule: DiffRule, { keptVersion }: Place): string | undefined {
  const touchesCalls = rule.categories.some((category) => category === "CALL" || category === "RESULT");
  return keptVersion === undefined || !touchesCalls
    ? undefined
    : `version ${keptVersion} is kept for callers that ask for it by _meta["pegboard/version"]`;
}

/** Rules of both directions belong to callers where arguments are meant, to readers where results are. */
function categoriesOf(rule: DiffRule, event: DiffEvent): readonly Category[] {
  if (!("side" in event.at)) return rule.categories;
  const other = event.at.side === "input" ? "RESULT" : "CALL";
  const both = rule.categories.includes("CALL") && rule.categories.includes("RESULT");
  return both ? rule.categories.filter((category) => category !== other) : rule.categories;
}

/** Events that a comparison of schemas can prove. The name of a tool that is gone, or another meaning, needs no proof. */
const provable: ReadonlySet<DiffEvent["kind"]> = new Set([
  "tool-kept",
  "field-removed",
  "alias-kept",
  "alias-result-kept",
  "field-kept",
  "field-added",
  "type-kept",
  "facet-changed",
]);

function withProof(rule: DiffRule, event: DiffEvent, proof: Proof | undefined): Verdict {
  const asserts = rule.severity === "ERR" && rule.categories.some((one) => one === "CALL" || one === "RESULT");
  if (!asserts || !provable.has(event.kind) || rule.proof === "none") return { severity: rule.severity };
  switch (proof?.verdict) {
    case "yes":
      return { severity: "INFO", note: "compared: everything that was accepted still is" };
    case "unknown":
      return { severity: "WARN", note: `can't be decided: ${proof.reason}` };
    default:
      return { severity: rule.severity };
  }
}

const absorbed: Verdict = { severity: "INFO", note: "compared: another option of the union takes the same values" };

function eased(rule: DiffRule, reason: string): Verdict {
  return rule.severity === "ERR" ? { severity: "WARN", note: reason } : { severity: rule.severity };
}

/** Nothing was promised about experimental tools: what breaks them is a warning. */
function withStability(verdict: Verdict, rule: DiffRule, at: Place): Verdict {
  if (at.stability !== "experimental" || verdict.severity !== "ERR" || rule.categories.includes("CATALOG"))
    return verdict;
  return { severity: "WARN", note: "a break, but the tool is experimental" };
}

function placeOf(at: Place, reporting: Reporting): Pick<Change, "span" | "path" | "side" | "nearest"> {
  const { origins, basePath, headPath = "", inLists } = reporting;
  if (at.headPointer !== undefined) {
    const span = origins === undefined ? undefined : originOf(origins, at.headPointer);
    const path = span === undefined ? `${headPath}#${inLists?.head(at.headPointer) ?? at.headPointer}` : span.file.path;
    return { path, side: "head", ...(span === undefined ? {} : { span }) };
  }
  const nearest = nearestOf(at, reporting);
  const basePointer = at.basePointer ?? "";
  return {
    path: `${basePath}#${inLists?.base(basePointer) ?? basePointer}`,
    side: "base",
    ...(nearest === undefined ? {} : { nearest }),
  };
}

/** The tool that lost something; the server, where a whole tool or a part of the catalog is gone. */
function nearestOf(at: Place, { origins, head }: Reporting): Span | undefined {
  if (origins === undefined || head === undefined) return undefined;
  const index = head.tools.findIndex((tool) => tool.name === at.tool);
  return originOf(origins, index === -1 ? "/server" : pointer("/tools", index));
}
