import type { Change, DiffReport } from "../../../src/compiler/diff/change.ts";
import { report } from "../../../src/compiler/diff/report.ts";
import type { SourceFile, Span } from "../../../src/diagnostics/source-file.ts";

// Small reports by hand, each for something that the forms must show; what rules really say is shown by `real`.

const yaml: SourceFile = {
  path: "schema/tools/notes/note_create.yaml",
  text: "name: note_create\nparams:\n  title: {type: string, max_length: 40}\n  tone: {type: enum, values: [warm, brief]}\nresult: {ref: Note}\n",
};
const baseline: SourceFile = {
  path: "test/baseline/catalog.json",
  text: '{\n  "catalog": {\n    "tools": [\n      {"name": "note_create"},\n      {"name": "note_list"}\n    ]\n  }\n}\n',
};

/** Where a text first stands in a file. */
export function spanOf(file: SourceFile, text: string): Span {
  const start = file.text.indexOf(text);
  if (start === -1) throw new Error(`'${text}' is not in ${file.path}`);
  return { file, start, end: start + text.length };
}

export function changeOf(changes: Partial<Change>): Change {
  return {
    id: "param-narrowed",
    severity: "ERR",
    categories: ["CALL"],
    tool: "note_create",
    subject: "note_create.title",
    message: "max length is 40 instead of 80",
    path: changes.span?.file.path ?? "#/tools/0",
    side: "head",
    fingerprint: "0123456789ab",
    ...changes,
  };
}

const lowered = changeOf({
  facet: "max-length",
  span: spanOf(yaml, "max_length: 40"),
  witness: { title: "x".repeat(41) },
  fingerprint: "f1189b36517d",
});
const removed = changeOf({
  id: "tool-renamed-without-alias",
  tool: "note_list",
  subject: "note_list",
  message: "'note_list' is gone; 'note_search' looks like its new name",
  help: "under note_search:\naliases:\n  - name: note_list\n    of: notes\n    deprecated: {since: 1.3.0, sunset: 2027-12-01}",
  witness: {},
  migration: "call 'note_search' instead",
  span: spanOf(baseline, '"note_list"'),
  side: "base",
  nearest: spanOf(yaml, "note_create"),
  fingerprint: "58b9225fb529",
});
const widened = changeOf({
  id: "result-widened",
  facet: "enum-value",
  categories: ["RESULT"],
  subject: "note_create.result.state",
  message: "the value 'archived' was added",
  witness: {
    note: {
      id: "0190f0e6-0000-7000-8000-000000000000",
      state: "archived",
      tags: ["a", "b", "c"],
      text: "A note that says more than one line holds",
    },
  },
  span: spanOf(yaml, "{ref: Note}"),
  fingerprint: "aa00bb11cc22",
});
const undecided = changeOf({
  id: "undecidable-change",
  severity: "WARN",
  subject: "note_create.tone",
  message: "'tone' changed in a way that can't be decided: the pattern uses a lookahead",
  note: "can't be decided: the pattern uses a lookahead",
  span: spanOf(yaml, "values: [warm, brief]"),
  fingerprint: "bb22cc33dd44",
});
const described = changeOf({
  id: "tool-description-changed",
  severity: "WARN",
  categories: ["PROMPT"],
  subject: "note_create",
  message: "the description of 'note_create' changed",
  span: spanOf(yaml, "note_create"),
  fingerprint: "bb22cc33dd55",
});
const added = changeOf({
  id: "param-widened",
  facet: "enum-value",
  severity: "INFO",
  subject: "note_create.tone",
  message: "the value 'brief' was added",
  span: spanOf(yaml, "brief"),
  fingerprint: "cc33dd44ee55",
});
const reordered = changeOf({
  id: "enum-reordered",
  severity: "INFO",
  categories: ["PROMPT"],
  subject: "note_create.tone",
  message: "the values stand in another order",
  hidden: true,
  span: spanOf(yaml, "[warm, brief]"),
  fingerprint: "dd44ee55ff66",
});
const deprecated = changeOf({
  id: "deprecated-added",
  severity: "INFO",
  categories: ["LIFE"],
  tool: "note_move",
  subject: "note_move",
  message: "'note_move' is deprecated",
  migration: "use 'note_update' instead; it stays until 2027-12-01",
  path: "#/tools/1/deprecated",
  fingerprint: "ee55ff66aa77",
});
const accepted = {
  ...changeOf({
    ...lowered,
    id: "param-changed",
    facet: "pattern",
    message: "the pattern changed",
    fingerprint: "ff66aa77bb88",
  }),
  accepted: { reason: "nobody sends it | see the logs", until: "2027-06-01" },
};
const levelled = {
  ...changeOf({
    ...described,
    id: "tier-promoted",
    severity: "INFO",
    message: "'note_create' moved to the tier 'essential'",
    fingerprint: "ab12ab12ab12",
  }),
  levelled: { from: "WARN" as const, reason: "we want that", until: "2027-01-31" },
};

/** Signs that do something to a terminal, a line, a table, an annotation or a comment, where a foreign list may bring them. */
const evil = "a|b`c``\u001b[31m\r\n::error::x%25 <script>@octocat #1 **bold** [l](https://evil.example) {x}\u202e";
const oddFile: SourceFile = { path: "schema/a b,c:d%/|`.yaml", text: "\u001b[2Jname: \u202ex\n" };
const hostile = changeOf({
  id: "tool-removed",
  tool: evil,
  subject: evil,
  message: `'${evil}' was removed`,
  help: `keep it:\naliases: [{name: "${evil}"}]\n\`\`\`\n</details>`,
  witness: { [evil]: evil, ["__proto__"]: "```" },
  span: spanOf(oddFile, "\u202ex"),
  fingerprint: "0badc0de0bad",
});
const hostileInfo = changeOf({
  ...placeless(hostile),
  id: "tool-added",
  severity: "INFO",
  path: `list${evil}#/tools/0`,
  side: "base",
  fingerprint: "0badc0de0bae",
});

function reportOf(changes: readonly Change[], versions: readonly [string, string] = ["1.2.0", "1.3.0"]): DiffReport {
  return report(changes, ...versions);
}

export const reports: Readonly<Record<string, DiffReport>> = {
  "no-changes": reportOf([]),
  "every-sort": reportOf([
    lowered,
    removed,
    widened,
    undecided,
    described,
    added,
    reordered,
    deprecated,
    accepted,
    levelled,
  ]),
  "only-hidden": reportOf([reordered]),
  "without-places": reportOf([deprecated, changeOf({ ...removed, path: "old.json#/tools/3" })].map(placeless), [
    "",
    "",
  ]),
  "hostile-texts": reportOf(
    [
      hostile,
      hostileInfo,
      { ...hostile, accepted: { reason: evil, until: "2027-01-01" }, fingerprint: "0badc0de0baf" },
    ],
    [evil, "1"],
  ),
};

/** As a comparison of lists reports it: a pointer where nothing was written. */
function placeless({ span, nearest, ...change }: Change): Change {
  return change;
}
