import type { Deprecation } from "../../contract/deprecation.ts";
import type { Json } from "../../contract/json.ts";
import type { DeclaredError, Family, ParamAlias, Profile, Stability, ToolAlias } from "../catalog/catalog.ts";
import type { ComparedCatalog, ComparedTool } from "./compared.ts";
import type { ComparedField, EnumShapeValue, Shape } from "./shape.ts";

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
}

/** What the two catalogs have been aligned to: each event is one difference, or a pair that may differ. */
export type DiffEvent =
  | {
      readonly kind: "catalog-kept";
      readonly at: Place;
      readonly base: ComparedCatalog;
      readonly head: ComparedCatalog;
    }
  | { readonly kind: "tool-removed"; readonly at: Place; readonly tool: ComparedTool; readonly heir?: ComparedTool }
  | { readonly kind: "tool-added"; readonly at: Place; readonly tool: ComparedTool }
  | { readonly kind: "tool-kept"; readonly at: Place; readonly base: ComparedTool; readonly head: ComparedTool }
  | { readonly kind: "version-removed"; readonly at: Place; readonly tool: ComparedTool }
  | { readonly kind: "version-added"; readonly at: Place; readonly tool: ComparedTool }
  | { readonly kind: "alias-removed"; readonly at: Place; readonly tool: ComparedTool; readonly alias: ToolAlias }
  | { readonly kind: "alias-added"; readonly at: Place; readonly tool: ComparedTool; readonly alias: ToolAlias }
  | {
      readonly kind: "alias-moved";
      readonly at: Place;
      readonly name: string;
      readonly from: ComparedTool;
      readonly to: ComparedTool;
    }
  | {
      readonly kind: "alias-kept";
      readonly at: Place;
      readonly base: ToolAlias;
      readonly head: ToolAlias;
      readonly baseTool: ComparedTool;
      readonly headTool: ComparedTool;
    }
  | {
      readonly kind: "field-removed";
      readonly at: ValuePlace;
      readonly field: ComparedField;
      /** The field that took its name over as an alias, or that looks like the same field under a new name. */
      readonly heir?: { readonly field: ComparedField; readonly alias: boolean };
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
  | { readonly kind: "type-kept"; readonly at: ValuePlace; readonly base: Shape; readonly head: Shape }
  | { readonly kind: "value-removed"; readonly at: ValuePlace; readonly value: EnumShapeValue }
  | { readonly kind: "value-added"; readonly at: ValuePlace; readonly value: EnumShapeValue }
  | { readonly kind: "value-alias-removed"; readonly at: ValuePlace; readonly value: Json; readonly alias: string }
  | { readonly kind: "branch-removed"; readonly at: ValuePlace; readonly option: Shape }
  | { readonly kind: "branch-added"; readonly at: ValuePlace; readonly option: Shape }
  | {
      /** An object, or the root of the arguments, says what is done to fields that it does not name. */
      readonly kind: "openness-kept";
      readonly at: ValuePlace;
      readonly base: boolean | Shape;
      readonly head: boolean | Shape;
    }
  | { readonly kind: "error-removed"; readonly at: Place; readonly tool: ComparedTool; readonly name: string }
  | { readonly kind: "error-added"; readonly at: Place; readonly tool: ComparedTool; readonly name: string }
  | { readonly kind: "error-kept"; readonly at: Place; readonly base: DeclaredError; readonly head: DeclaredError }
  | {
      readonly kind: "deprecation-kept";
      readonly at: Place;
      readonly base: Deprecation | undefined;
      readonly head: Deprecation | undefined;
    }
  | { readonly kind: "family-removed"; readonly at: Place; readonly family: Family }
  | { readonly kind: "family-added"; readonly at: Place; readonly family: Family }
  | { readonly kind: "profile-removed"; readonly at: Place; readonly profile: Profile }
  | { readonly kind: "profile-added"; readonly at: Place; readonly profile: Profile }
  | {
      readonly kind: "profile-tool-removed";
      readonly at: Place;
      readonly profile: Profile;
      readonly name: string;
    }
  | { readonly kind: "profile-tool-added"; readonly at: Place; readonly profile: Profile; readonly tool: ComparedTool };

export type EventKind = DiffEvent["kind"];
export type EventOf<K extends EventKind> = Extract<DiffEvent, { readonly kind: K }>;
