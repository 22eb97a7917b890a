import { type Origins, originOf } from "../catalog/origins.ts";
import type { Bump, Category, Change, DiffReport, Severity } from "./change.ts";
import type { DiffEvent, Place } from "./event.ts";
import type { Proof } from "./proofs.ts";
import type { DiffRule } from "./rule.ts";
import { sha256 } from "./sha256.ts";

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
}

/** What a rule said about an event, with its severity settled: proofs first, then the tool's stability. */
export function judge(
  rule: DiffRule,
  event: DiffEvent,
  said: { readonly message: string; readonly help: string | undefined; readonly proof: Proof | undefined },
  reporting: Reporting,
): Change {
  const { at } = event;
  const proved = withProof(rule, event, said.proof);
  const { severity, note } = withStability(proved, rule, at);
  const witness = said.proof?.verdict === "no" && severity !== "INFO" ? said.proof.witness : undefined;
  return {
    id: rule.id,
    severity,
    categories: categoriesOf(rule, event),
    ...(at.tool === undefined ? {} : { tool: at.tool }),
    subject: at.subject,
    message: said.message,
    ...withHelp(said.help, severity === "INFO" ? undefined : keptHelp(rule, at)),
    ...(witness === undefined ? {} : { witness }),
    ...(note === undefined ? {} : { note }),
    ...placeOf(at, reporting),
    fingerprint: sha256(JSON.stringify([rule.id, at.subject, said.message])).slice(0, 12),
  };
}

function withHelp(...parts: readonly (string | undefined)[]): Pick<Change, "help"> {
  const told = parts.filter((part) => part !== undefined);
  return told.length === 0 ? {} : { help: told.join("; ") };
}

/** Who asks for the version that was kept is not touched; everybody else is, so the severity stays. */
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

/** Events that a comparison of schemas can prove. A name that is gone, or another meaning, needs no proof. */
const provable: ReadonlySet<DiffEvent["kind"]> = new Set([
  "alias-kept",
  "openness-kept",
  "field-kept",
  "field-added",
  "type-kept",
  "value-removed",
  "value-added",
  "value-alias-removed",
  "branch-removed",
  "branch-added",
]);

function withProof(rule: DiffRule, event: DiffEvent, proof: Proof | undefined): Verdict {
  const asserts = rule.severity === "ERR" && rule.categories.some((one) => one === "CALL" || one === "RESULT");
  if (!asserts || !provable.has(event.kind) || rule.id === "unit-or-meaning-tag-changed")
    return { severity: rule.severity };
  switch (proof?.verdict) {
    case "yes":
      return { severity: "INFO", note: "compared: everything that was accepted still is" };
    case "unknown":
      return { severity: "WARN", note: `can't be decided: ${proof.reason}` };
    default:
      return { severity: rule.severity };
  }
}

/** Nothing was promised about experimental tools: what breaks them is a warning. */
function withStability(verdict: Verdict, rule: DiffRule, at: Place): Verdict {
  if (at.stability !== "experimental" || verdict.severity !== "ERR" || rule.categories.includes("CATALOG"))
    return verdict;
  return { severity: "WARN", note: "a break, but the tool is experimental" };
}

function placeOf(at: Place, { origins, basePath }: Reporting): Pick<Change, "span" | "path"> {
  if (at.headPointer === undefined) return { path: `${basePath}#${at.basePointer ?? ""}` };
  const span = origins === undefined ? undefined : originOf(origins, at.headPointer);
  const path = span === undefined ? `#${at.headPointer}` : span.file.path;
  return { path, ...(span === undefined ? {} : { span }) };
}

const order: readonly Severity[] = ["ERR", "WARN", "INFO"];

/** Sorts, counts, and says what version bump the changes ask for. */
export function report(changes: readonly Change[], baseVersion: string, headVersion: string): DiffReport {
  const sorted = [...changes].sort(
    (a, b) =>
      order.indexOf(a.severity) - order.indexOf(b.severity) ||
      compare(a.subject, b.subject) ||
      compare(a.id, b.id) ||
      compare(a.message, b.message),
  );
  const count = (severity: Severity) => sorted.filter((change) => change.severity === severity).length;
  const counts = { ERR: count("ERR"), WARN: count("WARN"), INFO: count("INFO") };
  return { changes: sorted, counts, required: requiredBump(sorted, baseVersion), baseVersion, headVersion };
}

/**
 * A break asks for a major version, a warning or an addition for a minor one, anything else for a patch. Below 1.0.0, as
 * semver has it, the minor number is the one that breaks: a break asks for a minor version there and all else for a patch.
 */
function requiredBump(changes: readonly Change[], baseVersion: string): Bump {
  if (changes.length === 0) return "none";
  const early = baseVersion.startsWith("0.");
  if (changes.some((change) => change.severity === "ERR")) return early ? "minor" : "major";
  const grows = changes.some((change) => change.severity === "WARN" || isAddition(change));
  return grows && !early ? "minor" : "patch";
}

function isAddition(change: Change): boolean {
  return /-added(?:-|$)/.test(change.id) || change.id.endsWith("-widened");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
