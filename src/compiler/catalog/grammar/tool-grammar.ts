import { boolean, json, jsonMap, line, listOf, rule, string, text } from "./forms.ts";
import type { Grammar, KeyTable } from "./grammar.ts";

/** `schema/tools/<family>/<tool>.yaml` and the parts of it. */
const effect = (
  description: string,
): { readonly value: Grammar; readonly required: true; readonly description: string } => ({
  value: boolean,
  required: true,
  description,
});

const tools: Grammar = listOf(string("name", "tool"));
const sentences: Grammar = listOf(text);

const callKeys: KeyTable = {
  call: { value: string("oldName", "call"), required: true, description: "Tool to call" },
  with: { value: jsonMap, description: "Its arguments" },
};

export const toolRules: { readonly [rule: string]: Grammar } = {
  tool: {
    kind: "record",
    keys: {
      name: { value: string("name"), required: true, description: "Name of the tool; the same as its file name" },
      title: { value: line, required: true, description: "Name for people" },
      tier: {
        value: string("name", "tier"),
        required: true,
        description: "How important it is: a tier of catalog.yaml",
      },
      since: { value: string("version"), required: true, description: "Catalog version that introduced it" },
      stability: {
        value: {
          kind: "word",
          words: {
            experimental: "May change at any time",
            beta: "Changes with short notice",
            stable: "Changes only as the catalog's version says",
          },
        },
        description: "What callers may rely on; default stable",
      },
      version: {
        value: { kind: "integer", min: 1 },
        description: "Version of the tool's contract; default 1. Older versions are beside it, in <tool>.v1.yaml",
      },
      upgrade: {
        value: rule("upgrade"),
        description:
          "In a file of an older version: how its calls become calls of the current one, so that one handler serves both",
      },
      summary: { value: text, required: true, description: "One sentence, at most 50 tokens: what clients are sent" },
      description: { value: text, description: "The long form: docs and the detail verbose" },
      session: {
        value: {
          kind: "word",
          words: {
            none: "Does not use a session",
            optional: "Uses the session when one is open",
            required: "Rejected when no session is open",
          },
        },
        required: true,
        description: "Whether a session must be open",
      },
      deadline: {
        value: string("duration"),
        description: "Maximum time for a call, such as 90s; then it is stopped. Default none",
      },
      context: {
        value: boolean,
        description: "The result has a line `_context` with the caller and the place of the call",
      },
      effects: {
        value: rule("effects"),
        required: true,
        description: "What a call may change; all four are required",
      },
      confirm: { value: rule("confirm"), description: "When a call must carry `confirm: true`" },
      params: { value: { kind: "map", key: string("name"), value: rule("param") }, description: "Params by name" },
      actions: { value: rule("actions"), description: "Which action of a multi-action tool needs which params" },
      result: { value: rule("type"), required: true, description: "What a call answers with" },
      errors: { value: listOf(string("errorName", "error")), description: "Errors of catalog.yaml that it may raise" },
      aliases: { value: listOf(rule("alias")), description: "Other names under which it can be called" },
      deprecated: { value: rule("deprecated"), description: "The tool is deprecated" },
      guidance: { value: rule("guidance"), description: "When and how to use it" },
      examples: { value: listOf(rule("example")), description: "Documentation, and tests on an empty store" },
    },
  },
  effects: {
    kind: "record",
    keys: {
      read_only: effect("It changes nothing"),
      destructive: effect("It may destroy data that can't be restored"),
      idempotent: effect("Calling it twice has the same effect as calling it once"),
      open_world: effect("It reaches beyond this machine"),
    },
  },
  confirm: {
    kind: "record",
    keys: {
      when: {
        value: { kind: "map", key: string("name", "param"), value: string("notEmpty"), minEntries: 1 },
        description: "Only where params have these values; absent: always",
      },
      message: {
        value: line,
        required: true,
        description: "What would be destroyed; {param} is replaced by its value",
      },
    },
  },
  actions: {
    kind: "record",
    keys: {
      by: { value: string("name", "param"), required: true, description: "The enum param that holds the action" },
      cases: {
        value: { kind: "map", key: string("notEmpty"), value: rule("actionCase") },
        required: true,
        description: "A case for every action",
      },
    },
  },
  actionCase: {
    kind: "record",
    keys: {
      summary: { value: text, description: "What the action does" },
      requires: { value: listOf(string("name", "param")), description: "Params that it needs" },
      optional: { value: listOf(string("name", "param")), description: "Other params that it reads" },
    },
  },
  alias: {
    kind: "record",
    keys: {
      name: { value: string("oldName"), required: true, description: "The other name" },
      of: { value: string("system", "system"), required: true, description: "System or release whose name it is" },
      params: {
        value: { kind: "map", key: string("oldName"), value: rule("param") },
        description: "Old params whose types differ from the current ones",
      },
      rename: {
        value: { kind: "map", key: string("oldName"), value: string("name", "param") },
        description: "Old param name → current name",
      },
      set: { value: jsonMap, description: "Values that the old name implies" },
      defaults: { value: jsonMap, description: "Old defaults that differ from the current ones" },
      ignore: { value: listOf(string("oldName")), description: "Old params that no longer have a meaning" },
      adapt: { value: boolean, description: "true: a hand-written pure function maps the arguments" },
      deprecated: { value: rule("deprecated"), description: "The name is deprecated" },
    },
  },
  upgrade: {
    kind: "record",
    keys: {
      rename: {
        value: { kind: "map", key: string("name", "param"), value: string("name", "param") },
        description: "Param of this version → param of the current one",
      },
      set: {
        value: jsonMap,
        description: "Params of the current version that get this value in every call of this one",
      },
      defaults: {
        value: jsonMap,
        description: "Params of the current version that get this value where a call has none",
      },
      drop: {
        value: listOf(string("name", "param")),
        description: "Params of this version that no longer have a meaning",
      },
    },
  },
  guidance: {
    kind: "record",
    keys: {
      use_when: { value: sentences, description: "When to use it" },
      avoid_when: { value: sentences, description: "When not to use it" },
      practices: { value: sentences, description: "How to use it well" },
      after: { value: tools, description: "Tools that usually come before this one" },
      before: { value: tools, description: "Tools that usually follow it" },
      workflows: { value: listOf(rule("workflow")), description: "Calls that reach a goal together" },
    },
  },
  workflow: {
    kind: "record",
    keys: {
      goal: { value: text, required: true, description: "What the calls reach" },
      steps: {
        value: { kind: "list", items: { kind: "record", keys: callKeys }, minItems: 1, unique: false },
        required: true,
        description: "The calls, in order",
      },
    },
  },
  example: {
    kind: "record",
    keys: {
      title: { value: line, required: true, description: "What it shows" },
      given: {
        value: { kind: "list", items: rule("given"), unique: false },
        description: "Calls made first",
      },
      arguments: {
        value: jsonMap,
        required: true,
        description: "Arguments of the call; $name is a value that was kept",
      },
      result: { value: json, description: "Matched as a part of the result" },
      error: { value: string("errorName", "error"), description: "The error that the call ends with" },
    },
    exclusive: [["result", "error"]],
  },
  given: {
    kind: "record",
    keys: {
      ...callKeys,
      keep: {
        value: { kind: "map", key: string("name"), value: string("path") },
        description: "Name → dotted path of the result; used as $name",
      },
    },
  },
};
