import type { Catalog, ParamAlias } from "../../catalog/catalog.ts";
import { currentTools } from "../../catalog/versions.ts";

/** Other names that the server accepts for params and does not list: tool → param → its other names. */
export type ParamNames = ReadonlyMap<string, ReadonlyMap<string, readonly ParamAlias[]>>;

/** What a catalog of ours accepts beyond what it publishes. */
export function acceptedParamNames(catalog: Catalog): ParamNames {
  return new Map(
    currentTools(catalog).map(({ name, params }) => [
      name,
      new Map(params.flatMap(({ name: param, aliases = [] }) => (aliases.length === 0 ? [] : [[param, aliases]]))),
    ]),
  );
}
