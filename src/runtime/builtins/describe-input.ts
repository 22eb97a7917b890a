import type { Detail } from "../registry.ts";

/** Arguments of `tool_describe`, as its contract gives them. */
export interface DescribeInput {
  readonly tool?: string;
  readonly level: "name" | "signature" | "full" | "schema";
  readonly path?: string;
  readonly detail: Detail;
}

/** A larger definition is cut. In UTF-8 bytes: about 6,000 tokens. */
export const maxDefinitionBytes = 24_000;
