import type { Clock } from "../runtime/ports.ts";
import type { Store } from "../store/store.ts";

/** What every service needs. */
export interface ServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
}
