import type { Deprecation } from "../../contract/deprecation.ts";
import type { Code } from "../../diagnostics/codes.ts";
import type { DeclaredError, Family, ParamAlias, Profile, Stability, ToolAlias } from "../catalog/catalog.ts";
import type { Prompt, Resource } from "../catalog/offers.ts";
import type { Bump, DiffReport } from "./change.ts";
import type { ComparableType, ComparedField } from "./comparable-type.ts";
import type { ComparedCatalog, ComparedTool } from "./compared.ts";
import type { ConsequenceRule } from "./consequences/consequence.ts";
import type { Direction, Facet, FacetChange } from "./facets/facet.ts";
import type { Step } from "./step.ts";

/** Where something stands in both catalogs. */
export interface Place {
  readonly tool?: string;
  readonly stability?: Stability;
  readonly subject: string;
  /** The version that was the current one and is still there for those who ask for it. */
  readonly keptVersion?: number;
  /** JSON Pointers into the catalogs; absent on the side that does not have it. */
  readonly basePointer?: string;
  readonly headPointer?: string;
}

/** A place inside a tool's arguments or result. */
export interface ValuePlace extends Place {
  readonly side: "input" | "output";
  readonly base: ComparedTool;
  readonly head: ComparedTool;
  /** The param or result field, at the root, that holds it; absent for the root itself. */
  readonly root?: { readonly base?: ComparedField; readonly head?: ComparedField };
  /** The way from the arguments, or the result, down to here; nothing for the root itself. */
  readonly trail: readonly Step[];
  /** The types that stand here, references followed; absent for fields that only one side has, and for params as a whole. */
  readonly types?: { readonly base: ComparableType; readonly head: ComparableType };
}

