import type { Identity } from "../../runtime/ports.ts";

/** What tells apart to whom something belongs; all who are unknown are one. */
export function ownerOf(identity: Identity | undefined): string {
  return identity === undefined ? "" : JSON.stringify([identity.issuer ?? null, identity.subject]);
}
