import type { Json } from "../../contract/json.ts";
import type { Origins } from "../catalog/origins.ts";
import type { CountTokens } from "../tokens/listing-cost.ts";
import { align } from "./align.ts";
import type { Change, DiffReport, Severity } from "./change.ts";
import type { ComparedCatalog } from "./compared.ts";
import { consequences } from "./consequences/consequences.ts";
import { declaredVersion } from "./declared-version.ts";
import type { DiffEvent, EventKind, EventOf, ValuePlace } from "./event.ts";
import { facetEvents } from "./facets/facets.ts";
import { judge, type Reporting } from "./judge.ts";
import { type FoundChange, leftovers } from "./leftovers.ts";
import { openProver, type Proof, type Prover } from "./proofs.ts";
import { reminders } from "./reminders.ts";
import { report } from "./report.ts";
import type { DiffRule, Formats, RuleContext } from "./rule.ts";
import { rules } from "./rules.ts";

export interface DiffOptions {
  /** Where the head was written; findings point there. */
  readonly origins?: Origins;
  /** `YYYY-MM-DD`; without it no sunset has passed. */
  readonly today?: string;
  /** What the servers of lists do with formats; without it that is seen from their schemas. */
  readonly formats?: Formats;
  /** What the base is called in findings about what is gone. */
  readonly basePath?: string;
  /** The base is a release: then the version in catalog.yaml is judged by what changed since. */
  readonly released?: true;
  /** What texts cost a model; without it, costs are not compared. */
  readonly countTokens?: CountTokens;
  /**
   * Handlers of the head that are there, as `src/handlers/notes/note_create.ts`; without it, only what the catalogs alone
   * show is reported.
   */
  readonly handlers?: readonly string[];
  /** Those of them that pass calls on to another server: their types are of no matter. */
  readonly forwards?: readonly string[];
  /** What the head is called, where it has no origins. */
  readonly headPath?: string;
  /** Of lists that are compared: where in them stands what a pointer into a compared catalog means. */
  readonly inLists?: NonNullable<Reporting["inLists"]>;
}

/**
 * Compares two catalogs: aligns them once, runs every rule on every event, judges what was found. Equal catalogs give
 * no change, whatever the order of their keys.
 */
export function diff(base: ComparedCatalog, head: ComparedCatalog, options: DiffOptions = {}): DiffReport {
  const prover = openProver(base, head);
  const reporting: Reporting = {
    basePath: options.basePath ?? "test/baseline/catalog.json",
    head,
    ...(options.headPath === undefined ? {} : { headPath: options.headPath }),
    ...(options.inLists === undefined ? {} : { inLists: options.inLists }),
    ...(options.origins === undefined ? {} : { origins: options.origins }),
  };
  const context: RuleContext = {
    base,
    head,
    ...(options.today === undefined ? {} : { today: options.today }),
    ...(options.formats === undefined ? {} : { formats: options.formats }),
    widens: (at, from, to) => prover.compare(at, from, to, "widens"),
    narrows: (at, from, to) => prover.compare(at, from, to, "narrows"),
  };
  const aligned = align(base, head).flatMap((event) =>
    event.kind === "type-kept" ? [event, ...facetEvents(event, context)] : [event],
  );
  const events = [...aligned, ...consequences(aligned, { base, head, ...meansOf(options) })];
  const found = events.flatMap((event) => runRules(event, context, prover, reporting));
  const changes = [
    ...found.map(({ change }) => change),
    ...leftovers(events, found, { base, head, prover, reporting }),
  ];
  const whole = report(changes, base.server.version, head.server.version);
  // What is not a change itself is reported beside changes only, and asks for no version of its own.
  const beside = [
    ...(changes.length === 0 ? [] : reminders(head, options.today, changes)),
    ...(options.released === true ? [declaredVersion(whole)] : []),
  ].flatMap((event) => runRules(event, context, prover, reporting));
  return beside.length === 0
    ? whole
    : report([...changes, ...beside.map(({ change }) => change)], base.server.version, head.server.version);
}

function meansOf({
  countTokens,
  handlers,
  forwards,
}: DiffOptions): Pick<DiffOptions, "countTokens" | "handlers" | "forwards"> {
  return {
    ...(countTokens === undefined ? {} : { countTokens }),
    ...(handlers === undefined ? {} : { handlers }),
    ...(forwards === undefined ? {} : { forwards }),
  };
}

/** A gate for continuous integration: the changes that fail it. */
export function failing(
  report: DiffReport,
  gate: { readonly failOn: Severity; readonly categories?: readonly Change["categories"][number][] },
): readonly Change[] {
  const levels: readonly Severity[] = ["ERR", "WARN", "INFO"];
  const enough = levels.slice(0, levels.indexOf(gate.failOn) + 1);
  return report.changes.filter(
    (change) =>
      enough.includes(change.severity) &&
      change.accepted === undefined &&
      change.hidden !== true &&
      (gate.categories === undefined || change.categories.some((one) => gate.categories?.includes(one))),
  );
}

const rulesOn = new Map<EventKind, readonly DiffRule[]>();
for (const rule of rules) rulesOn.set(rule.on, [...(rulesOn.get(rule.on) ?? []), rule]);

function runRules(
  event: DiffEvent,
  context: RuleContext,
  prover: Prover,
  reporting: Reporting,
): readonly FoundChange[] {
  const found: FoundChange[] = [];
  for (const rule of rulesOn.get(event.kind) ?? []) {
    if (event.kind === "tool-kept" && rule.reads?.some((key) => event.changed.has(key)) === false) continue;
    const match = rule.match(event, context);
    if (match === undefined) continue;
    const proof = proofOf(rule, event, match.shown, prover);
    // A comparison that was asked for and shows nothing has nothing to report.
    const asked = event.kind === "alias-kept" || event.kind === "alias-result-kept";
    if (asked && proof?.verdict === "yes") continue;
    const absorbed = isAbsorbed(rule, event, prover);
    found.push({ event, change: judge(rule, event, { ...match, proof, absorbed }, reporting) });
  }
  return found;
}

/** One option of a union takes less or more, and another one takes just that. */
function isAbsorbed(rule: DiffRule, event: DiffEvent, prover: Prover): boolean {
  switch (event.kind) {
    case "facet-changed":
      return event.facet.proof !== "none" && isInUnion(event.at, event) && prover.takesTheSame(event.at);
    case "field-removed":
    case "field-added":
    case "field-kept":
      return rule.proof !== "none" && isAboutValues(rule) && isInUnion(event.at) && prover.takesTheSame(event.at);
    default:
      return false;
  }
}

function isAboutValues({ categories }: DiffRule): boolean {
  return categories.includes("CALL") || categories.includes("RESULT");
}

function isInUnion({ trail }: ValuePlace, types?: Pick<EventOf<"facet-changed">, "base" | "head">): boolean {
  return trail.some(({ into }) => into === "option") || types?.base.kind === "union" || types?.head.kind === "union";
}

function proofOf(rule: DiffRule, event: DiffEvent, shown: Json | undefined, prover: Prover): Proof | undefined {
  if (rule.severity !== "ERR" || rule.proof === "none") return undefined;
  if (event.kind === "facet-changed" && event.facet.proof === "none") return undefined;
  if (event.kind === "tool-kept" && rule.categories.includes("RESULT") && shown === undefined) {
    return prover.proveResult(event.base, event.head);
  }
  return shown === undefined ? prover.prove(event) : { verdict: "no", witness: shown, path: "", reason: "" };
}
