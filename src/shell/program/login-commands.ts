// The commands with which a user logs in to servers behind a URL.
import type { Command } from "commander";
import { numberSettings } from "../settings/numbers.ts";
import { commandGroup, type Declaring } from "./command-group.ts";
import { digitsReader, numberReader } from "./options.ts";

/** Title of the group in the help that these belong to. */
export const setUp = "Set up clients and the shell:";

export function addLoginCommands(declaring: Declaring): void {
  const { command, run } = commandGroup(declaring, setUp);

  const login = command("login", "log in to a server behind a URL, in the browser; the tokens are kept for you", [
    "pegboard login github",
    "pegboard login github --scope repo read:org",
    "pegboard login crm --client-id 1234 --port 8765",
    "pegboard login --url https://mcp.example.com/mcp",
  ]).argument("[server]", "a server that `pegboard servers` lists");
  configOption(login)
    .option("--scope <scope...>", "ask for these scopes beside those that the server needs")
    .option("--client-id <id>", "a client that the authorization server knows (default: it registers one)")
    .option("--client-secret-env <variable>", "the environment variable that contains the secret of this client")
    .option("--issuer <url>", "refuse any other authorization server")
    .option(
      "--port <number>",
      "the port that the browser comes back to (default: any that is free)",
      digitsReader(/^[1-9]\d{0,4}$/, 65_535, "a port, such as 8765"),
    )
    .option("--device", "log in by a code that you type in a browser elsewhere, where the server offers that")
    .option("--no-browser", "do not open the browser; print the address only")
    .option("--timeout <seconds>", "time limit for the login (default: 300)", numberReader(numberSettings.seconds))
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("../verbs/login.ts")).login));

  const logout = command("logout", "revoke the tokens of a login and remove it", ["pegboard logout github"]).argument(
    "[server]",
    "a server that `pegboard servers` lists",
  );
  configOption(logout)
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("../verbs/logout.ts")).logout));

  const whoami = command("whoami", "show the login to a server, or all logins; asks no server", [
    "pegboard whoami",
    "pegboard whoami github --json",
  ]).argument("[server]", "a server that `pegboard servers` lists (default: all logins)");
  configOption(whoami)
    .option("--json", "print it as JSON")
    .action(run(async () => (await import("../verbs/whoami.ts")).whoami));
}

function configOption(command: Command): Command {
  return command
    .option("--url <url>", "the server at this address, in place of a name")
    .option("--config <file>", "only the servers that this file names (default: the user's own files)");
}
