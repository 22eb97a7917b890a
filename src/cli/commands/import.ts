import { mkdir, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { check } from "../../compiler/compile.ts";
import { type ImportedCatalog, importCatalog } from "../../compiler/import/import-catalog.ts";
import type { ExistingCatalog } from "../../compiler/import/import-list.ts";
import { type ReadOpenApi, readOpenApi } from "../../compiler/import/openapi/read-openapi.ts";
import { readList } from "../../compiler/import/read-list.ts";
import { effectTexts, lossLines, reportText } from "../../compiler/import/report.ts";
import { readYaml } from "../../compiler/syntax/read-yaml.ts";
import { jsonOf } from "../../compiler/syntax/spec-node.ts";
import { givenMembers } from "../../contract/given-members.ts";
import type { Json } from "../../contract/json.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { positionAt, type SourceFile } from "../../diagnostics/source-file.ts";
import { isThereSync, unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import type { Upstream } from "../../gateway/upstream.ts";
import { CliError, failsWith, nearText } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { applyChanges } from "../change-set.ts";
import { parseSavedJson, readSavedText } from "../compared/saved-side.ts";
import { type CompiledCatalog, requireCatalog } from "../compile-project.ts";
import type { CodeList } from "../from-code/code-list.ts";
import { readTypes } from "../from-code/read-types.ts";
import { readZod } from "../from-code/read-zod.ts";
import { gatewayFiles } from "../gateway/gateway-files.ts";
import { apiEnvironment } from "../openapi/api-environment.ts";
import { apiFiles } from "../openapi/api-files.ts";
import { isThere } from "../project.ts";
import { readToolList, type ToolList, type ToolListOptions } from "../read-tool-list.ts";
import { stopped } from "../report.ts";

export interface ImportCommandOptions extends ToolListOptions {
  readonly into?: string;
  readonly server?: string;
  readonly only?: readonly string[];
  readonly family?: string;
  /** An OpenAPI document in place of a list. */
  readonly openapi?: string;
  /** A TypeScript file in place of a list. */
  readonly types?: string;
  /** A module to run, in place of a list: its Zod and Standard Schema values. */
  readonly zod?: string;
  /** Also writes handlers that pass each call on to the server. */
  readonly gateway?: true;
  /** With `gateway`: only compares the server's list with the pinned one. */
  readonly check?: true;
  readonly dryRun?: true;
  readonly report?: string;
  readonly json?: true;
}

/**
 * Writes a tool of ours for each tool of a list, and reports what the list contained and ours don't. All is planned first;
 * no file that is there already is touched.
 */
export async function importTools(
  terminal: Terminal,
  words: readonly string[],
  options: ImportCommandOptions,
): Promise<ExitCode> {
  checkFamily(options.family);
  refuseTwoSources(options);
  const root = resolve(terminal.cwd, options.into ?? ".");
  if (options.check && !options.gateway) throw new CliError("--check goes with --gateway");
  if (options.check) return (await import("../gateway/check-upstream.ts")).checkUpstream(terminal, root, options);
  const server = options.gateway ? upstreamServer(words, options) : undefined;
  const isCatalog = await isThere(join(root, "schema", "catalog.yaml"));
  if (isCatalog) refuseOwnHost(options);
  const before = isCatalog
    ? await requireCatalog(terminal, root, "tools not added: the catalog has errors")
    : undefined;
  if (isCatalog && before === undefined) return ExitCode.findings;
  const api = options.openapi === undefined ? undefined : await readApi(terminal, options.openapi, words);
  const code = await readFromCode(terminal, words, options);
  const source =
    code ?? (api === undefined ? await readToolList(terminal, words, { ...options, offers: true }) : apiList(api));
  if (before !== undefined) refuseRepeats(before, source.list, options.only);
  const translated = importCatalog(
    source.list,
    givenMembers({
      server: options.server ?? (source.server === "" ? "imported" : source.server),
      title: source.title,
      instructions: source.instructions,
      serverInfo: source.serverInfo,
      capabilities: source.capabilities,
      inWords: source.inWords,
      environment: api && apiEnvironment(api),
      forwardsResources: options.gateway,
      only: options.only,
      family: familyOf(options.family, before),
      existing: before && existingOf(before),
    }),
    before?.sources ?? [],
  );
  const list = readList(source.list);
  // An empty list is one of tools; one that holds nothing but other things is not.
  const hasNoTool = list !== undefined && list.tools.length === 0 && list.lost.length > 0;
  if (translated === undefined || hasNoTool) {
    const hint = 'it should be {"tools": […]}, an answer to tools/list, or the array alone';
    throw new CliError("the input is not a list of tools", { hint });
  }
  const imported =
    code !== undefined
      ? { ...translated, lost: code.lostOf(translated.lost) }
      : server !== undefined
        ? withGateway(translated, source.list, server)
        : api === undefined
          ? translated
          : withApi(translated, api);
  refuseUnknown(imported, source.list);
  refuseTaken(root, imported);
  if (hasErrors(imported.findings)) {
    const errors = imported.findings.filter(({ severity }) => severity === "error");
    return stopped(terminal, errors, "nothing was written");
  }
  if (!options.dryRun) {
    await mkdir(root, { recursive: true }).catch(failsWith(`'${options.into ?? "."}' can't be created`));
    const changes = imported.files.map(({ path, text }) => ({ path, before: undefined, after: text }));
    await applyChanges(root, changes);
  }
  if (options.report !== undefined && !options.dryRun) await writeReport(terminal, options.report, imported);
  reportImport(terminal, root, imported, options);
  if (server !== undefined && !options.json) noteRelativePaths(terminal, server);
  return ExitCode.fine;
}

/** The command is kept as it was given, and clients start a gateway in a folder of their own. */
function noteRelativePaths(terminal: Terminal, server: Upstream["server"]): void {
  if (server.kind !== "stdio") return;
  const isRelativePath = (word: string) => !isAbsolute(word) && isThereSync(join(terminal.cwd, word));
  const relatives = [server.command, ...server.args].filter(isRelativePath);
  if (relatives.length === 0) return;
  const named = relatives.map((word) => `'${word}'`).join(", ");
  const note = `${named} in the command is relative: start the gateway in this folder, or write whole paths into src/upstream.json`;
  print(terminal, terminal.colors.dim(note));
}

/** The server as a gateway starts or reaches it: variables by their names only. */
function upstreamServer(words: readonly string[], options: ImportCommandOptions): Upstream["server"] {
  if (options.url !== undefined) {
    if (options.headerFile !== undefined) {
      throw new CliError("--gateway takes headers from the environment only", { hint: "use --header-env" });
    }
    const headers = (options.headerEnv ?? []).map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    });
    return { kind: "http", url: options.url, headers: Object.fromEntries(headers) };
  }
  const [command, ...args] = words;
  if (!options.stdio || command === undefined) {
    throw new CliError("--gateway needs the server itself", { hint: "--stdio -- COMMAND ARGUMENTS, or --url URL" });
  }
  return { kind: "stdio", command, args, env: options.env ?? [] };
}

