import type { Failure, HandlerResult, Success } from "pegboard/runtime";
import { type FailureCode, type FailureData, ProjectFailure } from "../services/project-config/failure.ts";

/** By code: how a result is made of a failure. `errors` of the catalog has a maker for each. */
type Makers<Code extends FailureCode> = { readonly [One in Code]: (data: FailureData[One]) => Failure<One> };

/**
 * Does the work of a handler; what stands in its way becomes an error that the tool declares.
 * @throws a failure that the tool does not declare, which is a bug of the tool
 */
export async function attempt<Output, Code extends FailureCode>(
  makers: Makers<Code>,
  work: () => Promise<Success<Output>>,
): Promise<HandlerResult<Output, Code>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProjectFailure) || !isCodeOf(makers, error.code)) throw error;
    // The data belongs to the code: the failure was made with both.
    const make = makers[error.code] as (data: object) => Failure<Code>;
    return make(error.data);
  }
}

function isCodeOf<Code extends FailureCode>(makers: Makers<Code>, code: FailureCode): code is Code {
  return Object.hasOwn(makers, code);
}
