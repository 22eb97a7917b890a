import type { ComparedCatalog } from "../compared.ts";
import { type DiffRule, rule } from "../rule.ts";
import { quotedList } from "./quoted-list.ts";

/** Rules about the entries of foreign lists: what makes one of them unusable before its schema matters. */
export const listEntryRules: readonly DiffRule[] = [
  rule("tool-name-duplicated", "catalog-kept", "ERR", ["CALL", "CATALOG"], {
    mirror: "tool-name-distinct",
    proof: "none",
    message: ({ base, head }) => {
      const names = gained(base, head);
      return names.length === 0 ? undefined : `several tools have the name ${quotedList(names)}`;
    },
    values: ({ base, head }) => gained(base, head),
    help: () => "give each tool a name of its own; calls by one name reach one tool",
    explain: {
      why: "Clients refuse the list, or keep one of the two, and not every client the same one.",
      bad: '{"tools": [{"name": "find"}, {"name": "find"}]}   // was {"tools": [{"name": "find"}]}',
      good: '{"tools": [{"name": "find"}, {"name": "find_all"}]}   // was {"tools": [{"name": "find"}]}',
    },
  }),
  rule("tool-name-distinct", "catalog-kept", "INFO", ["CATALOG"], {
    mirror: "tool-name-duplicated",
    message: ({ base, head }) => {
      const names = gained(head, base);
      return names.length === 0 ? undefined : `one tool alone has the name ${quotedList(names)}`;
    },
    values: ({ base, head }) => gained(head, base),
    explain: {
      why: "The name means one tool for every client.",
      bad: '{"tools": [{"name": "find"}]}   // was {"tools": [{"name": "find"}, {"name": "find"}]}',
      good: '{"tools": [{"name": "find"}]}   // unchanged',
    },
  }),
];

function gained(base: ComparedCatalog, head: ComparedCatalog): readonly string[] {
  const { repeated: before = [] } = base;
  return (head.repeated ?? []).filter((name) => !before.includes(name));
}
