import { suggest } from "../../diagnostics/suggest.ts";
import { createPolicy } from "../../runtime/policy.ts";
import { serveStdio } from "../../server/stdio.ts";
import { ExitCode } from "../exit-code.ts";
import { hostDoor } from "../host-door.ts";
import { type LocalRegistry, openLocalCatalog } from "../local-catalog.ts";
import { Refusal } from "../refusal.ts";
import type { Terminal } from "../terminal.ts";

export interface ServeOptions {
  readonly catalog?: string;
  readonly profile?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** Serves the local catalog over stdio until the client goes or a signal comes; stdout is the protocol's alone. */
export async function serve(terminal: Terminal, options: ServeOptions): Promise<ExitCode> {
  const door = hostDoor(terminal);
  const catalog = await openLocalCatalog(terminal, options.catalog);
  const profile = chooseProfile(catalog.registry, options.profile, terminal.env.PEGBOARD_PROFILE);
  const policy = createPolicy(options);
  const road = catalog.openRoad({ door, policy });
  await serveStdio({
    registry: catalog.registry,
    dispatch: road,
    close: () => road.close(),
    log: door.log,
    streams: terminal,
    stop: terminal.catchInterrupts(),
    profile,
    policy,
  });
  return ExitCode.fine;
}

/** Flag over environment over the catalog's default. */
function chooseProfile(registry: LocalRegistry, flag: string | undefined, variable: string | undefined): string {
  const named = flag ?? (variable === "" ? undefined : variable);
  if (named === undefined) return registry.defaultProfile;
  if (Object.hasOwn(registry.profiles, named)) return named;
  const where = flag === undefined ? "PEGBOARD_PROFILE: " : "";
  throw new Refusal(`${where}there is no profile '${named}'`, {
    hint: suggest(named, Object.keys(registry.profiles)),
  });
}
