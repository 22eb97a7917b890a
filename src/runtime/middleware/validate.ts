import { judgeAction } from "../../contract/actions.ts";
import type { CallState } from "../call-state.ts";
import { describeViolations, invalidArguments } from "../invalid-arguments.ts";
import type { CallAnswer } from "../result.ts";
import { entryOf, loadedOf, normalisedOf } from "./stage.ts";

/** The contract's word on the arguments: every violation at once, or a call whose input needs no further checking. */
export async function validate<Deps>(
  call: CallState<Deps>,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const { validator } = loadedOf(call);
  const normalised = normalisedOf(call);
  const { actions } = entryOf(call);
  const violations = describeViolations({ call, validator, normalised, value: call.arguments });
  if (actions === undefined) {
    return violations.length === 0 ? next(call) : invalidArguments(call, violations, validator.input);
  }
  const judged = judgeAction(actions, call.arguments, normalised.defaulted, validator.input);
  const all = [...violations, ...judged.violations];
  if (all.length > 0) return invalidArguments(call, all, validator.input);
  // The defaults of params that this action does not take were taken off again.
  const defaulted = normalised.defaulted.filter((name) => Object.hasOwn(judged.value, name));
  return next({ ...call, arguments: judged.value, normalised: { ...normalised, defaulted } });
}
