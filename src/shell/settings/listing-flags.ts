import { givenMembers } from "../../contract/given-members.ts";
import { autoSurface, type ListingOptions } from "../../runtime/listing.ts";
import type { LocalRegistry } from "../catalog/bound-catalog.ts";
import { type ConfigWord, chooseWord } from "./numbers.ts";

export type ListingFlags = { readonly [what in "profile" | "surface" | "detail" | "hints"]?: string };

export const surfaces = ["direct", "folded", "meta"] as const;
export const details = ["compact", "full", "verbose"] as const;
export const hintWords = ["on", "off"] as const;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What the server shows: a flag goes before its variable (PEGBOARD_PROFILE, PEGBOARD_SURFACE, PEGBOARD_DETAIL,
 * PEGBOARD_HINTS), that before the configuration file, and that before what the catalog says. `auto` is settled here.
 * @throws CliError for any other word
 */
export async function chooseListing(
  registry: LocalRegistry,
  options: ListingFlags,
  env: Env,
  inConfig: (what: keyof ListingFlags) => ConfigWord | undefined = () => undefined,
): Promise<ListingOptions> {
  const choose = <Word extends string>(what: keyof ListingFlags, words: readonly Word[]) => {
    const variable = `PEGBOARD_${what.toUpperCase()}`;
    const sources = { flag: options[what], variable, env, config: inConfig(what) };
    return chooseWord(what === "hints" ? "value of hints" : what, sources, words);
  };
  const profile = choose("profile", Object.keys(registry.profiles));
  const surface = choose("surface", [...surfaces, "auto"] as const);
  const detail = choose("detail", details);
  const hints = choose("hints", hintWords);
  const listed = givenMembers({ profile: profile ?? registry.defaultProfile, detail });
  const settled = surface === "auto" ? await autoSurface(registry, listed) : surface;
  return { ...listed, ...givenMembers({ surface: settled, hints }) };
}
