import type { Clock } from "../runtime/ports.ts";
import type { Store } from "../store/store.ts";

/** What every service needs. */
export interface ServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
}

/** Time and ids for one operation. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly newId: () => string;
}
