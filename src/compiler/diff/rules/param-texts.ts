import type { ComparedField } from "../comparable-type.ts";
import { type ComparedCatalog, followType } from "../compared.ts";
import { type DiffRule, rule } from "../rule.ts";
import { isBlank, isReworded, wordDiff } from "../word-diff.ts";

const otherWords = {
  why: "Models fill in arguments, and read results, by these words. Mostly they get clearer; read what changed.",
  bad: "title: {type: string, description: One line.}   # was {type: string, description: At most one line.}",
  good: "title: {type: string, description: One line.}   # unchanged",
};

export const whitespaceOnly = {
  why: "The words are the same: line breaks moved.",
  bad: 'summary: "Create a  note."   # was "Create a note."',
  good: 'summary: "Create a note."   # unchanged',
};

/** Rules about the texts of params and result fields. */
export const paramTextRules: readonly DiffRule[] = [
  rule("description-whitespace-only", "field-kept", "INFO", ["PROMPT"], {
    mirror: "description-whitespace-only",
    hidden: true,
    message: ({ at, base, head }, context) => {
      const was = describe(base, context.base);
      const is = describe(head, context.head);
      return was === is || isReworded(was, is)
        ? undefined
        : `only white space changed in the text of ${kindOf(at)} '${head.name}'`;
    },
    values: () => null,
    explain: whitespaceOnly,
  }),
  rule("param-description-changed", "field-kept", "INFO", ["PROMPT"], {
    mirror: ["param-description-changed", "param-description-removed"],
    message: ({ at, base, head }, context) => {
      const was = describe(base, context.base);
      const is = describe(head, context.head);
      return isReworded(was, is) && !isBlank(is)
        ? `the text of ${kindOf(at)} '${head.name}' changed: ${wordDiff(was ?? "", is ?? "")}`
        : undefined;
    },
    values: ({ base, head }, context) => [describe(base, context.base) ?? null, describe(head, context.head) ?? null],
    explain: otherWords,
  }),
  rule("param-description-removed", "field-kept", "WARN", ["PROMPT"], {
    mirror: "param-description-changed",
    message: ({ at, base, head }, context) =>
      !isBlank(describe(base, context.base)) && isBlank(describe(head, context.head))
        ? `the text of ${kindOf(at)} '${head.name}' is gone`
        : undefined,
    values: ({ base }, context) => describe(base, context.base) ?? null,
    help: ({ head }) => `say again what belongs into '${head.name}'`,
    explain: {
      why: "A model has to guess what belongs there.",
      bad: "title: {type: string}   # was {type: string, description: One line.}",
      good: "title: {type: string, description: One line.}   # was {type: string}",
    },
  }),
  rule("param-description-changed", "type-kept", "INFO", ["PROMPT"], {
    // Items of lists, values of maps, options: types without a name of their own.
    mirror: "param-description-changed",
    message: ({ at, base, head }) =>
      isNameless(at.subject) && isReworded(base.description, head.description)
        ? `the text of '${at.subject}' changed: ${wordDiff(base.description ?? "", head.description ?? "")}`
        : undefined,
    values: ({ base, head }) => [base.description ?? null, head.description ?? null],
    explain: otherWords,
  }),
];

/** A text of its own, or that of its type. */
function describe({ description, type }: ComparedField, catalog: ComparedCatalog): string | undefined {
  return description ?? (type.kind === "ref" ? followType(type, catalog).description : type.description);
}

function isNameless(subject: string): boolean {
  return /(?:\[\]|\.\*|\|[^.]*)$/.test(subject);
}

function kindOf({ side }: { readonly side: "input" | "output" }): string {
  return side === "input" ? "param" : "result field";
}
