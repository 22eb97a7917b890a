import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { asAnswer, type SavedList } from "./pairs/saved-list.ts";

/** What the diff takes for a rename: `old → new` of tools, `tool.old → new` of params. */
export function renamesProposed(base: SavedList, head: SavedList): readonly string[] {
  const report = diffLists(asAnswer(base), asAnswer(head));
  if ("problem" in report) throw new Error(report.problem);
  return report.changes.flatMap(({ id, tool, message }): readonly string[] => {
    const names = [...message.matchAll(/'([^']+)'/g)].map(([, name]) => name ?? "");
    const [first = "", second = ""] = names;
    switch (id) {
      case "tool-renamed-without-alias":
      case "tool-name-case-changed":
        return [`${first} → ${second}`];
      case "tool-merged":
        return names.slice(1).map((name) => `${name} → ${first}`);
      case "param-renamed-without-alias":
        return [`${tool}.${first} → ${second}`];
      default:
        return [];
    }
  });
}
