import {
  boolean,
  either,
  json,
  jsonMap,
  key,
  line,
  listOf,
  mapOf,
  record,
  requiredKey,
  rule,
  string,
  text,
  word,
} from "./forms.ts";
import type { Grammar, KeyGrammar, KeyTable } from "./grammar.ts";

/** Keys of every tool that `defaults` of catalog.yaml may give in its place. */
const defaulted = {
  tier: { ...key(string("name", "tier"), "How important it is: a tier of catalog.yaml"), defaulted: true },
  since: { ...key(string("version"), "Catalog version that introduced it"), defaulted: true },
} as const;

export const defaultedToolKeys: readonly (readonly [key: keyof typeof defaulted, KeyGrammar])[] = [
  ["tier", defaulted.tier],
  ["since", defaulted.since],
];

/** `schema/tools/<family>/<tool>.yaml` and the parts of it. */
const effect = (description: string): KeyGrammar => requiredKey(boolean, description);

const tools: Grammar = listOf(string("name", "tool"));
const sentences: Grammar = listOf(text);

const callKeys: KeyTable = {
  call: requiredKey(string("oldName", "call"), "Tool to call"),
  with: key(jsonMap, "Its arguments"),
};

export const toolRules: { readonly [rule: string]: Grammar } = {
  tool: {
    kind: "record",
    keys: {
      name: key(string("name"), "Name of the tool; default: the name of its file, which it has to be"),
      wire: key(string("wireTool"), "How callers spell its name; default: as `name`"),
      title: requiredKey(line, "Name for people"),
      ...defaulted,
      stability: key(
        word({
          experimental: "May change at any time",
          beta: "Changes with short notice",
          stable: "Changes only as the catalog's version says",
        }),
        "What callers may rely on; default stable",
      ),
      version: key(
        { kind: "integer", min: 1 },
        "Version of the tool's contract; default 1. Older versions are beside it, in <tool>.v1.yaml",
      ),
      upgrade: key(
        rule("upgrade"),
        "In a file of an older version: how its calls become calls of the current one, so that one handler serves both",
      ),
      summary: requiredKey(text, "One sentence, at most 50 tokens: what clients are sent"),
      description: key(text, "The long form: docs and the detail verbose"),
      session: key(
        word({
          none: "Does not use a session",
          optional: "Uses the session when one is open",
          required: "Rejected when no session is open",
        }),
        "Whether a session must be open; default: none",
      ),
      deadline: key(string("duration"), "Maximum time for a call, such as 90s; then it is stopped. Default none"),
      tasks: key(
        word({
          optional: "A caller may start it as a task, and read the result later",
          required: "Every call is a task; callers that know no tasks are refused",
        }),
        "Whether calls may go on after their answer, as tasks of MCP; default: they may not",
      ),
      context: key(boolean, "The result has a line `_context` with the caller and the place of the call"),
      native_to: key(
        listOf(string("system", "system")),
        "Systems that know it by this very name and these params: a profile with `list_as` lists it for them",
      ),
      effects: requiredKey(rule("effects"), "What a call may change; all four are required"),
      confirm: key(
        either(rule("confirm"), word({ never: "No call is confirmed: the author has decided so" })),
        "When a call must carry `confirm: true`; never: no call must, though it may destroy",
      ),
      unknown_params: key(
        word({
          ignore: "Dropped silently",
          warn: "Dropped with a warning to the caller",
          reject: "The call is rejected",
          pass: "They reach the handler",
        }),
        "What happens to params that it doesn't know; default: as the catalog says, and rejected where it may destroy",
      ),
      params: key(mapOf(string("name"), rule("param")), "Params by name"),
      formats: key(
        word({ checked: "Texts of another form are refused (default)", published: "They are only published" }),
        "What becomes of `format` in its schemas",
      ),
      input: key(
        mapOf(string("notEmpty"), json),
        "JSON Schema keywords of the root of the input schema, beside or in place of what `params` make of it; or the whole of it, in place of `params`: {schema: {file: name.json}}",
      ),
      actions: key(rule("actions"), "Which action of a multi-action tool needs which params"),
      result: key(
        either(
          rule("type"),
          word({ content: "Texts, images and links alone: no structured result and no output schema" }),
        ),
        "What a call answers with",
      ),
      page: key(
        rule("type"),
        "In place of `result`: the type of the items of a list that is read in pages; `limit` and `cursor` are params then",
      ),
      output: key(
        mapOf(string("notEmpty"), json),
        "JSON Schema keywords of the root of the output schema, beside or in place of what `result` makes of it",
      ),
      listed: key(
        mapOf(string("notEmpty"), json),
        "What profiles with plain texts list of it as it stands here: description, title, annotations, icons, _meta, …; null: not listed",
      ),
      errors: key(listOf(string("errorName", "error")), "Errors of catalog.yaml that it may raise"),
      aliases: key(listOf(rule("alias")), "Other names under which it can be called"),
      deprecated: key(rule("deprecated"), "The tool is deprecated"),
      guidance: key(rule("guidance"), "When and how to use it"),
      examples: key(listOf(rule("example")), "Documentation, and tests on an empty store"),
    },
    exclusive: [["result", "page"]],
    needs: [["result", "page"]],
  },
  effects: record({
    read_only: effect("It changes nothing"),
    destructive: effect("It may destroy data that can't be restored"),
    idempotent: effect("Calling it twice has the same effect as calling it once"),
    open_world: effect("It reaches beyond this machine"),
  }),
  confirm: record({
    when: key(
      mapOf(string("name", "param"), either(string("notEmpty"), listOf(string("notEmpty"))), 1),
      "Only where params have these values, or one of several; absent: for the actions that destroy, else always",
    ),
    message: requiredKey(line, "What would be destroyed; {param} is replaced by its value"),
    preview: key(boolean, "true: the handler looks up what would be destroyed, and callers get its words"),
  }),
  actions: record({
    by: requiredKey(string("name", "param"), "The enum param that holds the action"),
    cases: requiredKey(mapOf(string("notEmpty"), rule("actionCase")), "A case for every action"),
  }),
  actionCase: record({
    effect: key(
      word({ reads: "It changes nothing", changes: "It changes something", destroys: "It may destroy something" }),
      "What the action does; default: what `effects` says of the tool",
    ),
    summary: key(text, "What the action does"),
    requires: key(listOf(string("name", "param")), "Params that it needs"),
    optional: key(listOf(string("name", "param")), "Other params that it reads"),
  }),
  alias: record({
    name: requiredKey(string("oldName"), "The other name"),
    of: requiredKey(string("system", "system"), "System or release whose name it is"),
    params: key(mapOf(string("oldName"), rule("param")), "Old params whose types differ from the current ones"),
    rename: key(
      mapOf(string("oldName"), string("name", "param")),
      "Old param name → current name; beside `adapt`, for messages alone",
    ),
    set: key(jsonMap, "Values that the old name implies; they replace what a caller sends"),
    defaults: key(jsonMap, "Old defaults that differ from the current ones"),
    ignore: key(listOf(string("oldName")), "Old params that no longer have a meaning"),
    adapt: key(boolean, "true: a hand-written pure function maps the arguments"),
    result: key(
      mapOf(string("oldName"), rule("field"), 1),
      "Fields of the old result; a hand-written pure function maps ours to it",
    ),
    deprecated: key(rule("deprecated"), "The name is deprecated"),
  }),
  upgrade: record({
    rename: key(
      mapOf(string("name", "param"), string("name", "param")),
      "Param of this version → param of the current one",
    ),
    set: key(jsonMap, "Params of the current version that get this value in every call of this one"),
    defaults: key(jsonMap, "Params of the current version that get this value where a call has none"),
    drop: key(listOf(string("name", "param")), "Params of this version that no longer have a meaning"),
  }),
  guidance: record({
    use_when: key(sentences, "When to use it"),
    avoid_when: key(sentences, "When not to use it"),
    practices: key(sentences, "How to use it well"),
    after: key(tools, "Tools that usually come before this one"),
    before: key(tools, "Tools that usually follow it"),
    workflows: key(listOf(rule("workflow")), "Calls that reach a goal together"),
  }),
  workflow: record({
    goal: requiredKey(text, "What the calls reach"),
    steps: requiredKey({ kind: "list", items: record(callKeys), minItems: 1, unique: false }, "The calls, in order"),
  }),
  example: {
    kind: "record",
    keys: {
      title: requiredKey(line, "What it shows"),
      given: key({ kind: "list", items: rule("given"), unique: false }, "Calls made first"),
      arguments: requiredKey(jsonMap, "Arguments of the call; $name is a value that was kept"),
      result: key(json, "Matched as a part of the result"),
      error: key(string("errorName", "error"), "The error that the call ends with"),
    },
    exclusive: [["result", "error"]],
  },
  given: record({
    ...callKeys,
    keep: key(mapOf(string("name"), string("path")), "Name → dotted path of the result; used as $name"),
  }),
};