/** What the two catalogs have been aligned to: each event is one difference, or a pair that may differ. */
export type DiffEvent =
  | {
      readonly kind: "catalog-kept";
      readonly at: Place;
      readonly base: ComparedCatalog;
      readonly head: ComparedCatalog;
    }
  | {
      readonly kind: "tool-removed";
      readonly at: Place;
      readonly tool: ComparedTool;
      /** The tool that answers to its name now. */
      readonly replacement?: ComparedTool;
      /** A new tool that looks like the same one under another name. */
      readonly renameCandidate?: ComparedTool;
      /** Why that one, where the names show it. */
      readonly evidence?: string;
    }
  | {
      readonly kind: "tool-added";
      readonly at: Place;
      readonly tool: ComparedTool;
      /** It comes out of a rename, a split or a merge, which is reported as such. */
      readonly accounted?: true;
    }
  /** One tool with a param that chooses what it does became several, or several became one. */
  | ({ readonly kind: "tool-split" } & Regrouping)
  | ({ readonly kind: "tool-merged" } & Regrouping)
  /** No profile lists the tool any more, or one does for the first time, because a profile came or went. */
  | { readonly kind: "tool-unlisted"; readonly at: Place; readonly tool: ComparedTool }
  | { readonly kind: "tool-listed"; readonly at: Place; readonly tool: ComparedTool }
  | { readonly kind: "prompt-removed"; readonly at: Place; readonly prompt: Prompt }
  | { readonly kind: "prompt-added"; readonly at: Place; readonly prompt: Prompt }
  | { readonly kind: "prompt-kept"; readonly at: Place; readonly base: Prompt; readonly head: Prompt }
  | { readonly kind: "resource-removed"; readonly at: Place; readonly resource: Resource }
  | { readonly kind: "resource-added"; readonly at: Place; readonly resource: Resource }
  | { readonly kind: "resource-kept"; readonly at: Place; readonly base: Resource; readonly head: Resource }
  | {
      readonly kind: "tool-kept";
      readonly at: Place;
      readonly base: ComparedTool;
      readonly head: ComparedTool;
      /** Where the two differ. */
      readonly changed: ReadonlySet<keyof ComparedTool>;
    }
  | { readonly kind: "version-removed"; readonly at: Place; readonly tool: ComparedTool }
  | { readonly kind: "version-added"; readonly at: Place; readonly tool: ComparedTool }
  | {
      readonly kind: "alias-removed";
      readonly at: Place;
      readonly tool: ComparedTool;
      readonly alias: ToolAlias;
      /** The tool is gone as well. */
      readonly gone: boolean;
    }
  | { readonly kind: "alias-added"; readonly at: Place; readonly tool: ComparedTool; readonly alias: ToolAlias }
  | {
      readonly kind: "alias-moved";
      readonly at: Place;
      readonly name: string;
      readonly from: ComparedTool;
      readonly to: ComparedTool;
      /** The name was that of a tool, which is reported as renamed. */
      readonly wasTool?: true;
    }
  | {
      readonly kind: "alias-kept";
      readonly at: Place;
      readonly base: ToolAlias;
      readonly head: ToolAlias;
      readonly baseTool: ComparedTool;
      readonly headTool: ComparedTool;
      /** The name was that of `baseTool` itself; `base` is that tool as an alias of itself. */
      readonly wasTool?: true;
    }
  | {
      /** What the name of a tool that is an alias now answers with. */
      readonly kind: "alias-result-kept";
      readonly at: Place;
      readonly name: string;
      readonly base: ComparedTool;
      readonly head: ComparedTool;
    }
  | {
      readonly kind: "field-removed";
      readonly at: ValuePlace;
      readonly field: ComparedField;
      /** The field that took its name over as an alias, or that looks like the same field under a new name. */
      readonly replacement?: { readonly field: ComparedField; readonly alias: boolean };
      /** The same field stands at another path of the same arguments: inside of an object now, or outside of one. */
      readonly moved?: { readonly to: string; readonly how: "nested" | "hoisted" };
    }
  | {
      readonly kind: "field-added";
      readonly at: ValuePlace;
      readonly field: ComparedField;
      /** The base's object refused unknown fields. */
      readonly closedBefore: boolean;
      /** It is the new name of a field that was reported. */
      readonly renamed: boolean;
    }
  | { readonly kind: "field-kept"; readonly at: ValuePlace; readonly base: ComparedField; readonly head: ComparedField }
  | {
      readonly kind: "field-alias-removed";
      readonly at: ValuePlace;
      readonly field: ComparedField;
      readonly alias: ParamAlias;
    }
  | {
      readonly kind: "field-alias-added";
      readonly at: ValuePlace;
      readonly field: ComparedField;
      readonly alias: ParamAlias;
    }
  | {
      readonly kind: "type-kept";
      readonly at: ValuePlace;
      readonly base: ComparableType;
      readonly head: ComparableType;
      /** Names of the types that were referred to here and followed; absent where none was. */
      readonly refs?: { readonly base?: string; readonly head?: string };
      /** Options of two unions that have no counterpart in the other one. */
      readonly options?: { readonly removed: readonly ComparableType[]; readonly added: readonly ComparableType[] };
    }
  | {
      /** One facet of the types of a "type-kept" differs. */
      readonly kind: "facet-changed";
      readonly at: ValuePlace;
      readonly base: ComparableType;
      readonly head: ComparableType;
      readonly facet: Facet;
      readonly change: FacetChange;
      readonly direction: Direction;
    }
  | { readonly kind: "error-removed"; readonly at: Place; readonly tool: ComparedTool; readonly name: string }
  | { readonly kind: "error-added"; readonly at: Place; readonly tool: ComparedTool; readonly name: string }
  | { readonly kind: "error-kept"; readonly at: Place; readonly base: DeclaredError; readonly head: DeclaredError }
  | {
      readonly kind: "deprecation-kept";
      readonly at: Place;
      readonly of: "tool" | "version" | "alias" | "param" | "value" | "error";
      readonly base: Deprecation | undefined;
      readonly head: Deprecation | undefined;
    }
  | {
      readonly kind: "family-removed";
      readonly at: Place;
      readonly family: Family;
      /** The new family that its tools are in now. */
      readonly replacement?: Family;
    }
  | {
      readonly kind: "family-added";
      readonly at: Place;
      readonly family: Family;
      /** It is the new name of a family, which is reported as such. */
      readonly accounted?: true;
    }
  | { readonly kind: "profile-removed"; readonly at: Place; readonly profile: Profile }
  | { readonly kind: "profile-added"; readonly at: Place; readonly profile: Profile }
  | { readonly kind: "profile-kept"; readonly at: Place; readonly base: Profile; readonly head: Profile }
  | {
      readonly kind: "profile-tool-removed";
      readonly at: Place;
      readonly profile: Profile;
      readonly name: string;
      readonly cause: ListingCause;
    }
  | {
      readonly kind: "profile-tool-added";
      readonly at: Place;
      readonly profile: Profile;
      readonly tool: ComparedTool;
      readonly cause: ListingCause;
    }
  | {
      /** The announced day has come and it is still there. */
      readonly kind: "sunset-due";
      readonly at: Place;
      readonly sunset: string;
    }
  | {
      /** What the changes ask for, beside what catalog.yaml declares; only where the base is a release. */
      readonly kind: "version-declared";
      readonly at: Place;
      readonly from: string;
      readonly to: string;
      readonly required: Bump;
      readonly counts: DiffReport["counts"];
    }
  | {
      /** What the change leads to: a handler that no longer fits, a text that names what is gone. */
      readonly kind: "consequence";
      readonly at: Place;
      readonly rule: ConsequenceRule;
      readonly message: string;
      readonly help?: string;
    }
  | {
      /** A finding of the linter that the base did not have. */
      readonly kind: "introduced";
      readonly at: Place;
      readonly code: Code;
      readonly severity: "ERR" | "WARN";
      readonly message: string;
      readonly help?: string;
      /** Why it is only a warning here. */
      readonly eased?: string;
    };

/** Why a profile lists other tools: it chooses otherwise, or the tool changed what it is chosen by. */
export type ListingCause = "choice" | "tier" | "family" | "alias" | "native";

interface Regrouping {
  readonly at: Place;
  readonly whole: ComparedTool;
  readonly parts: readonly ToolPart[];
}

/** A tool that does one of the things that another does when a param selects it. */
export interface ToolPart {
  readonly tool: ComparedTool;
  /** The params of the whole that make it do just that. */
  readonly set: { readonly [param: string]: string };
}

export type EventKind = DiffEvent["kind"];
export type EventOf<K extends EventKind> = Extract<DiffEvent, { readonly kind: K }>;
