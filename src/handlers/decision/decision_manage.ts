import { type CallContext, ok } from "pegboard/runtime";
import type { DecisionManage, DecisionManageInput } from "../../../generated/contracts/decision_manage.ts";
import { errors } from "../../../generated/errors.ts";
import type { ChangedDecision, Verdict } from "../../services/decisions/change-decision.ts";
import type { Decision } from "../../services/decisions/decision.ts";
import { type Deps, type ToolHandler, writerOf } from "../deps.ts";
import { controlInTitle } from "./control-in-title.ts";
import { findDecision } from "./find-decision.ts";
import { placeOf, wireDecision } from "./wire-decision.ts";

type Update = Extract<DecisionManageInput, { readonly action: "update" }>;
type Call = CallContext<"required">;

export const decisionManage: ToolHandler<DecisionManage> = async (input, deps, call) => {
  const found = await findDecision(deps, input.decision, input.project, call.session);
  if (!found.ok) return found;
  const decision = found.thing;
  const change = { decisionId: decision.id, writer: writerOf(call.session) };
  switch (input.action) {
    case "update": {
      const { texts, refused } = textsOf(input);
      return (
        refused ?? changed(await deps.decisions.change({ ...change, action: "update", texts }), decision, "update")
      );
    }
    case "propose":
      return changed(await deps.decisions.change({ ...change, action: "propose" }), decision, "propose");
    case "accept":
    case "reject":
    case "deprecate": {
      const { action } = input;
      const refused = await unlessDecided(deps, call, { decision, action });
      if (refused !== undefined) return refused;
      return changed(await deps.decisions.change({ ...change, action, decidedBy: userOf(call) }), decision, action);
    }
    case "supersede": {
      const { action } = input;
      const by = await findDecision(deps, input.by, input.project ?? decision.projectId ?? undefined, call.session);
      if (!by.ok) return by;
      const refused = await unlessDecided(deps, call, { decision, action, by: by.thing });
      if (refused !== undefined) return refused;
      const request = { ...change, action, decidedBy: userOf(call), byId: by.thing.id };
      return changed(await deps.decisions.change(request), decision, action);
    }
  }
};

function textsOf({ action, title, description, context, consequences, area }: Update) {
  const texts = { title, description, context, consequences, area };
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  const params = Object.keys(texts);
  const refused =
    Object.keys(given).length === 0 ? errors.nothingToChange({ action, params }) : controlInTitle({ title, area });
  return { texts: given, refused };
}

/** Asks the user, unless it is not possible anyway. */
async function unlessDecided(
  { decisions }: Deps,
  call: Call,
  verdict: { readonly decision: Decision; readonly action: Verdict; readonly by?: Decision },
) {
  const { decision, action, by } = verdict;
  const { id, label, title } = decision;
  const refusal = await decisions.refusal({ decisionId: id, action, ...(by === undefined ? {} : { byId: by.id }) });
  if (refusal !== undefined) return changed(refusal, decision, action);
  const successor = by === undefined ? "" : ` by ${by.label} '${by.title}'`;
  const reply = await call.ask(`${action} ${label} '${title}' of ${placeOf(decision)}${successor}`);
  if (reply === "accepted") return undefined;
  // Ids only: a person may copy it into a shell, and names can hold anything.
  const command = ["pegboard adr", action, id, ...(by === undefined ? [] : ["--by", by.id])].join(" ");
  return errors.decisionUndecided({ action, title, reply: replies[reply], command });
}

const replies = {
  declined: "the user declined",
  cancelled: "the user did not answer",
  unavailable: "the user can't be asked here",
} as const;

function userOf({ session }: Call): string {
  return `the user of ${session.agent}`;
}

function changed(outcome: ChangedDecision, { id, title }: Decision, action: DecisionManageInput["action"]) {
  switch (outcome.status) {
    case "done":
      return ok(wireDecision(outcome.decision), { where: placeOf(outcome.decision) });
    case "not_found":
      // Deleted between the two reads.
      return errors.decisionNotFound({ decision: id });
    case "refused":
      return errors.decisionStatus({
        decision: outcome.decision.label,
        title,
        status: outcome.decision.status,
        action,
      });
    case "not_successor": {
      const { label, title: name, status, project } = outcome.successor;
      return errors.decisionSuccessor({ decision: label, title: name, status, project: project ?? "no project" });
    }
  }
}
