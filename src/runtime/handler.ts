import type { Contract } from "./contract.ts";
import type { CallContext } from "./ports.ts";
import type { HandlerResult } from "./result.ts";

/** A tool whose YAML says `confirm: {preview: true}`. */
export interface PreviewedHandler<C extends Contract, Deps> {
  /**
   * Says what the call would destroy, as the end of the sentence "this would …", at most 2,000 characters; or raises the error
   * that the call would raise. It runs instead of the handler until the call is confirmed, and must change nothing.
   */
  readonly preview: (
    input: C["input"],
    deps: Deps,
    call: CallContext<C["session"]>,
  ) => HandlerResult<string, C["error"]> | PreviewOf<C>;
  /** Runs the confirmed call. */
  readonly run: Handler<C, Deps>;
}

/**
 * A hand-written tool. Its input was validated against the YAML before it arrives; its result is checked after it
 * leaves; it can only raise errors that the YAML declares.
 */
export type Handler<C extends Contract, Deps> = (
  input: C["input"],
  deps: Deps,
  call: CallContext<C["session"]>,
) => HandlerResult<C["output"], C["error"]> | Promise<HandlerResult<C["output"], C["error"]>>;

/**
 * What an `async` handler returns. Written behind its parameters, it makes the type checker report a wrong return, an undeclared error
 * or an action without a return where it stands, in one line, instead of at the name of the handler.
 */
export type ResultOf<C extends Contract> = Promise<HandlerResult<C["output"], C["error"]>>;

/** What an `async` preview returns, for the same reason. */
export type PreviewOf<C extends Contract> = Promise<HandlerResult<string, C["error"]>>;
