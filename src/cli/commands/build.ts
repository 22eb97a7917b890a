import { isInside } from "../../disk/is-inside.ts";
// `pegboard build`: a catalog as a folder that Node runs, with one thing to start: server.js.

import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { onlyCache, plan, staleSteps } from "../../compiler/plan.ts";
import { withoutCache } from "../../contract/generated-cache.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { slashPath } from "../../disk/slash-path.ts";
import { refuseIncomplete } from "../../shell/catalog/bundle-catalog.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printError, printJson, printWarning, type Terminal } from "../../terminal/terminal.ts";
import { applyPlan } from "../apply-plan.ts";
import { bundleServer } from "../bundle-server.ts";
import { applyChanges } from "../change-set.ts";
import { type CompiledProject, compileProject } from "../compile-project.ts";
import {
  type DeploymentOptions,
  deploymentFiles,
  hasLongDescription,
  maxRegistryDescription,
  missingFacts,
  publishCommand,
} from "../deployment-files.ts";
import { handlerFindings } from "../generated-changes.ts";
import { planBuild } from "../plan-build.ts";
import { readOutputs } from "../project.ts";
import { findingsJson, stopped } from "../report.ts";
import { checkTypes } from "../type-check.ts";

export interface BuildOptions extends DeploymentOptions {
  readonly catalog?: string;
  /** Folder inside the project, relative to its root. */
  readonly out: string;
  /** false with --no-check: the type checker is not run. */
  readonly check: boolean;
  readonly json?: true;
}

/**
 * Bundles registry, handlers and host. Nothing is written while generated/ is out of date, the types don't hold or the
 * sources don't build; in the folder only files that an earlier build has listed are replaced or removed.
 */
export async function build(terminal: Terminal, options: BuildOptions): Promise<ExitCode> {
  const project = await compileProject(terminal, options.catalog);
  const { root } = project;
  const out = outFolder(root, options.out);
  const stale = await staleFiles(project);
  const diagnostics = [...project.diagnostics, ...stale.diagnostics];
  if (project.compilation === undefined || hasErrors(diagnostics) || stale.paths.length > 0) {
    return refuse(terminal, options, diagnostics, staleText(stale.paths, diagnostics));
  }
  await refuseIncomplete(root);
  const types = options.check ? await checkTypes(root) : ({ outcome: "not-checked", why: "--no-check" } as const);
  if (types.outcome === "fails") {
    if (!options.json) printError(terminal, types.report);
    const report = options.json ? `\n${types.report}` : "";
    return refuse(terminal, options, [], `the type check failed; nothing was written${report}`);
  }
  const { catalog } = project.compilation;
  const packageJson = await readProjectPackage(root);
  const pages = options.npm === true ? await readPages(root) : new Map<string, string>();
  const { files, native, located } = await bundleServer(root, out, (dependencies) =>
    deploymentFiles(options, { catalog, project: packageJson, pages, dependencies }),
  );
  const changes = await planBuild(root, out, files);
  await applyChanges(root, changes);
  const paths = [...files.keys()].sort();
  const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (options.json) {
    printJson(terminal, { written: true, out, files: paths, bytes, native, located, types: types.outcome });
    return ExitCode.fine;
  }
  if (types.outcome === "not-checked" && options.check) {
    printError(terminal, `${terminal.errorColors.yellow("note:")} the types were not checked: ${types.why}`);
  }
  print(
    terminal,
    `built ${out}/ ${terminal.colors.dim(`(${counted(paths.length, "file")}, ${Math.ceil(bytes / 1024)} kB)`)}`,
  );
  if (native.length > 0) {
    const names = native.map(({ name, version }) => `${name} ${version}`).join(", ");
    print(
      terminal,
      `not a part of it, since they hold machine code: ${names}; \`npm install\` in ${out}/ installs them`,
    );
  }
  if (located.length > 0) {
    const [first, more] = [located.slice(0, 3).join(", "), located.length - 3];
    const names = more > 0 ? `${first} and ${counted(more, "other file")}` : first;
    printWarning(
      terminal,
      `files beside a source are not part of the build, and these sources ask where they are: ${names}`,
    );
  }
  const missing = missingFacts(options, packageJson);
  if (missing.length > 0) {
    const keys = missing.map((key) => `'${key}'`).join(", ");
    printWarning(terminal, `package.json has no ${keys}: what was written has the catalog's name there, or nothing`);
  }
  if (options.serverJson !== undefined && hasLongDescription(catalog, packageJson)) {
    const why = `the registry takes at most ${maxRegistryDescription} characters`;
    printWarning(terminal, `the description in server.json was cut: ${why}; shorten it in package.json`);
  }
  if (options.serverJson !== undefined && options.npm !== true) {
    printWarning(terminal, "server.json names a package of npm, and this build is none: build it with --npm too");
  }
  print(terminal, `an MCP client starts it with: node ${out}/server.js`);
  for (const next of nextSteps(options, packageJson)) print(terminal, `${next} (in ${out}/)`);
  return ExitCode.fine;
}

