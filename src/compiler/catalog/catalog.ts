import type { BuiltinsShown } from "../../contract/builtin-tools.ts";
import type { Deprecation } from "../../contract/deprecation.ts";
import type { EnvironmentVariable } from "../../contract/environment.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { ActionTable, Confirmation, Effects, SessionNeed, TaskSupport } from "../../contract/tool-facts.ts";
import type { Prompt, Resource } from "./offers.ts";
import type { ObjectNode, TypeNode } from "./type-node.ts";

/**
 * The catalog as a plain value: names resolved, defaults filled in, order settled. Everything after `resolve` reads
 * only this. It is JSON (canonical form: `canonical-json.ts`), it is what `catalog.json` holds and what diff compares.
 * Where a value came from is kept beside it, in `Origins`.
 */
export interface Catalog {
  readonly format: 1;
  readonly server: ServerIdentity;
  readonly targets: readonly string[];
  readonly unknownParams: UnknownParams;
  /** In the order of catalog.yaml: essential before common before advanced. */
  readonly tiers: readonly Tier[];
  readonly families: readonly Family[];
  /** What a tool has whose file does not say it. Absent: each file says it. It is in the tools already. */
  readonly toolDefaults?: { readonly tier?: string; readonly since?: string };
  readonly profiles: readonly Profile[];
  readonly defaultProfile: string;
  readonly errors: readonly DeclaredError[];
  /** Shortest time between notice and sunset, in days. */
  readonly grace: { readonly [S in Stability]: number };
  /** Sorted by name. */
  readonly types: readonly NamedType[];
  /** Ordered by family, tier, name, version (newest first). */
  readonly tools: readonly Tool[];
  /** Built-in tools that have aliases here, whole, sorted by name. Absent when there are none. */
  readonly builtins?: readonly Tool[];
  /** There are no built-in tools at all. */
  readonly withoutBuiltins?: true;
  /** Sorted by name. Absent when there are none. */
  readonly prompts?: readonly Prompt[];
  /** Sorted by name. Absent when there are none. */
  readonly resources?: readonly Resource[];
  /** Sorted by name. */
  readonly retired: readonly RetiredName[];
  /** What its host reads, in the order of catalog.yaml. Absent when it declares nothing. */
  readonly environment?: readonly EnvironmentVariable[];
  /** What scopes of access tokens allow. Absent: every caller that is let in may use everything. */
  readonly auth?: Auth;
  /** The host is opened at start. Absent: by the first call that needs it. */
  readonly host?: "eager";
}

export interface Auth {
  /** Scopes that every request needs. */
  readonly required: readonly string[];
  /** In the order of catalog.yaml, each with the tools that it opens, in catalog order. */
  readonly scopes: readonly {
    readonly name: string;
    readonly description: string;
    readonly tools: readonly string[];
  }[];
}

/** For readers of what is less than a catalog: a list of tools, or a type alone. */
export const emptyCatalog: Catalog = {
  format: 1,
  server: { name: "", version: "" },
  targets: [],
  unknownParams: "ignore",
  tiers: [],
  families: [],
  profiles: [],
  defaultProfile: "",
  errors: [],
  grace: { experimental: 0, beta: 0, stable: 0 },
  types: [],
  tools: [],
  retired: [],
};

export interface ServerIdentity {
  readonly name: string;
  readonly title?: string;
  /** Semver of the catalog. */
  readonly version: string;
  /** `{{tool x}}` references are already replaced by wire names. */
  readonly instructions?: string;
  /** Clients may read what handlers write to the log. */
  readonly logging?: true;
  /** Clients may list prompts, whether or not there are some. */
  readonly prompts?: true;
  /** Clients may ask for completions, whether or not anything has values to offer. */
  readonly completions?: true;
  /** Clients may subscribe to resources. */
  readonly subscriptions?: true;
  /** Clients are notified when the host lists other resources. */
  readonly listChanges?: true;
  /** What clients are shown of the server, in place of the rest. */
  readonly verbatim?: JsonObject;
}

