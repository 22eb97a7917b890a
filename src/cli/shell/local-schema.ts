import type { JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { withBuiltins } from "../../runtime/builtins/with-builtins.ts";
import type { Validator } from "../../runtime/registry.ts";
import type { LocalRegistry } from "../local-catalog.ts";

/** What the arguments of a tool of the catalog are held against, as far as it can be known before the call. */
export interface LocalContract {
  readonly schema: JsonObject;
  /** Absent where old arguments are mapped to ours: the call itself holds them against their contract. */
  readonly validator?: Pick<Validator, "input" | "plan" | "plans">;
}

/** @returns undefined for a name that the catalog does not have, and for a tool that can't be loaded: the call says more */
export async function localContract(
  catalog: LocalRegistry,
  name: string,
  version: number | undefined,
): Promise<LocalContract | undefined> {
  const registry = withBuiltins(catalog);
  const alias = ownValue(registry.aliases, name);
  const entry = ownValue(registry.tools, alias?.target ?? name);
  if (entry === undefined) return undefined;
  try {
    if (alias?.load !== undefined) return contractOf((await alias.load()).validator);
    const older = version === undefined ? undefined : entry.versions?.[version];
    const loaded = await (older ?? entry).load();
    const validator = "validator" in loaded ? loaded.validator : loaded;
    if (alias === undefined) return contractOf(validator);
    const { properties = {} } = validator.input;
    const renamed = Object.entries(alias.rename).map(([old, current]) => [old, ownValue(properties, current) ?? {}]);
    return { schema: asJson({ ...validator.input, properties: { ...properties, ...Object.fromEntries(renamed) } }) };
  } catch {
    // The call loads it again, and tells what is wrong with it.
    return undefined;
  }
}

function contractOf(validator: Pick<Validator, "input" | "plan" | "plans">): LocalContract {
  return { schema: asJson(validator.input), validator };
}

/** A schema of ours is JSON, with a narrower type. */
function asJson(schema: object): JsonObject {
  return schema as JsonObject;
}
