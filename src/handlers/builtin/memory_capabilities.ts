import type { AdaptMemoryCapabilities } from "../../../generated/contracts/tool_describe.ts";
import { ourFamily } from "./our-family.ts";

/** Schemas were short unless `verbose` was given. A family was a list of names; here it has signatures. */
export const memoryCapabilities: AdaptMemoryCapabilities = ({ family, include_schema, verbose }) => ({
  ...(family === undefined || family === "" ? {} : { tool: ourFamily(family) }),
  level: include_schema ? "schema" : family === undefined && !verbose ? "full" : "signature",
  detail: verbose ? "verbose" : "compact",
});
