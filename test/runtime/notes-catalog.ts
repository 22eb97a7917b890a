import { createHash } from "node:crypto";
import type { Catalog, Field, Tool, ToolAlias } from "../../src/compiler/catalog/catalog.ts";
import { aliasInputSchema, inputSchema, outputSchema } from "../../src/compiler/schema/json-schema.ts";
import { aliasPlan, inputPlan, planDefinitions } from "../../src/compiler/schema/normalization-plan.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Connection, ToolCall } from "../../src/runtime/call-state.ts";
import { createDispatcher, type DispatcherOptions } from "../../src/runtime/dispatch.ts";
import { declareError } from "../../src/runtime/errors.ts";
import { createMemorySessions } from "../../src/runtime/memory-sessions.ts";
import type { Entropy, Log, SessionStore } from "../../src/runtime/ports.ts";
import type { ErasedHandler, RegisteredAlias, Registry, ToolEntry, Validator } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { unlisted } from "./unlisted.ts";

/** A small catalog for the tests of the dispatcher: real schemas and validators, handlers that keep notes in an array. */
export interface NotesDeps {
  readonly notes: JsonObject[];
  readonly sessions: SessionStore;
}

const noGuidance = { useWhen: [], avoidWhen: [], practices: [], after: [], before: [], workflows: [] };

function field(name: string, type: Field["type"], extras: Partial<Field> = {}): Field {
  return { name, type, required: false, ...extras };
}

const text: Field["type"] = { kind: "string", trim: true };

const addNote: ToolAlias = {
  name: "add_note",
  of: "oldnotes",
  params: [field("headline", text, { required: true })],
  rename: { headline: "title" },
  set: {},
  defaults: { priority: 3 },
  ignore: ["color"],
  adapt: false,
  deprecated: { since: "1.1.0", sunset: "2027-12-01", reason: "the noun comes first" },
};

const storeNote: ToolAlias = {
  name: "store_note",
  of: "othernotes",
  params: [
    field("words", { kind: "array", items: text, minItems: 1 }, { required: true }),
    field("urgent", { kind: "boolean" }),
  ],
  rename: {},
  set: {},
  defaults: {},
  ignore: ["mood"],
  adapt: true,
};

function tool(facts: Pick<Tool, "name" | "params" | "returns" | "result"> & Partial<Tool>): Tool {
  return {
    family: "notes",
    tier: "essential",
    title: facts.name,
    since: "1.0.0",
    stability: "stable",
    version: 1,
    summary: "Does something with notes.",
    session: "none",
    effects: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    errors: [],
    aliases: [],
    guidance: noGuidance,
    examples: [],
    ...facts,
  };
}

const noteType: Tool["returns"] = {
  kind: "object",
  open: false,
  fields: [
    field("title", { kind: "string", trim: false }, { required: true }),
    field("priority", { kind: "integer" }, { required: true }),
    field("by", { kind: "string", trim: false }, { required: true }),
  ],
};

export const tools: readonly Tool[] = [
  tool({
    name: "note_create",
    session: "required",
    params: [
      field(
        "title",
        { ...text, maxLength: 40 },
        { required: true, aliases: [{ name: "name", deprecated: { since: "1.0.0" } }] },
      ),
      field("body", { kind: "string", trim: false, maxBytes: 12 }),
      field("tags", { kind: "array", items: { ...text, minLength: 1 }, maxItems: 3 }, { default: [] }),
      field("priority", { kind: "integer", min: 1, max: 10 }, { default: 5 }),
      field("kind", {
        kind: "enum",
        normalize: "lower",
        values: [
          { value: "idea" },
          { value: "task", aliases: ["todo"] },
          { value: "memo", deprecated: { since: "1.0.0", replacedBy: "idea" } },
        ],
      }),
      field("pin", { ...text, maxLength: 4 }, { sensitive: true }),
    ],
    returns: noteType,
    result: noteType,
    aliases: [addNote, storeNote],
  }),
  tool({
    name: "note_list",
    session: "optional",
    effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    params: [field("limit", { kind: "integer", min: 1, max: 50 }, { default: 10 })],
    returns: { kind: "array", items: noteType },
    result: {
      kind: "object",
      open: false,
      fields: [
        field("items", { kind: "array", items: noteType }, { required: true }),
        field("count", { kind: "integer", min: 0 }, { required: true }),
      ],
    },
  }),
  tool({
    name: "note_manage",
    effects: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    params: [
      field(
        "action",
        { kind: "enum", normalize: "lower", values: [{ value: "rename" }, { value: "delete" }] },
        { required: true },
      ),
      field("title", text, { required: true }),
      field("to", text),
      field("confirm", { kind: "boolean" }),
    ],
    confirm: { when: { action: "delete" }, message: "delete the note '{title}'" },
    actions: {
      by: "action",
      cases: [
        { action: "rename", requires: ["to"], optional: [] },
        { action: "delete", requires: [], optional: [] },
      ],
    },
    returns: { kind: "json" },
    result: { kind: "object", open: false, fields: [field("data", { kind: "json" }, { required: true })] },
    errors: ["NOTE_NOT_FOUND"],
  }),
];

export const catalog: Catalog = {
  format: 1,
  server: { name: "notes", version: "1.1.0" },
  targets: [],
  unknownParams: "warn",
  tiers: [{ name: "essential", badge: "", summary: "" }],
  families: [{ name: "notes", title: "Notes", summary: "" }],
  profiles: [],
  defaultProfile: "all",
  errors: [],
  grace: { stable: 180, beta: 30, experimental: 0 },
  types: [],
  tools,
  retired: [],
};

