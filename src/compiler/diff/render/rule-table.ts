import { facets } from "../facets/facets.ts";
import type { RuleEntry } from "../rule-book.ts";
import { markdownText } from "./markdown-text.ts";

const facetList = facets.map(({ name }) => `\`${name}\``).join(", ");

/** All rules as a table in Markdown, with their number; it ends with a line break. */
export function renderRuleTable(book: readonly RuleEntry[]): string {
  const rows = book.map(({ id, severity, categories, mirrors, hidden, explain }) => {
    const level = hidden === true ? `${severity}, hidden` : severity;
    const cells = [
      `\`${id}\``,
      level,
      categories.join(" "),
      mirrors.map((mirror) => `\`${mirror}\``).join(" "),
      markdownText(explain.why),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `${book.length} rules. Severity is the rule's own; proofs, stability and people's decisions may change it.`,
    "",
    "| Rule | Severity | Categories | Mirrors | Why |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    `What changed about a value is a facet of its type, as in \`param-narrowed/max-length\`: ${facetList}.`,
    "",
  ].join("\n");
}
