import { sameJson } from "../../../contract/alias.ts";
import { utf8Length } from "../../../contract/utf8.ts";
import type { Code } from "../../../diagnostics/codes.ts";
import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.ts";
import type { Catalog, Profile, Tool } from "../../catalog/catalog.ts";
import { noOrigins, pointer } from "../../catalog/origins.ts";
import { clientLimits } from "../../clients/client-facts.ts";
import { knownClients, tooManyTools } from "../../clients/client-limits.ts";
import { runRule } from "../../lint/lint.ts";
import { lintPublished } from "../../lint/published/lint-published.ts";
import { publishedRules } from "../../lint/published/rules.ts";
import { type Reader, viewOf } from "../../lint/published/tool-view.ts";
import type { Finding, LintRule } from "../../lint/rule.ts";
import { callRules } from "../../lint/rules/calls.ts";
import { effectRules } from "../../lint/rules/effects.ts";
import { nameCollisionRules, nameRules } from "../../lint/rules/names.ts";
import { overlapRules } from "../../lint/rules/overlap.ts";
import { budgetRules, profileRules } from "../../lint/rules/profiles.ts";
import { publishedTextRules } from "../../lint/rules/published.ts";
import { textRiskRules } from "../../lint/rules/texts.ts";
import { changedToolTexts, toolTexts } from "../../lint/texts-of.ts";
import { callsOf, type Subject } from "../../lint/visit.ts";
import { type ComparedCatalog, type ComparedTool, namesOfList, ownCatalog, ownTool } from "../compared.ts";
import type { Place } from "../event.ts";
import type { Sides } from "./consequence.ts";
import { introducedCodes, refused, refusedByMost } from "./introduced-codes.ts";

/** A finding of the linter and the tool, or the profile, that it is about. */
export interface Found {
  readonly code: Code;
  readonly at: Place;
  readonly by: Finder;
  readonly diagnostic: Diagnostic;
}

/** Rules by what they are about: most parts of a catalog are the business of few. */
type RulesOn = ReadonlyMap<Subject["on"], readonly LintRule[]>;

/** Which rules make a finding: those about calls and examples, which only our own catalogs have, or any others. */
type Finder = "call" | "other";

/** Run on every tool: names and texts beside those of the others. */
const besideOthers: readonly LintRule[] = [...nameCollisionRules, ...overlapRules];
const amongTools = rulesOn(besideOthers);
const amongToolsOfSameNames = rulesOn(overlapRules);
const amongOwn = rulesOn([...besideOthers, ...nameRules, ...profileRules, ...budgetRules]);
/** Where no name and no list is another one: what is left are texts and their costs. */
const amongOwnOfSameNames = rulesOn([...overlapRules, ...budgetRules]);
/** Run on the tools of our own catalogs that changed. */
const ofOwn = rulesOn([...effectRules, ...publishedTextRules, ...textRiskRules, ...callRules]);

/** What clients refuse or cut off, of tools as they receive them. */
const ofPublished = publishedRules.filter(({ advises }) => advises !== true);

function rulesOn(rules: readonly LintRule[]): RulesOn {
  const byPart = new Map<Subject["on"], LintRule[]>();
  for (const rule of rules) byPart.set(rule.on, [...(byPart.get(rule.on) ?? []), rule]);
  return byPart;
}

/** A tool that is asked about, and its counterpart on the other side, where there is one. */
interface TouchedPlace {
  readonly at: Place;
  readonly other?: ComparedTool | undefined;
  /** Where the two differ. */
  readonly changed?: ReadonlySet<keyof ComparedTool> | undefined;
}

type Touched = ReadonlyMap<ComparedTool, TouchedPlace>;

interface Asked {
  /** What is asked about, as `askedKey` names it; default: everything. */
  readonly only?: ReadonlySet<string>;
  /** Names of tools whose calls may be judged otherwise than on the other side; default: any. */
  readonly callees?: ReadonlySet<string> | undefined;
  /** Names and profiles are those of the other side: what is found of them alone is found there too. */
  readonly sameNames: boolean;
}

/**
 * What the linter finds on one side, as far as a change of the touched tools can be the reason. Both sides are read for the
 * clients of today: a new target is not a change of the tools.
 */
