import type { JsonObject } from "../contract/json.ts";
import type { Typed } from "./completion.ts";
import type { ResourceContents, ResourceFacts } from "./content.ts";
import type { OfferRequest } from "./offers.ts";

/** Resources of one kind. @see RFC 6570 for the template */
export interface ResourceTemplateFacts extends Omit<ResourceFacts, "uri" | "size"> {
  readonly uriTemplate: string;
}

/** One page of a list. */
export interface ResourcePage<Facts> {
  readonly entries: readonly Facts[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** Contents with what goes with them. */
export interface DescribedContents {
  readonly contents: readonly ResourceContents[];
  /** Sent as `_meta` of the answer. */
  readonly meta?: JsonObject;
}

/**
 * Resources that a host provides. They are listed after the catalog's own, in the order of the host. A page should have about
 * a hundred entries.
 */
export interface ResourceProvider {
  /** @returns undefined for an unknown cursor */
  list?(cursor: string | undefined): Promise<ResourcePage<ResourceFacts> | undefined>;
  /** @returns as `list` */
  templates?(cursor: string | undefined): Promise<ResourcePage<ResourceTemplateFacts> | undefined>;
  /**
   * @param uri never one that begins with `pegboard:`
   * @returns undefined for an unknown resource
   */
  read(
    uri: string,
    call: OfferRequest,
  ): Promise<ResourceContents | readonly ResourceContents[] | DescribedContents | undefined>;
  /**
   * Values that fit what the user has typed for a variable of one of `templates`. Clients ask for them only where the catalog has
   * a `completion` too.
   * @returns undefined for an unknown template
   */
  complete?(uriTemplate: string, variable: string, typed: Typed): Promise<readonly string[] | undefined>;
  /**
   * The first client has subscribed to a resource; from now on `HostEnv.changes` should be called when it changes. For hosts that
   * have to ask elsewhere.
   * @returns false where there is no such resource
   */
  subscribe?(uri: string): Promise<boolean>;
  /** No client is subscribed to it any more. */
  unsubscribe?(uri: string): Promise<void>;
}
