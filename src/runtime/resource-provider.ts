import type { BlockFacts, ResourceContents, ResourceFacts } from "./content.ts";

/** Resources of one form. @see RFC 6570 for the template */
export interface ResourceTemplateFacts extends BlockFacts {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** A part of a list, and how to get the next one. */
export interface ResourcePage<Facts> {
  readonly entries: readonly Facts[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/**
 * Resources that a host brings. They are listed behind the catalog's own, in the order the host gives them. Lists should be
 * given in pages of a hundred or so.
 */
export interface ResourceProvider {
  /** @returns undefined for a cursor that it has not given */
  list?(cursor: string | undefined): Promise<ResourcePage<ResourceFacts> | undefined>;
  /** @returns as `list` */
  templates?(cursor: string | undefined): Promise<ResourcePage<ResourceTemplateFacts> | undefined>;
  /**
   * @param uri never one of ours
   * @returns undefined when there is no such resource
   */
  read(
    uri: string,
    call: { readonly signal: AbortSignal },
  ): Promise<ResourceContents | readonly ResourceContents[] | undefined>;
}
