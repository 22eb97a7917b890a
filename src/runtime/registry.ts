import type { AliasEntry, AliasMapping } from "../contract/alias.ts";
import type { BuiltinsShown } from "../contract/builtin-tools.ts";
import type { Deprecation } from "../contract/deprecation.ts";
import type { Environment, EnvironmentVariable } from "../contract/environment.ts";
import type { JsonObject } from "../contract/json.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { NormalizationPlan, PlanDefinitions } from "../contract/normalization-plan.ts";
import type { Spelling } from "../contract/spelling.ts";
import type { ActionTable, Confirmation, Effects, SessionNeed, TaskSupport } from "../contract/tool-facts.ts";
import type { Middleware } from "./call-state.ts";
import type { EventStore } from "./event-store.ts";
import type { Figure } from "./figures.ts";
import type { ResultStore } from "./kept-results.ts";
import type { PromptTable, ResourceTable } from "./offers.ts";
import type { CallContext, Clock, Log, Session, SessionStore } from "./ports.ts";
import type { ResourceProvider } from "./resource-provider.ts";
import type { HandlerResult } from "./result.ts";
import type { AuthTable } from "./scopes.ts";
import type { ResourceChanges } from "./subscriptions.ts";

/** A compiled catalog as a value: small facts at once, everything heavy behind `load`. Written by the compiler. */
export interface Registry<Deps> {
  /** "off": it has no built-in tools. */
  readonly builtins?: "off";
  readonly server: {
    readonly name: string;
    readonly title?: string;
    readonly version: string;
    readonly instructions?: string;
    /** What clients are shown in place of name, title and version. */
    readonly listed?: JsonObject;
  };
  readonly unknownParams: "ignore" | "warn" | "reject";
  /** The tool that opens sessions, where there is one: refused calls name it. */
  readonly opensSession?: string;
  readonly defaultProfile: string;
  readonly profiles: { readonly [name: string]: ProfileEntry };
  readonly listings: Listings;
  /** What `tool_search` looks through: `SearchIndex`. */
  readonly search: () => Promise<{ readonly default: unknown }>;
  /** What `pegboard://docs/…` and `pegboard://guide` show: `CatalogDocs`. */
  readonly docs: () => Promise<{ readonly default: unknown }>;
  /** What the catalog's guidance proposes, in catalog order; steps are names of tools. */
  readonly workflows: readonly WorkflowEntry[];
  /** In catalog order. */
  readonly families: { readonly [name: string]: { readonly title: string; readonly summary: string } };
  /** By canonical name, in catalog order. */
  readonly tools: { readonly [name: string]: ToolEntry<Deps> };
  readonly aliases: { readonly [name: string]: RegisteredAlias };
  readonly retired: { readonly [name: string]: RetiredEntry };
  /** What scopes allow. Absent: every caller that is let in may use everything. */
  readonly auth?: AuthTable;
  /** What the host reads: checked at start, and before the host is opened. */
  readonly environment?: readonly EnvironmentVariable[];
  /** "eager": opened at start. Absent: by the first call that needs it. */
  readonly host?: "eager";
  /** Absent where the catalog has none. */
  readonly prompts?: () => Promise<PromptTable<Deps>>;
  /** Absent where the catalog declares none. */
  readonly resources?: () => Promise<ResourceTable<Deps>>;
  /** Some argument of a prompt, or some variable of a template, has values to offer; or the catalog says that clients may ask. */
  readonly completes?: true;
  /** Clients may read what handlers write to the log. */
  readonly logging?: true;
  /** Clients may subscribe to resources. */
  readonly subscriptions?: true;
  /** Clients are notified when the host lists other resources. */
  readonly listChanges?: true;
}

/** How a list shows tools: themselves, without their rarer params, or a handful that finds and calls the others. */
export type Surface = "direct" | "folded" | "meta";
export type Detail = "compact" | "full" | "verbose";

