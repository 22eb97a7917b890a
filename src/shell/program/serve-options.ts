// The options of `serve`, and of a server that `pegboard build` wrote.
import type { Command } from "commander";
import { numberSettings } from "../settings/numbers.ts";
import { allowOption, denyOption, listingOptions, logLevelOption, numberReader } from "./options.ts";

const seconds = numberReader(numberSettings.seconds);

export function serveOptions(command: Command): Command {
  return listingOptions(command, {
    profile: "the profile to list (default: PEGBOARD_PROFILE, else the catalog's default)",
    surface: "direct, folded, meta or auto (direct up to 40 tools and 10,000 tokens, else meta)",
  })
    .addOption(allowOption())
    .addOption(denyOption())
    .option("--http <address>", "serve HTTP at PORT or HOST:PORT instead of stdio: MCP at /mcp, /healthz, /readyz")
    .option("--token-file <file>", "the bearer token that every HTTP request must carry (default: PEGBOARD_TOKEN)")
    .option("--tokens <file>", "named tokens that may use the HTTP server, as `pegboard token` writes them")
    .option("--allow-host <name...>", "further host names that HTTP requests may use")
    .option("--allow-origin <origin...>", "origins whose pages may use the HTTP server")
    .option("--no-sessions", "keep no sessions of older HTTP clients, so that any process can answer every request")
    .option(
      "--session-events <file>",
      "file in which events wait for clients of sessions that lost their connection, or memory (default: " +
        "PEGBOARD_SESSION_EVENTS, else a file in your state folder)",
    )
    .option("--no-http", "serve over stdio, whatever the configuration file contains")
    .option("--call-timeout <seconds>", "time limit for one call", seconds)
    .option("--drain <seconds>", "how long running calls may continue at shutdown (default: 5)", seconds)
    .option("--max-calls <number>", "calls that run at once (default: 64)", numberReader(numberSettings.calls))
    .option("--max-waiting <number>", "calls that wait in line (default: 1,000)", numberReader(numberSettings.waiting))
    .option(
      "--max-result <bytes>",
      "maximum size of a result; a larger one is truncated (default: 262144)",
      numberReader(numberSettings.bytes),
    )
    .option(
      "--errors <format>",
      "result or protocol: declared errors as results, or as JSON-RPC errors with the catalog's numbers; clients of " +
        "SDK 1.x take -32001 for a timeout (default: PEGBOARD_ERRORS, else result)",
    )
    .addOption(logLevelOption())
    .option("--config <file>", "the configuration file (default: PEGBOARD_CONFIG, else see below)");
}

/** Below the examples of `serve` and `call`. */
export const settingPlaces = `
Where settings come from, in order of precedence:
  a flag, then its variable, then the configuration file: the one that --config or PEGBOARD_CONFIG names, else
  pegboard.serve.json beside the catalog that --catalog names, else the one in your own configuration folder.
  What any of them denies is denied. See docs/serving.md.`;
