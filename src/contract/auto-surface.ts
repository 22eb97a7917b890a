import { type BuiltinsShown, builtinsBeside } from "./builtin-tools.ts";
import { limits } from "./limits.ts";
import { utf8Length } from "./utf8.ts";

// The rule for the surface `auto`, for the compiler and the server: direct while the direct list has at most 40 tools and
// about 10,000 tokens, else meta.

/**
 * The surface as far as the number of tools decides it, so that a list that is too long is not built. A profile that
 * lists old names is direct: its clients request these names. So is one without built-in tools, which no `meta` list could call.
 * @returns undefined where the size of the direct list decides
 */
export function autoSurfaceByCount(profile: {
  readonly listAs?: string | undefined;
  readonly tools: readonly string[];
  readonly builtins?: BuiltinsShown | undefined;
}): "direct" | "meta" | undefined {
  if (profile.listAs !== undefined || profile.builtins === "off") return "direct";
  return profile.tools.length + builtinsBeside(profile.builtins).length > limits.autoDirectTools ? "meta" : undefined;
}

export function autoSurfaceBySize(directList: readonly object[]): "direct" | "meta" {
  return utf8Length(JSON.stringify(directList)) <= limits.autoDirectBytes ? "direct" : "meta";
}
