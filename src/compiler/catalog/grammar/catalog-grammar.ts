import { builtinTools } from "../../../contract/builtin-tools.ts";
import { line, listOf, rule, string, text } from "./forms.ts";
import type { Grammar } from "./grammar.ts";

/** `schema/catalog.yaml`, `schema/retired.yaml`, and what several files share. */
const grace: Grammar = string("days");
const names = (kind: "tier" | "family" | "tool"): Grammar => listOf(string("name", kind));

export const catalogRules: { readonly [rule: string]: Grammar } = {
  catalog: {
    kind: "record",
    keys: {
      format: { value: { kind: "integer", only: 1 }, required: true, says: "Version of this language: 1" },
      server: { value: rule("server"), required: true, says: "Who the catalog is" },
      targets: {
        value: listOf({
          kind: "word",
          words: {
            claude: "Claude Code, Claude Desktop and the API",
            openai: "ChatGPT, Codex and the API",
            gemini: "Gemini CLI and the API",
            vscode: "GitHub Copilot in VS Code",
            cursor: "Cursor",
            windsurf: "Windsurf Cascade",
          },
        }),
        says: "Clients whose published limits are checked",
      },
      unknown_params: {
        value: {
          kind: "word",
          words: {
            ignore: "Dropped without a word",
            warn: "Dropped, and the caller is told (default)",
            reject: "The call is refused",
          },
        },
        says: "What becomes of params that a tool doesn't know; a destructive tool always rejects",
      },
      tiers: {
        value: { kind: "map", key: string("name"), value: rule("tier"), minEntries: 1 },
        required: true,
        says: "Tiers in order, the most needed first",
      },
      families: {
        value: { kind: "map", key: string("name"), value: rule("family"), minEntries: 1 },
        required: true,
        says: "Families in order; each is a folder of schema/tools",
      },
      profiles: {
        value: { kind: "map", key: string("name"), value: rule("profile") },
        says: "What one client is shown",
      },
      default_profile: { value: string("name", "profile"), says: "Shown when nobody chooses; default: the first" },
      errors: {
        value: { kind: "map", key: string("errorName"), value: rule("error") },
        says: "Every error that a tool may raise",
      },
      builtins: {
        value: { kind: "map", key: { kind: "word", words: builtinTools }, value: rule("builtin") },
        says: "Other names for the tools that every catalog has",
      },
      deprecation: { value: rule("deprecationPolicy"), says: "How long a notice lasts" },
    },
  },
  server: {
    kind: "record",
    keys: {
      name: { value: string("serverName"), required: true, says: "Name of the server; clients prefix tools with it" },
      title: { value: line, says: "Name for people" },
      version: { value: string("version"), required: true, says: "Version of the catalog" },
      instructions: { value: text, says: "Sent to clients; {{tool name}} is checked" },
    },
  },
  tier: {
    kind: "record",
    keys: {
      badge: { value: line, required: true, says: "Shown before a description" },
      summary: { value: text, required: true, says: "What the tier is for" },
    },
  },
  family: {
    kind: "record",
    keys: {
      title: { value: line, required: true, says: "Name for people" },
      summary: { value: text, required: true, says: "What its tools are for" },
    },
  },
  profile: {
    kind: "record",
    keys: {
      tiers: { value: names("tier"), says: "Tools of these tiers" },
      families: {
        value: { kind: "either", options: [names("family"), { kind: "word", words: { all: "Every family" } }] },
        says: "Tools of these families, or all",
      },
      also: { value: names("tool"), says: "Further tools" },
      list_as: { value: string("system", "system"), says: "Lists the aliases `of` this system instead of our names" },
      surface: {
        value: {
          kind: "word",
          words: {
            direct: "The tools themselves",
            folded: "The tools without their rarer params",
            meta: "A handful of tools that find and call the others",
            auto: "direct while the catalog is small, else meta (default)",
          },
        },
        says: "How the tools are shown",
      },
      detail: {
        value: {
          kind: "word",
          words: {
            compact: "Name, summary, input schema without texts (default)",
            full: "Also title, texts, annotations, output schema",
            verbose: "Also the long description, guidance and examples",
          },
        },
        says: "How much of a tool is shown",
      },
      token_budget: { value: { kind: "integer", min: 1 }, says: "Most tokens of the whole list" },
      token_budget_per_tool: { value: { kind: "integer", min: 1 }, says: "Most tokens of one tool" },
    },
  },
  builtin: {
    kind: "record",
    keys: { aliases: { value: listOf(rule("alias")), required: true, says: "Names under which it can be called too" } },
  },
  error: {
    kind: "record",
    keys: {
      code: { value: { kind: "integer" }, required: true, says: "Its number; no two errors share one" },
      message: { value: line, required: true, says: "What went wrong; {name} is a hole that data fills" },
      data: {
        value: { kind: "map", key: string("name"), value: rule("hole") },
        says: "The holes and their types",
      },
      retry: {
        value: {
          kind: "word",
          words: {
            never: "The same call will never work",
            same: "The same call may work when sent again",
            changed_arguments: "Other arguments may work",
            later: "The same call may work after a while",
          },
        },
        required: true,
        says: "Is it worth trying again",
      },
      hint: { value: text, says: "What the caller can do" },
      deprecated: { value: rule("deprecated"), says: "It is on its way out" },
    },
  },
  deprecationPolicy: {
    kind: "record",
    keys: {
      grace: {
        value: {
          kind: "record",
          keys: {
            stable: { value: grace, says: "For stable tools; default 180d" },
            beta: { value: grace, says: "For beta tools; default 30d" },
            experimental: { value: grace, says: "For experimental tools; default 0d" },
          },
        },
        required: true,
        says: "Shortest time between notice and sunset",
      },
    },
  },
  deprecated: {
    kind: "record",
    keys: {
      since: { value: string("version"), required: true, says: "Catalog version that announced it" },
      sunset: { value: string("date"), says: "First day on which it may be removed" },
      replaced_by: { value: string("notEmpty"), says: "What to use instead" },
      reason: { value: text, says: "Why" },
    },
  },
  retired: {
    kind: "map",
    key: string("oldName"),
    value: {
      kind: "record",
      keys: {
        kind: {
          value: { kind: "word", words: { tool: "It was a tool", alias: "It was an alias" } },
          says: "What the name was; default tool",
        },
        removed: { value: string("version"), required: true, says: "Catalog version that removed it" },
        replaced_by: { value: string("name", "tool"), says: "What to use instead" },
        reason: { value: text, says: "Why it was removed" },
      },
    },
  },
  params: { kind: "map", key: string("name"), value: rule("field") },
  types: { kind: "map", key: string("typeName"), value: rule("namedType") },
  /** A text that stands in a file of its own. */
  textFile: {
    kind: "record",
    keys: { file: { value: string("line"), required: true, says: "Path of the text, relative to this file" } },
  },
};
