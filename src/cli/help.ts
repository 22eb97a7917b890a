import { exitCodeTexts } from "../terminal/exit-code.ts";
import type { Colors } from "../terminal/terminal.ts";

/** What stands below the list of commands. */
export function epilogue({ bold, dim }: Colors): string {
  const lines = [
    "",
    bold("Start here:"),
    `  pegboard init my-tools                ${dim("# a catalog of your own, with tests and CI")}`,
    `  pegboard tools                        ${dim("# what there is")}`,
    `  pegboard describe <tool>              ${dim("# what one tool takes and gives")}`,
    `  pegboard                              ${dim("# all servers; pegboard <server> <tool> goes on from there")}`,
    `  pegboard serve                        ${dim("# what an MCP client starts")}`,
    `  pegboard generate --check             ${dim("# is generated/ what schema/ says?")}`,
    "",
    bold("Environment:"),
    "  PEGBOARD_PROFILE  what `serve` lists; --profile wins",
    "  PEGBOARD_SESSION  session handle for `call`; --session wins",
    "  PEGBOARD_CONFIG   configuration file of `serve` and `call`; --config wins",
    "  PEGBOARD_LOG      what goes to stderr: debug, info, warn (default), error or silent",
    "  PEGBOARD_USAGE    folder for the counters of old names, or off",
    "  PEGBOARD_DB       database file of the workbench",
    "  PEGBOARD_AUDIT    file for the audit of calls, or off",
    "  TOOL_CLI_PORT     port of a running bridge to speak to; also TOOL_CLI_HOST, TOOL_CLI_TOKEN, TOOL_CLI_TIMEOUT_MS",
    "  NO_COLOR          no colours",
    "",
    bold("Exit codes:"),
    ...exitCodeTexts.map(([code, text]) => `  ${String(code).padStart(3)}  ${text}`),
  ];
  return lines.join("\n");
}

/** The "Examples:" block of one command. */
export function examples(dim: (text: string) => string, lines: readonly string[]): string {
  return ["", "Examples:", ...lines.map((line) => `  ${dim("$")} ${line}`)].join("\n");
}

/** Below the examples of `serve` and `call`. */
export const settingPlaces = `
Where settings come from, the nearer first:
  a flag, then its variable, then the configuration file: the one that --config or PEGBOARD_CONFIG names, else
  pegboard.serve.json beside the catalog that --catalog names, else the one in your own configuration folder.
  What any of them denies is denied. docs/serving.md says more.`;

/** Below the examples of `diff`: what its two sides can be. */
export const namedSides = `
What can be compared:
  baseline                      what \`pegboard baseline --release\` recorded (the default base)
  <folder>                      a project
  <file>                        a catalog.json, a baseline, or a saved tools/list of any server
  <ref>                         a git branch, tag or commit: its YAML is compiled, the work tree stays as it is
  <ref>:<path>                  a project or file in it, from the repository's root
  merge-base:<ref>[:<path>]     the commit where HEAD left that branch
A file or folder wins over a ref of the same name: ./x is always a path, refs/heads/x always a ref.`;
