import { isFormatName } from "../../../contract/formats.ts";
import type { DiffRule } from "../rule.ts";
import type { Shape } from "../shape.ts";
import { facetRows } from "./facet-rows.ts";
import { isNumeric } from "./shape-words.ts";
import { type Kept, type ValueRow, valueRules } from "./value-row.ts";

// What texts and numbers must look like, beyond their limits.

const rows: readonly ValueRow[] = [
  ...facetRows({
    noun: "pattern",
    key: "pattern",
    read: (node) => (node.kind === "string" ? node.pattern : undefined),
    example: {
      without: "{type: string, trim: false}",
      with: '{type: string, trim: false, pattern: "^[a-z]"}',
      other: '{type: string, trim: false, pattern: "^[0-9]"}',
    },
  }),
  ...facetRows({
    noun: "format",
    key: "format",
    read: (node) => (node.kind === "string" ? node.format : undefined),
    example: {
      without: "{type: string}",
      with: "{type: string, format: date}",
      other: "{type: string, format: date-time}",
    },
    eases: easedFormat,
  }),
  ...facetRows({
    noun: "multiple-of",
    key: "multipleOf",
    read: (node) => (isNumeric(node) ? node.multipleOf : undefined),
    example: {
      without: "{type: integer}",
      with: "{type: integer, multiple_of: 2}",
      other: "{type: integer, multiple_of: 3}",
    },
  }),
  ...facetRows({
    noun: "unique-items",
    key: "unique",
    read: (node) => (node.kind === "array" && node.unique === true ? true : undefined),
    shown: () => "a rule against repeated items",
    example: {
      without: "{type: array, items: {type: string}}",
      with: "{type: array, items: {type: string}, unique: true}",
    },
  }),
  {
    id: "content-encoding-or-media-type-changed",
    mirror: "content-encoding-or-media-type-changed",
    effect: "may",
    // Validators only note it down: no instance tells the two apart.
    proof: "none",
    message: ({ base, head }) => {
      const was = contentOf(base);
      const is = contentOf(head);
      return base.kind === "string" && head.kind === "string" && was !== is
        ? `the text holds ${is} instead of ${was}`
        : undefined;
    },
    why: "The same text is decoded in another way, and nothing fails until somebody looks at it.",
    example: {
      was: '{"type": "string"}',
      is: '{"type": "string", "contentEncoding": "base64"}',
      silent: {
        was: '{"type": "string", "contentEncoding": "base64"}',
        is: '{"type": "string", "contentEncoding": "base64", "maxLength": 1000}',
      },
    },
  },
];

export const traitRules: readonly DiffRule[] = rows.flatMap(valueRules);

/** Our runtime asserts the formats of `contract/formats.ts` in arguments. Elsewhere it is anybody's guess. */
function easedFormat({ at, base, head }: Kept): string | undefined {
  if (at.side === "output") return "most clients do not assert formats";
  if (at.head.listed !== undefined) return "few servers assert the formats that they publish";
  const named = [base, head].flatMap((node) => (node.kind === "string" ? [node.format ?? ""] : []));
  return named.some(isFormatName) ? undefined : "the format is known to no validator of ours";
}

function contentOf(node: Shape): string {
  if (node.kind !== "string") return "";
  const { contentEncoding: encoding, contentMediaType: type } = node;
  if (encoding === undefined && type === undefined) return "plain text";
  return `${type ?? "data"}${encoding === undefined ? "" : ` in ${encoding}`}`;
}
