import { canonicalJson } from "../../../contract/canonical-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { suggest } from "../../../diagnostics/mistyped.ts";
import { fileRules } from "../file-rules.ts";
import { currentNames, facetNames } from "../former-rules.ts";
import { ruleBook } from "../rule-book.ts";
import { type Acceptance, type Acceptances, type Level, type LevelChange, levels } from "./acceptance.ts";
import { untilProblem } from "./until.ts";

/** People edit this file by hand, so whatever is wrong is reported, with the entry that it is in. */
class Unreadable extends Error {}

/**
 * Reads the file's text.
 * @param today `YYYY-MM-DD`: no entry may hold for more than a year from then
 * @returns `problem` describes, for a person, what is wrong first
 */
export function readAcceptances(
  text: string,
  today: string,
): { readonly acceptances: Acceptances } | { readonly problem: string } {
  try {
    return { acceptances: acceptancesOf(JSON.parse(text), today) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    if (error instanceof SyntaxError) return { problem: `it is not JSON: ${error.message}` };
    throw error;
  }
}

/** The file of these entries: canonical, sorted by rule and subject, so that two people's entries merge. */
export function acceptancesText({ accepted, levels: changed }: Acceptances): string {
  const key = (entry: Acceptance | LevelChange) =>
    "fingerprint" in entry
      ? JSON.stringify([entry.rule, entry.subject, entry.fingerprint])
      : JSON.stringify([entry.rule, entry.tool ?? ""]);
  const sorted = <E extends Acceptance | LevelChange>(entries: readonly E[]) =>
    [...entries].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return canonicalJson({ format: 1, accepted: sorted(accepted), levels: sorted(changed) });
}

function acceptancesOf(value: unknown, today: string): Acceptances {
  if (!isJsonObject(value)) throw new Unreadable("it is not an object");
  only(value, ["format", "accepted", "levels"], "it");
  if (value.format !== 1) throw new Unreadable(`its format is ${JSON.stringify(value.format)}; this version reads 1`);
  const accepted = list(value.accepted, "accepted").map((entry, index) =>
    acceptanceOf(entry, `accepted[${index}]`, today),
  );
  const changed = list(value.levels, "levels").map((entry, index) => levelOf(entry, `levels[${index}]`, today));
  unique(accepted.map(({ fingerprint }) => fingerprint));
  unique(changed.map(({ rule, tool }) => (tool === undefined ? rule : `${rule} for ${tool}`)));
  return { accepted, levels: changed };
}

function acceptanceOf(value: Json, at: string, today: string): Acceptance {
  const entry = object(value, at);
  only(entry, ["fingerprint", "rule", "subject", "reason", "until", "unreleased"], at);
  const fingerprint = words(entry, "fingerprint", at);
  if (!/^[0-9a-f]{12}$/.test(fingerprint)) {
    throw new Unreadable(`${at}.fingerprint is '${fingerprint}', not 12 hexadecimal digits`);
  }
  return {
    fingerprint,
    rule: ruleOf(entry, at),
    subject: words(entry, "subject", at),
    reason: words(entry, "reason", at),
    until: untilOf(entry, at, today),
    ...(isUnreleased(entry, at) ? { unreleased: true } : {}),
  };
}

function isUnreleased({ unreleased }: JsonObject, at: string): boolean {
  if (unreleased === undefined || unreleased === true) return unreleased === true;
  throw new Unreadable(`${at}.unreleased is ${JSON.stringify(unreleased)}; it is true or left out`);
}

function levelOf(value: Json, at: string, today: string): LevelChange {
  const entry = object(value, at);
  only(entry, ["rule", "tool", "level", "reason", "until"], at);
  const level = words(entry, "level", at);
  if (!isLevel(level)) throw new Unreadable(`${at}.level is '${level}'; known: ${levels.join(", ")}`);
  return {
    rule: ruleOf(entry, at),
    ...(entry.tool === undefined ? {} : { tool: words(entry, "tool", at) }),
    level,
    reason: words(entry, "reason", at),
    until: untilOf(entry, at, today),
  };
}

function isLevel(text: string): text is Level {
  return (levels as readonly string[]).includes(text);
}

function ruleOf(entry: JsonObject, at: string): string {
  const id = words(entry, "rule", at);
  // An edited baseline, or an entry of this file, would be accepted by its own author.
  if (fileRules.some((rule) => rule.id === id)) throw new Unreadable(`${at}.rule: '${id}' can't be let pass`);
  const ids = ruleBook().map((rule) => rule.id);
  if (currentNames(id).some((name) => ids.includes(name) || facetNames.has(name))) return id;
  const near = suggest(id, ids);
  throw new Unreadable(`${at}.rule: there is no rule '${id}'${near === undefined ? "" : `; ${near}`}`);
}

function untilOf(entry: JsonObject, at: string, today: string): string {
  const until = words(entry, "until", at);
  const problem = untilProblem(until, today);
  if (problem !== undefined) throw new Unreadable(`${at}.until: ${problem}`);
  return until;
}

function words(entry: JsonObject, key: string, at: string): string {
  const value = entry[key];
  if (value === undefined) throw new Unreadable(`${at} has no '${key}'`);
  if (typeof value !== "string" || value.trim() === "") throw new Unreadable(`${at}.${key} is not a text`);
  return value;
}

function object(value: Json, at: string): JsonObject {
  if (!isJsonObject(value)) throw new Unreadable(`${at} is not an object`);
  return value;
}

function list(value: Json | undefined, key: string): readonly Json[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Unreadable(`'${key}' is not a list`);
  return value;
}

function only(value: JsonObject, known: readonly string[], at: string): void {
  const key = Object.keys(value).find((one) => !known.includes(one));
  if (key === undefined) return;
  throw new Unreadable(
    `${at} has a key '${key}' without meaning; ${suggest(key, known) ?? `known: ${known.join(", ")}`}`,
  );
}

function unique(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Unreadable(`'${twice}' stands twice`);
}
