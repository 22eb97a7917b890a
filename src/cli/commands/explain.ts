import { currentNames } from "../../compiler/diff/former-rules.ts";
import { ruleBook } from "../../compiler/diff/rule-book.ts";
import { callErrors } from "../../contract/call-errors.ts";
import type { CodeRow } from "../../diagnostics/codes/code-row.ts";
import { type Code, codes } from "../../diagnostics/codes.ts";
import { isSuppressible } from "../../diagnostics/suppression.ts";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { type Colors, print, printJson, type Terminal } from "../../terminal/terminal.ts";

interface Explanation extends Pick<CodeRow, "why" | "bad" | "good" | "source" | "checkedOn"> {
  readonly code: string;
  readonly kind: (typeof kinds)[number];
  readonly severity: string;
  /** Rules of diff only: who is touched, and which rules speak when base and head change places. */
  readonly categories?: readonly string[];
  readonly mirrors?: readonly string[];
  /** Rules of diff only: printed for those who ask (`diff --all`). */
  readonly hidden?: true;
  /** Where to read on. */
  readonly docs?: string;
  /** Findings only: may `# pegboard-allow` silence it. */
  readonly suppressible?: boolean;
  /** Findings only: can `pegboard lint --fix` repair some of them. */
  readonly fixable?: boolean;
}

const kinds = ["finding", "diff rule", "call error"] as const;
const titles = {
  finding: "Findings of generate and lint",
  "diff rule": "Rules of diff",
  "call error": "Errors that a call of any catalog may end with",
} as const;

/** Says why a finding exists; without a code, lists them all. */
export async function explain(
  terminal: Terminal,
  code: string | undefined,
  options: { readonly json?: true },
): Promise<ExitCode> {
  const all = explanations();
  if (code === undefined) {
    if (options.json) printJson(terminal, all);
    else print(terminal, listing(all, terminal));
    return ExitCode.fine;
  }
  // A finding and a rule of diff may bear one name: they are about one thing, now and over time.
  const names = currentNames(code);
  const rules = names.map((name) => name.split("/")[0]);
  const found = all.filter((each) => each.code === code || rules.includes(each.code));
  const [first, second] = found;
  if (first === undefined) {
    const codes = all.map((each) => each.code);
    const hint = nearHint(code, codes, "pegboard explain lists them");
    throw new CliError(`there is no finding, rule or error '${code}'`, { hint });
  }
  if (options.json) printJson(terminal, second === undefined ? first : found);
  else {
    const pages = found.map((each) => page(each, terminal.colors));
    const isFormer = found.every((each) => each.code !== code);
    const former = isFormer
      ? [`'${code}' is a former name of ${names.filter((name) => name !== code).join(" and ")}.`]
      : [];
    print(terminal, [...former, ...pages].join("\n\n"));
  }
  return ExitCode.fine;
}

function page(explanation: Explanation, { bold, dim, red, green }: Colors): string {
  const { code, kind, severity, categories = [], why, bad, good } = explanation;
  const example = (title: string, text: string | undefined) =>
    text === undefined ? [] : ["", title, text.trimEnd().replaceAll(/^/gm, "    ")];
  return [
    `${bold(code)}  ${dim([kind === "call error" ? kind : `${kind}, ${severity}`, ...categories].join(" "))}`,
    "",
    why,
    ...example(red("Bad:"), bad),
    ...example(green("Good:"), good),
    ...notes(explanation).flatMap((note) => ["", note]),
  ].join("\n");
}

/** What can be done about a finding besides fixing it by hand, and where the rule comes from. */
function notes(explanation: Explanation): readonly string[] {
  const { code, suppressible, fixable, source, checkedOn, mirrors = [], hidden, docs } = explanation;
  return [
    ...(hidden === true ? ["It has no effect: `pegboard diff --all` prints it."] : []),
    ...(mirrors.length === 0 ? [] : [`Opposite change: ${mirrors.join(", ")}.`]),
    ...(fixable === true ? ["`pegboard lint --fix` fixes it where only one fix is possible."] : []),
    ...(suppressible === true
      ? [`To suppress it, give a reason: # pegboard-allow ${code}: <reason>, on a line above it.`]
      : []),
    ...(source === undefined ? [] : [`Source: ${source}${checkedOn === undefined ? "" : ` (checked ${checkedOn})`}`]),
    ...(docs === undefined ? [] : [`More: ${docs}`]),
  ];
}

function listing(all: readonly Explanation[], { colors, columns }: Terminal): string {
  const sections = kinds.map((kind) => {
    const rows = all
      .filter((each) => each.kind === kind)
      .map((each) => [colors.cyan(each.code), colors.dim(each.severity), firstSentence(each.why)]);
    return `${colors.bold(titles[kind])}\n${table(rows, columns)}`;
  });
  return sections.join("\n\n");
}

function firstSentence(text: string): string {
  // A colon inside of `{file: …}` or brackets ends nothing.
  return /^(?:`[^`]*`|\([^()]*\)|[^`])*?[.;:](?=\s|$)/.exec(text)?.[0].replace(/[.;:]$/, "") ?? text;
}

/** Findings first, then rules, then errors of the runtime, each in the order of its table. */
function explanations(): readonly Explanation[] {
  const findings = (Object.keys(codes) as Code[]).map((code): Explanation => {
    const { severity, fixable, message: _message, suppressible: _own, ...explain }: CodeRow = codes[code];
    const isFixable = fixable === true;
    return { code, kind: "finding", severity, ...explain, suppressible: isSuppressible(code), fixable: isFixable };
  });
  const rules = ruleBook().map(({ id: code, severity, categories, mirrors, hidden, explain }): Explanation => {
    const facts = { code, kind: "diff rule", severity, categories, mirrors } as const;
    return { ...facts, ...(hidden === true ? { hidden } : {}), ...explain, docs: "docs/diff.md" };
  });
  const errors = Object.entries(callErrors).map(([code, what]): Explanation => {
    const why = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
    return { code, kind: "call error", severity: "error", why, docs: "docs/debugging.md" };
  });
  return [...findings, ...rules, ...errors];
}