/** The host and the handlers that these write are those of a catalog of its own. */
function refuseOwnHost({ openapi, gateway, into = "." }: ImportCommandOptions): void {
  if (openapi === undefined && !gateway) return;
  const option = gateway ? "--gateway" : "--openapi";
  throw new CliError(`${option} writes a catalog of its own, and '${into}' has one already`, {
    hint: "choose another folder with --into, and take over its schema/ and src/ by hand where both should be one",
  });
}

const sources = ["stdio", "url", "openapi", "types", "zod"] as const;

function refuseTwoSources(options: ImportCommandOptions): void {
  const [first, second] = sources.filter((one) => options[one] !== undefined);
  if (second !== undefined) throw new CliError(`--${first} and --${second} can't be combined`);
  const isLive = first === undefined || first === "stdio" || first === "url";
  if (options.gateway && !isLive) throw new CliError(`--gateway and --${first} can't be combined`);
}

/** @returns undefined when neither --types nor --zod is given */
async function readFromCode(
  terminal: Terminal,
  words: readonly string[],
  { types, zod, timeout }: ImportCommandOptions,
): Promise<CodeList | undefined> {
  if (types !== undefined) return readTypes(terminal, types, words);
  return zod === undefined ? undefined : readZod(terminal, zod, words, timeout);
}

