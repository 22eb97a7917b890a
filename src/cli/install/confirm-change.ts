import { askYes } from "../ask-yes.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { print, type Terminal } from "../terminal.ts";
import { colourDiff, textDiff } from "../unified-diff.ts";
import type { EntryPlace } from "./edit-servers.ts";
import { hideValues } from "./hide-values.ts";

export interface ShownChange {
  /** The file as people know it. */
  readonly shown: string;
  readonly place: EntryPlace;
  /** undefined: not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether each is what we wrote ourselves: then its arguments hold nothing that must be hidden. */
  readonly isOurs: { readonly before: boolean; readonly after: boolean };
}

/** Prints what would change, with everything hidden that may be a secret. */
export function showChange(terminal: Terminal, { shown, place, before, after, isOurs }: ShownChange): void {
  const old = before === undefined ? undefined : hideValues(before, place, isOurs.before);
  const text = after === undefined ? undefined : hideValues(after, place, isOurs.after);
  const side = (name: string, value: string | undefined) =>
    value === undefined ? { name: "/dev/null", text: "" } : { name, text: value };
  const diff = textDiff(side(`a/${shown}`, old), side(`b/${shown}`, text));
  print(terminal, colourDiff(diff, terminal.colors));
}

/** @throws CliError unless somebody said yes */
export async function confirmChange(terminal: Terminal, shown: string, yes: boolean): Promise<void> {
  const answer = yes ? "yes" : await askYes(terminal, `Change ${shown}?`);
  if (answer === "yes") return;
  throw new CliError("nothing was written", {
    exitCode: answer === "no" ? ExitCode.refused : ExitCode.usage,
    ...(answer === "nobody" ? { hint: "there is nobody to ask: --yes makes the change, --dry-run only shows it" } : {}),
  });
}
