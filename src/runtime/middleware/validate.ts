import { checkAction } from "../../contract/actions.ts";
import type { CallInProgress } from "../call-state.ts";
import { actionAsCalled, describeViolations, invalidArguments, withAction } from "../invalid-arguments.ts";
import type { CallAnswer } from "../result.ts";
import { entryOf, loadedOf, normalisedOf } from "./stage.ts";

/** Checks the arguments against the contract; the answer names every violation at once. */
export function validate<Deps>(call: CallInProgress<Deps>): CallAnswer | undefined {
  const { validator } = loadedOf(call);
  const normalised = normalisedOf(call);
  const { actions } = entryOf(call);
  const violations = describeViolations({ call, validator, normalised, value: call.arguments });
  if (actions === undefined) {
    return violations.length === 0 ? undefined : invalidArguments(call, violations, validator.input);
  }
  const { input, plan } = validator;
  const calledAs = actionAsCalled(call, actions.by);
  const action = checkAction(actions, call.arguments, normalised.defaulted, input, plan, calledAs);
  const all = withAction(violations, action.violations);
  if (all.length > 0) return invalidArguments(call, all, input);
  // The defaults of params that this action does not take were removed again.
  const defaulted = normalised.defaulted.filter((name) => Object.hasOwn(action.value, name));
  call.arguments = action.value;
  call.normalised = { ...normalised, defaulted };
  return undefined;
}