/** What is done with the files that were asked for. */
function nextSteps({ docker, mcpb, npm, serverJson }: DeploymentOptions, project: JsonObject): readonly string[] {
  return [
    ...(docker === true ? ["the image is made with: docker build ."] : []),
    ...(mcpb === true ? ["the bundle is made with: npx @anthropic-ai/mcpb pack ."] : []),
    ...(npm === true ? [`the package is published with: ${publishCommand(project)}`] : []),
    ...(serverJson === undefined ? [] : ["the registry's entry is published with: mcp-publisher publish"]),
  ];
}

/** @returns the project's README and licences, by name */
async function readPages(root: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && /^(readme|licen[cs]e)([.-].*)?$/i.test(entry.name));
  const read = async ({ name }: { readonly name: string }) =>
    [name, await readFile(join(root, name), "utf8").catch(failsWith(`'${name}' can't be read`))] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** @returns the project's package.json; empty where there is none */
async function readProjectPackage(root: string): Promise<JsonObject> {
  const text = await readFile(join(root, "package.json"), "utf8").catch(unlessAbsent);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw new CliError("'package.json' is not JSON", { cause: error });
  }
  throw new CliError("'package.json' is not an object");
}

/** Folders that hold something else; a build must not mix with it. */
const taken = ["schema", "src", "generated", "test", "node_modules", ".git", ".github"];

/** @returns the folder relative to the root, `/` separators */
function outFolder(root: string, named: string): string {
  const out = resolve(root, named);
  const shown = slashPath(root, out);
  if (!isInside(out, root) || out === root) {
    throw new CliError(`--out '${named}' is not a folder inside the project`, { hint: "for example --out dist" });
  }
  const first = shown.split("/")[0] ?? "";
  if (taken.includes(first)) {
    throw new CliError(`--out '${named}' is a folder of other files`, { hint: "for example --out dist" });
  }
  return shown;
}

/** What `generate --check` would complain about, as far as a build depends on it. */
async function staleFiles({ root, compilation }: CompiledProject) {
  if (compilation === undefined || compilation.files.length === 0) return { paths: [], diagnostics: [] };
  const wanted = compilation.files.map((file) => file.path);
  const steps = plan(compilation.files, await readOutputs(root, wanted));
  const paths = withoutCache(staleSteps(steps))
    // Nothing that is built imports files of emitters that are off by default.
    .filter(({ status }) => status === "create" || status === "update")
    .map((step) => step.path);
  if (paths.length === 0) await applyPlan(root, onlyCache(steps));
  return { paths, diagnostics: await handlerFindings(root, compilation) };
}

function staleText(paths: readonly string[], diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  if (paths.length === 0)
    return `build stopped: the catalog has ${counted(errors, "error")} (pegboard lint shows them); nothing was written`;
  const shown = paths.length > 3 ? `${paths.slice(0, 3).join(", ")}, …` : paths.join(", ");
  return `${counted(paths.length, "file")} out of date (${shown}); run \`pegboard generate\`, then build again`;
}

function refuse(
  terminal: Terminal,
  options: BuildOptions,
  diagnostics: readonly Diagnostic[],
  message: string,
): ExitCode {
  if (!options.json) return stopped(terminal, diagnostics, message);
  printJson(terminal, { written: false, message, findings: findingsJson(diagnostics) });
  return ExitCode.findings;
}
