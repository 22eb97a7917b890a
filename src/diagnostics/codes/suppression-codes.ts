import { type CodeTable, error, fixableError, fixableWarning } from "./code-row.ts";

/** Findings about `# pegboard-allow` comments. They can't be suppressed. */
export const suppressionCodes = {
  "suppression-misspelled": fixableWarning({
    message: (p: { word: string }) => `'${p.word}' is not a suppression`,
    suppressible: false,
    why: "The comment looks like a suppression, but it has no effect.",
    bad: "# pegboard-alow param-undescribed: the name says it\nlimit: {type: integer}",
    good: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer}",
  }),
  "suppression-without-rule": error({
    message: (_: Record<never, never>) => "the suppression names no rule",
    suppressible: false,
    why: "A suppression covers one rule; a suppression of all rules would also hide future findings.",
    bad: "# pegboard-allow\nlimit: {type: integer}",
    good: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer}",
  }),
  "suppression-without-reason": error({
    message: (p: { id: string }) => `the suppression of '${p.id}' gives no reason`,
    suppressible: false,
    why: "A later reader of the catalog must be able to decide whether the exception is still needed.",
    bad: "# pegboard-allow param-undescribed\nlimit: {type: integer}",
    good: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer}",
  }),
  "suppression-unknown-rule": fixableError({
    message: (p: { id: string }) => `no rule named '${p.id}'`,
    suppressible: false,
    why: "A suppression names the code of a finding, which is printed between the severity and the message.",
    bad: "# pegboard-allow param-undescribd: the name says it\nlimit: {type: integer}",
    good: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer}",
  }),
  "suppression-refused": error({
    message: (p: { id: string }) => `'${p.id}' can't be suppressed`,
    suppressible: false,
    why: "After most errors the catalog is incomplete: the published tools would not be the intended ones.",
    bad: "# pegboard-allow unknown-type: comes later\nresult: {ref: Noet}",
    good: "result: {ref: Note}",
  }),
  "suppression-unused": fixableWarning({
    message: (p: { id: string }) => `no '${p.id}' finding below this suppression`,
    suppressible: false,
    why: "An exception that is no longer needed would hide the next mistake at the same place. It must be on the line above the node that it is about.",
    bad: "# pegboard-allow param-undescribed: the name says it\nlimit: {type: integer, description: Maximum number of notes}",
    good: "limit: {type: integer, description: Maximum number of notes}",
  }),
} as const satisfies CodeTable;
