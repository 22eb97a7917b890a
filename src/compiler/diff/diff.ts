import type { Json } from "../../contract/json.ts";
import type { Origins } from "../catalog/origins.ts";
import type { CountTokens } from "../tokens/listing-cost.ts";
import { align } from "./align.ts";
import type { Change, DiffReport, Severity } from "./change.ts";
import type { ComparedCatalog } from "./compared.ts";
import { consequences } from "./consequences/consequences.ts";
import { declaredVersion } from "./declared-version.ts";
import type { DiffEvent, EventKind, EventOf } from "./event.ts";
import { judge, type Reporting } from "./judge.ts";
import { leftovers, type Said } from "./leftovers.ts";
import { openProver, type Proof, type Prover } from "./proofs.ts";
import { reminders } from "./reminders.ts";
import { report } from "./report.ts";
import type { DiffRule, RuleContext, RuleOn } from "./rule.ts";
import { rules } from "./rules.ts";

export interface DiffOptions {
  /** Where the head was written; findings point there. */
  readonly origins?: Origins;
  /** `YYYY-MM-DD`; without it no sunset has passed. */
  readonly today?: string;
  /** What the base is called in findings about what is gone. */
  readonly basePath?: string;
  /** The base is a release: then the version in catalog.yaml is judged by what changed since. */
  readonly released?: true;
  /** What texts cost a model; without it, costs are not compared. */
  readonly countTokens?: CountTokens;
  /**
   * Handlers of the head that are there, as `src/handlers/notes/note_create.ts`; without it, only what the catalogs alone
   * show is told of them.
   */
  readonly handlers?: readonly string[];
  /** What the head is called, where it has no origins. */
  readonly headPath?: string;
  /** Of lists that are compared: where in them stands what a pointer into a compared catalog means. */
  readonly inLists?: NonNullable<Reporting["inLists"]>;
}

/**
 * Compares two catalogs: aligns them once, asks every rule about every event, judges what was said. Equal catalogs give
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
    widens: (at, from, to) => prover.compare(at, from, to, "widens"),
    narrows: (at, from, to) => prover.compare(at, from, to, "narrows"),
  };
  const aligned = align(base, head);
  const events = [...aligned, ...consequences(aligned, { base, head, ...meansOf(options) })];
  const said = events.flatMap((event) => runRules(event, context, prover, reporting));
  const changes = [...said.map(({ change }) => change), ...leftovers(events, said, { base, head, prover, reporting })];
  const found = report(changes, base.server.version, head.server.version);
  // What is no change itself is told beside changes only, and asks for no version of its own.
  const beside = [
    ...(changes.length === 0 ? [] : reminders(head, options.today, changes)),
    ...(options.released === true ? [declaredVersion(found)] : []),
  ].flatMap((event) => runRules(event, context, prover, reporting));
  return beside.length === 0
    ? found
    : report([...changes, ...beside.map(({ change }) => change)], base.server.version, head.server.version);
}

function meansOf({ countTokens, handlers }: DiffOptions): Pick<DiffOptions, "countTokens" | "handlers"> {
  return {
    ...(countTokens === undefined ? {} : { countTokens }),
    ...(handlers === undefined ? {} : { handlers }),
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

function runRules(event: DiffEvent, context: RuleContext, prover: Prover, reporting: Reporting): readonly Said[] {
  return (rulesOn.get(event.kind) ?? []).flatMap((rule): Said[] => {
    const words = ask(rule, event, context);
    if (words === undefined) return [];
    const proof = proofOf(rule, event, words.shown, prover);
    // A comparison that was asked for and shows nothing has nothing to say.
    const asked = event.kind === "alias-kept" || event.kind === "alias-result-kept";
    if (asked && proof?.verdict === "yes") return [];
    return [{ event, change: judge(rule, event, { ...words, proof }, reporting) }];
  });
}

function proofOf(rule: DiffRule, event: DiffEvent, shown: Json | undefined, prover: Prover): Proof | undefined {
  if (rule.severity !== "ERR" || rule.proof === "none") return undefined;
  if (event.kind === "tool-kept" && rule.categories.includes("RESULT") && shown === undefined) {
    return prover.proveResult(event.base, event.head);
  }
  return shown === undefined ? prover.prove(event, rule.id) : { verdict: "no", witness: shown, path: "", reason: "" };
}

function ask(
  rule: DiffRule,
  event: DiffEvent,
  context: RuleContext,
):
  | {
      readonly message: string;
      readonly help: string | undefined;
      readonly values: Json | undefined;
      readonly eased: string | undefined;
      readonly shown: Json | undefined;
    }
  | undefined {
  if (rule.on !== event.kind) return undefined;
  // The kinds are equal, so the rule takes this event; TypeScript can't follow that through the union of rules.
  return askOn(rule as RuleOn<EventKind>, event as EventOf<EventKind>, context);
}

function askOn(rule: RuleOn<EventKind>, event: EventOf<EventKind>, context: RuleContext) {
  const message = rule.message(event, context);
  return message === undefined
    ? undefined
    : {
        message,
        help: rule.help?.(event, context),
        values: rule.values?.(event, context),
        eased: rule.eases?.(event, context),
        shown: rule.shows?.(event, context),
      };
}
