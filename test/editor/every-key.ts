import {
  type Grammar,
  type KeyTable,
  type RecordGrammar,
  specRules,
  type VariantsGrammar,
} from "../../src/compiler/catalog/spec-grammar.ts";

/** A document that has every key of a rule at least once, and where each of them stands. */
export interface EveryKey {
  readonly text: string;
  readonly keys: readonly { readonly line: number; readonly path: string; readonly description: string }[];
}

/**
 * Writes values out of the grammar: one key per line, every variant of a type where several may stand, each rule written
 * out once.
 * @param written rules that need not be written out any more; those written now are added The values need not make sense together; what decides which keys are allowed does.
 */
export function everyKey(rule: string, written: Set<string>): EveryKey {
  const lines: string[] = [];
  const keys: { line: number; path: string; description: string }[] = [];
  write({ kind: "rule", rule }, "");
  return { text: `${lines.join("\n")}\n`, keys };

  function write(grammar: Grammar, path: string): void {
    switch (grammar.kind) {
      case "rule":
        writeRule(grammar.rule, path);
        break;
      case "record":
        block("{", "}", () => table(recordKeys(grammar), path));
        break;
      case "variants":
        // Where only one type may stand, the one with the most in it.
        block("{", "}", () => variant(grammar, "object" in grammar.variants ? "object" : "string", path));
        break;
      case "map":
        block("{", "}", () => entries(grammar.value, path));
        break;
      case "list":
        block("[", "]", () => write(grammar.items, `${path}[]`));
        break;
      case "either":
        write(richest(grammar.options), path);
        break;
      case "word":
        add(JSON.stringify(Object.keys(grammar.words)[0]));
        break;
      case "boolean":
        add("true");
        break;
      case "integer":
      case "number":
        add("1");
        break;
      default:
        add('"a"');
    }
  }

  function writeRule(name: string, path: string): void {
    const named = specRules[name];
    if (named === undefined) throw new Error(`no rule '${name}'`);
    if (written.has(name)) {
      add(named.kind === "variants" ? '{"type": "json"}' : "{}");
      return;
    }
    written.add(name);
    write(named, path);
  }

  /** One entry, or one per type where types stand. */
  function entries(value: Grammar, path: string): void {
    const named = value.kind === "rule" && !written.has(value.rule) ? specRules[value.rule] : undefined;
    if (named?.kind !== "variants" || value.kind !== "rule") {
      key("name", undefined, path);
      write(value, `${path}.name`);
      return;
    }
    written.add(value.rule);
    for (const word of [...Object.keys(named.variants), ...Object.keys(named.instead)]) {
      key(`a_${word}`, undefined, path);
      block("{", "}", () => variant(named, word, `${path}.a_${word}`));
      add(",");
    }
  }

  function variant(grammar: VariantsGrammar, word: string, path: string): void {
    const instead = grammar.instead[word];
    if (instead === undefined) {
      key("type", "The type: it decides which other keys are allowed", path);
      add(`${JSON.stringify(word)},`);
      table({ ...grammar.variants[word]?.keys, ...grammar.shared }, path);
    } else {
      table({ [word]: instead.key, ...grammar.shared }, path);
    }
  }

  function table(keyTable: KeyTable, path: string): void {
    for (const [name, { value, description }] of Object.entries(keyTable)) {
      key(name, description, path);
      write(value, `${path}.${name}`);
      add(",");
    }
  }

  function key(name: string, description: string | undefined, path: string): void {
    if (description !== undefined) keys.push({ line: lines.length, path: `${path}.${name}`, description });
    lines.push(`${JSON.stringify(name)}:`);
  }

  function block(start: string, end: string, fill: () => void): void {
    add(start);
    fill();
    lines.push(end);
  }

  function add(text: string): void {
    if (lines.length === 0) lines.push("");
    lines[lines.length - 1] += ` ${text}`;
  }
}

/** The option that holds keys, where one does. */
function richest(options: readonly Grammar[]): Grammar {
  return options.find(({ kind }) => kind === "rule" || kind === "list") ?? options[0] ?? { kind: "json" };
}

/** Of keys that exclude each other, the first. */
function recordKeys(grammar: RecordGrammar): KeyTable {
  const dropped = new Set((grammar.exclusive ?? []).flatMap((group) => group.slice(1)));
  return Object.fromEntries(Object.entries(grammar.keys).filter(([name]) => !dropped.has(name)));
}
