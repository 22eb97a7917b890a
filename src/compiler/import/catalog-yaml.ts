import type { EnvironmentVariable } from "../../contract/environment.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { UnknownParams } from "../catalog/catalog.ts";
import { textAsWas } from "./clean-text.ts";
import { snakeCase } from "./fold-name.ts";

export interface NewCatalog {
  readonly server: string;
  readonly title: string | undefined;
  readonly instructions: string | undefined;
  readonly families: readonly string[];
  readonly unknownParams: UnknownParams;
  /** Names of the tools here, in the order of the list. */
  readonly order: readonly string[];
  /** A tool has the name of a built-in one. */
  readonly withoutBuiltins: boolean;
  /** What clients may ask of the server, beside what its files show. */
  readonly capabilities: {
    readonly logging: boolean;
    readonly prompts: boolean;
    readonly completions: boolean;
    readonly subscriptions: boolean;
    readonly list_changes: boolean;
  };
  /** What the server says of itself, where that is known. */
  readonly serverInfo: JsonObject | undefined;
  /** What its host reads. */
  readonly environment: readonly EnvironmentVariable[];
}

/** The profile that lists what the server listed. */
export const asImported = "as_imported";

/** Version of a catalog that begins with an import. */
export const firstVersion = "0.1.0";

/** The tier of imported tools, where the catalog has it. */
export const importedTier = "common";

/** `schema/catalog.yaml` for a folder that has none. */
export function catalogYaml(catalog: NewCatalog): JsonObject {
  const instructions = catalog.instructions === undefined ? undefined : textAsWas(catalog.instructions)?.text;
  const server: { [key: string]: Json } = { name: catalog.server };
  if (catalog.title !== undefined) server.title = catalog.title;
  server.version = firstVersion;
  if (instructions !== undefined) server.instructions = instructions;
  for (const [name, isThere] of Object.entries(catalog.capabilities)) if (isThere) server[name] = true;
  if (catalog.serverInfo !== undefined) server.listed = catalog.serverInfo;
  const environment = Object.fromEntries(catalog.environment.map(({ name, ...facts }) => [name, facts]));
  return {
    format: 1,
    server,
    unknown_params: catalog.unknownParams,
    tiers: {
      essential: { badge: "🔴 ESSENTIAL", summary: "What every agent needs" },
      common: { badge: "🟡 COMMON", summary: "Often useful" },
      advanced: { badge: "🟢 ADVANCED", summary: "Power features" },
    },
    defaults: { tier: importedTier, since: firstVersion },
    families: Object.fromEntries(
      catalog.families.map((name) => [name, { title: titleOf(name), summary: `Tools for ${words(name)}` }]),
    ),
    profiles: {
      [asImported]: { families: "all", texts: "plain", builtins: "off", order: [...catalog.order] },
      all: { families: "all" },
    },
    default_profile: asImported,
    ...(catalog.withoutBuiltins ? { builtins: "off" } : {}),
    ...(catalog.environment.length === 0 ? {} : { environment }),
  };
}

export function titleOf(name: string): string {
  const text = words(name);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function words(name: string): string {
  return name.replaceAll("_", " ");
}

/** A server's name as the language takes it: `@scope/Some-MCP-Server` → `some`. */
export function serverName(name: string): string {
  const bare = snakeCase(name.replace(/^.*\//, ""))
    .split("_")
    .filter((word) => word !== "mcp" && word !== "server")
    .join("-");
  const cut = bare.length <= maxServerNameLength ? bare : bare.slice(0, maxServerNameLength).replace(/-+$/, "");
  return cut === "" ? "imported" : cut;
}

/** What a server's name takes, the names of its tools can't have. */
const maxServerNameLength = 20;
