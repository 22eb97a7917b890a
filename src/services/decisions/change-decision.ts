import type { ActivityEvent, ActivityRow } from "../../store/activity-rows.ts";
import type { DecisionRow, DecisionStatus, DecisionTexts } from "../../store/decision-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { type Decision, decisionAt, decisionOf, decisionText } from "./decision.ts";

/** Who writes; a person at the command line has no session. */
export type DecisionWriter = Pick<ActivityRow, "agent" | "session">;

/** What only a person does. */
export type Verdict = "accept" | "reject" | "supersede" | "deprecate";

export type ChangeDecision = { readonly decisionId: string; readonly writer: DecisionWriter } & DecisionAction;

type DecisionAction =
  | { readonly action: "propose" }
  /** What is absent stays. */
  | { readonly action: "update"; readonly texts: Partial<DecisionTexts> }
  | { readonly action: Exclude<Verdict, "supersede">; readonly decidedBy: string }
  /** @param byId the accepted decision of the same project that takes its place */
  | { readonly action: "supersede"; readonly decidedBy: string; readonly byId: string };

export type ChangedDecision = { readonly status: "done"; readonly decision: Decision } | RefusedChange;

/** Nothing changed. */
export type RefusedChange =
  | { readonly status: "not_found" }
  /** Its status does not allow the action. */
  | { readonly status: "refused"; readonly decision: Decision }
  /** The other one is not accepted, or belongs to another project. */
  | { readonly status: "not_successor"; readonly successor: Decision };

interface Step {
  readonly from: readonly DecisionStatus[];
  readonly to: DecisionStatus;
  readonly event: ActivityEvent;
}

/** The whole state machine. A rejected decision may be accepted after all; nothing else goes back. */
const steps: Readonly<Record<"propose" | Verdict, Step>> = {
  propose: { from: ["draft"], to: "proposed", event: "decision_proposed" },
  accept: { from: ["draft", "proposed", "rejected"], to: "accepted", event: "decision_accepted" },
  reject: { from: ["draft", "proposed"], to: "rejected", event: "decision_rejected" },
  supersede: { from: ["accepted"], to: "superseded", event: "decision_superseded" },
  deprecate: { from: ["accepted"], to: "deprecated", event: "decision_deprecated" },
};

/** What is open may still be rewritten. */
const open: readonly DecisionStatus[] = ["draft", "proposed"];

/** What `changeDecision` would refuse; undefined: nothing. */
export async function refusalOf(
  { decisions }: ReadableRows,
  request: Pick<ChangeDecision, "decisionId" | "action"> & { readonly byId?: string },
): Promise<RefusedChange | undefined> {
  const row = await decisions.byId(request.decisionId);
  if (row === undefined) return { status: "not_found" };
  const from = request.action === "update" ? open : steps[request.action].from;
  if (!from.includes(row.status)) return { status: "refused", decision: decisionOf(row) };
  if (request.byId === undefined) return undefined;
  const successor = await decisions.byId(request.byId);
  if (successor === undefined) return { status: "not_found" };
  return canReplace(successor, row) ? undefined : { status: "not_successor", successor: decisionOf(successor) };
}

/** One action, and its line in the activity log. */
export async function changeDecision(
  rows: WritableRows,
  request: ChangeDecision,
  at: number,
): Promise<ChangedDecision> {
  const { decisions, activity } = rows;
  const { decisionId, writer, action } = request;
  const refusal = await refusalOf(rows, request);
  if (refusal !== undefined) return refusal;
  const row = await decisions.byId(decisionId);
  if (row === undefined) throw new Error(`invariant: decision ${decisionId} was found in the same transaction`);
  if (action === "update") {
    await decisions.edit(decisionId, { ...textsOf(row), ...plainTexts(request.texts) });
    await decisions.update(decisionId, { ...stateOf(row), updatedAt: at });
  } else {
    if (action === "supersede") await decisions.supersede(decisionId, request.byId);
    const decided = "decidedBy" in request ? { decidedBy: request.decidedBy, decidedAt: at } : {};
    await decisions.update(decisionId, { ...stateOf(row), ...decided, status: steps[action].to, updatedAt: at });
  }
  const event = action === "update" ? "decision_updated" : steps[action].event;
  await activity.append({ ...writer, at, event, subject: decisionId });
  return { status: "done", decision: await decisionAt(decisions, decisionId) };
}

function canReplace(successor: DecisionRow, row: DecisionRow): boolean {
  return successor.id !== row.id && successor.projectId === row.projectId && successor.status === "accepted";
}

export function textsOf({ title, area, context, description, consequences }: DecisionTexts): DecisionTexts {
  return { title, area, context, description, consequences };
}

export function stateOf({ status, decidedBy, decidedAt, updatedAt }: DecisionRow) {
  return { status, decidedBy, decidedAt, updatedAt };
}

/** Texts as they are stored, so that a file gives back what it was made of. */
export function plainTexts<Texts extends Partial<DecisionTexts>>(texts: Texts): Texts {
  const names = ["title", "area", "context", "description", "consequences"] as const;
  const plain = names.flatMap((name) => {
    const text = texts[name];
    return text === undefined ? [] : [[name, plainText(name, text)]];
  });
  return { ...texts, ...Object.fromEntries(plain) };
}

function plainText(name: keyof DecisionTexts, text: string): string {
  return name === "title" || name === "area" ? text.replaceAll(/\s+/g, " ").trim() : decisionText(text);
}
