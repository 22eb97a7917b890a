import type { Deprecation } from "../../contract/deprecation.ts";
import type { EventOf, Place } from "./event.ts";

interface Deprecable {
  readonly deprecated?: Deprecation | undefined;
}

/** The notices of something that both sides have; nothing where neither has one, as is usual. */
export function deprecationKept(
  of: EventOf<"deprecation-kept">["of"],
  { deprecated: base }: Deprecable,
  { deprecated: head }: Deprecable,
  at: Place,
): EventOf<"deprecation-kept">[] {
  return base === undefined && head === undefined ? [] : [{ kind: "deprecation-kept", at, of, base, head }];
}
