// Where in a command line the cursor is. Pure.
import type { Grammar, Value, Verb, VerbOption } from "./grammar.ts";

export type Place =
  /** The first word: a verb, or a server. */
  | { readonly kind: "first" }
  | { readonly kind: "option-value"; readonly option: VerbOption; readonly value: Value; readonly typed: string }
  | { readonly kind: "option"; readonly verb: Verb; readonly tool: string | undefined }
  | { readonly kind: "argument"; readonly verb: Verb; readonly argument: Value; readonly tool: string | undefined }
  /** The value of a param that was named as a flag: `--title` before, or `--title=` in the word itself. */
  | { readonly kind: "nothing" };

export interface PlacedWords {
  readonly place: Place;
  /** What was said so far: option → its last value. */
  readonly said: ReadonlyMap<string, string>;
  /** Words that are neither options nor their values. */
  readonly plain: readonly string[];
  /** No verb: `server tool arguments…`. */
  readonly isWordless: boolean;
}

/** What `pegboard [server [tool [arguments…]]]` stands for, with the options of the verbs that do the same. */
export function wordless({ verbs }: Grammar): Verb {
  const meant = verbs.filter(({ name }) => ["call", "describe", "tools", "servers"].includes(name));
  const options = new Map(meant.flatMap((verb) => verb.options).map((option) => [option.name, option]));
  options.delete("--server");
  const plain = { choices: [], isVariadic: false };
  return {
    name: "",
    summary: "",
    args: [
      { ...plain, placeholder: "server" },
      { ...plain, placeholder: "tool" },
      { ...plain, placeholder: "arguments", isVariadic: true },
    ],
    options: [...options.values()],
  };
}

/**
 * @param before the words before the cursor's, without the program
 * @param current the part of the cursor's word that stands before it
 */
export function placeIn(before: readonly string[], current: string, grammar: Grammar): PlacedWords {
  const [first = ""] = before;
  const known = grammar.verbs.find(({ name }) => name === first);
  const isHelp = first === "help";
  const verb = known ?? wordless(grammar);
  const said = new Map<string, string>();
  const plain: string[] = [];
  let pending: VerbOption | undefined;
  let endsOptions = false;
  for (const word of known === undefined ? before : before.slice(1)) {
    if (pending !== undefined) {
      said.set(pending.name, word);
      pending = undefined;
    } else if (!endsOptions && word === "--") endsOptions = true;
    else if (!endsOptions && word.startsWith("--")) {
      const [name = "", ...rest] = word.split("=");
      const option = verb.options.find((one) => one.name === name);
      if (option?.value === undefined) continue;
      if (rest.length > 0) said.set(name, rest.join("="));
      else if (!option.value.isOptional) pending = option;
    } else plain.push(word);
  }
  const result = { said, plain, isWordless: known === undefined && !isHelp };
  const toolAt = verb.args.findIndex(({ placeholder }) => placeholder === "tool");
  const tool = toolAt < 0 ? undefined : plain[toolAt];
  if (isHelp && !current.startsWith("-"))
    return { ...result, place: before.length === 1 ? { kind: "first" } : { kind: "nothing" } };
  if (pending?.value !== undefined) {
    return { ...result, place: { kind: "option-value", option: pending, value: pending.value, typed: "" } };
  }
  if (!endsOptions && current.startsWith("-")) {
    const equals = current.indexOf("=");
    const option = verb.options.find((one) => one.name === current.slice(0, Math.max(0, equals)));
    if (option?.value === undefined) return { ...result, place: { kind: "option", verb, tool } };
    const typed = current.slice(0, equals + 1);
    return { ...result, place: { kind: "option-value", option, value: option.value, typed } };
  }
  if (known === undefined && plain.length === 0) return { ...result, place: { kind: "first" } };
  const argument = verb.args[plain.length] ?? verb.args.findLast(({ isVariadic }) => isVariadic);
  return {
    ...result,
    place: argument === undefined ? { kind: "nothing" } : { kind: "argument", verb, argument, tool },
  };
}
