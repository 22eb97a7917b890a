import type { Command, Option } from "commander";

/** The command line as completion sees it: what `--help` shows, as data. */
export interface Grammar {
  readonly verbs: readonly Verb[];
}

export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** In their order; a variadic one is the last. */
  readonly args: readonly Value[];
  readonly options: readonly VerbOption[];
}

export interface VerbOption {
  /** `--out`. */
  readonly name: string;
  readonly summary: string;
  /** undefined: it is a switch. */
  readonly value: (Value & { readonly isOptional: boolean }) | undefined;
}

export interface Value {
  /** What stands between the angle brackets. */
  readonly placeholder: string;
  readonly choices: readonly string[];
  readonly isVariadic: boolean;
}

/** @param program the whole command line; hidden commands are left out */
export function grammarOf(program: Command): Grammar {
  const shown = new Set(program.createHelp().visibleCommands(program));
  const verbs = [...shown].map((command) => ({
    name: command.name(),
    summary: command.description(),
    args: command.registeredArguments.map((argument) => ({
      placeholder: argument.name(),
      choices: argument.argChoices ?? [],
      isVariadic: argument.variadic,
    })),
    options: [...command.options.filter(({ hidden }) => !hidden).flatMap(optionOf), help],
  }));
  return { verbs };
}

const help: VerbOption = { name: "--help", summary: "print this help", value: undefined };

function optionOf({
  long,
  flags,
  description,
  required,
  optional,
  argChoices,
  variadic,
}: Option): readonly VerbOption[] {
  if (typeof long !== "string") return [];
  const placeholder = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1]?.replace("...", "") ?? "";
  const value = { placeholder, choices: argChoices ?? [], isVariadic: variadic, isOptional: optional };
  return [{ name: long, summary: description, value: required || optional ? value : undefined }];
}
