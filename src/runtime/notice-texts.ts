import type { Cut } from "../contract/cut-value.ts";
import type { Deprecation } from "../contract/deprecation.ts";
import { quoteName } from "../contract/found.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { limits } from "../contract/limits.ts";
import type { DeprecatedUse, UnknownParam } from "../contract/normalise.ts";
import { clip } from "../contract/utf8.ts";
import type { Notice } from "./call-state.ts";

/**
 * The notice that a deprecated name was used: since when, until when, why, and what to use.
 * @param current the replacement, for programs
 * @param shownAs the name of the replacement that the caller's model may use; undefined: the text names none
 * @param isForProgram the model was shown this name and no other
 */
export function deprecationNotice(
  kind: "tool" | DeprecatedUse["kind"],
  name: string,
  deprecation: Deprecation,
  {
    current,
    shownAs,
    isForProgram = false,
  }: { readonly current: string | undefined; readonly shownAs: string | undefined; readonly isForProgram?: boolean },
): Notice {
  const { since, sunset } = deprecation;
  const use = shownAs === undefined ? "" : `; use ${quoteName(shownAs)}`;
  return {
    kind: "deprecated",
    text: `${nouns[kind]} ${quoteName(name)} ${deprecationText(deprecation)}${use}`,
    ...(isForProgram ? { isForProgram } : {}),
    data: {
      kind,
      name,
      since,
      ...(sunset === undefined ? {} : { sunset }),
      ...(current === undefined ? {} : { replacedBy: current }),
    },
  };
}

/** The notice that a deprecated version of a tool was requested. */
export function versionNotice(tool: string, version: number, deprecation: Deprecation, current: number): Notice {
  const { since, sunset } = deprecation;
  return {
    kind: "deprecated",
    text: `version ${version} of ${quoteName(tool)} ${deprecationText(deprecation)}; use version ${current}`,
    data: { kind: "version", name: tool, version, since, ...(sunset === undefined ? {} : { sunset }), current },
  };
}

function deprecationText({ since, sunset, reason }: Deprecation): string {
  const until = sunset === undefined ? "" : ` and may be removed from ${sunset} on`;
  return `is deprecated since ${since}${until}${reason === undefined ? "" : ` (${reason})`}`;
}

/** The notice that a param which the tool does not have was dropped. */
export function unknownParamNotice({ path, name, nearMiss }: UnknownParam): Notice {
  const near = nearMiss === undefined ? "" : `; did you mean '${nearMiss}'?`;
  return {
    kind: "ignored",
    text: `unknown param ${quoteName(name)} was ignored${near}`,
    data: { path, ...(nearMiss === undefined ? {} : { nearMiss }) },
  };
}

/** The notice that texts held lone surrogates. @param whole the same arguments with U+FFFD */
export function halfCharactersNotice(given: JsonObject, whole: JsonObject): Notice {
  const names = Object.keys(given).filter((name) => given[name] !== whole[name]);
  const shown = names.slice(0, limits.unknownNames).map((name) => quoteName(name));
  const more = names.length > shown.length ? " and more" : "";
  return {
    kind: "ignored",
    text: `lone surrogates, which are halves of characters, were replaced by U+FFFD in ${shown.join(", ")}${more}`,
  };
}

/** The notice that an old param without a meaning today was dropped. */
export function ignoredParamNotice(name: string): Notice {
  return { kind: "ignored", text: `param ${quoteName(name)} has no effect any more and was ignored`, data: { name } };
}

/**
 * How a caller gets the items that are missing. `next page`: the cursor of the answer goes on after those that are sent;
 * `smaller page`: it skips what was cut.
 */
export type WayToRest = "narrower call" | "next page" | "smaller page";

/** The notice that a result was too large: what is left of it, and how to get the rest. */
export function truncatedResultNotice(
  cuts: readonly TruncatedPlace[],
  uri: string | undefined,
  way: WayToRest,
): Notice {
  const { data, text } = describeCuts(cuts);
  const narrow = waysToRest[way];
  const rest = uri === undefined ? `to see the rest, ${narrow}` : `read ${uri} for the whole, or ${narrow}`;
  return {
    kind: "cut",
    text: `the result was too large and was cut (${text}); ${rest}`,
    data: { ...data, ...(uri === undefined ? {} : { resource: uri }) },
  };
}

const waysToRest = {
  "narrower call": "narrow the call or request a page of it",
  "next page": "go on with next_cursor, which follows the last item shown",
  "smaller page": "request a smaller page: next_cursor skips the items that were cut",
} as const satisfies { readonly [way in WayToRest]: string };

/** The notice that a declared error was too large: what is left of it. The rest can't be read. */
export function truncatedErrorNotice(cuts: readonly TruncatedPlace[]): Notice {
  const { data, text } = describeCuts(cuts);
  return { kind: "cut", text: `the error was too large and was cut (${text})`, data };
}

/** The first places as data and as text; the others are counted. */
function describeCuts(cuts: readonly TruncatedPlace[]): { readonly data: JsonObject; readonly text: string } {
  const shownCuts = cuts
    .slice(0, limits.cutPlaces)
    .map((cut) => ({ ...cut, place: clip(cut.place, limits.nameLength) }));
  const places = shownCuts.map(({ place, unit, shown, total }) => {
    const what = unit === "items" ? "" : `${unit} `;
    return `${place}: ${formatCount(shown)} of ${formatCount(total)} ${what}shown`;
  });
  const others = cuts.length - shownCuts.length;
  if (others > 0) places.push(`and ${formatCount(others)} more places`);
  const data: { readonly cuts: readonly Json[] } = { cuts: shownCuts };
  return { data, text: places.join("; ") };
}

/** What was cut, with its place as people write it. */
export interface TruncatedPlace extends Omit<Cut, "path"> {
  readonly place: string;
}

/** 1,200 */
function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

const nouns = { tool: "tool name", param: "param", spelling: "spelling", value: "value" } as const;
