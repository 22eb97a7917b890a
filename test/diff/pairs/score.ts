import type { Category, Change } from "../../../src/compiler/diff/change.ts";
import { diffLists } from "../../../src/compiler/diff/diff-lists.ts";
import { ruleName } from "../../../src/compiler/diff/former-rules.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { Breaks, TrueChange } from "./oracle.ts";
import { asAnswer, objectAt, type SavedList, textAt } from "./saved-list.ts";
import { openDocument, type SchemaDocument } from "./schema-document.ts";

// Holds what the diff says of a pair against what is true of it.

export interface Score {
  /** Breaks that are reported as one, at their tool and place. */
  readonly reported: number;
  /** Breaks of integers beyond the safe ones, which are reported as warnings with a witness. */
  readonly eased: number;
  /** Breaks that are only reported as undecided, by name. */
  readonly undecided: readonly string[];
  /** Breaks that no finding reports. */
  readonly missed: readonly string[];
  /** Findings that claim a break where there is none. */
  readonly falseAlarms: readonly string[];
  /** Errors about texts and the catalog: no caller breaks, so the oracle can't judge them, and a person does. */
  readonly otherErrors: readonly string[];
  /** Findings of any level where nothing changed. */
  readonly unfounded: readonly string[];
  /** Places with more breaks reported than there are causes. */
  readonly repeated: readonly string[];
  /** Witnesses that the sender does not accept, or the receiver does, or that show another rule's case. */
  readonly badWitnesses: readonly string[];
  /** Changes that break no caller and that no finding mentions. */
  readonly unmentioned: readonly string[];
}

/** @throws when one of the lists can't be read: there is nothing to score then */
export function score(base: SavedList, head: SavedList, truth: readonly TrueChange[]): Score {
  const report = diffLists(asAnswer(base), asAnswer(head), { basePath: "base", headPath: "head" });
  if ("problem" in report) throw new Error(report.problem);
  // What is hidden affects no caller, and says so.
  const shown = report.changes.filter(({ hidden }) => hidden !== true);
  const findings = shown.map((change): Finding => ({ ...change, place: placeOf(change) }));
  const breaks = truth.filter(({ breaks }) => breaks !== "");
  const errors = findings.filter(({ severity }) => severity === "ERR");
  const claims = errors.filter(({ categories }) => categories.some((one) => Object.values(categoryOf).includes(one)));
  const reported = (change: TrueChange) => errors.some((finding) => describesChange(finding, change));
  const isUndecided = (change: TrueChange) =>
    findings.some(
      (finding) => finding.severity === "WARN" && finding.note !== undefined && describesChange(finding, change),
    );
  const isEased = (change: TrueChange) =>
    change.unsafeOnly === true &&
    findings.some((one) => one.severity === "WARN" && one.witness !== undefined && describesChange(one, change));
  const eased = breaks.filter((change) => !reported(change) && isEased(change));
  const unreported = breaks.filter((change) => !reported(change) && !isEased(change));
  return {
    reported: breaks.length - unreported.length - eased.length,
    eased: eased.length,
    undecided: unreported.filter(isUndecided).map(nameOfChange),
    missed: unreported.filter((change) => !isUndecided(change)).map(nameOfChange),
    falseAlarms: claims
      .filter((finding) => !breaks.some((change) => describesChange(finding, change)))
      .map(nameOfFinding),
    otherErrors: errors.filter((finding) => !claims.includes(finding)).map(({ id, subject }) => `${id} ${subject}`),
    unfounded: findings.filter((finding) => !truth.some((change) => isAbout(finding, change))).map(nameOfFinding),
    repeated: repeatedPlaces(errors, breaks),
    badWitnesses: findings.filter((finding) => !isWitnessed(finding, base, head)).map(nameOfFinding),
    unmentioned: truth
      .filter((one) => isWorthTelling(one, truth) && !findings.some((it) => isAbout(it, one)))
      .map(nameOfChange),
  };
}

interface Finding extends Change {
  /** As the oracle spells places. */
  readonly place: string;
}

const categoryOf: { readonly [B in Exclude<Breaks, "">]: Category } = {
  calls: "CALL",
  results: "RESULT",
  policy: "POLICY",
};

/** A place of arguments or results; all else about a tool is "tool". */
function placeOf({ tool = "", subject, id, categories }: Change): string {
  const rest = subject.startsWith(tool) ? subject.slice(tool.length) : subject;
  if (rest.startsWith(" result")) return `result${rest.slice(" result".length)}`;
  if (rest.startsWith(".") || rest.startsWith("[")) return `arguments${rest}`;
  if (id.startsWith("tool-")) return "tool";
  return categories.includes("RESULT") ? "result" : "tool";
}

function describesChange(finding: Finding, change: TrueChange): boolean {
  if (change.breaks === "" || finding.tool !== change.tool) return false;
  if (!finding.categories.includes(categoryOf[change.breaks])) return false;
  return isPlacedAt(finding, change) || isRenameTo(finding, change);
}

