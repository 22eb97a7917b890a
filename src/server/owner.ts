import type { Identity } from "../runtime/ports.ts";

/** To whom belongs what is kept between requests, as a key. Callers without an identity share one. */
export function ownerOf(identity: Identity | undefined): string {
  return identity === undefined ? "" : JSON.stringify([identity.issuer ?? null, identity.subject]);
}