const noteNotFound = declareError<"NOTE_NOT_FOUND", { title: string }>({
  name: "NOTE_NOT_FOUND",
  number: -32001,
  message: "no note titled '{title}'",
  retry: "changed_arguments",
  hint: "note_list shows the titles",
});

type Input = { readonly [name: string]: never };

/** Handlers take what their contract says; here the contract is the catalog above. */
export const handlers: { readonly [name: string]: ErasedHandler<NotesDeps> } = {
  note_create: (input: Input, deps, call: { readonly session: { readonly agent: string } }) => {
    const note = { title: input.title ?? "", priority: input.priority ?? 0, by: call.session.agent };
    deps.notes.push(note);
    return ok(note);
  },
  note_list: (input: Input, deps) => ok(deps.notes.slice(0, input.limit)),
  note_manage: (input: Input, deps) => {
    const index = deps.notes.findIndex((note) => note.title === input.title);
    if (index === -1) return noteNotFound({ title: input.title ?? "" });
    deps.notes.splice(index, 1);
    return ok(undefined);
  },
};

export function validatorOf(contract: Tool): Validator {
  const input = inputSchema(contract, catalog, true);
  const output = outputSchema(contract, catalog, true);
  return {
    input,
    output,
    checkInput: compileCheck(input),
    checkOutput: compileCheck(output),
    plan: inputPlan(contract, catalog),
    plans: planDefinitions(catalog),
    errors: contract.errors,
  };
}

function entryOf(contract: Tool, handler: ErasedHandler<NotesDeps>): ToolEntry<NotesDeps> {
  const { name, title, family, tier, version, summary, session, effects, confirm, actions } = contract;
  const validator = validatorOf(contract);
  return {
    ...{ name, title, family, tier, version, summary, session, effects },
    ...(confirm === undefined ? {} : { confirm }),
    ...(actions === undefined ? {} : { actions }),
    load: async () => ({ validator, handler }),
  };
}

function aliasOf(alias: ToolAlias, target: Tool): RegisteredAlias {
  const { params: _listed, ...facts } = alias;
  const entry = { ...facts, target: target.name };
  if (!alias.adapt) return entry;
  const input = aliasInputSchema(alias, target, catalog, true);
  const validator = {
    input,
    checkInput: compileCheck(input),
    plan: aliasPlan(alias, target, catalog),
    plans: {},
  };
  const adapt = (old: { readonly words: readonly string[]; readonly urgent?: boolean }) => ({
    title: old.words.join(" "),
    ...(old.urgent === true ? { priority: 10 } : {}),
  });
  return { ...entry, load: async () => ({ validator, adapt }) };
}

export function notesRegistry(overrides: Partial<Registry<NotesDeps>> = {}, own = handlers): Registry<NotesDeps> {
  const entries = tools.map((contract) => {
    const handler = own[contract.name];
    if (handler === undefined) throw new Error(`invariant: ${contract.name} has no handler`);
    return [contract.name, entryOf(contract, handler)] as const;
  });
  const aliases = tools.flatMap((contract) =>
    contract.aliases.map((alias) => [alias.name, aliasOf(alias, contract)] as const),
  );
  const wire = {
    tools: tools.map(({ name, summary }) => ({ name, description: summary, inputSchema: { type: "object" } })),
  };
  return {
    server: { name: "notes", version: "1.1.0", instructions: "Keep notes." },
    unknownParams: "warn",
    defaultProfile: "all",
    profiles: {
      all: {
        tools: tools.map(({ name }) => name),
        surface: "direct",
        detail: "compact",
        wire: async () => ({ default: wire }),
      },
    },
    ...unlisted,
    tools: Object.fromEntries(entries),
    aliases: Object.fromEntries(aliases),
    retired: { note_burn: { removed: "1.1.0", replacedBy: "note_manage", reason: "one tool for every change" } },
    ...overrides,
  };
}

/** Bytes that count up: every handle and id differs, every run is the same. */
export function countingEntropy(): Entropy {
  let next = 0;
  return {
    randomBytes: (count) => Uint8Array.from({ length: count }, () => next++ % 256),
    hash: (value) => createHash("sha256").update(value).digest("hex"),
  };
}

export interface LoggedLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

export function memoryLog(lines: LoggedLine[]): Log {
  const at = (level: string) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    lines.push({ level, message, fields });
  };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

export function openNotes(options: Partial<DispatcherOptions<NotesDeps>> = {}) {
  const lines: LoggedLine[] = [];
  const notes: JsonObject[] = [];
  const entropy = countingEntropy();
  let now = 0;
  const clock = () => now;
  const sessions = createMemorySessions({ clock, entropy });
  const connection: Connection = { sessionHandle: undefined };
  const dispatch = createDispatcher<NotesDeps>({
    registry: notesRegistry(),
    openHost: () => ({ deps: { notes, sessions }, sessions, close: async () => undefined }),
    hostEnv: { env: {}, clock, log: memoryLog(lines) },
    entropy,
    ...options,
  });
  const never = new AbortController().signal;
  return {
    dispatch,
    notes,
    lines,
    sessions,
    connection,
    advance: (ms: number) => {
      now += ms;
    },
    async login() {
      const { handle } = await sessions.open({ agent: "ann" });
      connection.sessionHandle = handle;
      return handle;
    },
    call: (name: string, given?: unknown, extras: Partial<ToolCall> = {}) =>
      dispatch({ name, arguments: given, connection, signal: () => never, ...extras }),
  };
}
