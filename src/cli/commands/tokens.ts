import type { Catalog, Profile } from "../../compiler/catalog/catalog.ts";
import {
  type Breakdown,
  type CostRow,
  type Counting,
  type Cut,
  listsBreakdown,
  profileBreakdown,
  profilesBreakdown,
} from "../../compiler/tokens/breakdown.ts";
import type { TokenEncoding } from "../../compiler/tokens/listing-cost.ts";
import { type ParamBreakdown, paramBreakdown } from "../../compiler/tokens/param-costs.ts";
import { named } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { type Colors, counted, print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { checkProject } from "../compile-project.ts";
import { findingsText, stopped } from "../report.ts";
import { loadTokenCounter } from "../token-counter.ts";

export interface TokensOptions {
  readonly catalog?: string;
  readonly profile?: string;
  readonly by?: Cut | "param";
  readonly encoding: TokenEncoding;
  readonly json?: true;
  /** Fail when a profile is over its budget. */
  readonly check?: true;
}

/**
 * Prints what the catalog costs a model that is shown it. A catalog that is over its budget is measured all the same: that
 * is when its author wants to know. Any other error would make the numbers wrong.
 */
export async function tokens(terminal: Terminal, options: TokensOptions): Promise<ExitCode> {
  const { value: checked, diagnostics } = await checkProject(terminal, options.catalog);
  const wrong = diagnostics.filter(({ code, severity }) => severity === "error" && !budgetCodes.has(code));
  if (checked === undefined || wrong.length > 0) {
    return stopped(terminal, wrong, "nothing was counted");
  }
  const { encoding } = options;
  const counting = { countTokens: await loadTokenCounter([encoding]), encoding };
  const breakdown = breakdownOf(checked.catalog, options, counting);
  if (options.json) printJson(terminal, { encoding, ...breakdown });
  else
    print(
      terminal,
      breakdown.by === "param" ? paramPage(breakdown, encoding, terminal) : page(breakdown, encoding, terminal),
    );
  if (options.check !== true) return ExitCode.fine;
  const over = diagnostics.filter(({ code }) => budgetCodes.has(code));
  if (over.length > 0) printError(terminal, findingsText(over, terminal.errorColors));
  return over.length > 0 ? ExitCode.findings : ExitCode.fine;
}

const budgetCodes: ReadonlySet<string> = new Set(["profile-token-budget", "tool-token-budget"]);

function breakdownOf(catalog: Catalog, { profile: only, by: wanted }: TokensOptions, counting: Counting) {
  const profile = profileOf(catalog, only);
  const by = wanted ?? (only === undefined ? "profile" : "tool");
  const profiles = only === undefined ? catalog.profiles : [profile];
  if (by === "param") return paramBreakdown(profile, catalog, counting);
  if (by === "profile") return profilesBreakdown(catalog, profiles, counting);
  if (by === "list") return listsBreakdown(catalog, profiles, counting);
  return profileBreakdown(by, profile, catalog, counting);
}

/** @throws CliError when no profile has that name */
function profileOf(catalog: Catalog, wanted: string | undefined): Profile {
  const name = wanted ?? catalog.defaultProfile;
  return named(name, catalog.profiles, `there is no profile '${name}'`);
}

function page(breakdown: Breakdown, encoding: TokenEncoding, { colors, columns }: Terminal): string {
  const { by, profile, surface, detail, rows, total } = breakdown;
  const all = total === undefined ? rows : [...rows, total];
  const hasBudget = all.some((row) => row.budget !== undefined);
  const showsTools = by !== "tool";
  const cells = (row: CostRow, name: string) => [
    name,
    ...(showsTools ? [grouped(row.tools)] : []),
    grouped(row.tokens),
    ...(hasBudget ? budgetCells(row, colors) : []),
  ];
  const head = [by, ...(showsTools ? ["tools"] : []), "tokens", ...(hasBudget ? ["budget", "left"] : [])];
  const drawn = table(
    [
      head.map((word) => colors.dim(word)),
      ...rows.map((row) => cells(row, row.name)),
      ...(total === undefined ? [] : [cells(total, colors.bold("all"))]),
    ],
    columns,
    { numbersFrom: 1 },
  );
  const shown = [
    ...(profile === undefined ? [] : [`profile ${profile}`]),
    ...(surface === undefined ? [] : [surface]),
    ...(detail === undefined ? [] : [detail]),
    encoding,
  ];
  const size = total === undefined ? "" : `${counted(total.tools, "tool")}; `;
  return `${drawn}\n\n${colors.dim(`${size}${shown.join(", ")}`)}`;
}

function paramPage(
  { profile, surface, detail, rows }: ParamBreakdown,
  encoding: TokenEncoding,
  { colors, columns }: Terminal,
): string {
  const head = ["tool", "param", "shown", "tokens"].map((word) => colors.dim(word));
  const cells = rows.map(({ tool, param, tokens: cost, shown, why }) => [
    tool,
    param,
    shown ? why : colors.yellow("no"),
    grouped(cost),
  ]);
  const hidden = rows.filter(({ shown }) => !shown).length;
  const size = `${counted(rows.length, "param")}, ${hidden} not shown; `;
  const form = [`profile ${profile}`, surface, detail, encoding].join(", ");
  return `${table([head, ...cells], columns, { numbersFrom: 3 })}\n\n${colors.dim(size + form)}`;
}

function budgetCells({ tokens, budget }: CostRow, { red }: Colors): readonly string[] {
  if (budget === undefined) return ["", ""];
  const left = budget - tokens;
  return [grouped(budget), left < 0 ? red(grouped(left)) : grouped(left)];
}

/** 12345 → "12,345". */
function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
