import { toolWith } from "../../schema/arbitraries.ts";
import { alias, catalogOf, enumOf, field, future, integer, other, type Pair, past, text, tools } from "./build.ts";

const unreported = { ...other, stability: "experimental" as const };
const renamed = { ...other, name: "note_find" };

const manage = toolWith([field("action", enumOf("open", "close"), { required: true }), field("note", text)], {
  name: "issue_manage",
  summary: "Open or close an issue.",
});
const parts = ["open", "close"].map((verbEffect) =>
  toolWith([field("note", text)], {
    name: `${verbEffect}_issue`,
    summary: `Say that an issue is to be found ${verbEffect}.`,
  }),
);

export const toolNameCases: { readonly [rule: string]: Pair } = {
  "tool-removed": tools([toolWith([]), unreported], [toolWith([])]),
  "tool-removed-without-deprecation": tools([toolWith([]), other], [toolWith([])]),
  "tool-removed-before-sunset": tools([toolWith([]), { ...other, deprecated: future }], [toolWith([])]),
  "tool-removed-after-sunset": tools([toolWith([]), { ...other, deprecated: past }], [toolWith([])]),
  "tool-renamed-with-alias": tools([other], [{ ...renamed, aliases: [alias({ name: "note_list" })] }]),
  "tool-renamed-without-alias": tools([other], [renamed]),
  "tool-name-case-changed": tools([other], [{ ...other, name: "note_List" }]),
  "tool-added": tools([toolWith([])], [toolWith([]), other]),
  "tool-added-reuses-retired-name": [
    catalogOf([toolWith([])], { retired: [{ name: "note_list", kind: "tool", removed: "0.5.0" }] }),
    catalogOf([toolWith([]), other]),
  ],
  "tool-split": tools([manage], parts),
  "tool-merged": tools(parts, [manage]),
};

export const toolNameSilentCases: { readonly [rule: string]: Pair } = {
  // A name that the catalog never had may begin to mean something.
  "tool-added-reuses-retired-name": [
    catalogOf([toolWith([])], { retired: [{ name: "note_list", kind: "tool", of: "scribe" }] }),
    catalogOf([toolWith([]), other]),
  ],
  // Neither says or takes what the other does.
  "tool-renamed-without-alias": tools(
    [other],
    [toolWith([field("days", integer)], { name: "calendar_show", summary: "Show what is planned." })],
  ),
  "tool-name-case-changed": tools([other], [renamed]),
};
