import type { Catalog } from "../catalog/catalog.ts";
import type { Origins } from "../catalog/origins.ts";
import { align } from "./align.ts";
import type { Change, DiffReport, Severity } from "./change.ts";
import type { DiffEvent, EventKind, EventOf } from "./event.ts";
import { judge, type Reporting, report } from "./judge.ts";
import { openProver, type Prover } from "./proofs.ts";
import type { DiffRule, RuleContext, RuleOn } from "./rule.ts";
import { rules } from "./rules.ts";

export interface DiffOptions {
  /** Where the head was written; findings point there. */
  readonly origins?: Origins;
  /** `YYYY-MM-DD`; without it no sunset has passed. */
  readonly today?: string;
  /** What the base is called in findings about what is gone. */
  readonly basePath?: string;
}

/**
 * Compares two catalogs: aligns them once, asks every rule about every event, judges what was said. Equal catalogs give
 * no change, whatever the order of their keys.
 */
export function diff(base: Catalog, head: Catalog, options: DiffOptions = {}): DiffReport {
  const prover = openProver(base, head);
  const reporting: Reporting = {
    basePath: options.basePath ?? "test/baseline/catalog.json",
    ...(options.origins === undefined ? {} : { origins: options.origins }),
  };
  const context: RuleContext = {
    base,
    head,
    ...(options.today === undefined ? {} : { today: options.today }),
    widens: (at, from, to) => prover.compare(at, from, to, "widens"),
    narrows: (at, from, to) => prover.compare(at, from, to, "narrows"),
  };
  const events = align(base, head);
  const said = events.flatMap((event) => speak(event, context, prover, reporting));
  const changes = [...said.map(({ change }) => change), ...leftovers(events, said, prover, reporting)];
  return report(changes, base.server.version, head.server.version);
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
      (gate.categories === undefined || change.categories.some((one) => gate.categories?.includes(one))),
  );
}

const rulesOn = new Map<EventKind, readonly DiffRule[]>();
for (const rule of rules) rulesOn.set(rule.on, [...(rulesOn.get(rule.on) ?? []), rule]);

interface Said {
  readonly event: DiffEvent;
  readonly change: Change;
}

function speak(event: DiffEvent, context: RuleContext, prover: Prover, reporting: Reporting): readonly Said[] {
  return (rulesOn.get(event.kind) ?? []).flatMap((rule): Said[] => {
    const words = ask(rule, event, context);
    if (words === undefined) return [];
    const proof = rule.severity === "ERR" ? prover.prove(event) : undefined;
    // A comparison that was asked for and shows nothing has nothing to say.
    if (event.kind === "alias-kept" && proof?.verdict === "yes") return [];
    return [{ event, change: judge(rule, event, { ...words, proof }, reporting) }];
  });
}

function ask(
  rule: DiffRule,
  event: DiffEvent,
  context: RuleContext,
): { readonly message: string; readonly help: string | undefined } | undefined {
  if (rule.on !== event.kind) return undefined;
  // The kinds are equal, so the rule takes this event; TypeScript can't follow that through the union of rules.
  return askOn(rule as RuleOn<EventKind>, event as EventOf<EventKind>, context);
}

function askOn(rule: RuleOn<EventKind>, event: EventOf<EventKind>, context: RuleContext) {
  const message = rule.says(event, context);
  return message === undefined ? undefined : { message, help: rule.help?.(event, context) };
}

/** Params and result fields that are not proved compatible though no rule found anything dangerous in them. */
function leftovers(
  events: readonly DiffEvent[],
  said: readonly Said[],
  prover: Prover,
  reporting: Reporting,
): readonly Change[] {
  return events.flatMap((event): Change[] => {
    if (event.kind !== "field-kept" || event.at.root?.base !== event.base) return [];
    const { root, side } = event.at;
    const known = said.some(
      (one) =>
        "root" in one.event.at &&
        one.event.at.root?.base === root.base &&
        one.event.at.head === event.at.head &&
        one.event.at.side === side &&
        // A warning that no proof stands behind, like a changed default, is about something else.
        (one.change.severity === "ERR" || (one.change.severity === "WARN" && one.change.note !== undefined)) &&
        one.change.categories.some((category) => category === "CALL" || category === "RESULT"),
    );
    const proof = known ? undefined : prover.proveField(event.at);
    if (proof === undefined || proof.verdict === "yes") return [];
    const id = proof.verdict === "no" ? "otherwise-incompatible" : "undecidable-change";
    const rule = rules.find((one) => one.id === id);
    if (rule === undefined) throw new Error(`invariant: no rule '${id}'`);
    const message =
      proof.verdict === "no"
        ? `'${event.head.name}' does not take all that it took: ${proof.reason}`
        : `'${event.head.name}' changed in a way that can't be decided: ${proof.reason}`;
    return [judge(rule, event, { message, help: undefined, proof }, reporting)];
  });
}
