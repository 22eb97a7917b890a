import type { Grammar, KeyTable } from "../../src/compiler/catalog/spec-grammar.ts";
import { specFiles, specRules } from "../../src/compiler/catalog/spec-grammar.ts";

/** The grammar of the YAML files as Markdown: a section for every rule that has keys, files first. */
export function languageReference(): string {
  const roots = Object.values(specFiles).map(({ rule }) => rule);
  const names = [...roots, ...Object.keys(specRules).filter((name) => !roots.includes(name))];
  const where = new Map(Object.values(specFiles).map(({ rule, where: place }) => [rule, place]));
  return names
    .map((name) => section(name, where.get(name)))
    .filter((text) => text !== "")
    .join("\n");
}

function section(name: string, place: string | undefined): string {
  const grammar = specRules[name] ?? { kind: "json" };
  const body = bodyOf(grammar, new Set());
  if (body === "") return "";
  return `### ${place === undefined ? name : `${name}: \`${place}\``}\n\n${body}`;
}

/** What a rule is made of; records that stand inside it without a name of their own come below it. */
function bodyOf(grammar: Grammar, path: ReadonlySet<string>): string {
  switch (grammar.kind) {
    case "record": {
      const inner = Object.entries(grammar.keys).map(([key, { value }]) => innerOf(key, value, path));
      const alone = (grammar.exclusive ?? []).map((keys) => `Only one of ${keys.map(code).join(", ")}.\n`);
      const needed = (grammar.needs ?? []).map((keys) => `At least one of ${keys.map(code).join(", ")}.\n`);
      return [table(grammar.keys), ...alone, ...needed, ...inner].filter((text) => text !== "").join("\n");
    }
    case "map": {
      const words = grammar.key.kind === "word" ? wordTable(grammar.key.words) : "";
      const head = `A map: ${typeText(grammar.key)} → ${typeText(grammar.value)}.\n`;
      const inner = grammar.value.kind === "record" ? bodyOf(grammar.value, path) : "";
      return [head, words, inner].filter((text) => text !== "").join("\n");
    }
    case "variants": {
      const choices = Object.entries(grammar.variants).map(
        ([word, { description, keys }]) =>
          `| ${code(word)} | ${description} | ${Object.keys(keys).map(code).join(" ")} |`,
      );
      const instead = Object.entries(grammar.instead).map(
        ([key, { key: own }]) => `| ${code(`{${key}: …}`)} | ${own.description} | |`,
      );
      const own = Object.assign({}, ...Object.values(grammar.variants).map(({ keys }) => keys));
      return [
        `| \`type\` | meaning | keys of its own |\n|---|---|---|\n${[...choices, ...instead].join("\n")}\n`,
        table({ ...own, ...grammar.shared }),
      ].join("\n");
    }
    default:
      return "";
  }
}

function innerOf(key: string, value: Grammar, path: ReadonlySet<string>): string {
  if (value.kind === "either") {
    return value.options
      .map((option) => innerOf(key, option, path))
      .filter((text) => text !== "")
      .join("\n");
  }
  const items = value.kind === "list" ? value.items : value;
  if (items.kind === "record") return `Under ${code(key)}:\n\n${bodyOf(items, path)}`;
  const words =
    items.kind === "word" ? items.words : items.kind === "map" && items.key.kind === "word" ? items.key.words : {};
  return Object.keys(words).length === 0 ? "" : `Words of ${code(key)}:\n\n${wordTable(words)}`;
}

function table(keys: KeyTable): string {
  const rows = Object.entries(keys).map(
    ([name, { value, required, defaulted, description }]) =>
      `| ${required === true ? `**${code(name)}**` : code(name)} | ${typeText(value)} | ${cell(description)}${defaulted === true ? "; required where `defaults` of catalog.yaml has none" : ""} |`,
  );
  return rows.length === 0 ? "" : `| key | value | meaning |\n|---|---|---|\n${rows.join("\n")}\n`;
}

function wordTable(words: { readonly [word: string]: string }): string {
  const rows = Object.entries(words).map(([word, description]) => `| ${code(word)} | ${cell(description)} |`);
  return `| word | meaning |\n|---|---|\n${rows.join("\n")}\n`;
}

function typeText(grammar: Grammar): string {
  switch (grammar.kind) {
    case "rule":
      return `[${grammar.rule}](#${anchor(grammar.rule)})`;
    case "text":
      return grammar.oneLine === true ? "*line*" : "*text*";
    case "string":
      return grammar.names !== undefined ? `name (${grammar.names})` : (grammar.form?.description ?? "text");
    case "word": {
      const words = Object.keys(grammar.words);
      return words.length > 3 ? "word" : words.map(code).join(" or ");
    }
    case "integer":
      return grammar.only === undefined ? "whole number" : String(grammar.only);
    case "number":
      return "number";
    case "boolean":
      return "true or false";
    case "json":
      return "any value";
    case "list":
      return `list of ${typeText(grammar.items)}`;
    case "map":
      return `map of ${typeText(grammar.value)}`;
    case "record":
      return "map";
    case "variants":
      return "type";
    case "either":
      return [...new Set(grammar.options.map(typeText))].join(" or ");
  }
}

function anchor(rule: string): string {
  const file = Object.values(specFiles).find((one) => one.rule === rule);
  const heading = file === undefined ? rule : `${rule}: ${file.where}`;
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(/\s/g, "-");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

function code(text: string): string {
  return `\`${text}\``;
}
