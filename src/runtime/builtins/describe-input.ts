import type { Detail } from "../registry.ts";

/** Arguments of `tool_describe`, as its contract gives them. */
export interface DescribeInput {
  readonly tool?: string;
  readonly level: "name" | "signature" | "full" | "schema";
  readonly path?: string;
  readonly detail: Detail;
}

/** What is larger is cut, in UTF-8 bytes: about 6,000 tokens. */
export const largestDefinition = 24_000;
