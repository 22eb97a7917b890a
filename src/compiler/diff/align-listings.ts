import { sameJson } from "../../contract/alias.ts";
import type { Family, Profile } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import { isNativeTo } from "../catalog/system-names.ts";
import { type ComparedCatalog, type ComparedTool, currentComparedTool, currentComparedTools } from "./compared.ts";
import type { DiffEvent, ListingCause, Place } from "./event.ts";
import { indexPairs } from "./index-pairs.ts";
import type { Renames } from "./renames.ts";

/** What groups tools and shows them: families and profiles. */
export function alignListings(base: ComparedCatalog, head: ComparedCatalog, renames: Renames): DiffEvent[] {
  return [...alignFamilies(base, head), ...alignProfiles(base, head, renames), ...alignListed(base, head)];
}

function alignFamilies(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  const replacements = new Set<Family>();
  return indexPairs(base.families, head.families).flatMap(([baseAt, headAt]): DiffEvent[] => {
    const was = base.families[baseAt ?? -1];
    const is = head.families[headAt ?? -1];
    if (is === undefined && was !== undefined) {
      const replacement = familyReplacement(was.name, base, head);
      const headIndex = replacement === undefined ? undefined : head.families.indexOf(replacement);
      if (replacement !== undefined) replacements.add(replacement);
      const at: Place = {
        subject: `family ${was.name}`,
        basePointer: pointer("/families", baseAt ?? 0),
        ...(headIndex === undefined ? {} : { headPointer: pointer("/families", headIndex) }),
      };
      return [{ kind: "family-removed", at, family: was, ...(replacement === undefined ? {} : { replacement }) }];
    }
    if (was !== undefined || is === undefined) return [];
    const at = { subject: `family ${is.name}`, headPointer: pointer("/families", headAt ?? 0) };
    return [{ kind: "family-added", at, family: is, ...(replacements.has(is) ? { accounted: true } : {}) }];
  });
}

/** The new family that most tools of a removed one are in now, or that has its title where no tool is left. */
export function familyReplacement(name: string, base: ComparedCatalog, head: ComparedCatalog): Family | undefined {
  if (head.families.some((family) => family.name === name)) return undefined;
  const was = base.families.find((family) => family.name === name);
  const fresh = head.families.filter((family) => !base.families.some((one) => one.name === family.name));
  const members = new Set(currentComparedTools(base).flatMap((tool) => (tool.family === name ? [tool.name] : [])));
  const moved = currentComparedTools(head).filter((tool) => members.has(tool.name));
  if (moved.length === 0) return fresh.find((family) => family.title === was?.title);
  return fresh.find((family) => moved.filter((tool) => tool.family === family.name).length * 2 > moved.length);
}

function alignProfiles(base: ComparedCatalog, head: ComparedCatalog, renames: Renames): DiffEvent[] {
  return indexPairs(base.profiles, head.profiles).flatMap(([baseAt, headAt]): DiffEvent[] => {
    const was = base.profiles[baseAt ?? -1];
    const is = head.profiles[headAt ?? -1];
    const at: Place = {
      subject: `profile ${is?.name ?? was?.name ?? ""}`,
      ...(baseAt === undefined ? {} : { basePointer: pointer("/profiles", baseAt) }),
      ...(headAt === undefined ? {} : { headPointer: pointer("/profiles", headAt) }),
    };
    if (was === undefined) return is === undefined ? [] : [{ kind: "profile-added", at, profile: is }];
    if (is === undefined) return [{ kind: "profile-removed", at, profile: was }];
    const { lost, gained } = listingChanges(was, is, base, head, renames);
    return [
      ...(sameJson(was, is) ? [] : [{ kind: "profile-kept" as const, at, base: was, head: is }]),
      ...lost.map(({ tool, cause }) => ({
        kind: "profile-tool-removed" as const,
        at,
        profile: is,
        name: tool.name,
        cause,
      })),
      ...gained.map(({ tool, cause }) => ({ kind: "profile-tool-added" as const, at, profile: is, tool, cause })),
    ];
  });
}

interface Listing {
  /** As it is in the head. */
  readonly tool: ComparedTool;
  readonly cause: ListingCause;
}

