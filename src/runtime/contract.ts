import type { SessionNeed } from "../contract/tool-facts.ts";

/**
 * A tool's contract as a type: what its handler gets, must give, and may raise. The compiler writes one per tool
 * (`generated/contracts/<tool>.ts`); it has no value at run time.
 */
export interface Contract<
  Name extends string = string,
  Input = unknown,
  Output = unknown,
  ErrorName extends string = string,
  Need extends SessionNeed = SessionNeed,
> {
  readonly name: Name;
  readonly input: Input;
  readonly output: Output;
  readonly error: ErrorName;
  readonly session: Need;
}