/** Every tool alone, as a list would carry it, by the name that is shown: `{[name]: Tool}`. */
export interface Listings {
  readonly direct: ByDetail;
  readonly folded: ByDetail;
  /** Names of the systems that some profile lists. */
  readonly as: { readonly [system: string]: ByDetail };
}

export type ByDetail = { readonly [D in Detail]: () => Promise<{ readonly default: unknown }> };

export interface ProfileEntry {
  readonly tools: readonly string[];
  readonly listAs?: string;
  /** A call without a session opens one of its own. Absent: it is refused where the tool requires one. */
  readonly openSession?: "automatic";
  readonly surface: Surface;
  readonly detail: Detail;
  /** "plain": texts are listed as they are written, and nothing beside them. */
  readonly texts?: "plain";
  /** Which built-in tools are listed beside these. */
  readonly builtins?: BuiltinsShown;
  /** The `tools/list` answer, `{"tools": […]}`, as the compiler serialised it. */
  readonly wire: () => Promise<{ readonly default: unknown }>;
}

export interface ToolEntry<Deps> {
  readonly name: string;
  readonly title: string;
  readonly family: string;
  readonly tier: string;
  /** Of its contract. */
  readonly version: number;
  readonly summary: string;
  readonly session: SessionNeed;
  /** Milliseconds that a call may take, at most `limits.deadlineMs`. Absent: as long as the server gives every call. */
  readonly deadlineMs?: number;
  /** Callers may, or must, start it as a task. */
  readonly tasks?: TaskSupport;
  /** The result says who asked and where, in `_context`. */
  readonly context?: true;
  /** Systems that know it by this very name: a profile that lists such a system lists it. */
  readonly nativeTo?: readonly string[];
  /** It answers with content alone, without a structured result. */
  readonly contentOnly?: true;
  readonly effects: Effects;
  readonly confirm?: Confirmation;
  /** What becomes of params that it does not have. Absent: as the catalog says, and refused where it may destroy. */
  readonly unknownParams?: "ignore" | "warn" | "reject" | "pass";
  readonly actions?: ActionTable;
  readonly deprecated?: Deprecation;
  /** Imports validator and handler; called at the first call of the tool. */
  readonly load: () => Promise<LoadedTool<Deps>>;
  /** Older versions by their number: they answer callers that ask for them. */
  readonly versions?: { readonly [version: number]: OlderVersion<Deps> };
}

/** What is known of every version before it is loaded. */
type VersionFacts = "version" | "session" | "effects" | "actions" | "deprecated" | "unknownParams";

/** An older version has a handler of its own, or its calls become calls of the current one. */
export type OlderVersion<Deps> = ToolEntry<Deps> | UpgradedVersion;

export interface UpgradedVersion extends Pick<ToolEntry<never>, VersionFacts> {
  /** How the arguments are mapped, once this version's own contract has let them pass. */
  readonly upgrade: AliasMapping;
  readonly load: () => Promise<Validator>;
}

export interface LoadedTool<Deps> {
  readonly validator: Validator;
  readonly handler: ErasedHandler<Deps> | ErasedPreviewedHandler<Deps>;
}

/** The handler of a tool whose confirmation says `preview`. */
export interface ErasedPreviewedHandler<Deps> {
  readonly preview: ErasedHandler<Deps>;
  readonly run: ErasedHandler<Deps>;
}

/**
 * A handler whose contract is known only to the compiler: each one's type was checked in `generated/registry.ts` where
 * its contract is named. `never` makes a call without a cast impossible; `invokeHandler` has the one cast.
 */
export type ErasedHandler<Deps> = (
  input: never,
  deps: Deps,
  call: CallContext<never>,
) => HandlerResult<unknown, string> | Promise<HandlerResult<unknown, string>>;

