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
      format: { value: { kind: "integer", only: 1 }, required: true, description: "Version of this language: 1" },
      server: { value: rule("server"), required: true, description: "Name and version of the server" },
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
        description: "Clients whose published limits are checked",
      },
      unknown_params: {
        value: {
          kind: "word",
          words: {
            ignore: "Dropped silently",
            warn: "Dropped with a warning to the caller (default)",
            reject: "The call is rejected",
          },
        },
        description: "What happens to params that a tool doesn't know; a destructive tool always rejects them",
      },
      tiers: {
        value: { kind: "map", key: string("name"), value: rule("tier"), minEntries: 1 },
        required: true,
        description: "Tiers in order, the most important first",
      },
      families: {
        value: { kind: "map", key: string("name"), value: rule("family"), minEntries: 1 },
        required: true,
        description: "Families in order; each is a folder of schema/tools",
      },
      profiles: {
        value: { kind: "map", key: string("name"), value: rule("profile") },
        description: "What one client is shown",
      },
      default_profile: {
        value: string("name", "profile"),
        description: "Shown when the client chooses none; default: the first",
      },
      errors: {
        value: { kind: "map", key: string("errorName"), value: rule("error") },
        description: "Every error that a tool may raise",
      },
      builtins: {
        value: { kind: "map", key: { kind: "word", words: builtinTools }, value: rule("builtin") },
        description: "Aliases of the tools that every catalog has",
      },
      deprecation: { value: rule("deprecationPolicy"), description: "Minimum time between deprecation and removal" },
    },
  },
  server: {
    kind: "record",
    keys: {
      name: {
        value: string("serverName"),
        required: true,
        description: "Name of the server; clients prefix tools with it",
      },
      title: { value: line, description: "Name for people" },
      version: { value: string("version"), required: true, description: "Version of the catalog" },
      instructions: { value: text, description: "Sent to clients; {{tool name}} is checked" },
    },
  },
  tier: {
    kind: "record",
    keys: {
      badge: { value: line, required: true, description: "Shown before a description" },
      summary: { value: text, required: true, description: "What the tier is for" },
    },
  },
  family: {
    kind: "record",
    keys: {
      title: { value: line, required: true, description: "Name for people" },
      summary: { value: text, required: true, description: "What its tools are for" },
    },
  },
  profile: {
    kind: "record",
    keys: {
      tiers: { value: names("tier"), description: "Tools of these tiers" },
      families: {
        value: { kind: "either", options: [names("family"), { kind: "word", words: { all: "Every family" } }] },
        description: "Tools of these families, or all",
      },
      also: { value: names("tool"), description: "Further tools" },
      list_as: {
        value: string("system", "system"),
        description: "Lists the aliases `of` this system instead of the current names",
      },
      surface: {
        value: {
          kind: "word",
          words: {
            direct: "The tools themselves",
            folded: "The tools without their rarer params",
            meta: "A few tools that find and call the others",
            auto: "direct while the catalog is small, else meta (default)",
          },
        },
        description: "How the tools are shown",
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
        description: "How much of a tool is shown",
      },
      token_budget: { value: { kind: "integer", min: 1 }, description: "Maximum tokens of the whole list" },
      token_budget_per_tool: { value: { kind: "integer", min: 1 }, description: "Maximum tokens of one tool" },
    },
  },
  builtin: {
    kind: "record",
    keys: {
      aliases: {
        value: listOf(rule("alias")),
        required: true,
        description: "Other names under which it can be called",
      },
    },
  },
  error: {
    kind: "record",
    keys: {
      code: { value: { kind: "integer" }, required: true, description: "Its number; each error has its own" },
      message: {
        value: line,
        required: true,
        description: "What went wrong; {name} is a placeholder for a value of data",
      },
      data: {
        value: { kind: "map", key: string("name"), value: rule("hole") },
        description: "The placeholders and their types",
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
        description: "Whether trying again can help",
      },
      hint: { value: text, description: "What the caller can do" },
      deprecated: { value: rule("deprecated"), description: "It is deprecated" },
    },
  },
  deprecationPolicy: {
    kind: "record",
    keys: {
      grace: {
        value: {
          kind: "record",
          keys: {
            stable: { value: grace, description: "For stable tools; default 180d" },
            beta: { value: grace, description: "For beta tools; default 30d" },
            experimental: { value: grace, description: "For experimental tools; default 0d" },
          },
        },
        required: true,
        description: "Minimum time between deprecation and sunset",
      },
    },
  },
  deprecated: {
    kind: "record",
    keys: {
      since: { value: string("version"), required: true, description: "Catalog version that deprecated it" },
      sunset: { value: string("date"), description: "First day on which it may be removed" },
      replaced_by: { value: string("notEmpty"), description: "What to use instead" },
      reason: { value: text, description: "Why" },
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
          description: "What the name was; default tool",
        },
        removed: { value: string("version"), required: true, description: "Catalog version that removed it" },
        replaced_by: { value: string("name", "tool"), description: "What to use instead" },
        reason: { value: text, description: "Why it was removed" },
      },
    },
  },
  params: { kind: "map", key: string("name"), value: rule("field") },
  types: { kind: "map", key: string("typeName"), value: rule("namedType") },
  /** A text in its own file. */
  textFile: {
    kind: "record",
    keys: { file: { value: string("line"), required: true, description: "Path of the text, relative to this file" } },
  },
};