export type UnknownParams = "ignore" | "warn" | "reject";
/** What one tool may say: `pass` gives them to its handler. */
export type ToolUnknownParams = UnknownParams | "pass";
export type Stability = "experimental" | "beta" | "stable";
export type Surface = "direct" | "folded" | "meta" | "auto";
export type Detail = "compact" | "full" | "verbose";

export interface Tier {
  readonly name: string;
  readonly badge: string;
  readonly summary: string;
}

export interface Family {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

/** What one client is shown. */
export interface Profile {
  readonly name: string;
  /** As written, for diff and docs. */
  readonly selects: {
    readonly tiers?: readonly string[];
    readonly families?: readonly string[] | "all";
    readonly also?: readonly string[];
  };
  /** The outcome of `selects`, in catalog order; those of `order` come first. */
  readonly tools: readonly string[];
  readonly surface: Surface;
  readonly detail?: Detail;
  /** Lists what this system knows: the aliases marked `of` it, and the tools that are native to it. */
  readonly listAs?: string;
  /** A call without a session opens one of its own. */
  readonly openSession?: "automatic";
  /** Lists texts as they are written, with everything that tools say of themselves. */
  readonly texts?: "plain";
  /** Which built-in tools are listed; absent: those that find and describe tools. */
  readonly builtins?: BuiltinsShown;
  readonly tokenBudget?: number;
  readonly tokenBudgetPerTool?: number;
}

export interface DeclaredError {
  /** UPPER_SNAKE. */
  readonly name: string;
  readonly code: number;
  /** Placeholders are written `{name}`; each is a key of `data`. */
  readonly message: string;
  readonly data: readonly Field[];
  readonly retry: "never" | "same" | "changed_arguments" | "later";
  readonly hint?: string;
  readonly deprecated?: Deprecation;
}

export interface NamedType {
  readonly name: string;
  readonly family: string;
  readonly type: TypeNode;
  /** It stands in place of its name somewhere: only objects are referred to, and a type that extends one has its fields. */
  readonly writtenOut?: true;
}

/** A param of a tool, or a field of an object. */
export interface Field {
  /** As callers spell it. */
  readonly name: string;
  /** Its name in YAML and in types, where callers spell it otherwise. */
  readonly own?: string;
  readonly type: TypeNode;
  readonly required: boolean;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: Deprecation;
  readonly aliases?: readonly ParamAlias[];
  /** Its value never reaches a log. */
  readonly sensitive?: boolean;
  readonly unit?: string;
  /** Stays on the folded surface though it is optional. */
  readonly often?: boolean;
}

export interface ParamAlias {
  readonly name: string;
  readonly deprecated?: Deprecation;
}

export interface Tool {
  /** As callers spell it. */
  readonly name: string;
  /** Its name in YAML, files and types, where callers spell it otherwise. */
  readonly own?: string;
  readonly family: string;
  readonly tier: string;
  readonly title: string;
  readonly since: string;
  readonly stability: Stability;
  /** Of the tool's contract. */
  readonly version: number;
  /** Only on an older version: the number of the current one, which answers calls that request no version. */
  readonly supersededBy?: number;
  /** Only on an older version: how its calls become calls of the current one. Without it a handler is kept for it. */
  readonly upgrade?: Upgrade;
  readonly summary: string;
  readonly description?: string;
  readonly session: SessionNeed;
  /**
   * Milliseconds that a call may take, at most `limits.deadlineMs`; then it is stopped. Absent: the limit of the server
   * applies. An older version that is mapped has the deadline of the current one, which answers its calls.
   */
  readonly deadlineMs?: number;
  /** Callers may, or must, start it as a task. @see MCP 2025-11-25, basic/utilities/tasks */
  readonly tasks?: TaskSupport;
  /** The result carries `_context`: one line with the caller and the place of the call. */
  readonly context?: true;
  /** Systems whose own name for it, and whose params, these are. Sorted; absent where there are none. */
  readonly nativeTo?: readonly string[];
  readonly effects: Effects;
  readonly confirm?: Confirmation;
  /** Its author has decided that no call is confirmed, though it may destroy. */
  readonly neverConfirms?: true;
  /** Absent: as the catalog says, and refused where it may destroy. */
  readonly unknownParams?: ToolUnknownParams;
  /** In the order of the YAML; the generated `confirm` param, where there is one, is last. */
  readonly params: readonly Field[];
  /** Formats are published and not checked. */
  readonly formats?: "published";
  /** Keywords of the root of the published input schema, beside or in place of what `params` make of it. */
  readonly input?: JsonObject;
  /** `input` is all of it, and is published as it stands; `params` are its properties. */
  readonly wholeInput?: true;
  /** The same of the output schema. */
  readonly output?: JsonObject;
  /** The schema of `result` is published as it stands. */
  readonly wholeResult?: true;
  readonly actions?: ActionTable;
  /** An object, always: arrays and scalars are wrapped by `resolve` as `contract/wrap.ts` says. */
  readonly result: TypeNode;
  /** What the handler returns: `result` before it was wrapped. */
  readonly returns: TypeNode;
  /** It answers with content alone: what the handler returns is the text, and there is no structured result. */
  readonly contentOnly?: true;
  /** Members of its entry in lists with plain texts, as its author wrote them; null takes one away. */
  readonly verbatim?: JsonObject;
  /** Names of declared errors, sorted. */
  readonly errors: readonly string[];
  /** Sorted by name. */
  readonly aliases: readonly ToolAlias[];
  readonly deprecated?: Deprecation;
  readonly guidance: Guidance;
  readonly examples: readonly Example[];
}

/** How the arguments of an old call become those of the current tool. */
interface ArgumentMapping {
  /** Old param → current one. */
  readonly rename: { readonly [old: string]: string };
  /** Values of current params that every old call implies. */
  readonly set: JsonObject;
  /** Values of current params where the old call leaves them out. */
  readonly defaults: JsonObject;
}

export interface ToolAlias extends ArgumentMapping {
  readonly name: string;
  readonly of: string;
  /**
   * Params in their old form, as a client that was written for the old name sends them. Those that only rename a
   * current param have its type. The listing of a `list_as` profile shows exactly these.
   */
  readonly params: readonly Field[];
  readonly ignore: readonly string[];
  readonly adapt: boolean;
  /** What callers of the old name read, where it differs: a hand-written function maps the tool's result to it. */
  readonly result?: ObjectNode;
  readonly deprecated?: Deprecation;
}

/** How a call of an older version becomes one of the current version. */
export interface Upgrade extends ArgumentMapping {
  /** Params of the older version that mean nothing any more. */
  readonly drop: readonly string[];
}

export interface Guidance {
  readonly useWhen: readonly string[];
  readonly avoidWhen: readonly string[];
  readonly practices: readonly string[];
  /** Tools that usually come before this one. */
  readonly after: readonly string[];
  /** Tools that usually follow it. */
  readonly before: readonly string[];
  readonly workflows: readonly Workflow[];
}

export interface Workflow {
  readonly goal: string;
  readonly steps: readonly CallStep[];
}

export interface CallStep {
  readonly call: string;
  readonly with: JsonObject;
}

export interface Example {
  readonly title: string;
  readonly given: readonly GivenStep[];
  readonly arguments: JsonObject;
  /** Matched as a subset of the result. */
  readonly result?: Json;
  readonly error?: string;
}

/** A call made before the example's own; `keep` stores values of its result (name → dotted path) for `$name`. */
export interface GivenStep extends CallStep {
  readonly keep: { readonly [name: string]: string };
}

/** A name that once existed and must not be used again with another meaning. */
export interface RetiredName {
  readonly name: string;
  readonly kind: "tool" | "alias";
  /** System whose name it is, where the catalog never had it. */
  readonly of?: string;
  /** Catalog version that removed it; with `of` the release of that system, absent where that still has it. */
  readonly removed?: string;
  readonly replacedBy?: string;
  readonly reason?: string;
}

/** A param of params.yaml. The IR does not contain it: tools contain what they use of it. */
export interface SharedParam {
  readonly name: string;
  readonly description?: string;
}
