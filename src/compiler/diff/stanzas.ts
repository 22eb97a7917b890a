import type { Json } from "../../contract/json.ts";
import type { Catalog, Profile, Stability } from "../catalog/catalog.ts";
import type { ComparedCatalog } from "./compared.ts";
import { daysAfter } from "./today.ts";

// YAML that repairs a finding when it is pasted: flow style, so that it is one line and fits at any indentation.

/** What the stanzas need to know. */
export interface Notice {
  readonly head: ComparedCatalog;
  /** `YYYY-MM-DD`; without it no date is proposed. */
  readonly today?: string;
}

interface OldName {
  readonly name: string;
  readonly rename?: { readonly [old: string]: string };
  readonly set?: { readonly [param: string]: string };
}

/** Entries of `aliases:` in the YAML of the tool that takes over. */
export function aliasStanza(names: readonly OldName[], stability: Stability, { head, today }: Notice): string {
  const entries = names.map(({ name, rename, set }) =>
    flow({
      name,
      of: head.server.name,
      ...(rename === undefined ? {} : { rename }),
      ...(set === undefined ? {} : { set }),
      deprecated: noticeOf(stability, { head, ...(today === undefined ? {} : { today }) }),
    }),
  );
  return `aliases: [${entries.join(", ")}]`;
}

/** `deprecated:` for the YAML of what is to go. */
export function deprecationStanza(stability: Stability, notice: Notice, replacedBy?: string): string {
  const facts = { ...noticeOf(stability, notice), ...(replacedBy === undefined ? {} : { replaced_by: replacedBy }) };
  return `deprecated: ${flow(facts)}`;
}

/** An entry of schema/retired.yaml, so that the name never comes back with another meaning. */
export function retiredStanza(name: string, kind: "tool" | "alias", { head }: Notice, replacedBy?: string): string {
  const facts = {
    ...(kind === "tool" ? {} : { kind }),
    removed: head.server.version,
    ...(replacedBy === undefined ? {} : { replaced_by: replacedBy }),
  };
  return `${scalar(name)}: ${flow(facts)}`;
}

/** `also:` of profiles in catalog.yaml, so that they list a tool whatever its tier and family are. */
export function alsoStanzas(tool: string, profiles: readonly Profile[]): string {
  const entries = profiles.map(({ name, selects }) => `under ${name}: also: ${flow([...(selects.also ?? []), tool])}`);
  return `in catalog.yaml, ${entries.join(", ")}`;
}

/** The first day that the catalog's own promise allows; undefined without today's date. */
export function earliestSunset(
  stability: Stability,
  grace: Catalog["grace"],
  today: string | undefined,
): string | undefined {
  return today === undefined ? undefined : daysAfter(today, Math.max(grace[stability], minNotice));
}

/** Days. Where nothing is promised a date that callers can't meet does not help, so a month is proposed. */
const minNotice = 30;

function noticeOf(stability: Stability, { head, today }: Notice): { readonly [key: string]: Json } {
  const sunset = earliestSunset(stability, head.grace, today);
  return { since: head.server.version, ...(sunset === undefined ? {} : { sunset }) };
}

function flow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalar(value);
  const entries = Object.entries(value).map(([key, child]) => `${scalar(key)}: ${flow(child)}`);
  return `{ ${entries.join(", ")} }`;
}

/** Plain where YAML reads the same text back, else in double quotes, which YAML reads as JSON does. */
function scalar(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const plain =
    /^(?:[a-z_][\w.-]*|\d+\.\d+\.\d+|\d{4}-\d{2}-\d{2})$/i.test(value) && !ambiguous.has(value.toLowerCase());
  return plain ? value : JSON.stringify(value);
}

const ambiguous: ReadonlySet<string> = new Set(["null", "true", "false", "yes", "no", "on", "off", "y", "n"]);
