// The commands that write and check a catalog.
import { Option } from "commander";
import { commandGroup, type Declaring } from "../../shell/program/command-group.ts";
import { catalogOption, numberReader, oneOf, serverOptions } from "../../shell/program/options.ts";
import { numberSettings } from "../../shell/settings/numbers.ts";
import type { GenerateOptions } from "../commands/generate.ts";

export function addWriteCommands(declaring: Declaring): void {
  const { command, run } = commandGroup(declaring, "Write and check a catalog:");

  command("generate", "compile schema/ and write generated/", [
    "pegboard generate",
    "pegboard generate --watch",
    "pegboard generate --check   # in CI",
  ])
    .addOption(catalogOption())
    .option("--check", "write nothing; show what would change and exit with 1 if anything would")
    .addOption(new Option("--watch", "keep running and generate at every edit, until interrupted").conflicts("check"))
    .addOption(
      new Option(
        "--extra <format...>",
        "also write generated/interop/: tools for a model's API, or Zod schemas; kept up to date from then on",
      ).choices(["anthropic", "openai", "gemini", "zod"]),
    )
    .option("--no-extra", "stop writing the extra formats and remove their files")
    .addOption(formatOption())
    .option("--json", "print findings and files as JSON: the same as --format json")
    .action(({ watch, ...options }: GenerateOptions & { readonly watch?: true }) =>
      watch
        ? run(async () => (await import("../commands/watch.ts")).watch)(options)
        : run(async () => (await import("../commands/generate.ts")).generate)(options),
    );

  command("dev", "serve the project over stdio while it is edited; the client stays connected", [
    "pegboard dev",
    "npx @modelcontextprotocol/inspector pegboard dev",
    "pegboard dev --profile full   # options of serve",
  ])
    .addOption(catalogOption())
    .argument("[options...]", "options of `serve`")
    .allowUnknownOption()
    .action(run(async () => (await import("../commands/dev.ts")).dev));

  command("lint", "check schema/ and print what is wrong", [
    "pegboard lint",
    "pegboard lint --fix --dry-run",
    "pegboard lint --format sarif > lint.sarif",
  ])
    .addOption(catalogOption())
    .option("--fix", "fix what can be fixed mechanically; comments and layout stay")
    .option("--dry-run", "with --fix: show what would change, and write nothing")
    .addOption(oneOf("--level <severity>", "print findings from this severity up (default: warning)", levels))
    .option("--all", "print all findings (default: at most 50, of warnings with the same code the first 5)")
    .option("--list <file>", "check a saved tools/list of any server instead of a catalog")
    .option("--target <client...>", "with --list: clients whose limits are errors (default: all known clients)")
    .option("--server <name>", "with --list: name of the server, which clients put before names of tools")
    .addOption(formatOption())
    .option("--json", "print the findings as JSON: the same as --format json")
    .action(run(async () => (await import("../commands/lint.ts")).lint));

  command("tokens", "count the tokens that the listed tools cost a model", [
    "pegboard tokens",
    "pegboard tokens --profile core",
    "pegboard tokens --by detail",
    "pegboard tokens --by param   # what each param costs, and what a hidden one would",
  ])
    .addOption(catalogOption())
    .option("--profile <name>", "the profile to count (default: all profiles, or the catalog's default with --by)")
    .addOption(
      oneOf("--by <dimension>", "how to break the cost down (default: profile, or tool with --profile)", dimensions),
    )
    .addOption(oneOf("--encoding <name>", "the tokenizer", ["cl100k_base", "o200k_base"]).default("cl100k_base"))
    .option("--check", "fail when a profile is over its budget")
    .option("--json", "print the numbers as JSON")
    .action(run(async () => (await import("../commands/tokens.ts")).tokens));

  const diff = command(
    "diff",
    "compare schema/ with an older catalog, or any two; report what breaks",
    [
      "pegboard diff",
      "pegboard diff --against merge-base:origin/main   # in a pull request",
      "pegboard diff v1.0.0 v1.1.0",
      "pegboard diff old.json new.json --fail-on warn   # two saved tools/list",
      "pegboard diff --against-stdio -- node released/server.js",
      "pegboard diff npm:my-server@1.2.0 --head http://127.0.0.1:3000/mcp",
      "pegboard diff --required-bump",
      'pegboard diff --accept 58b9225fb529 --reason "not called any more" --until 2027-06-01',
      "pegboard diff --changelog CHANGELOG.md",
    ],
    namedSides,
  )
    .usage("[base] [head] [options]")
    .argument("[catalog...]", "the base and the head; with --against-stdio -- the command that starts the server")
    .addOption(catalogOption())
    .option("--against <base>", "what to compare with (default: the baseline)")
    .option("--head <head>", "what to compare in place of schema/; --head --stdio -- starts a server")
    .option("--against-stdio", "compare with the server that the command behind -- starts, without a shell")
    .option("--against-url <url>", "compare with a server over Streamable HTTP");
  serverOptions(diff, { stdio: "a server that is started", url: "a URL" })
    .option("--profile <name>", "the profile to compare with a list of tools (default: the catalog's)")
    .addOption(oneOf("--fail-on <severity>", "exit with 1 from this severity up", severities).default("err"))
    .addOption(
      oneOf("--formats <reading>", "what servers of lists do with format (default: seen from their schemas)", readings),
    )
    .option("--categories <list>", "print and judge only these, such as CALL,RESULT")
    .addOption(oneOf("--format <format>", "how to print; md is for a pull request's comment", forms).default("text"))
    .option("--json", "the same as --format json")
    .option("-v, --verbose", "print everything about every finding, however long that gets")
    .option("--all", "also print changes without effect, such as white space")
    .option("--required-bump", "print only the version bump that the changes need: major, minor, patch or none")
    .option("--changelog [file]", "print what users notice as a changelog entry, or put it into this file")
    .option("--calls <file>", "judge recorded calls: which of them break, and which do not")
    .option("--migration [file]", "print how old calls are rewritten, as JSON, or put it into this file")
    .option("--fix", "let tools and params that were renamed answer to their old names: adds aliases to schema/")
    .option("--dry-run", "with --fix: show what would change, and write nothing")
    .option("--config <file>", "what is decided about lists (default: pegboard.diff.yaml, where there is one)")
    .option(
      "--accept <fingerprint>",
      "accept findings from now on, with --reason and --until; repeated, or a,b",
      several,
    )
    .option("--reason <text>", "with --accept: why")
    .option("--until <date>", "with --accept: the last day, at most a year ahead")
    .option("--rules", "print all rules and compare nothing")
    .action(run(async () => (await import("../commands/diff.ts")).diff));

  command("history", "show what each release of a server did to callers of the one before", [
    "pegboard history releases/                       # a saved list for each release",
    "pegboard history --tags 'v*' --path tools.json   # what each git tag holds",
  ])
    .argument("[folder]", "saved lists, named after their releases")
    .option("--tags <pattern>", "git tags instead of a folder, such as 'v*'")
    .option("--path <path>", "with --tags: the saved list, or the project, in each of them")
    .option("--profile <name>", "the profile that a catalog publishes (default: the catalog's)")
    .addOption(oneOf("--format <format>", "how to print; json has a badge", ["text", "md", "json"]).default("text"))
    .action(run(async () => (await import("../commands/history.ts")).history));

  command("baseline", "record schema/ as the released catalog for diff", ["pegboard baseline --release"])
    .addOption(catalogOption())
    .option("--release", "write the baseline; fails when the version bump is too small or the types don't hold")
    .option("--no-check", "do not run the type checker first")
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("../commands/baseline.ts")).baseline));

  command("usage", "show which old names, params and versions are still used, and which may be removed", [
    "pegboard usage",
    "pegboard usage --since 2026-11-01 --json",
  ])
    .addOption(catalogOption())
    .option("--since <date>", "count only from this day on, such as 2026-11-01")
    .option(
      "--quiet-days <number>",
      "days without use after which something may be removed (default: 30)",
      numberReader(numberSettings.days),
    )
    .option("--prune", "merge the counters of past days; drop those of what is not in the catalog any more")
    .option("--json", "print everything as JSON")
    .action(run(async () => (await import("../commands/usage.ts")).usage));

  command("build", "bundle the catalog into dist/, to be started with node dist/server.js", [
    "pegboard build",
    "pegboard build --out server --no-check",
  ])
    .addOption(catalogOption())
    .option("--out <folder>", "the output folder, inside the project", "dist")
    .option("--docker", "also write a Dockerfile")
    .option("--mcpb", "also write manifest.json, for an MCP bundle")
    .option("--npm", "write a package.json that can be published")
    .option("--server-json <name>", "also write the registry's server.json, under a name such as io.github.me/notes")
    .option("--no-check", "do not run the type checker first")
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("../commands/build.ts")).build));
}