/** A tool that is gone, or new, is reported once, as such; only a destructive one is reported wherever it is new. */
function listingChanges(
  was: Profile,
  is: Profile,
  base: ComparedCatalog,
  head: ComparedCatalog,
  { formers }: Renames,
): { readonly lost: readonly Listing[]; readonly gained: readonly Listing[] } {
  if (sharedSystem(was, is) === undefined && sameJson(was.tools, is.tools)) return { lost: [], gained: [] };
  const before = new Set(was.tools);
  const now = new Set(is.tools);
  const listing = (tool: ComparedTool): Listing => ({
    tool,
    cause: causeOf(was, is, currentComparedTool(tool.name, base), tool),
  });
  // A tool that keeps an alias of the system stays in the profile, though its own name comes or goes.
  const step = (name: string) => ownNameStep(was, is, currentComparedTool(name, base), currentComparedTool(name, head));
  const lost = was.tools
    .filter((name) => !now.has(name) || step(name) === "lost")
    .flatMap((name) => currentComparedTool(name, head) ?? []);
  const gained = is.tools
    .filter((name) => !before.has(name) || step(name) === "gained")
    .filter((name) => formers.get(name)?.some((former) => before.has(former)) !== true)
    .flatMap((name) => currentComparedTool(name, head) ?? [])
    .filter((tool) => tool.effects.destructive || currentComparedTool(tool.name, base) !== undefined);
  return { lost: lost.map(listing), gained: gained.map(listing) };
}

/** A profile that chooses as before lists other tools because these changed. */
export function causeOf(was: Profile, is: Profile, old: ComparedTool | undefined, tool: ComparedTool): ListingCause {
  if (!sameJson([was.selects, was.listAs ?? null], [is.selects, is.listAs ?? null])) return "choice";
  // Nothing of a new tool has changed.
  if (old === undefined) return "choice";
  if (is.selects.tiers !== undefined && old.tier !== tool.tier) return "tier";
  if (is.selects.families !== undefined && old.family !== tool.family) return "family";
  if (ownNameStep(was, is, old, tool) !== undefined) return "native";
  return is.listAs === undefined ? "choice" : "alias";
}

/** Whether the list of one system has the tool's own name on one side only. */
function ownNameStep(
  was: Profile,
  is: Profile,
  old: ComparedTool | undefined,
  tool: ComparedTool | undefined,
): "lost" | "gained" | undefined {
  const system = sharedSystem(was, is);
  if (system === undefined || old === undefined || tool === undefined) return undefined;
  const [before, now] = [isNativeTo(old, system), isNativeTo(tool, system)];
  return before === now ? undefined : before ? "lost" : "gained";
}

/** The system whose names a profile lists on both sides. */
function sharedSystem(was: Profile, is: Profile): string | undefined {
  return was.listAs === is.listAs ? is.listAs : undefined;
}

/** Tools that are in both, and in no profile on one side, though no profile that is in both lists them otherwise. */
function alignListed(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  const kept = new Set(base.profiles.map(({ name }) => name).filter((name) => isProfile(name, head)));
  if (kept.size === base.profiles.length && kept.size === head.profiles.length) return [];
  const before = listedBy(base.profiles);
  const now = listedBy(head.profiles);
  return head.tools.flatMap((tool, index): DiffEvent[] => {
    if (tool.supersededBy !== undefined) return [];
    const old = base.tools.findIndex(({ name, supersededBy }) => name === tool.name && supersededBy === undefined);
    if (old === -1) return [];
    const was = before.get(tool.name) ?? [];
    const is = now.get(tool.name) ?? [];
    const at: Place = {
      tool: tool.name,
      stability: tool.stability,
      subject: tool.name,
      basePointer: pointer("/tools", old),
      headPointer: pointer("/tools", index),
    };
    const reported = [...was, ...is].some((profile) => kept.has(profile));
    if (reported || (was.length === 0) === (is.length === 0)) return [];
    return [{ kind: is.length === 0 ? "tool-unlisted" : "tool-listed", at, tool }];
  });
}

function isProfile(name: string, catalog: ComparedCatalog): boolean {
  return catalog.profiles.some((profile) => profile.name === name);
}

/** Names of the profiles that list a tool. */
function listedBy(profiles: readonly Profile[]): ReadonlyMap<string, readonly string[]> {
  const listed = new Map<string, string[]>();
  for (const { name, tools } of profiles) {
    for (const tool of tools) listed.set(tool, [...(listed.get(tool) ?? []), name]);
  }
  return listed;
}
