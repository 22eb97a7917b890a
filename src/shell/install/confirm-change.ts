import { visit } from "jsonc-parser";
import { askYes } from "../../terminal/ask-yes.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { colourDiff, textDiff } from "../../terminal/unified-diff.ts";
import type { Scope } from "./clients.ts";
import type { EntryPlace } from "./edit-servers.ts";

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

/** How `install` or `uninstall` ended: for programs as JSON, for people as a line. */
export function reportChange(
  terminal: Terminal,
  { json }: { readonly json?: true },
  outcome: object & { readonly status: "unchanged" | "dry-run" | "written" },
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
export function hideValues(text: string, { container, name }: EntryPlace, isOurs: boolean): string {
  const open = isOurs ? ["type", "command", "args"] : ["type", "command"];
  const isShown = ([first, second, third]: readonly (string | number)[]) =>
    first === container && second === name && open.some((member) => member === third);
  const hidden: { readonly offset: number; readonly length: number; readonly shown: string }[] = [];
  visit(
    text,
    {
      onLiteralValue: (value, offset, length, _line, _character, path) => {
        if (typeof value === "string" && !isShown(path())) hidden.push({ offset, length, shown: '"…"' });
      },
      onComment: (offset, length) => {
        hidden.push({ offset, length, shown: text.startsWith("//", offset) ? "// …" : "/* … */" });
      },
    },
    { allowTrailingComma: true },
  );
  let shown = "";
  let at = 0;
  for (const piece of hidden.sort((a, b) => a.offset - b.offset)) {
    shown += text.slice(at, piece.offset) + piece.shown;
    at = piece.offset + piece.length;
  }
  return shown + text.slice(at);
}
