// The commands that use a catalog, or any MCP server.
import { Argument, type Command, Option } from "commander";
import type { CallOptions } from "../call/call-target.ts";
import { commandLine } from "../call/own-options.ts";
import { numberSettings } from "../settings/numbers.ts";
import { commandGroup, type Declaring } from "./command-group.ts";
import {
  digitsReader,
  localCatalogOption,
  logLevelOption,
  numberReader,
  repeatable,
  sourceOptions,
} from "./options.ts";
import { serveOptions, settingPlaces } from "./serve-options.ts";
import { addServersCommand, useTitle } from "./servers-command.ts";

const seconds = numberReader(numberSettings.seconds);

export function addUseCommands(declaring: Declaring): void {
  const { command, run } = commandGroup(declaring, useTitle);
  const { program } = declaring;

  addServersCommand(declaring);

  const tools = command("tools", "list the tools of the catalog, or of a server", [
    "pegboard tools",
    "pegboard tools --profile full --json",
    "pegboard tools --server github",
  ]);
  sourceOptions(tools)
    .option("--family <name>", "only this family of the catalog")
    .option("--profile <name>", "only what this profile of the catalog lists")
    .option("--json", "print everything known as JSON")
    .action(run(async () => (await import("../verbs/tools.ts")).tools));

  const describe = command("describe", "show one tool: params, result, old names", [
    "pegboard describe <tool>",
    "pegboard describe <tool> --json",
    "pegboard describe --server github search_code",
  ]);
  sourceOptions(describe)
    .argument("<tool>", "name of a tool; in the catalog, an old name too")
    .option("--json", "print everything known as JSON")
    .action(run(async () => (await import("../verbs/describe.ts")).describe));

  const call = command(
    "call",
    "call one tool: of the catalog, in this process, or of a server",
    [
      "pegboard call <tool> title='Ports' limit:=3",
      "pegboard call <tool> --title Ports --limit 3 --tag a --tag b",
      'pegboard call <tool> \'{"title": "Ports", "limit": 3}\'',
      "pegboard call <tool> @arguments.json --json",
      "pegboard call --server github search_code query=auth --path items[0].path",
    ],
    settingPlaces,
  );
  sourceOptions(call, {
    config: "with --server: the file that names the servers; else the configuration file (default: PEGBOARD_CONFIG)",
  })
    .argument("<tool>", "name of a tool; in the catalog, an old name too")
    .argument(
      "[arguments...]",
      "a JSON object, key=text, key:=json, key@=file, --param value, @file with a JSON object, or - for stdin",
    )
    .option("--out <file>", "write the result to this file; images and audio in their own format")
    .option("--path <field>", "print only this field of the result, such as items[0].id")
    .option("--json", "print the whole result as JSON")
    .option("--dry-run", "print the call and do not make it")
    .option("--no-validate", "send the arguments to a server without validation")
    .option("--yes", "run tools that may change something without a question")
    .addOption(repeatable("--allow <pattern>", "catalog: only matching tools; servers: run SERVER/TOOL unasked"))
    .addOption(repeatable("--deny <pattern>", "tools that are not called: TOOL or SERVER/TOOL; overrides everything"))
    .option("--session <handle>", "handle of an open session of the catalog (default: PEGBOARD_SESSION)")
    .option(
      "--tool-version <number>",
      "an older version of the tool (default: the current one)",
      digitsReader(/^[1-9]\d{0,5}$/, 999_999, "the number of a version, such as 1"),
    )
    .addOption(logLevelOption())
    // What stands behind the tool's name is read with the tool's schema at hand: call/call-words.ts.
    .passThroughOptions()
    .action((tool: string, words: readonly string[], _options: unknown, self: Command) =>
      run(async () => (await import("../verbs/call.ts")).call)(tool, words, commandLine<CallOptions>(self)),
    );

  const search = command("search", "find tools by what they are for, over all servers", [
    "pegboard search create issue",
    "pegboard search --server github branches",
  ]);
  sourceOptions(search, {
    server: "only this server (default: the catalog and every server of the user's configuration files)",
  })
    .argument("<words...>", "what the tool should do, or its name")
    .addOption(
      new Option("--limit <number>", "maximum number of tools")
        .default(10)
        .argParser(numberReader(numberSettings.calls)),
    )
    .option("--json", "print everything found as JSON")
    .action(run(async () => (await import("../verbs/search.ts")).search));

  const resources = command("resources", "list the resources that servers offer", [
    "pegboard resources",
    "pegboard resources --server files --templates",
  ]);
  sourceOptions(resources, { server: "a server (default: the catalog; with --config or --bridge, all)" })
    .option("--templates", "list resource templates, not resources")
    .option("--json", "print everything known as JSON")
    .action(run(async () => (await import("../verbs/resources.ts")).resources));

  const read = command("read", "read one resource: text to stdout, bytes to a file", [
    "pegboard read pegboard://guide",
    "pegboard read --server maps map://1 --out m.png",
  ]);
  readOptions(read)
    .argument("<uri>", "of the resource, such as pegboard://guide")
    .action(run(async () => (await import("../verbs/read.ts")).read));

  const resource = command("resource", "list or read the resources of all servers, in the syntax of tool-cli", [
    "pegboard resource list",
    "pegboard resource read pegboard://guide",
  ]);
  readOptions(resource)
    .addArgument(new Argument("<action>", "what to do").choices(["list", "templates", "read"]))
    .argument("[uri]", "with read: of the resource")
    .action((action: string, uri: string | undefined, options: object, self: Command) => {
      if (action === "read" && uri === undefined) self.error("error: missing required argument 'uri'");
      return action === "read"
        ? run(async () => (await import("../verbs/read.ts")).read)(uri ?? "", options)
        : run(async () => (await import("../verbs/resources.ts")).resources)({
            ...options,
            ofAll: true,
            ...(action === "templates" ? { templates: true } : {}),
          });
    });

  const prompts = command("prompts", "list the prompts that servers offer, or show the messages of one", [
    "pegboard prompts",
    "pegboard prompts write_reminder invoice_id=i1 tone=firm",
    "pegboard prompts --server docs explain topic=ports --json",
  ]);
  sourceOptions(prompts, { server: "a server (default: the catalog; with --config or --bridge, all)" })
    .argument("[prompt]", "name of a prompt: its messages are shown (default: all are listed)")
    .argument("[arguments...]", "a JSON object, key=text, key@=file, @file with a JSON object, or - for stdin")
    .option("--out <file>", "with a prompt: write the messages to this file")
    .option("--path <field>", "with a prompt: print only this field of the answer, such as messages[0].content")
    .option("--json", "print everything known as JSON")
    .action((prompt: string | undefined, words: readonly string[], options: object) =>
      prompt === undefined
        ? run(async () => (await import("../verbs/prompts.ts")).prompts)(options)
        : run(async () => (await import("../verbs/prompts.ts")).getPrompt)(prompt, words, options),
    );

  command("lock", "lock the tools and commands of servers; what changes is refused until you accept it", [
    "pegboard lock                                # all servers that are configured",
    "pegboard lock github --accept                # take what has changed",
    "pegboard lock --config .mcp.json --check     # in CI: findings where something differs",
  ])
    .argument("[server...]", "only these servers (default: all)")
    .option("--config <file>", "only the servers that this file names (default: the user's own files)")
    .option("--accept", "take every change, and tools with suspicious texts")
    .option("--check", "write nothing; exit code 1 where something differs")
    .option("--remove", "remove the lock of these servers")
    .option("--timeout <seconds>", "time limit for a server (default: 60)", seconds)
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("../verbs/lock.ts")).lock));

  command("replay", "serve a recording over stdio: answer as the server did that was recorded with --record", [
    "pegboard call --server github search_code query=auth --record session.jsonl",
    "pegboard replay session.jsonl",
  ])
    .argument("<file>", "the recording")
    .option("--server <name>", "whose answers, where several servers were recorded")
    .action(run(async () => (await import("../verbs/replay.ts")).replay));

  command("approve", "make allow rules of the calls that you have confirmed", [
    "pegboard approve --dry-run",
    "pegboard approve github 'files/read_*'",
  ])
    .argument("[pattern...]", "a server, or SERVER/TOOL with * for any text (default: all)")
    .option("--dry-run", "write nothing; show the rules")
    .option("--yes", "do not ask for confirmation")
    .option("--json", "print the rules as JSON")
    .action(run(async () => (await import("../verbs/approve.ts")).approve));

  const serve = command(
    "serve",
    "serve the tools to an MCP client over stdio",
    ["pegboard serve", "pegboard serve --surface meta", "pegboard serve --profile full --deny '*_delete'"],
    settingPlaces,
  ).addOption(localCatalogOption());
  serveOptions(serve).action(run(async () => (await import("../verbs/serve.ts")).serve));

  command("bridge", "serve the tools to other programs on this machine, as tool-cli does, or to one command", [
    "pegboard bridge -- bash                     # a shell in which `pegboard` and tool-cli find it",
    'eval "$(pegboard bridge --background)"      # the same for the current shell',
    "pegboard bridge --allow 'notes/*' --deny '*/delete_*' -- node agent.js",
  ])
    .usage("[options] [-- command...]")
    .argument("[command...]", "behind --: a command that gets the bridge's variables; the bridge ends with it")
    .addOption(localCatalogOption())
    .addOption(
      repeatable(
        "--config <file>",
        "a file that names MCP servers, in the format of Claude Code, Cursor or VS Code (default: your own)",
      ),
    )
    .option("--servers <name...>", "only these servers")
    .option("--clean-env", "start servers with few variables, whatever their client would hand on")
    .option(
      "--port <number>",
      "the port to listen at on loopback (default: any that is free)",
      digitsReader(/^\d{1,5}$/, 65_535, "a port, such as 7179, or 0 for any"),
    )
    .option("--token-file <file>", "put the token into this file, readable for its owner only, and not into variables")
    .addOption(
      repeatable("--allow <server/tool>", "tools that run although they are not marked read-only (* is any text)"),
    )
    .addOption(repeatable("--deny <server/tool>", "tools that never run; overrides everything (* is any text)"))
    .option("--yes", "run every tool that is not denied")
    .option("--call-timeout <seconds>", "time limit for one call (default: 300)", seconds)
    .option("--background", "go on in the background, and print the variables for eval, as ssh-agent does")
    .option("--stop", "end the bridge in the background that this shell's variables name")
    .option("--record <file>", "add every exchange with a server to this file, without secrets")
    .option("--json", "print port, token and variables as JSON")
    .action((words: readonly string[], options: object, self: Command) => {
      // A script whose command is empty by mistake would wait for ever. commander drops the dashes from the words; where it
      // keeps them, it does not declare it.
      const { rawArgs = [] } = program as Command & { readonly rawArgs?: readonly string[] };
      if (words.length === 0 && rawArgs.at(-1) === "--") self.error("error: there is no command behind --");
      return run(async () => (await import("../verbs/bridge.ts")).bridge)(words, options);
    });
}

function readOptions(command: Command): Command {
  return sourceOptions(command, { server: "a server (default: the only one there is, else the catalog)" })
    .option("--out <file>", "write it to this file; required for binary data")
    .option("--path <field>", "print only this field of the answer, such as contents[0].mimeType")
    .option("--meta", "print only the metadata and the size in bytes")
    .option("--json", "print the whole answer as JSON");
}
