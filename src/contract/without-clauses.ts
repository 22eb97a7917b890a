type Names = Pick<ReadonlySet<string>, "has">;

/** The text without the clauses that name one of these. A clause ends with a full stop, a semicolon or the line. */
export function withoutClauses(text: string, denied: Names): string {
  const clauses = text.split(/(?<=[.;!?])(?=\s)|(?=\n)/);
  const kept = clauses.filter((clause) => !mentions(clause, denied));
  return kept.length === clauses.length ? text : kept.join("").trim().replace(/;$/, "");
}

/** The text without the sentences that name one of these; lines of a paragraph are joined. */
export function withoutSentences(text: string, denied: Names): string {
  const sentences = (paragraph: string) => paragraph.replaceAll(/\s*\n\s*/g, " ").split(/(?<=[.!?])\s+/);
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      sentences(paragraph)
        .filter((sentence) => !mentions(sentence, denied))
        .join(" "),
    )
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** A name that is also a common word ("recall") counts only between quotes or backticks. */
function mentions(clause: string, denied: Names): boolean {
  for (const [found] of clause.matchAll(/[\w-]+(?:\.[\w-]+)*/g)) {
    if (isDenied(found, denied)) return true;
    if (found.includes(".") && found.split(".").some((name) => isDenied(name, denied))) return true;
  }
  for (const [, name = ""] of clause.matchAll(/[`'"]([\w.-]+)(?:[`'"]|: )/g)) if (denied.has(name)) return true;
  return false;
}

function isDenied(name: string, denied: Names): boolean {
  return denied.has(name) && !isPlainWord(name);
}

function isPlainWord(name: string): boolean {
  return /^[A-Za-z]?[a-z]*$/.test(name);
}
