// The commands that start and change a catalog.
import { Argument, type Command, InvalidArgumentError } from "commander";
import { commandGroup, type Declaring } from "../../shell/program/command-group.ts";
import { catalogOption, serverOptions, sourceOptions } from "../../shell/program/options.ts";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import type { AddToolOptions } from "../commands/add.ts";
import type { RenameToolOptions } from "../commands/rename.ts";

export function addStartCommands(declaring: Declaring): void {
  const { command, run } = commandGroup(declaring, "Start and change a catalog:");

  command("init", "make a folder a catalog: two tools, tests, CI, client configuration", [
    "pegboard init my-tools",
    "pegboard init --name notes",
    "pegboard init my-tools --empty",
  ])
    .argument("[folder]", "the folder; created if it does not exist (default: the current folder)")
    .option("--name <name>", "name of the server (default: made from the folder's name)")
    .option("--empty", "without the two tools that show how it is done")
    .option("--yes", "also in a folder that contains other files; none of them is overwritten")
    .option("--json", "print what was written as JSON")
    .action(run(async () => (await import("../commands/init.ts")).init));

  command("add", "add a tool that compiles at once, and a handler to fill in", [
    "pegboard add tool note_archive",
    'pegboard add tool tag_list --new-family "Tags"',
  ])
    .addArgument(kindArgument(addedByHand))
    .argument("<name>", "name of the tool, such as note_archive")
    .addOption(catalogOption())
    .option("--family <name>", "family of the tool (default: the one that the name begins with)")
    .option("--tier <name>", "tier of the tool (default: the catalog's, else common, else the first)")
    .option("--new-family <title>", "add the family, with this title")
    .option("--json", "print what was written as JSON")
    .action((_kind: string, name: string, options: AddToolOptions) =>
      run(async () => (await import("../commands/add.ts")).addTool)(name, options),
    );

  command("rename", "rename a tool everywhere; its old name keeps working as a deprecated alias", [
    "pegboard rename tool note_list note_search --dry-run",
    "pegboard rename tool note_list note_search --sunset 2027-12-01",
  ])
    .addArgument(kindArgument(renamedByHand))
    .argument("<old>", "name of the tool")
    .argument("<new>", "new name of the tool")
    .addOption(catalogOption())
    .option("--family <name>", "family that it moves to (default: it stays in its own)")
    .option("--of <system>", "the system that the old name belongs to (default: the server's name)")
    .option("--sunset <date>", "first day without the old name (default: after the catalog's grace, 30 days at least)")
    .option("--dry-run", "write nothing; show the change as a diff")
    .option("--json", "print the outcome as JSON")
    // Who wants to rename something else writes more words, and should read why.
    .allowExcessArguments()
    .action((_kind: string, old: string, current: string, options: RenameToolOptions, { args }: Command) => {
      if (args.length > 3) throw new InvalidArgumentError(`rename takes 3 words, not ${args.length}`);
      return run(async () => (await import("../commands/rename.ts")).renameToolCommand)(old, current, options);
    });

  const importing = command("import", "write YAML for the tools of any MCP server, or of a saved tools/list", [
    "pegboard import tools.json --into notes --dry-run",
    "pegboard import --into files --stdio -- npx -y @modelcontextprotocol/server-filesystem .",
    "pegboard import --url https://example.com/mcp --header-env Authorization=MY_TOKEN",
    "pegboard import --openapi petstore.yaml --into pets",
    "pegboard import --types src/tools.ts --into invoices",
    "pegboard import --zod dist/tools.js --into invoices",
    "pegboard import --gateway --into files --stdio -- npx -y @modelcontextprotocol/server-filesystem .",
  ])
    .argument("[source...]", "a saved tools/list, or - for stdin; with --stdio -- the command that starts the server")
    .option("--stdio", "start the server with the command behind --, without a shell")
    .option("--url <url>", "connect to a server over Streamable HTTP");
  serverOptions(importing, { stdio: "--stdio", url: "--url" })
    .option("--into <folder>", "the project to write to (default: the current folder)")
    .option("--server <name>", "name of the server (default: its own name, or the file's)")
    .option("--only <name...>", "only these tools")
    .option("--family <name>", "family of all tools (default: guessed from their names)")
    .option("--openapi <file>", "an OpenAPI document (2.0 to 3.2): its operations, with handlers that call the API")
    .option("--types <file>", "a TypeScript file: its exported functions, with the types that they use")
    .option("--zod <file>", "a module, which is run: its tools with Zod or Standard Schema values")
    .option("--gateway", "also write handlers that pass each call on to this server, which stays as it is")
    .option("--check", "with --gateway: compare the server's list with the one that the project was made from")
    .option("--dry-run", "write nothing; show what would be written")
    .option("--report <file>", "also write what could not be kept to this file, as a table")
    .option("--json", "print what was written and what could not be kept as JSON")
    .action(run(async () => (await import("../commands/import.ts")).importTools));

  const client = command("client", "write the tools of any MCP server as typed functions, or as a command line", [
    "pegboard client github --out src/github.ts",
    "pegboard client github --cli --out github.mjs",
    "pegboard client files --config .mcp.json --out src/files.ts",
  ]);
  sourceOptions(client, { isServerNamed: false })
    .argument("<server>", "a server that `pegboard servers` lists")
    .option("--out <file>", "write it to this file (default: stdout)")
    .option("--cli", "write a command line of its own, one file that runs with Node; needs --out")
    .action(run(async () => (await import("../commands/client.ts")).client));
}

/** What is added or renamed: so far there is one kind. */
function kindArgument(others: Readonly<Record<string, string>>): Argument {
  return new Argument("<kind>", "tool").argParser((kind) => {
    if (kind === "tool") return kind;
    const hint = Object.hasOwn(others, kind) ? others[kind] : nearHint(kind, ["tool"]);
    throw new CliError(`'${kind}' can't be added or renamed by a command: only a tool can`, { hint });
  });
}

const byHand = "it is written by hand: docs/language.md";
const addedByHand = { prompt: byHand, resource: byHand, type: byHand, param: byHand, error: byHand, family: byHand };
const renamedByHand = { param: "a param is renamed in its YAML: the new name, with aliases: [{name: <old>}]" };
