// What a build needs beside the server, to be run somewhere else: as values of the catalog and of the project's package.json.
import type { Catalog } from "../compiler/catalog/catalog.ts";
import { currentTools } from "../compiler/catalog/versions.ts";
import type { EnvironmentVariable } from "../contract/environment.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { clip } from "../contract/utf8.ts";
import { CliError } from "../terminal/cli-error.ts";

/** Which of them are written. */
export interface DeploymentOptions {
  readonly docker?: true;
  readonly mcpb?: true;
  readonly npm?: true;
  /** The server's name in the registry: `io.github.me/notes`. */
  readonly serverJson?: string;
}

export interface DeploymentFacts {
  readonly catalog: Catalog;
  /** The project's package.json; empty where there is none. */
  readonly project: JsonObject;
  /** The project's README and licences, by name: npm shows them. */
  readonly pages: ReadonlyMap<string, string>;
  /** Name → version of what must be installed beside the build. */
  readonly dependencies: { readonly [name: string]: string };
}

/**
 * Path relative to the out folder → text.
 * @throws CliError for a registry name in another form
 */
export function deploymentFiles(options: DeploymentOptions, facts: DeploymentFacts): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  if (options.npm === true) {
    files.set("package.json", json(npmPackage(facts, options.serverJson)));
    for (const [name, text] of facts.pages) files.set(name, text);
  }
  if (options.docker === true) files.set("Dockerfile", dockerfile(facts));
  if (options.mcpb === true) files.set("manifest.json", json(mcpbManifest(facts)));
  if (options.serverJson !== undefined) files.set("server.json", json(serverJson(facts, options.serverJson)));
  return files;
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The registry asks for `mcpName` in the package that server.json names. */
function npmPackage({ catalog, project, dependencies }: DeploymentFacts, mcpName: string | undefined): object {
  const { name, version } = packageIdentity(catalog, project);
  return {
    name,
    version,
    description: descriptionOf(catalog, project),
    ...(typeof project.license === "string" ? { license: project.license } : {}),
    ...Object.fromEntries(carriedKeys.filter((key) => project[key] !== undefined).map((key) => [key, project[key]])),
    ...(mcpName === undefined ? {} : { mcpName }),
    type: "module",
    bin: { [catalog.server.name]: "./server.js" },
    files: ["*.js", "*.js.map", "chunks", "pegboard-build.json", "THIRD-PARTY-NOTICES.md"],
    engines: { node: ">=20.19" },
    dependencies,
  };
}

/** What npm shows of a package, and how it is published. */
const carriedKeys = ["author", "keywords", "homepage", "repository", "bugs", "funding", "publishConfig"];

/** A package of a scope is private by default, which needs an account that pays. A registry of its own has rules of its own. */
export function publishCommand({ name, publishConfig }: JsonObject): string {
  const isScoped = typeof name === "string" && name.startsWith("@");
  const isDecided =
    isJsonObject(publishConfig) && (publishConfig.access !== undefined || publishConfig.registry !== undefined);
  return isScoped && !isDecided ? "npm publish --access public" : "npm publish";
}

/** What a reader of the package, the bundle or the registry would miss. @returns keys of package.json */
export function missingFacts(options: DeploymentOptions, project: JsonObject): readonly string[] {
  if (options.npm !== true && options.mcpb !== true && options.serverJson === undefined) return [];
  const isSaid = (value: unknown) => (typeof value === "string" ? value.trim() !== "" : value !== undefined);
  const asked = options.mcpb === true ? ["description", "author", "license"] : ["description", "license"];
  return asked.filter((key) => !isSaid(project[key]));
}

/** Built of files that are there already, so that the image has no shell, no npm and no cache. */
function dockerfile({ catalog, dependencies }: DeploymentFacts): string {
  const native = Object.keys(dependencies).length > 0;
  const required = (catalog.environment ?? []).filter((variable) => variable.required === true);
  const settings = ["PEGBOARD_TOKEN", ...required.map(({ name }) => name)].map((name) => ` -e ${name}`).join("");
  const run = `docker run -p 127.0.0.1:7180:7180${settings} ${catalog.server.name}`;
  const port = 7180;
  // Who maps the port to this machine asks for these; a name of its own is added where the image is run.
  const hosts = ["localhost", "127.0.0.1"].flatMap((host) => ["--allow-host", host]);
  const probe = `fetch('http://127.0.0.1:${port}/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))`;
  return [
    "# Written by `pegboard build --docker`.",
    `#   docker build -t ${catalog.server.name} .`,
    `#   ${run}   (variables are those of the shell)`,
    `#   ${run} server.js --http 0.0.0.0:${port} --allow-host tools.example.org   (under a name)`,
    ...(native
      ? [
          "FROM node:22-bookworm-slim AS packages",
          "WORKDIR /app",
          "COPY package.json .",
          "RUN npm install --omit=dev --no-audit --no-fund",
        ]
      : []),
    "FROM gcr.io/distroless/nodejs22-debian12:nonroot",
    "WORKDIR /app",
    "COPY . .",
    ...(native ? ["COPY --from=packages /app/node_modules ./node_modules"] : []),
    "ENV NODE_ENV=production",
    `EXPOSE ${port}`,
    `HEALTHCHECK CMD ${JSON.stringify(["/nodejs/bin/node", "-e", probe])}`,
    `CMD ${JSON.stringify(["server.js", "--http", `0.0.0.0:${port}`, ...hosts])}`,
    "",
  ].join("\n");
}

