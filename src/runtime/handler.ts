import type { Contract } from "./contract.ts";
import type { CallContext } from "./ports.ts";
import type { HandlerResult } from "./result.ts";

/**
 * A hand-written tool. Its input was validated against the YAML before it arrives; its result is checked after it
 * leaves; it can only raise errors that the YAML declares.
 */
export type Handler<C extends Contract, Deps> = (
  input: C["input"],
  deps: Deps,
  call: CallContext<C["session"]>,
) => HandlerResult<C["output"], C["error"]> | Promise<HandlerResult<C["output"], C["error"]>>;