async function readApi(terminal: Terminal, path: string, words: readonly string[]): Promise<ReadOpenApi> {
  if (words.length > 0) throw new CliError(`'${words[0]}' is one source too many beside --openapi`);
  const text = await readSavedText(resolve(terminal.cwd, path), path);
  const document = /^\s*\{/.test(text) ? parseSavedJson(text, `'${path}'`) : yamlDocument({ path, text });
  const api = document === undefined ? undefined : readOpenApi(document);
  if (api === undefined) {
    throw new CliError(`'${path}' is not an OpenAPI document of version 2.0 or 3.0 to 3.2`, {
      hint: "it has 'openapi: 3.…' or 'swagger: \"2.0\"', and 'paths', at its top, and at most 500 levels",
    });
  }
  return api;
}

function yamlDocument(file: SourceFile): Json | undefined {
  const { value, diagnostics } = readYaml(file);
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error?.span !== undefined && value === undefined) {
    const { line, column } = positionAt(file, error.span.start);
    throw new CliError(`'${file.path}' can't be read: ${line}:${column}: ${error.message}`, {
      hint: error.help,
    });
  }
  return value === undefined ? undefined : jsonOf(value);
}

function apiList({ tools, title, description }: ReadOpenApi): ToolList {
  return givenMembers({ list: { tools: [...tools] }, server: title, title, instructions: description });
}

function withApi(imported: ImportedCatalog, api: ReadOpenApi): ImportedCatalog {
  const catalog = check(imported.files).value?.catalog;
  if (catalog === undefined) return imported;
  const files = [...imported.files, ...apiFiles(catalog, imported.tools, api)];
  return { ...imported, files, lost: [...api.lost, ...imported.lost] };
}

function withGateway(imported: ImportedCatalog, list: unknown, server: Upstream["server"]): ImportedCatalog {
  const catalog = check(imported.files).value?.catalog;
  // What has errors is reported, and not written.
  if (catalog === undefined) return imported;
  const files = gatewayFiles({
    catalog,
    imported: imported.tools,
    prompts: imported.prompts,
    list: readList(list)?.tools.map(({ raw }) => raw) ?? [],
    server,
  });
  return { ...imported, files: [...imported.files, ...files] };
}

function checkFamily(family: string | undefined): void {
  if (family === undefined || /^[a-z][a-z0-9_]*$/.test(family)) return;
  throw new CliError(`'${family}' is not a valid family name`, { hint: "lower case words joined by '_'" });
}

/** A catalog that is there keeps its families: one of them takes the tools, named where there are several. */
function familyOf(wanted: string | undefined, before: CompiledCatalog | undefined): string | undefined {
  const known = before?.compiled.catalog.families.map(({ name }) => name);
  if (known === undefined || (wanted !== undefined && known.includes(wanted))) return wanted;
  if (wanted === undefined && known.length === 1) return known[0];
  const hint = `families of this catalog: ${known.join(", ")}; a new one is declared in catalog.yaml first`;
  if (wanted === undefined) throw new CliError("the family is not clear; choose one with --family <name>", { hint });
  throw new CliError(`the catalog has no family '${wanted}'${nearText(wanted, known)}`, { hint });
}

function existingOf({ compiled: { catalog } }: CompiledCatalog): ExistingCatalog {
  return {
    server: catalog.server.name,
    version: catalog.server.version,
    unknownParams: catalog.unknownParams,
    tiers: catalog.tiers.map(({ name }) => name),
    toolDefaults: catalog.toolDefaults,
    families: catalog.families.map(({ name }) => name),
    tools: [
      ...catalog.tools.flatMap((tool) => [tool.name, ...tool.aliases.map((alias) => alias.name)]),
      ...catalog.retired.map(({ name }) => name),
    ],
    types: catalog.types.map(({ name }) => name),
    offers: offersOf(catalog.server),
  };
}

function offersOf(server: CompiledCatalog["compiled"]["catalog"]["server"]): readonly string[] {
  const { logging, prompts, completions, subscriptions, listChanges: list_changes } = server;
  const offers = Object.entries({ logging, prompts, completions, subscriptions, list_changes });
  return offers.flatMap(([key, isOffered]) => (isOffered === true ? [key] : []));
}

