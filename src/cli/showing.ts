import { suggest } from "../diagnostics/suggest.ts";
import type { Showing } from "../runtime/listing.ts";
import type { LocalRegistry } from "./local-catalog.ts";
import { Refusal } from "./refusal.ts";

export interface ShowingOptions {
  readonly profile?: string;
  readonly surface?: string;
  readonly detail?: string;
  readonly hints?: string;
}

export const surfaces = ["direct", "folded", "meta"] as const;
export const details = ["compact", "full", "verbose"] as const;
export const hintWords = ["on", "off"] as const;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What the server shows: a flag goes before its variable (PEGBOARD_PROFILE, PEGBOARD_SURFACE, PEGBOARD_DETAIL,
 * PEGBOARD_HINTS), and that before what the catalog says. `auto` leaves the surface to the catalog.
 * @throws Refusal for a word that is none of them
 */
export function chooseShowing(registry: LocalRegistry, options: ShowingOptions, env: Env): Showing {
  const profile = choose("profile", options.profile, env.PEGBOARD_PROFILE, Object.keys(registry.profiles));
  const surface = choose("surface", options.surface, env.PEGBOARD_SURFACE, [...surfaces, "auto"] as const);
  const detail = choose("detail", options.detail, env.PEGBOARD_DETAIL, details);
  const hints = choose("hints", options.hints, env.PEGBOARD_HINTS, hintWords);
  return {
    profile: profile ?? registry.defaultProfile,
    ...(surface === undefined || surface === "auto" ? {} : { surface }),
    ...(detail === undefined ? {} : { detail }),
    ...(hints === undefined ? {} : { hints }),
  };
}

function choose<Word extends string>(
  what: string,
  flag: string | undefined,
  variable: string | undefined,
  words: readonly Word[],
): Word | undefined {
  // A variable that is set to nothing is not set.
  const named = flag ?? (variable === "" ? undefined : variable);
  if (named === undefined) return undefined;
  const word = words.find((one) => one === named);
  if (word !== undefined) return word;
  const where = flag === undefined ? `PEGBOARD_${what.toUpperCase()}: ` : "";
  throw new Refusal(`${where}there is no ${what} '${named}'`, { hint: suggest(named, words) });
}
