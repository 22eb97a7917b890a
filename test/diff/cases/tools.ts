import { toolWith } from "../../schema/arbitraries.ts";
import { field, future, object, type Pair, past, result, tools } from "./build.ts";

export const toolsCases: { readonly [rule: string]: Pair } = {
  "tool-version-removed": tools(
    [toolWith([], { version: 2 }), toolWith([], { supersededBy: 2, deprecated: future })],
    [toolWith([], { version: 2 })],
  ),
  "tool-version-removed-after-sunset": tools(
    [toolWith([], { version: 2 }), toolWith([], { supersededBy: 2, deprecated: past })],
    [toolWith([], { version: 2 })],
  ),
  "tool-version-added": tools(
    [toolWith([])],
    [toolWith([], { version: 2 }), toolWith([], { supersededBy: 2, deprecated: future })],
  ),
  "output-schema-removed": result(object([field("id")]), object([], true)),
  "output-schema-added": result(object([], true), object([field("id")])),
};
