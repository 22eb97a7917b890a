import { rules } from "../../compiler/diff/rules.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { codes } from "../../diagnostics/codes.ts";
import { ExitCode } from "../exit-code.ts";
import { Refusal } from "../refusal.ts";
import { table } from "../table.ts";
import { type Colors, print, printJson, type Terminal } from "../terminal.ts";

export interface ExplainOptions {
  readonly json?: true;
}

interface Explanation {
  readonly code: string;
  readonly kind: "finding" | "diff rule";
  readonly severity: string;
  readonly why: string;
  readonly bad?: string;
  readonly good?: string;
}

/** Says why a finding exists; without a code, lists them all. */
export async function explain(
  terminal: Terminal,
  code: string | undefined,
  options: ExplainOptions,
): Promise<ExitCode> {
  const known = new Map(explanations().map((each) => [each.code, each]));
  if (code === undefined) {
    const all = [...known.values()];
    if (options.json) printJson(terminal, all);
    else print(terminal, listing(all, terminal));
    return ExitCode.fine;
  }
  const found = known.get(code);
  if (found === undefined) {
    const near = nearMiss(code, known.keys());
    throw new Refusal(`there is no finding '${code}'`, {
      hint: near === undefined ? "pegboard explain lists them" : `did you mean '${near}'?`,
    });
  }
  if (options.json) printJson(terminal, found);
  else print(terminal, page(found, terminal.colors));
  return ExitCode.fine;
}

function page({ code, kind, severity, why, bad, good }: Explanation, { bold, dim, red, green }: Colors): string {
  const example = (title: string, text: string | undefined) =>
    text === undefined
      ? []
      : [
          "",
          title,
          ...text
            .trimEnd()
            .split("\n")
            .map((line) => `    ${line}`),
        ];
  return [
    `${bold(code)}  ${dim(`${kind}, ${severity}`)}`,
    "",
    why,
    ...example(red("Bad:"), bad),
    ...example(green("Good:"), good),
  ].join("\n");
}

function listing(all: readonly Explanation[], { colors, columns }: Terminal): string {
  const sections = (["finding", "diff rule"] as const).map((kind) => {
    const rows = all
      .filter((each) => each.kind === kind)
      .map((each) => [colors.cyan(each.code), colors.dim(each.severity), firstSentence(each.why)]);
    return `${colors.bold(kind === "finding" ? "Findings of generate and lint" : "Rules of diff")}\n${table(rows, columns)}`;
  });
  return sections.join("\n\n");
}

function firstSentence(text: string): string {
  return /^.*?[.;:](?=\s|$)/s.exec(text)?.[0].replace(/[.;:]$/, "") ?? text;
}

/** Findings first, then rules, each in the order of its table. */
function explanations(): readonly Explanation[] {
  const findings = Object.entries(codes).map(
    ([code, { severity, explain }]): Explanation => ({ code, kind: "finding", severity, ...explain }),
  );
  // Some ids have several rows, one for each kind of event; they say the same.
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const laws = [...byId.values()].map(
    ({ id, severity, explain }): Explanation => ({ code: id, kind: "diff rule", severity, ...explain }),
  );
  return [...findings, ...laws];
}