/** @see MCPB manifest specification 0.2 */
function mcpbManifest({ catalog, project }: DeploymentFacts): object {
  const { server, environment = [] } = catalog;
  const key = ({ name }: EnvironmentVariable) => name.toLowerCase();
  const env = environment.map((variable) => [variable.name, ["$", `{user_config.${key(variable)}}`].join("")]);
  const questions = environment.map((variable) => [key(variable), userConfig(variable)]);
  return {
    manifest_version: "0.2",
    name: server.name,
    ...(server.title === undefined ? {} : { display_name: server.title }),
    version: server.version,
    description: descriptionOf(catalog, project),
    author: { name: authorOf(project) ?? server.name },
    ...(typeof project.license === "string" ? { license: project.license } : {}),
    server: {
      type: "node",
      entry_point: "server.js",
      mcp_config: { command: "node", args: [["$", "{__dirname}/server.js"].join("")], env: Object.fromEntries(env) },
    },
    tools: currentTools(catalog).map(({ name, summary }) => ({ name, description: summary })),
    compatibility: { runtimes: { node: ">=20.19" } },
    ...(questions.length === 0 ? {} : { user_config: Object.fromEntries(questions) }),
  };
}

/** What is optional has an empty default: without one, a client may hand on the placeholder itself. */
function userConfig({ name, description, required, secret, default: otherwise }: EnvironmentVariable): object {
  return {
    type: "string",
    title: name,
    description,
    required: required === true,
    ...(secret === true ? { sensitive: true } : {}),
    ...(required === true ? {} : { default: otherwise ?? "" }),
  };
}

/** @see https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json */
function serverJson({ catalog, project }: DeploymentFacts, name: string): object {
  if (!/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name) || name.length > 200) {
    throw new CliError(`'${name}' is not a name of the registry`, {
      hint: "a namespace and a name, at most 200 characters, for example io.github.me/notes",
    });
  }
  const { name: identifier, version } = packageIdentity(catalog, project);
  const variables = (catalog.environment ?? []).map(({ name, description, required, secret, default: otherwise }) => ({
    name,
    description,
    isRequired: required === true,
    isSecret: secret === true,
    ...(otherwise === undefined ? {} : { default: otherwise }),
  }));
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name,
    description: registryDescription(catalog, project),
    version,
    packages: [
      {
        registryType: "npm",
        identifier,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        ...(variables.length === 0 ? {} : { environmentVariables: variables }),
      },
    ],
  };
}

/** The package's own name; the version is the catalog's, which `pegboard diff` keeps. */
function packageIdentity(
  { server }: Catalog,
  { name }: JsonObject,
): { readonly name: string; readonly version: string } {
  return { name: typeof name === "string" ? name : server.name, version: server.version };
}

/** One line. */
function descriptionOf({ server }: Catalog, { description }: JsonObject): string {
  const given = typeof description === "string" && description.trim() !== "" ? description : undefined;
  const [line = server.name] = (given ?? server.title ?? server.name).trim().split(/\r?\n/);
  return line;
}

/** The registry takes no more. */
export const maxRegistryDescription = 100;

export function hasLongDescription(catalog: Catalog, project: JsonObject): boolean {
  return descriptionOf(catalog, project).length > maxRegistryDescription;
}

/** What is too long ends after a whole word. */
function registryDescription(catalog: Catalog, project: JsonObject): string {
  const line = descriptionOf(catalog, project);
  return line.length <= maxRegistryDescription ? line : clip(line, maxRegistryDescription).replace(/\s+\S*…$/, "…");
}

/** The name alone, also of `Ada <ada@example.org> (https://example.org)`. */
function authorOf({ author }: JsonObject): string | undefined {
  const name = isJsonObject(author) ? author.name : author;
  const [alone = ""] = typeof name === "string" ? name.split(/[<(]/) : [];
  return alone.trim() === "" ? undefined : alone.trim();
}
