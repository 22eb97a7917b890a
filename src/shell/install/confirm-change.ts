import { askYes } from "../../terminal/ask-yes.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { colourDiff, textDiff } from "../../terminal/unified-diff.ts";
import type { ConfigFormat, EntryPlace } from "../formats/config-format.ts";
import type { Scope } from "../servers/client-names.ts";

/** Of `install` and `uninstall`. */
export interface ChangeOptions {
  readonly scope: Scope;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly force?: true;
  readonly json?: true;
}

export interface ShownChange {
  /** The file as people know it. */
  readonly shown: string;
  readonly place: EntryPlace;
  /** Entries beside that of the place that may be shown, too. */
  readonly names?: readonly string[];
  readonly format: ConfigFormat;
  /** undefined: not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether each is what we wrote ourselves: then its arguments hold nothing that must be hidden. */
  readonly isOurs: { readonly before: boolean; readonly after: boolean };
}

/** Prints what would change, with everything hidden that may be a secret. */
export function showChange(
  terminal: Terminal,
  { shown, place, names = [place.name], format, before, after, isOurs }: ShownChange,
): void {
  const old = before === undefined ? undefined : hideValues(format, before, place, isOurs.before, names);
  const text = after === undefined ? undefined : hideValues(format, after, place, isOurs.after, names);
  const side = (name: string, value: string | undefined) =>
    value === undefined ? { name: "/dev/null", text: "" } : { name, text: value };
  const diff = textDiff(side(`a/${shown}`, old), side(`b/${shown}`, text));
  print(terminal, colourDiff(diff, terminal.colors));
}

/** How `install` or `uninstall` ended: for programs as JSON, for people as a line. */
export function reportChange(
  terminal: Terminal,
  { json }: { readonly json?: true },
  outcome: { readonly status: "unchanged" | "dry-run" | "written" } & Readonly<Record<string, unknown>>,
  text: string,
): ExitCode {
  if (json) printJson(terminal, outcome);
  else print(terminal, text);
  return ExitCode.fine;
}

/** @throws CliError unless it was confirmed */
export async function confirmChange(terminal: Terminal, shown: string, yes: boolean): Promise<void> {
  const answer = yes ? "yes" : await askYes(terminal, `Change ${shown}?`);
  if (answer === "yes") return;
  throw new CliError("nothing was written", {
    exitCode: answer === "no" ? ExitCode.refused : ExitCode.usage,
    ...(answer === "unavailable"
      ? { hint: "there is no terminal to confirm on: --yes makes the change, --dry-run only shows it" }
      : {}),
  });
}

/**
 * A configuration as it may be shown: other servers' values, other members' values and comments are hidden, since any may
 * be a secret. Of the entry itself its command is shown, and where it is ours its arguments. Names and layout stay.
 */
export function hideValues(
  format: ConfigFormat,
  text: string,
  { container, name }: EntryPlace,
  isOurs: boolean,
  names: readonly string[] = [name],
): string {
  return format.hide(text, (path) => {
    const [entry, member, index] = path.slice(container.length);
    const isOfIt = container.every((part, at) => path[at] === part) && names.some((each) => each === entry);
    if (!isOfIt || !shownMembers.some((each) => each === member)) return false;
    // Some clients write the program and its arguments as one list.
    return isOurs ? true : startMembers.some((each) => each === member) && (index === undefined || index === 0);
  });
}

/** Of what others have written; where arguments stand beside the program, the first word. */
const startMembers = ["type", "command", "cmd"];
/** Of what we have written ourselves: it holds no values of variables. */
const shownMembers = [...startMembers, "args", "name", "tools", "env_vars", "env_keys"];
