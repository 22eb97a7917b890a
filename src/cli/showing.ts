import type { Showing } from "../runtime/listing.ts";
import { chooseWord } from "./choose-word.ts";
import type { LocalRegistry } from "./local-catalog.ts";

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
  const choose = <Word extends string>(what: keyof ShowingOptions, words: readonly Word[]) =>
    chooseWord(what, { flag: options[what], variable: `PEGBOARD_${what.toUpperCase()}`, env }, words);
  const profile = choose("profile", Object.keys(registry.profiles));
  const surface = choose("surface", [...surfaces, "auto"] as const);
  const detail = choose("detail", details);
  const hints = choose("hints", hintWords);
  return {
    profile: profile ?? registry.defaultProfile,
    ...(surface === undefined || surface === "auto" ? {} : { surface }),
    ...(detail === undefined ? {} : { detail }),
    ...(hints === undefined ? {} : { hints }),
  };
}