function formatOption(): Option {
  const summary = "how to print findings: for people, programs, GitHub Actions, code scanning";
  return oneOf("--format <format>", summary, ["text", "json", "github", "sarif"]);
}

const levels = ["error", "warning", "info"];
const severities = ["err", "warn", "info", "never"];
const dimensions = ["tool", "family", "profile", "list", "surface", "detail", "param"];
/** Values of an option that may be repeated, or hold several behind each other. */
function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(",").map((one) => one.trim())];
}

const readings = ["assert", "annotate", "zod"];
const forms = ["text", "line", "json", "md", "sarif", "github", "junit", "gitlab"];

/** Below the examples of `diff`: what its two sides can be. */
const namedSides = `
What can be compared:
  baseline                      what \`pegboard baseline --release\` recorded (the default base)
  <folder>                      a project
  <file>                        a catalog.json, a baseline, or a saved tools/list of any server
  <ref>                         a git branch, tag or commit: its YAML is compiled, the work tree stays as it is
  <ref>:<path>                  a project or file in it, from the repository's root
  merge-base:<ref>[:<path>]     the commit where HEAD left that branch
  -                             a list, or a catalog.json, on stdin
  <url>                         a live server over Streamable HTTP
  npm:<name>@<version>          a published server: installed into the cache without its install scripts, and started;
                                words behind both sides are its arguments
A file or folder takes precedence over a ref of the same name: ./x is always a path, refs/heads/x always a ref.`;
