import type { Category, Severity } from "../change.ts";
import type { ConsequenceRule } from "../consequences/consequence.ts";
import { type DiffRule, rule } from "../rule.ts";

interface Row {
  readonly severity: Severity;
  readonly categories: readonly Category[];
  /** What to do where the finding itself does not say it. */
  readonly help?: string;
  readonly explain: { readonly why: string; readonly bad: string; readonly good: string };
}

/** What changes lead to. The words come with the event: the linter, the token counter and the types of handlers have them. */
export const consequenceRows = {
  "annotation-contradiction": {
    severity: "ERR",
    categories: ["POLICY"],
    explain: {
      why: "Clients run read-only tools without asking; one that destroys among them does damage.",
      bad: "summary: Deletes a note.\neffects: {read_only: true}",
      good: "summary: Deletes a note.\neffects: {destructive: true}",
    },
  },
  "description-gains-new-url": {
    severity: "WARN",
    categories: ["POLICY", "PROMPT"],
    help: "leave the address out, unless readers of the text are meant to go there",
    explain: {
      why: "Models follow addresses that they read. One that came in later was not seen by those who approved the tool.",
      bad: "summary: List notes. See https://get-notes.dev/new.",
      good: "summary: List notes.",
    },
  },
  "description-dangling-reference": {
    severity: "ERR",
    categories: ["PROMPT"],
    explain: {
      why: "A model that reads of a tool or a param tries to use it. This one went away with the change.",
      bad: "summary: Create a note. Find it with note_search.   # note_search.yaml was removed",
      good: "summary: Create a note. Find it with note_list.",
    },
  },
  "token-cost-increased": {
    severity: "WARN",
    categories: ["PROMPT"],
    explain: {
      why: "Every request of every client pays for the list. Reported beyond a tenth and 20 tokens more.",
      bad: "description: … 300 tokens, were 200",
      good: "description: … 210 tokens, were 200",
    },
  },
  "handler-signature-changed": {
    severity: "WARN",
    categories: ["SOURCE"],
    explain: {
      why: "The handler was written for other types of arguments or result; the type checker will refuse it until it is fixed.",
      bad: "title: {type: string}   # was {type: string, required: true}: the handler may get nothing",
      good: "title: {type: string, default: ''}   # was {type: string, required: true}: it is there for certain",
    },
  },
  "handler-orphaned": {
    severity: "WARN",
    categories: ["SOURCE"],
    explain: {
      why: "The file of a tool that is gone, renamed or in another family is not called any more; it stays behind, or has to move.",
      bad: "src/handlers/notes/note_create.ts   # the tool is in the family 'writing' now",
      good: "src/handlers/writing/note_create.ts",
    },
  },
  "handler-missing": {
    severity: "ERR",
    categories: ["SOURCE"],
    explain: {
      why: "The registry imports it, so nothing compiles without it. Only reported where the files are known.",
      bad: "schema/tools/notes/note_find.yaml   # without src/handlers/notes/note_find.ts",
      good: "schema/tools/notes/note_find.yaml\nsrc/handlers/notes/note_find.ts",
    },
  },
  "generated-symbol-collision": {
    severity: "ERR",
    categories: ["SOURCE"],
    explain: {
      why: "Both would be one type, or one file, in generated code.",
      bad: "note_list.yaml\nnote__list.yaml   # both become NoteList",
      good: "note_list.yaml\nnote_listing.yaml",
    },
  },
} as const satisfies { readonly [R in ConsequenceRule]: Row };

export const consequenceRules: readonly DiffRule[] = Object.entries(consequenceRows).map(
  ([id, { severity, categories, help, explain }]: readonly [string, Row]) =>
    rule(id, "consequence", severity, categories, {
      message: (event) => (event.rule === id ? event.message : undefined),
      help: (event) => event.help ?? help,
      explain,
    }),
);
