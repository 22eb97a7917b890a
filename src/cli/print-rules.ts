import { renderRuleTable } from "../compiler/diff/render/rule-table.ts";
import { ruleBook } from "../compiler/diff/rule-book.ts";
import { table } from "../terminal/table.ts";
import { counted, print, printJson, type Terminal } from "../terminal/terminal.ts";

/** Every rule of `diff`: as a table, as Markdown, or as JSON. */
export function printRules(terminal: Terminal, format: "text" | "md" | "json"): void {
  const book = ruleBook();
  const { bold, cyan, dim } = terminal.colors;
  switch (format) {
    case "json":
      printJson(terminal, { count: book.length, rules: book });
      return;
    case "md":
      print(terminal, renderRuleTable(book));
      return;
    case "text": {
      const head = ["rule", "severity", "categories", "looks at", "mirrors"].map(bold);
      const rows = book.map(({ id, severity, categories, on, mirrors, hidden }) => [
        cyan(id),
        hidden === true ? `${severity} (hidden)` : severity,
        categories.join(" "),
        dim(on.join(" ")),
        dim(mirrors.join(" ")),
      ]);
      print(terminal, `${table([head, ...rows], terminal.columns)}\n\n${counted(book.length, "rule")}`);
    }
  }
}
