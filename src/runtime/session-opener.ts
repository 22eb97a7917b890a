import { ownValue } from "../contract/own-property.ts";
import type { Registry } from "./registry.ts";

/** The tool that opens sessions, where clients of a profile have to call it; undefined where sessions open by themselves, or none opens any. */
export function neededOpener<Deps>(
  { opensSession, profiles }: Pick<Registry<Deps>, "opensSession" | "profiles">,
  profile: string,
): string | undefined {
  return ownValue(profiles, profile)?.openSession === undefined ? opensSession : undefined;
}
