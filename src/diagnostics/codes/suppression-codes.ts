import type { CodeTable } from "./code-row.ts";

/** Findings about `# pegboard-allow` comments. None of them can be silenced by another. */
export const suppressionCodes = {
  "suppression-misspelled": {
    severity: "warning",
    fixable: true,
    message: (p: { word: string }) => `'${p.word}' is not a suppression`,
    suppressible: false,
    why: "A comment that looks like a suppression and is none leaves its author believing that somebody reads it.",
    bad: "# pegboard-alow param-undescribed: the name says it\nlimit: {type: integer}",
    good: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer}",
  },
  "suppression-without-rule": {
    severity: "error",
    message: (_: Record<never, never>) => "the suppression names no rule",
    suppressible: false,
    why: "A suppression silences one rule; one that silences everything would also silence what nobody has seen yet.",
    bad: "# pegboard-allow\nlimit: {type: integer}",
    good: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer}",
  },
  "suppression-without-reason": {
    severity: "error",
    message: (p: { id: string }) => `the suppression of '${p.id}' gives no reason`,
    suppressible: false,
    why: "Whoever reads the catalog next must be able to tell whether the exception still holds.",
    bad: "# pegboard-allow param-undescribed\nlimit: {type: integer}",
    good: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer}",
  },
  "suppression-unknown-rule": {
    severity: "error",
    fixable: true,
    message: (p: { id: string }) => `no rule named '${p.id}'`,
    suppressible: false,
    why: "A suppression names the code of a finding, as it stands between the severity and the message.",
    bad: "# pegboard-allow param-undescribd: the name says it\nlimit: {type: integer}",
    good: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer}",
  },
  "suppression-refused": {
    severity: "error",
    message: (p: { id: string }) => `'${p.id}' can't be suppressed`,
    suppressible: false,
    why: "Behind most errors there is no catalog to go on with: what is published would not be what was meant.",
    bad: "# pegboard-allow unknown-type: comes later\nresult: {ref: Noet}",
    good: "result: {ref: Note}",
  },
  "suppression-unused": {
    severity: "warning",
    fixable: true,
    message: (p: { id: string }) => `no '${p.id}' finding below this suppression`,
    suppressible: false,
    why: "An exception that is no longer needed would silence the next mistake at the same place. It stands on the line above the node it is about.",
    bad: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer, description: Most notes to return}",
    good: "limit: {type: integer, description: Most notes to return}",
  },
} as const satisfies CodeTable;