export function findingsIn(
  side: ComparedCatalog,
  touched: Touched,
  { head, countTokens }: Sides,
  { only, callees, sameNames }: Asked,
): readonly Found[] {
  const { targets } = head;
  // The same catalog, where it can be: what was once made of it is known.
  const read = sameJson(side.targets, targets) ? side : { ...side, targets };
  const catalog = side.listed === true ? namesOfList(read) : ownCatalog(read);
  const means = countTokens === undefined ? {} : { countTokens };
  const run = (rules: RulesOn, entry: Subject) => {
    const findings: Finding[] = [];
    for (const rule of rules.get(entry.on) ?? []) findings.push(...runRule(rule, entry, catalog, means));
    return findings;
  };
  const [ofOtherNames, ofSameNames] =
    side.listed === true ? [amongTools, amongToolsOfSameNames] : [amongOwn, amongOwnOfSameNames];
  const among = sameNames ? ofSameNames : ofOtherNames;
  const isAsked = (place: string, by: Finder) => only?.has(keyOf(place, by)) ?? true;
  const found = subjectsIn(catalog, among, isAsked).flatMap(({ tool, entry }) =>
    run(among, entry).map(({ at, locate }) =>
      foundAt(locate(noOrigins), { ...placeOf(entry, side.tools[tool], touched), headPointer: at }, "other"),
    ),
  );
  const ofTouched = [...touched].flatMap(([tool, { at, other, changed }]): readonly Found[] => {
    const asked = (by: Finder) => isAsked(placeKey(at), by);
    if (tool.listed !== undefined) return asked("other") ? listedFindings(tool, at, head) : [];
    const own = ownTool(tool);
    const former = other?.listed === undefined && changed !== undefined ? other : undefined;
    const isNew = newTo(former);
    const place = pointer("/tools", side.tools.indexOf(tool));
    const inTool = (at: string) => (at.startsWith(onlyTool) ? place + at.slice(onlyTool.length) : at);
    return [
      ...subjectsOfTool(own, { former, changed, callees }, asked).flatMap((entry) => {
        const found = run(ofOwn, entry);
        if (found.length === 0 || (entry.on === "text" && !isNew(entry.subject.text))) return [];
        const [where, by] = [placeOf(entry, tool, touched), finderOf(entry)];
        return found.map(({ at, locate }) => foundAt(locate(noOrigins), { ...where, headPointer: inTool(at) }, by));
      }),
      ...(asked("other") ? lintPublished(own, place, catalog, ofPublished) : []).map((one) =>
        foundAt(one.locate(noOrigins), { ...at, headPointer: one.at }, "other"),
      ),
    ];
  });
  return [...found, ...ofTouched, ...(side.listed === true ? listLength(side) : [])].filter(
    ({ code, diagnostic: { severity } }) =>
      introducedCodes[code] !== undefined && (introducedCodes[code]?.isRefusal !== true || severity === "error"),
  );
}

/** A list declares no clients: what one of them refuses makes every request with the list fail. */
function listedFindings(tool: ComparedTool, at: Place, { targets, server }: ComparedCatalog): readonly Found[] {
  const reader: Reader = { targets: targets.length === 0 ? ["claude"] : targets, server: server.name };
  const view = viewOf(tool.listed?.raw ?? {});
  const found = ofPublished.flatMap((rule) => rule.check(view, reader));
  return [
    ...found
      .filter(({ code }) => targets.length > 0 || introducedCodes[code] !== refused || refusedByMost.has(code))
      // The API that refuses keys looks at those of the root alone.
      .filter(({ code, at: place }) => code !== "param-key-charset" || /^\/inputSchema\/properties\/[^/]*$/.test(place))
      .map(({ code, at: place, locate }) => {
        const isText = code.startsWith("description-");
        return foundAt(locate({ path: "" }), isText ? paramPlace(tool, at, place) : at, "other");
      }),
    ...descriptionLength(tool.name, view.description).map((one) => foundAt(one, at, "other")),
  ];
}

/** Characters as people count them, code points; Claude Code counts bytes. */
function descriptionLength(tool: string, description: string): readonly Diagnostic[] {
  const most = clientLimits["description-characters-most"];
  const fair = clientLimits["description-characters"];
  const bytes = utf8Length(description);
  const { length } = [...description];
  const [passed, size] = bytes > most.limit ? [most, `${bytes} bytes`] : [fair, `${length} characters`];
  const { limit, name, beyond } = passed;
  const message = `'${tool}' is described in ${size}; beyond ${limit}, with ${name}, ${beyond}`;
  const code = passed === most ? "description-too-long" : "description-length";
  return passed === most || length > limit ? [{ code, severity: "warning", message }] : [];
}

/** All clients that are known may read a list. */
function listLength({ tools }: ComparedCatalog): readonly Found[] {
  const excess = tooManyTools(tools.length, knownClients);
  const at = { subject: "server", basePointer: "/tools", headPointer: "/tools" };
  return excess === undefined
    ? []
    : [foundAt(diagnostic("profile-tool-count", { list: "the server", ...excess }, { path: "" }), at, "other")];
}

/** The tool that a finding is about, else the part of the catalog. */
export function placeKey({ tool, subject }: Place): string {
  return tool ?? subject;
}