/** A name that went and one that came are one cause where they are one thing. */
function isRenameTo({ id, message }: Finding, { place, kind }: TrueChange): boolean {
  return kind.startsWith("added") && id.includes("renamed") && message.includes(`'${place.split(".").at(-1) ?? ""}'`);
}

/** Where values were judged as a whole, a finding may name the very part. */
function isPlacedAt({ place }: Finding, change: TrueChange): boolean {
  const wanted = /^(?:arguments|result)/.test(change.place) && change.place !== "arguments" ? change.place : "tool";
  if (place === wanted) return true;
  const isWhole =
    change.keywords !== undefined || ["narrowed", "widened", "replaced", "text", "default"].includes(change.kind);
  return isWhole && place.startsWith(wanted) && /^[.[ ~<|]/.test(place.slice(wanted.length));
}

/** Breaks are counted elsewhere; what is only written in another way, and texts within it, are not reported. */
function isWorthTelling({ tool, place, breaks, kind }: TrueChange, truth: readonly TrueChange[]): boolean {
  if (breaks !== "" || kind === "respelled") return false;
  const isRemark = ["text", "default", "format"].includes(kind);
  return !isRemark || !truth.some((one) => one.tool === tool && one.place === place && one.kind === "respelled");
}

/** Is there anything true that the finding may be about? */
function isAbout(finding: Finding, change: TrueChange): boolean {
  if (finding.tool === undefined) return true;
  const isNamed =
    finding.tool === change.tool || `${finding.message} ${finding.help ?? ""}`.includes(`'${change.tool}'`);
  return (
    isNamed &&
    (isPlacedAt(finding, change) ||
      isRenameTo(finding, change) ||
      (finding.tool !== change.tool && change.place === "tool"))
  );
}

/** Only where the oracle names the very place: inside what it judges as a whole it can't count causes. */
function repeatedPlaces(errors: readonly Finding[], breaks: readonly TrueChange[]): readonly string[] {
  const isValue = ({ categories }: Change) => categories.includes("CALL") || categories.includes("RESULT");
  const causes = new Map<string, number>();
  for (const { tool, place, keywords } of breaks) {
    const name = `${tool} ${place}`;
    causes.set(name, (causes.get(name) ?? 0) + Math.max(1, keywords?.length ?? 1));
  }
  return [...causes].flatMap(([name, count]) => {
    const said = errors.filter((one) => isValue(one) && `${one.tool ?? ""} ${one.place}` === name);
    // One rule may speak of several values: each that an enum lost is a cause.
    return new Set(said.map(ruleName)).size > count ? [name] : [];
  });
}

/** A break of calls or results shows a value that the sender accepts and the receiver refuses, or, for what was removed, ignores. */
function isWitnessed(
  { id, facet, severity, categories, tool, place, message, witness }: Finding,
  base: SavedList,
  head: SavedList,
): boolean {
  const isResult = place.startsWith("result");
  const isGone = !head.tools.some((one) => textAt(one, "name") === tool);
  if (isGone || !categories.includes(isResult ? "RESULT" : "CALL")) return true;
  if (witness === undefined) return severity !== "ERR";
  const key = isResult ? "outputSchema" : "inputSchema";
  const errors = (list: SavedList) => {
    const schema = objectAt(
      list.tools.find((one) => textAt(one, "name") === tool),
      key,
    );
    return schema === undefined ? [] : documentOf(schema).at("").errors(witness);
  };
  const [sender, receiver] = isResult ? [head, base] : [base, head];
  if (errors(sender).length > 0) return false;
  // Formats are refused by those who assert them; the oracle does not.
  if (facet === "format") return true;
  const refused = errors(receiver).map(({ keyword }) => keyword);
  if (refused.length === 0) return /removed|renamed|moved/.test(id);
  const own = keywordsOf[message === "unknown fields are refused now" ? "closed" : (facet ?? id)];
  return own === undefined || own.some((keyword) => refused.includes(keyword));
}

/** One tool has many witnesses, and its schema is compiled once. */
const documents = new WeakMap<JsonObject, SchemaDocument>();

function documentOf(schema: JsonObject): SchemaDocument {
  const document = documents.get(schema) ?? openDocument(schema);
  documents.set(schema, document);
  return document;
}

/** By facet, or rule: what refuses the witness of a tightened limit. */
const keywordsOf: { readonly [name: string]: readonly string[] } = {
  maximum: ["maximum", "exclusiveMaximum"],
  minimum: ["minimum", "exclusiveMinimum"],
  "max-length": ["maxLength"],
  "min-length": ["minLength"],
  "max-items": ["maxItems"],
  "min-items": ["minItems"],
  "multiple-of": ["multipleOf"],
  "unique-items": ["uniqueItems"],
  "enum-value": ["enum", "const"],
  closed: ["additionalProperties"],
  "param-added-required": ["required"],
  "param-became-required": ["required"],
};

function nameOfChange({ tool, place, kind }: TrueChange): string {
  return `${tool} ${place} ${kind}`;
}

function nameOfFinding({ tool = "the list", place, severity, id, message }: Finding): string {
  return `${severity} ${id} ${tool} ${place}: ${message}`;
}
