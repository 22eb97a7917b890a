import type { Catalog } from "../catalog/catalog.ts";
import type { Grammar, SpecFileKind } from "../catalog/spec-grammar.ts";
import type { Snippet, SnippetBody } from "./editor-schema.ts";
import type { KnownNames } from "./known-names.ts";

// Snippets that an editor offers: the beginning of a file, or a common part of it. Each compiles with its placeholders
// left unchanged.

/** Snippets for the root of a file. */
export function fileSnippets(kind: SpecFileKind, catalog: Catalog): readonly Snippet[] {
  return [fileSnippet(kind, catalog)];
}

function fileSnippet(kind: SpecFileKind, catalog: Catalog): Snippet {
  switch (kind) {
    case "tool":
      return snippet("new tool", "All required keys of a tool, to be filled in", toolBody(catalog));
    case "catalog":
      return snippet("new catalog", "All required keys of catalog.yaml", catalogBody);
    case "types":
      return snippet("new type", "An object that tools share", {
        [place(1, "Thing")]: {
          description: place(2, "What it is"),
          fields: { [place(3, "id")]: { type: "string", required: true, description: place(4, "What it holds") } },
        },
      });
    case "params":
      return snippet("new shared param", "A param that several tools use", typed("limit"));
    case "prompt":
      return snippet("new prompt", "A text that the user chooses, with what the user fills in", {
        name: place(1, "name_of_the_file"),
        title: place(2, "Name for people"),
        description: place(3, "What it is for"),
        arguments: {
          [place(4, "topic")]: { description: place(5, "What it is about"), required: choice(6, ["true", "false"]) },
        },
        messages: [
          { role: choice(7, ["user", "assistant"]), text: `${place(8, "What is said")} {{${place(4, "topic")}}}` },
        ],
      });
    case "resource":
      return snippet("new resource", "A text that clients can read", {
        name: place(1, "name_of_the_file"),
        title: place(2, "Name for people"),
        description: place(3, "What can be read there"),
        uri: place(4, "notes://about"),
        text: place(5, "The contents"),
      });
    case "retired":
      return snippet("new retired name", "A name that must not be used again with another meaning", {
        [place(1, "old_name")]: {
          kind: choice(2, ["tool", "alias"]),
          removed: catalog.server.version,
          reason: place(3, "Why it was removed"),
        },
      });
  }
}

function snippet(label: string, description: string, body: SnippetBody): Snippet {
  return { label, description, body };
}

/** Snippets for one more entry of a map whose keys the author chooses. */
export function entrySnippets(value: Grammar, known: KnownNames): readonly Snippet[] {
  const rule = value.kind === "rule" ? value.rule : "";
  const entry = Object.hasOwn(entries, rule) ? entries[rule] : undefined;
  if (entry === undefined) return [];
  const shared = rule === "param" ? known.sharedParam : [];
  return [entry, ...shared.map(({ name, description }) => snippet(name, description, { [name]: { use: name } }))];
}

function typed(name: string): SnippetBody {
  const type = choice(2, ["string", "integer", "number", "boolean"]);
  return { [place(1, name)]: { type, description: place(3, "What it is for") } };
}

/** By the rule of the value. */
const entries: { readonly [rule: string]: Snippet } = {
  param: snippet("new param", "A param with its type and what it is for", typed("name")),
  field: snippet("new field", "A field with its type and what it holds", typed("name")),
  error: snippet("new error", "An error that tools may raise", {
    [place(1, "THING_NOT_FOUND")]: {
      code: place(2, "-32001"),
      message: place(3, "What went wrong"),
      retry: choice(4, ["never", "same", "changed_arguments", "later"]),
    },
  }),
  family: snippet("new family", "A folder of schema/tools", {
    [place(1, "name")]: { title: place(2, "Name for people"), summary: place(3, "What its tools are for") },
  }),
  tier: snippet("new tier", "How important some tools are", {
    [place(1, "name")]: { badge: place(2, "BADGE"), summary: place(3, "Often useful") },
  }),
  profile: snippet("new profile", "What one client is shown", { [place(1, "name")]: { families: "all" } }),
};

function toolBody(catalog: Catalog): SnippetBody {
  const tiers = catalog.tiers.map((tier) => tier.name);
  return {
    name: place(1, "name_of_the_file"),
    title: place(2, "Name for people"),
    tier: choice(3, tiers),
    since: place(4, catalog.server.version),
    stability: choice(5, ["experimental", "beta", "stable"]),
    summary: place(6, "Say in one sentence what a call does."),
    session: choice(7, ["none", "optional", "required"]),
    effects: {
      read_only: choice(8, ["true", "false"]),
      destructive: choice(9, ["false", "true"]),
      idempotent: choice(10, ["true", "false"]),
      open_world: choice(11, ["false", "true"]),
    },
    params: { [place(12, "id")]: { type: "string", required: true, description: place(13, "What it is for") } },
    result: {
      type: "object",
      fields: { [place(14, "id")]: { type: "string", required: true, description: place(15, "What it holds") } },
    },
    guidance: {
      use_when: [place(16, "You want to")],
      avoid_when: [place(17, "You want something else; use another tool")],
    },
    examples: [{ title: place(18, "What it shows"), arguments: { [place(12, "id")]: place(19, "x1") } }],
  };
}

const catalogBody: SnippetBody = {
  format: 1,
  server: { name: place(1, "name"), title: place(2, "Name for people"), version: place(3, "0.1.0") },
  unknown_params: choice(4, ["warn", "ignore", "reject"]),
  tiers: { essential: { badge: place(5, "ESSENTIAL"), summary: place(6, "What every agent needs") } },
  families: { [place(7, "notes")]: { title: place(8, "Notes"), summary: place(9, "What its tools are for") } },
};

/** A placeholder for one of several words. */
function choice(number: number, words: readonly string[]): string {
  return `\${${number}|${words.join(",")}|}`;
}

/** A placeholder with its initial text. Placeholders with the same number are filled in together. */
function place(number: number, word: string): string {
  return `\${${number}:${word}}`;
}