/** What a finding is about, and the rules that made it: those that are not asked about them again make no equal one. */
export function askedKey({ at, by }: Found): string {
  return keyOf(placeKey(at), by);
}

function keyOf(place: string, by: Finder): string {
  return `${by} ${place}`;
}

/** Every tool of one side, as if it had changed. */
export function everyTool({ tools }: ComparedCatalog): Touched {
  return new Map(tools.map((tool) => [tool, { at: { tool: tool.name, subject: tool.name } }]));
}

function foundAt(diagnostic: Diagnostic, at: Place, by: Finder): Found {
  return { code: diagnostic.code, at, by, diagnostic };
}

/** A text that both sides have says the same on both. Most texts give no reason to ask. */
function newTo(former: ComparedTool | undefined): (text: string) => boolean {
  let known: ReadonlySet<string> | undefined;
  return (text) => {
    known ??= new Set(former === undefined ? [] : toolTexts(ownTool(former), "").map((one) => one.text));
    return !known.has(text);
  };
}

/** Tools with their other names, and profiles: parts that mean something beside each other. Only those that have rules. */
function subjectsIn(
  { tools, profiles }: Catalog,
  rules: RulesOn,
  isAsked: (place: string, by: Finder) => boolean,
): readonly { readonly entry: Subject; readonly tool: number }[] {
  const subjects: { readonly entry: Subject; readonly tool: number }[] = [];
  tools.forEach((one, tool) => {
    if (!isAsked(one.name, "other")) return;
    const at = pointer("/tools", tool);
    if (rules.has("tool")) subjects.push({ entry: { on: "tool", subject: { tool: one, at } }, tool });
    if (!rules.has("alias")) return;
    one.aliases.forEach((alias, index) => {
      const subject = { alias, tool: one, at: pointer(at, "aliases", index) };
      subjects.push({ entry: { on: "alias", subject }, tool });
    });
  });
  if (!rules.has("profile")) return subjects;
  profiles.forEach((profile, index) => {
    subjects.push({ entry: { on: "profile", subject: { profile, at: pointer("/profiles", index) } }, tool: -1 });
  });
  return subjects;
}

interface OtherSide extends Pick<Asked, "callees"> {
  /** The tool on the other side, unless that is a list. */
  readonly former: ComparedTool | undefined;
  /** Where the two differ. */
  readonly changed: ReadonlySet<string> | undefined;
}

/** Where a tool stands as if it were the only one. */
const onlyTool = pointer("/tools", 0);

/** The parts of one tool that `ofOwn` is about, as if it were the only one. */
function subjectsOfTool(
  tool: Tool,
  { former, changed = new Set(), callees }: OtherSide,
  isAsked: (by: Finder) => boolean,
): readonly Subject[] {
  const at = onlyTool;
  const hasSameCalls = former !== undefined && !changed.has("examples") && !changed.has("guidance");
  const asked = hasSameCalls && callees !== undefined ? { callees, results: changed.has("result") } : undefined;
  const calls = isAsked("call") ? callsOf(tool, at, asked) : [];
  if (!isAsked("other")) return calls;
  const texts = former === undefined ? toolTexts(tool, at) : changedToolTexts(tool, at, ownTool(former), changed);
  return [
    { on: "tool", subject: { tool, at } },
    ...calls,
    ...texts.map((subject): Subject => ({ on: "text", subject })),
  ];
}

function finderOf({ on }: Subject): Finder {
  return on === "call" || on === "example" ? "call" : "other";
}

function profilePart({ name }: Profile): string {
  return `profile ${name}`;
}

function placeOf({ on, subject }: Subject, tool: ComparedTool | undefined, touched: Touched): Place {
  if (on === "profile") return { subject: profilePart(subject.profile) };
  if (tool === undefined) return { subject: "catalog" };
  const place = touched.get(tool)?.at ?? { tool: tool.name, subject: tool.name };
  return on === "text" ? paramPlace(tool, place, subject.at.replace(/^\/tools\/\d+/, "")) : place;
}

/** A text of a param is reported at the param. */
function paramPlace(tool: ComparedTool, place: Place, at: string): Place {
  const [, index] = /^\/params\/(\d+)/.exec(at) ?? [];
  const [, name] = /^\/inputSchema\/properties\/([^/]+)/.exec(at) ?? [];
  const number = index === undefined ? tool.params.findIndex((param) => param.name === name) : Number(index);
  const param = tool.params[number];
  if (param === undefined) return place;
  return {
    ...place,
    subject: `${place.subject}.${param.name}`,
    ...(place.headPointer === undefined ? {} : { headPointer: pointer(place.headPointer, "params", number) }),
  };
}
