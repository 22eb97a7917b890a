import type { Catalog } from "./catalog.ts";

/** Tier and version of a tool that is added now, as far as `defaults` of catalog.yaml does not give it the same. */
export function unlikeDefaults(
  {
    toolDefaults = {},
    server,
  }: { readonly toolDefaults?: Catalog["toolDefaults"]; readonly server: { readonly version: string } },
  tier: string,
): { readonly tier?: string; readonly since?: string } {
  return {
    ...(toolDefaults.tier === tier ? {} : { tier }),
    ...(toolDefaults.since === server.version ? {} : { since: server.version }),
  };
}
