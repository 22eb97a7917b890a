import { createPolicy } from "../../runtime/policy.ts";
import { serveStdio } from "../../server/stdio.ts";
import { ExitCode } from "../exit-code.ts";
import { hostDoor } from "../host-door.ts";
import { openLocalCatalog } from "../local-catalog.ts";
import { chooseShowing, type ShowingOptions } from "../showing.ts";
import type { Terminal } from "../terminal.ts";

export interface ServeOptions extends ShowingOptions {
  readonly catalog?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** Serves the local catalog over stdio until the client goes or a signal comes; stdout is the protocol's alone. */
export async function serve(terminal: Terminal, options: ServeOptions): Promise<ExitCode> {
  const door = hostDoor(terminal);
  const catalog = await openLocalCatalog(terminal, options.catalog);
  const showing = chooseShowing(catalog.registry, options, terminal.env);
  const policy = createPolicy(options);
  const road = catalog.openRoad({ door, policy });
  await serveStdio({
    registry: catalog.registry,
    dispatch: road,
    close: () => road.close(),
    log: door.log,
    streams: terminal,
    stop: terminal.catchInterrupts(),
    showing,
    policy,
  });
  return ExitCode.fine;
}
