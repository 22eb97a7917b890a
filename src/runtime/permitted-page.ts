// Pages are written for all callers; a server shows them without what its policy denies. A page consists of tables, lists and
// paragraphs, so rows, items and clauses that name a denied tool are removed and the form stays.

/** @param text removes the clauses that name a denied tool from a text */
export function permittedPage(page: string, text: (text: string) => string): string {
  if (text(page) === page) return page;
  const sections = page.split(/^(?=#{2,3} )/m).map((section) => permittedSection(section, text));
  const lines = withoutEmptyLists(sections.join("").split("\n"));
  return `${lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

/** Removes the lines that introduce an empty list. */
function withoutEmptyLists(lines: readonly string[]): readonly string[] {
  const isIntroduction = (line: string) => /^[A-Z].*:$/.test(line);
  return lines.filter((line, at) => {
    if (!isIntroduction(line)) return true;
    const next = lines.slice(at + 1).find((other) => other !== "") ?? "#";
    return !next.startsWith("#") && !isIntroduction(next);
  });
}

/** Workflows and examples are sequences of calls, so they are removed whole. */
function permittedSection(section: string, text: (text: string) => string): string {
  const steps = section.split("\n").filter((line) => /^\d+\. /.test(line));
  if (section.startsWith("### ") && steps.some((step) => text(step) !== step)) return "";
  const lines = section.split("\n").flatMap((line) => {
    if (line.startsWith("| ")) return permittedRow(line, text);
    if (!/^(?:- |\d+\. )/.test(line)) return [text(line)];
    return text(line) === line ? [line] : [];
  });
  return lines.join("\n");
}

/** A row is removed when its first cell is empty, or when all the tools in its last cell are denied. */
function permittedRow(row: string, text: (text: string) => string): readonly string[] {
  const cells = row.replace(/^\| /, "").replace(/ \|$/, "").split(" | ");
  const kept = cells.map((cell) => (/^\[/.test(cell) ? permittedLinks(cell, text) : text(cell)));
  if (kept.every((cell, at) => cell === cells[at])) return [row];
  const isAboutNothing = kept.at(-1) === "" && cells.at(-1)?.startsWith("[") === true;
  return kept[0] === "" || isAboutNothing ? [] : [`| ${kept.join(" | ")} |`];
}

function permittedLinks(cell: string, text: (text: string) => string): string {
  return cell
    .split(", ")
    .filter((link) => text(link) === link)
    .join(", ");
}
