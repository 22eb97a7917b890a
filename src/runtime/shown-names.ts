import type { JsonObject } from "../contract/json.ts";
import { ownValue } from "../contract/own-property.ts";
import { doorOf } from "./builtins/call-door.ts";
import { createTextFilter } from "./denied-names.ts";
import type { Showing } from "./listing.ts";
import type { Policy } from "./policy.ts";
import type { Registry } from "./registry.ts";

/** What a server shows, settled when it starts. */
export interface Shown {
  readonly showing: Showing;
  readonly policy: Policy;
  /** `tools/list`, as it is answered. */
  readonly tools: readonly JsonObject[];
}

/** Names as the model of this server knows them. */
export interface ShownNames {
  /** The name under which the model can call a tool; undefined where it can't, or only by a name that it is not shown. */
  readonly nameOf: (tool: string) => string | undefined;
  /** The same, or the tool's own name: whoever knows it may call it, unless the profile shows other names. */
  readonly shownOrOwn: (tool: string) => string | undefined;
  /** Does `tools/list` hold this very name. */
  readonly isListed: (name: string) => boolean;
  /** A text of the catalog that names tools so, without the sentences that name any other. */
  readonly text: (text: string) => string;
}

/**
 * A model calls what is listed: where a profile lists old names, only those mean anything to it. What is not listed can be
 * called through the doors, where they are listed.
 */
export function shownNames<Deps>(registry: Registry<Deps>, { showing, policy, tools }: Shown): ShownNames {
  const listed = new Set(tools.flatMap(({ name }) => (typeof name === "string" ? [name] : [])));
  const old = new Map(
    [...listed]
      .flatMap((name) => {
        const target = ownValue(registry.aliases, name)?.target;
        return target === undefined ? [] : [[target, name] as const];
      })
      .reverse(),
  );
  const profile = ownValue(registry.profiles, showing.profile);
  const isMeta = (showing.surface ?? profile?.surface) === "meta";
  const nameOf = (tool: string) => {
    if (!policy.permits(tool)) return undefined;
    if (listed.has(tool)) return tool;
    const effects = ownValue(registry.tools, tool)?.effects;
    const hasDoor = effects !== undefined && listed.has(doorOf(effects));
    return old.get(tool) ?? (hasDoor ? tool : undefined);
  };
  const listsOldNames = !isMeta && profile?.listAs !== undefined;
  // Elsewhere what is not listed can still be called, by clients that know it.
  const known: Policy =
    listsOldNames || isMeta
      ? { permits: (tool, alias) => policy.permits(tool, alias) && (alias !== undefined || nameOf(tool) !== undefined) }
      : policy;
  const filter = createTextFilter(registry, known);
  // Half a sentence says something else than the whole did.
  const text = (whole: string) =>
    whole
      .split(/(?<=[.!?])(?=\s)/)
      .filter((sentence) => filter.text(sentence) === sentence)
      .join("")
      .trim();
  const rename = (whole: string) =>
    whole.replaceAll(/\w+/g, (word) =>
      word.includes("_") && Object.hasOwn(registry.tools, word) ? (nameOf(word) ?? word) : word,
    );
  return {
    nameOf,
    shownOrOwn: (tool) => nameOf(tool) ?? (policy.permits(tool) && !listsOldNames && !isMeta ? tool : undefined),
    isListed: (name) => listed.has(name),
    text: listsOldNames ? (whole) => rename(text(whole)) : text,
  };
}
