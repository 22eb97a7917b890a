import { sameJson } from "../../contract/alias.ts";
import type { Change } from "./change.ts";
import type { ComparedCatalog } from "./compared.ts";
import { argumentsSchema, hasNoResult, resultSchema } from "./compared.ts";
import type { DiffEvent, EventOf, ValuePlace } from "./event.ts";
import { judge, type Reporting } from "./judge.ts";
import { pointersBelow } from "./pointers-below.ts";
import type { Proof, Prover } from "./proofs.ts";
import { keepOldForm } from "./repairs.ts";
import { rules } from "./rules.ts";

/** A finding and the event that it is about. */
export interface FoundChange {
  readonly event: DiffEvent;
  readonly change: Change;
}

interface Asking {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
  readonly prover: Prover;
  readonly reporting: Reporting;
}

/**
 * What no rule has named and what is not proved compatible all the same: first each param and result field about which
 * nothing dangerous was found, then all arguments and the whole result of each tool. So nothing that breaks goes by
 * unreported.
 */
export function leftovers(
  events: readonly DiffEvent[],
  found: readonly FoundChange[],
  asking: Asking,
): readonly Change[] {
  const byField = new Map<unknown, FoundChange[]>();
  for (const one of found) {
    const field = "root" in one.event.at ? one.event.at.root?.base : undefined;
    if (field === undefined) continue;
    const others = byField.get(field);
    if (others === undefined) byField.set(field, [one]);
    else others.push(one);
  }
  const inFields = events.flatMap((event): readonly FoundChange[] => {
    if (event.kind !== "field-kept" || event.at.root?.base !== event.base) return [];
    const { root, head, side } = event.at;
    const known = byField
      .get(root.base)
      ?.some(
        (one) => (isAlarm(one, side) || wasAnnounced(one)) && "head" in one.event.at && one.event.at.head === head,
      );
    const proof = known === true ? undefined : asking.prover.proveField(event.at);
    const change = proof === undefined ? undefined : leftover(event, `'${event.head.name}'`, proof, asking.reporting);
    return change === undefined ? [] : [{ event, change }];
  });
  const all = [...found, ...inFields];
  const wholes = events.flatMap((event): readonly Change[] =>
    event.kind === "tool-kept" && isMoreThanFields(event) ? wholeOf(event, all, asking) : [],
  );
  return [...inFields.map(({ change }) => change), ...wholes];
}

/** Our own arguments and results are nothing but their fields, where no keywords stand beside these. */
function isMoreThanFields({ base, head }: EventOf<"tool-kept">): boolean {
  if (head.listed !== undefined) return true;
  return !sameJson([base.input, base.output], [head.input, head.output]);
}

function wholeOf(event: EventOf<"tool-kept">, found: readonly FoundChange[], asking: Asking): readonly Change[] {
  const { base, head, at } = event;
  return (["input", "output"] as const).flatMap((side): readonly Change[] => {
    if (side === "output" && hasNoResult(base)) return [];
    const about = found.filter(
      ({ event: { at: place } }) => place.tool === at.tool && place.subject.startsWith(at.subject),
    );
    if (about.some((one) => isAlarm(one, side))) return [];
    const schema = side === "input" ? argumentsSchema : resultSchema;
    if (sameJson(schema(base, asking.base), schema(head, asking.head))) return [];
    const own = side === "input" ? "params" : "result";
    const key = { base: [base[side] === undefined ? own : side], head: [head[side] === undefined ? own : side] };
    const place: ValuePlace = {
      ...at,
      side,
      base,
      head,
      trail: [],
      ...pointersBelow(at, key),
    };
    const types = { base: base.result, head: head.result };
    const change = leftover(
      { kind: "type-kept", at: place, ...types },
      side === "input" ? "the input schema" : "the result",
      asking.prover.proveWhole(place),
      asking.reporting,
    );
    return change === undefined ? [] : [change];
  });
}

/** A warning that no proof stands behind, like a changed default, is about something else. */
function isAlarm({ event, change }: FoundChange, side: ValuePlace["side"]): boolean {
  const isLoud = change.severity === "ERR" || (change.severity === "WARN" && change.note !== undefined);
  const category = side === "input" ? "CALL" : "RESULT";
  return isLoud && change.categories.includes(category) && (!("side" in event.at) || event.at.side === side);
}

/** Values may go when their sunset has passed: who still sends one is refused, as was announced. */
function wasAnnounced({ change }: FoundChange): boolean {
  return change.id === "enum-value-removed-after-sunset";
}

function leftover(
  event: EventOf<"field-kept"> | EventOf<"type-kept">,
  subject: string,
  proof: Proof,
  reporting: Reporting,
): Change | undefined {
  if (proof.verdict === "yes") return undefined;
  const id = proof.verdict === "no" ? "otherwise-incompatible" : "undecidable-change";
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`invariant: no rule '${id}'`);
  const breaks = event.at.side === "input" ? "no longer accepts all that was accepted" : "may be more than it was";
  const message =
    proof.verdict === "no"
      ? `${subject} ${breaks}: ${proof.reason}`
      : `${subject} changed in a way that can't be decided: ${proof.reason}`;
  const repair = keepOldForm(event.at);
  const help = proof.verdict === "no" ? repair : `compare it by hand; where in doubt, ${repair}`;
  return judge(rule, event, { message, help, proof }, reporting);
}