/** A compiled validator: `generated/.cache/validators/<tool>.js`. Imports nothing. */
export interface Validator {
  readonly checkInput: (value: unknown) => boolean;
  /** Checks what the handler returned, already wrapped. */
  readonly checkOutput: (value: unknown) => boolean;
  /** The same rules as data, for explanations and for `describe`; texts included. */
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** What is done to arguments before they are checked. */
  readonly plan: NormalizationPlan;
  readonly plans: PlanDefinitions;
  /** Formats are published and not checked. */
  readonly formats?: "published";
  /** How the handler spells params, where callers spell some otherwise. */
  readonly inputSpelling?: Spelling;
  /** The same of what it returns, before it is wrapped. */
  readonly outputSpelling?: Spelling;
  /** Of the result; only where a part of it is sensitive. */
  readonly outputPlan?: NormalizationPlan;
  /** Names of the errors that the tool declares. Absent in code of an older compiler, and then not checked. */
  readonly errors?: readonly string[];
}

/** The part of a validator that a result is checked, truncated and logged by. */
export type OutputValidator = Pick<Validator, "checkOutput" | "output" | "plans" | "outputPlan">;

export interface RegisteredAlias extends AliasEntry {
  /** For `adapt: true`: validator of the old arguments and the hand-written pure function old → ours. */
  readonly load?: () => Promise<LoadedAdapter>;
  /** Where the old result differs: its validator and the hand-written pure function ours → old. */
  readonly loadResult?: () => Promise<LoadedResultAdapter>;
}

export interface LoadedAdapter {
  readonly validator: Pick<Validator, "checkInput" | "input" | "plan" | "plans">;
  readonly adapt: (old: never) => JsonObject;
}

export interface LoadedResultAdapter {
  readonly validator: OutputValidator;
  /** `old`: the old arguments, where a function mapped them. */
  readonly adapt: (result: never, old: never) => object;
}

export interface WorkflowEntry {
  readonly goal: string;
  readonly steps: readonly string[];
}

export interface RetiredEntry {
  /** System whose name it is; `removed` is then a release of that system, absent where that still has it. */
  readonly of?: string;
  readonly removed?: string;
  readonly replacedBy?: string;
  readonly reason?: string;
}

/** What a project's `host.ts` gives the runtime. */
export interface Host<Deps> {
  readonly deps: Deps;
  /** What the handlers of one session get instead: so a session sees only its part of the data, whatever a handler does. */
  readonly depsOf?: (session: Session | undefined) => Deps;
  /** The host's own middleware; it runs right before the handler. */
  readonly middleware?: readonly Middleware<Deps>[];
  /**
   * What it keeps is UTF-8, which can't hold the lone surrogates that JSON can escape: handlers get U+FFFD in place of each, and
   * the caller a notice. Default: handlers get what was sent.
   */
  readonly wholeCharacters?: boolean;
  /** Default: sessions in memory. */
  readonly sessions?: SessionStore;
  /** What it offers to be read, beside the guide and the docs. */
  readonly resources?: ResourceProvider;
  /** Where results wait that were too large to be sent. Default: in memory over stdio, nowhere over HTTP. */
  readonly results?: ResultStore;
  /** Where messages wait for clients over HTTP whose connection was lost. Default: in memory. */
  readonly events?: EventStore;
  /** Could a call be served now? Rejects otherwise; the reason goes to the log. Asked by `/readyz`. */
  readonly ready?: () => Promise<void>;
  /** What it knows of itself, for `/metrics`. Asked for at each look. */
  readonly figures?: () => readonly Figure[] | Promise<readonly Figure[]>;
  close(): Promise<void>;
}

/** `openHost` of a project's `host.ts`. */
export type OpenHost<Deps, Env = Environment> = (hostEnv: HostEnv<Env>) => Host<Deps> | Promise<Host<Deps>>;

/** The host of any catalog, whatever variables it declares: only `createLazyHost` calls it, once they are checked. */
export type AnyOpenHost<Deps> = OpenHost<Deps, never>;

/** Everything of the outside world that a host may see. */
export interface OutsideWorld<Env = Environment> {
  /** The process's environment, with the defaults that catalog.yaml declares. `Environment` of generated/environment.ts types it. */
  readonly env: Env;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a host is opened with. */
export interface HostEnv<Env = Environment> extends OutsideWorld<Env> {
  /** How it reports that resources have changed. */
  readonly changes: ResourceChanges;
}