function refuseUnknown(imported: ImportedCatalog, list: unknown): void {
  const [first] = imported.unknown;
  if (first === undefined) return;
  const found = JSON.stringify(list).match(/"name":"(?:[^"\\]|\\.)*"/g) ?? [];
  const names = found.slice(0, 5000).map((text) => text.slice(8, -1));
  throw new CliError(`the list has no tool '${first}'${nearText(first, names)}`);
}

/** The same list once more would bring every tool in again, under a number. A name or two may be shared by chance. */
function refuseRepeats({ compiled }: CompiledCatalog, list: unknown, only: readonly string[] | undefined): void {
  const answered = new Set(
    compiled.catalog.tools.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]),
  );
  const names = (readList(list)?.tools ?? []).map(({ name }) => name);
  const wanted = only === undefined ? names : names.filter((name) => only.includes(name));
  if (wanted.length === 0 || !wanted.every((name) => answered.has(name))) return;
  const shown = `${wanted.slice(0, 10).join(", ")}${wanted.length > 10 ? ", …" : ""}`;
  throw new CliError(`the catalog already has all of these names: ${shown}`, {
    hint: "nothing was written; to compare the two, import with --into another folder and use pegboard diff --against it",
  });
}

/** Files that are there stay as they are: the author says what becomes of them. */
function refuseTaken(root: string, { files }: ImportedCatalog): void {
  const taken = files.map(({ path }) => path).filter((path) => isThereSync(join(root, path)));
  if (taken.length === 0) return;
  const shown = taken.slice(0, 10).join(", ");
  throw new CliError(
    `${counted(taken.length, "file")} would be overwritten: ${shown}${taken.length > 10 ? ", …" : ""}`,
    {
      hint: "nothing was written; move them away, import with --into another folder, or choose with --only",
    },
  );
}

async function writeReport(terminal: Terminal, path: string, imported: ImportedCatalog): Promise<void> {
  const target = resolve(terminal.cwd, path);
  const folder = await stat(dirname(target)).catch(unlessAbsent);
  if (folder?.isDirectory() !== true)
    throw new CliError(`the report can't be written: '${dirname(path)}' is not a folder`);
  const text = reportText(imported.server, imported.tools, imported.lost);
  await replaceFile(target, text).catch(failsWith(`'${path}' can't be written`));
}

function reportImport(
  terminal: Terminal,
  root: string,
  imported: ImportedCatalog,
  options: ImportCommandOptions,
): void {
  const written = options.dryRun !== true;
  if (options.json) {
    const { server, tools, lost } = imported;
    const files = written ? imported.files.map(({ path }) => path) : imported.files;
    printJson(terminal, { written, server, tools, files, lost });
    return;
  }
  const { bold, dim, green } = terminal.colors;
  if (!written) for (const { path, text } of imported.files) print(terminal, `${bold(path)}\n${text}`);
  for (const { effect, lines } of lossLines(imported.lost)) {
    print(terminal, bold(effectTexts[effect]));
    for (const line of lines) print(terminal, `  ${line}`);
  }
  const place = relative(terminal.cwd, root);
  const tops = new Set(imported.files.map(({ path }) => path.slice(0, path.indexOf("/") + 1)));
  const where = [...tops].map((top) => join(place, top)).join(" and ");
  const offers = (["prompt", "resource"] as const).flatMap((kind) => {
    const number = imported.files.filter(({ path }) => path.startsWith(`schema/${kind}s/`)).length;
    return number === 0 ? [] : [counted(number, kind)];
  });
  const count = `${[counted(imported.tools.length, "tool"), ...offers].join(", ")} in ${counted(imported.files.length, "file")}`;
  print(
    terminal,
    written ? `${green("imported")} ${count} under ${where}` : `${count} would be written under ${where}; nothing was`,
  );
  const warnings = imported.findings.filter(({ severity }) => severity === "warning").length;
  // These must work as they stand, from this folder and with spaces in the name.
  const shown = /^[\w./-]+$/.test(place) ? place : JSON.stringify(place);
  const here = place === "" ? "" : ` --catalog ${shown}`;
  const next = `next: pegboard lint${here} (${counted(warnings, "warning")}), then pegboard generate${here}`;
  if (!written) return;
  print(terminal, dim(next));
  print(terminal, dim(`tests, a type check and CI around it: pegboard init${place === "" ? "" : ` ${shown}`}`));
}
