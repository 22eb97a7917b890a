import { sameJson } from "../../../contract/alias.ts";
import { isFormatName } from "../../../contract/formats.ts";
import type { Json } from "../../../contract/json.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import { type ComparableType, membersOf } from "../comparable-type.ts";
import { assertsTheSame } from "../compared.ts";
import { looksChecked } from "../listed/schema-author.ts";
import type { RuleContext } from "../rule.ts";
import { type Facet, formersOf, inWords, isNumeric, isSameKind, type Kept } from "./facet.ts";

// Keywords that a type has or does not have, and that narrow it.

type KeywordValue = Json | JsonSchema | ComparableType | NonNullable<ComparableType["conditional"]>;

interface Keyword {
  readonly name: string;
  readonly keywords: readonly string[];
  /** Where a type of ours states it. */
  readonly key?: string;
  /** undefined: the type does not have it. */
  readonly read: (type: ComparableType) => KeywordValue | undefined;
  /** For messages, where the value would not be read. */
  readonly words?: string;
  readonly eased?: (kept: Kept, context: RuleContext) => string | undefined;
}

const steps = { added: "narrowed", removed: "widened", changed: "changed" } as const;

export const keywordFacets: readonly Facet[] = [
  keyword({
    name: "pattern",
    keywords: ["pattern"],
    key: "pattern",
    read: (type) => (type.kind === "string" ? type.pattern : undefined),
  }),
  keyword({
    name: "format",
    keywords: ["format"],
    key: "format",
    read: (type) => (type.kind === "string" ? type.format : undefined),
    eased: easedFormat,
  }),
  keyword({
    name: "multiple-of",
    keywords: ["multipleOf"],
    key: "multipleOf",
    read: (type) => (isNumeric(type) ? type.multipleOf : undefined),
  }),
  keyword({
    name: "unique-items",
    keywords: ["uniqueItems"],
    key: "unique",
    read: (type) => (type.kind === "array" && type.unique === true ? true : undefined),
    words: "a rule against repeated items",
  }),
  keyword({
    name: "contains",
    keywords: ["contains", "minContains", "maxContains"],
    read: (type) => (type.kind === "array" ? type.contains : undefined),
    words: "a schema that some items must match",
  }),
  keyword({
    name: "conditional",
    keywords: ["if", "then", "else"],
    read: (type) => type.conditional,
    words: "a condition (if, then, else)",
  }),
  {
    name: "all-of-member",
    keywords: ["allOf"],
    formers: formersOf("all-of-member", steps),
    compare: ({ base, head }) => {
      if (base.kind !== head.kind) return undefined;
      const removed = without(base, head);
      const added = without(head, base);
      const step = stepBetween(removed.length > 0, added.length > 0);
      const messages = {
        added: "it must match one more schema of allOf",
        removed: "it has to match one schema of allOf less",
        changed: "it must match other schemas of allOf",
      };
      return step === undefined ? undefined : { former: `all-of-member-${step}`, message: messages[step] };
    },
  },
  {
    // Validators only record it: both schemas accept the same texts.
    name: "content-encoding-or-media-type",
    proof: "none",
    formers: formersOf("content-encoding-or-media-type", { changed: "changed" }),
    compare: ({ base, head }) => {
      if (base.kind !== "string" || head.kind !== "string" || contentOf(base) === contentOf(head)) return undefined;
      return {
        former: "content-encoding-or-media-type-changed",
        message: `the text holds ${contentOf(head)} instead of ${contentOf(base)}`,
      };
    },
  },
];

function keyword({ name, keywords, key, read, words, eased }: Keyword): Facet {
  const shown = (value: KeywordValue) => words ?? `${inWords(name)} ${shownJson(value)}`;
  const points = key === undefined ? {} : { points: [key] };
  return {
    name,
    keywords,
    formers: formersOf(name, steps),
    compare: (kept, context) => {
      const { base, head } = kept;
      const [was, is] = isSameKind(base, head) ? [read(base), read(head)] : [];
      const reason = eased?.(kept, context);
      const rest = reason === undefined ? {} : { eased: reason };
      if (was === undefined) {
        if (is === undefined) return undefined;
        const message = `${shown(is)} was added`;
        return { former: `${name}-added`, message, undo: `leave out ${shown(is)}`, ...points, ...rest };
      }
      if (is === undefined) {
        return { former: `${name}-removed`, message: `${shown(was)} was removed`, undo: `keep ${shown(was)}`, ...rest };
      }
      if (assertsTheSame(was, is)) return undefined;
      const message =
        words === undefined
          ? `${inWords(name)} is ${shownJson(is)} instead of ${shownJson(was)}`
          : `${words} was changed`;
      return { former: `${name}-changed`, message, undo: `leave ${shown(was)} as it was`, ...points, ...rest };
    },
  };
}

/** What became of a list of demands of which some are gone and some are new. */
export function stepBetween(isRemoved: boolean, isAdded: boolean): "added" | "removed" | "changed" | undefined {
  if (isRemoved) return isAdded ? "changed" : "removed";
  return isAdded ? "added" : undefined;
}

function shownJson(value: KeywordValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Our runtime asserts the formats of `contract/formats.ts` in arguments; of other servers it is said, or seen. */
function easedFormat({ at, base, head }: Kept, { formats }: RuleContext): string | undefined {
  if (at.side === "output") return "most clients do not assert formats";
  if (at.head.listed !== undefined) {
    if (formats === "annotate") return "the formats of this server are annotations";
    if (formats === undefined && !looksChecked(at.head.listed.raw.inputSchema)) {
      return "few servers assert the formats that they publish";
    }
  }
  const named = [base, head].flatMap((type) => (type.kind === "string" ? [type.format ?? ""] : []));
  if (formats === "zod" && at.head.listed !== undefined && !named.some((name) => zodFormats.has(name))) {
    return "Zod does not know the format";
  }
  return named.some(isFormatName) ? undefined : "no validator of ours knows the format";
}

/** @see https://zod.dev/json-schema, "String formats" */
const zodFormats: ReadonlySet<string> = new Set([
  "date-time",
  "date",
  "time",
  "duration",
  "email",
  "uri",
  "uuid",
  "ipv4",
  "ipv6",
]);

function without(type: ComparableType, other: ComparableType): readonly JsonSchema[] {
  return membersOf(type).filter((member) => !membersOf(other).some((one) => sameJson(one, member)));
}

function contentOf({ contentEncoding: encoding, contentMediaType: type }: ComparableType & { kind: "string" }): string {
  if (encoding === undefined && type === undefined) return "plain text";
  return `${type ?? "data"}${encoding === undefined ? "" : ` in ${encoding}`}`;
}
