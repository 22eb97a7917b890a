import type { Cut } from "../contract/cut-value.ts";
import type { Deprecation } from "../contract/deprecation.ts";
import { quoteName } from "../contract/found.ts";
import type { Json } from "../contract/json.ts";
import { limits } from "../contract/limits.ts";
import type { DeprecatedUse, UnknownParam } from "../contract/normalise.ts";
import { clip } from "../contract/utf8.ts";
import type { Notice } from "./call-state.ts";

/**
 * The notice that a name on its way out was used: since when, until when, why, and what to use.
 * @param current what took its place, for programs
 * @param told the same by the name that the caller's model may use; undefined: nothing is said of it in the text
 */
export function deprecationNotice(
  kind: "tool" | DeprecatedUse["kind"],
  name: string,
  deprecation: Deprecation,
  { current, reported }: { readonly current: string | undefined; readonly reported: string | undefined },
): Notice {
  const { since, sunset, reason } = deprecation;
  const until = sunset === undefined ? "" : ` and may go on ${sunset}`;
  const because = reason === undefined ? "" : ` (${reason})`;
  const use = reported === undefined ? "" : `; use ${quoteName(reported)}`;
  const data: { [key: string]: Json } = { kind, name, since };
  if (sunset !== undefined) data.sunset = sunset;
  if (current !== undefined) data.replacedBy = current;
  return {
    kind: "deprecated",
    text: `${nouns[kind]} ${quoteName(name)} is deprecated since ${since}${until}${because}${use}`,
    data,
  };
}

/** The notice that an older version of a tool was asked for, which is on its way out. */
export function versionNotice(tool: string, version: number, deprecation: Deprecation, current: number): Notice {
  const { since, sunset, reason } = deprecation;
  const until = sunset === undefined ? "" : ` and may go on ${sunset}`;
  const because = reason === undefined ? "" : ` (${reason})`;
  const data: { [key: string]: Json } = { kind: "version", name: tool, version, since };
  if (sunset !== undefined) data.sunset = sunset;
  data.current = current;
  return {
    kind: "deprecated",
    text: `version ${version} of ${quoteName(tool)} is deprecated since ${since}${until}${because}; use version ${current}`,
    data,
  };
}

/** The notice that a param which the tool does not have was dropped. */
export function unknownParamNotice(unknown: UnknownParam): Notice {
  const near = unknown.nearMiss === undefined ? "" : `; did you mean '${unknown.nearMiss}'?`;
  return {
    kind: "ignored",
    text: `unknown param ${quoteName(unknown.name)} was ignored${near}`,
    data: { path: unknown.path, ...(unknown.nearMiss === undefined ? {} : { nearMiss: unknown.nearMiss }) },
  };
}

/** The notice that an old param which means nothing now was dropped. */
export function ignoredParamNotice(name: string): Notice {
  return { kind: "ignored", text: `param ${quoteName(name)} has no effect any more and was ignored`, data: { name } };
}

/**
 * The notice that a result was too large: what is left of it, and how to come to the rest.
 * @param isPage a list was cut that stands beside a `next_cursor`, which leads past the items that were left out
 */
export function cutNotice(cuts: readonly CutPlace[], uri: string | undefined, isPage: boolean): Notice {
  const { reported, places } = cutPlaces(cuts);
  const narrow = isPage
    ? "ask again for a smaller page: next_cursor leads past what was left out"
    : "narrow the call or ask for a page of it";
  const rest = uri === undefined ? `to see the rest, ${narrow}` : `read ${uri} for the whole, or ${narrow}`;
  return {
    kind: "cut",
    text: `the result was too large and was cut (${places}); ${rest}`,
    data: { cuts: reported.map((cut) => ({ ...cut })), ...(uri === undefined ? {} : { resource: uri }) },
  };
}

/** The notice that a declared error was too large: what is left of it. There is no way to the rest. */
export function cutErrorNotice(cuts: readonly CutPlace[]): Notice {
  const { reported, places } = cutPlaces(cuts);
  return {
    kind: "cut",
    text: `the error was too large and was cut (${places})`,
    data: { cuts: reported.map((cut) => ({ ...cut })) },
  };
}

/** The first places, and all of them in words. */
function cutPlaces(cuts: readonly CutPlace[]): { readonly reported: readonly CutPlace[]; readonly places: string } {
  const reported = cuts
    .slice(0, limits.cutPlaces)
    .map((cut) => ({ ...cut, place: clip(cut.place, limits.nameLength) }));
  const places = reported.map(({ place, unit, shown, total }) => {
    const what = unit === "items" ? "" : `${unit} `;
    return `${place}: ${grouped(shown)} of ${grouped(total)} ${what}shown`;
  });
  const others = cuts.length - reported.length;
  if (others > 0) places.push(`and ${grouped(others)} more places`);
  return { reported, places: places.join("; ") };
}

/** What was shortened, by the name that people would give it. */
export interface CutPlace extends Omit<Cut, "path"> {
  readonly place: string;
}

/** 1,200 */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

const nouns = { tool: "tool name", param: "param", spelling: "spelling", value: "value" } as const;
