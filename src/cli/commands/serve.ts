import { createPolicy } from "../../runtime/policy.ts";
import type { ErrorForm } from "../../runtime/station.ts";
import { serveStdio } from "../../server/stdio.ts";
import { chooseWord } from "../choose-word.ts";
import { ExitCode } from "../exit-code.ts";
import { hostDoor } from "../host-door.ts";
import { type HttpOptions, readHttpOptions } from "../http-options.ts";
import { openLocalCatalog } from "../local-catalog.ts";
import { reasonOf } from "../project.ts";
import { Refusal } from "../refusal.ts";
import { chooseShowing, type ShowingOptions } from "../showing.ts";
import { printError, type Terminal } from "../terminal.ts";

export interface ServeOptions extends ShowingOptions, HttpOptions {
  readonly catalog?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** Seconds. */
  readonly callTimeout?: number;
  readonly maxCalls?: number;
  /** How declared errors are answered: result or protocol. */
  readonly errors?: string;
}

const errorForms = ["result", "protocol"] as const satisfies readonly ErrorForm[];

/**
 * Serves the local catalog until the client goes or a signal comes: over stdio, where stdout is the protocol's alone, or
 * over HTTP.
 */
export async function serve(terminal: Terminal, options: ServeOptions): Promise<ExitCode> {
  const { http, callTimeout, maxCalls } = options;
  const { env } = terminal;
  const listening = http === undefined ? undefined : await readHttpOptions(terminal, http, options);
  const door = hostDoor(terminal);
  const catalog = await openLocalCatalog(terminal, options.catalog);
  const showing = chooseShowing(catalog.registry, options, env);
  const policy = createPolicy(options);
  const errors = chooseWord("form of errors", { flag: options.errors, variable: "PEGBOARD_ERRORS", env }, errorForms);
  const road = catalog.openRoad({
    door,
    policy,
    ...(errors === undefined ? {} : { errors }),
    ...(callTimeout === undefined ? {} : { deadlineMs: callTimeout * 1000 }),
    ...(maxCalls === undefined ? {} : { maxCalls }),
  });
  const serving = {
    registry: catalog.registry,
    dispatch: road,
    close: () => road.close(),
    log: door.log,
    stop: terminal.catchInterrupts(),
    showing,
    policy,
  };
  if (listening === undefined) {
    await serveStdio({ ...serving, streams: terminal });
    return ExitCode.fine;
  }
  const { serveHttp } = await import("../../server/http/serve-http.ts");
  const onListening = (url: string) => printError(terminal, `serving at ${url}`);
  await serveHttp({ ...serving, ...listening, onListening }).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EADDRINUSE" && code !== "EACCES" && code !== "EADDRNOTAVAIL") throw error;
    throw new Refusal(`can't listen at ${http}: ${reasonOf(error)}`, { exitCode: ExitCode.unreachable, cause: error });
  });
  return ExitCode.fine;
}
