// `npm run nightly import`: lists of real servers are imported, generated and served; then the list that is served is compared with theirs, and
// sampled calls with what the server's own schema says (Ajv) and with the arguments that its handler would get. The servers are pinned ones of
// npm, installed into a cache folder, the official ones among the dev dependencies, and saved lists. Prints the table of docs/import.md.
//   --calls 40000     calls over all tools
//   --seed 7          where the samples begin
//   --only TEXT       servers whose name has it
// Ends with 1 where a difference is not among the losses that the import reported, or a server could not be had.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema, CreateTaskResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { sampleArguments } from "./import/sample-arguments.mjs";
import { official, servers } from "./import/servers.mjs";
import { createRandom } from "./soak/random.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const main = join(root, "dist", "cli", "main.js");
const cache = join(root, "node_modules", ".cache", "pegboard", "nightly-import");
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "40000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    // Every job of the night gets it.
    seconds: { type: "string" },
  },
});
/** Answers with what the handler would get, and which of it are defaults. */
const echoHost = `import type { OpenHost } from "pegboard/runtime";

export const openHost: OpenHost<never> = () => ({
  deps: undefined as never,
  middleware: [
    async ({ arguments: seen, normalised }) => {
      const text = JSON.stringify({ seen, defaulted: normalised?.defaulted ?? [] });
      return { kind: "result", result: { content: [{ type: "text", text }] } };
    },
  ],
  close: async () => {},
});
`;

const random = createRandom(Number(values.seed));
const broken = [];
const sources = [];
const isWanted = ({ package: name }) => name.includes(values.only);
for (const open of [
  ...servers.filter(isWanted).map((server) => () => fromNpm(server)),
  ...official.filter(isWanted).map((server) => () => installed(server)),
]) {
  try {
    sources.push(await open());
  } catch (error) {
    broken.push(reasonOf(error));
  }
}
sources.push(...savedLists("lists"), ...savedLists("framework-lists"));
const wanted = sources.filter(({ name }) => name.includes(values.only));
const toolCount = wanted.reduce((sum, { tools }) => sum + tools.length, 0);
const callsPerTool = Math.ceil(Number(values.calls) / Math.max(1, toolCount));
const rows = [];
for (const source of wanted) {
  try {
    rows.push(await compared(source));
  } catch (error) {
    broken.push(`${source.name}: ${reasonOf(error)}`);
  }
}
printTable();
for (const line of [...rows.flatMap(({ unreported }) => unreported).slice(0, 50), ...broken]) console.error(line);
process.exitCode = broken.length > 0 || rows.some(({ unreported }) => unreported.length > 0) ? 1 : 0;

/** A server of npm, installed where it was not yet: another version is another folder. */
async function fromNpm({ package: name, version, env = {}, args = [] }) {
  const home = join(cache, `${name.replaceAll("/", "+")}@${version}`);
  const folder = join(home, "node_modules", name);
  if (!existsSync(folder)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), '{"private":true}\n');
    const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    execFileSync("npm", [...install, `${name}@${version}`], { cwd: home, stdio: ["ignore", "ignore", "inherit"] });
  }
  return asked({ name, folder, home, env, args });
}

/** A server among the dev dependencies. */
function installed({ package: name, env = {}, args = [] }) {
  const home = join(cache, name.replaceAll("/", "+"));
  mkdirSync(home, { recursive: true });
  return asked({ name, folder: join(root, "node_modules", name), home, env, args });
}

/** What a server says of itself, and its list as it came. */
async function asked({ name, folder, home, env, args }) {
  const { bin, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const program = join(folder, typeof bin === "string" ? bin : (bin[name.split("/").at(-1)] ?? Object.values(bin)[0]));
  const words = [program, ...args];
  const facts = await withClient(words, env, home, factsOf).catch((error) => {
    throw new Error(`${name}@${version} was not asked: ${reasonOf(error)}`);
  });
  const named = Object.keys(env).flatMap((variable) => ["--env", variable]);
  return { name, version, home, env, ...facts, importWords: [...named, "--stdio", "--", process.execPath, ...words] };
}

async function factsOf(client) {
  const capabilities = client.getServerCapabilities() ?? {};
  const { prompts, resources } = capabilities;
  return {
    capabilities,
    server: client.getServerVersion(),
    instructions: client.getInstructions(),
    tools: await listOf(client, "tools/list", "tools"),
    offers: {
      prompts: prompts ? await listOf(client, "prompts/list", "prompts") : [],
      resources: resources ? await listOf(client, "resources/list", "resources") : [],
      resourceTemplates: resources
        ? await listOf(client, "resources/templates/list", "resourceTemplates").catch(() => [])
        : [],
    },
  };
}

/** Lists that were saved, of servers that can't be asked here and of frameworks. */
function savedLists(folder) {
  const path = join(root, "test", "fixtures", folder);
  return readdirSync(path).map((file) => {
    const { package: name, version = "saved", tools } = JSON.parse(readFileSync(join(path, file), "utf8"));
    const home = join(cache, `${folder}+${file}`);
    mkdirSync(home, { recursive: true });
    return { name, version, home, env: {}, tools, importWords: [join(path, file)] };
  });
}

async function withClient(words, env, cwd, work) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: words,
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stderr: "ignore",
  });
  const client = new Client({ name: "pegboard-nightly", version: "1" });
  await client.connect(transport, { timeout: 120_000 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Every page, each entry as it came. */
async function listOf(client, method, member) {
  const anyResult = { parse: (value) => value, safeParse: (value) => ({ success: true, data: value }) };
  const all = [];
  let cursor;
  do {
    const page = await client.request({ method, params: cursor === undefined ? {} : { cursor } }, anyResult);
    all.push(...page[member]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

async function compared({
  name,
  version,
  home,
  env,
  tools,
  server,
  capabilities = {},
  instructions,
  offers = {},
  importWords,
}) {
  const project = join(home, "project");
  rmSync(project, { recursive: true, force: true });
  const imported = pegboard(["import", "--into", project, "--json", ...importWords], { cwd: home, env });
  // What a list does not say of effects is assumed; it is not listed either.
  const reported = JSON.parse(imported).lost.filter(({ effect }) => effect !== "assumed");
  pegboard(["generate", "--catalog", project]);
  writeFileSync(join(project, "src", "host.ts"), echoHost);
  const words = [main, "serve", "--catalog", project];
  return withClient(words, { PEGBOARD_USAGE: "off" }, home, async (client) => {
    const ours = await factsOf(client);
    const row = {
      name,
      version,
      tools: tools.length,
      offers: 0,
      equal: 0,
      reported,
      unreported: [],
      calls: 0,
      agreed: 0,
      accepted: 0,
      same: 0,
    };
    const differs = (tool, what) => {
      // What is lost of prompts and the like excuses no other name.
      const excuses = reported.filter(
        ({ pointer }) => !/^\/(capabilities|prompts|resources|resourceTemplates)\//.test(pointer),
      );
      if (!excuses.some((loss) => loss.tool === tool)) row.unreported.push(`${name}: ${tool}: ${what}`);
    };
    if (server !== undefined && !isDeepStrictEqual(ours.server, server)) differs("", "another name or version");
    if (server !== undefined && ours.instructions !== instructions)
      differs(
        "",
        `other instructions: ${JSON.stringify(ours.instructions?.slice(-80))} not ${JSON.stringify(instructions?.slice(-80))}`,
      );
    for (const pointer of announcedIn(capabilities)) {
      const isReported = reported.some((loss) => `/capabilities${pointer}/`.startsWith(`${loss.pointer}/`));
      if (!isReported && !announcedIn(ours.capabilities).includes(pointer))
        row.unreported.push(`${name}: does not announce ${pointer}`);
    }
    const order = (list) => list.map((tool) => tool.name).join(" ");
    if (order(ours.tools) !== order(tools)) differs("", "other tools, or another order");
    for (const [kind, entries] of Object.entries(offers)) {
      for (const [index, entry] of entries.entries()) {
        row.offers++;
        const isSame = (one) => isDeepStrictEqual(saidOf(one), saidOf(entry));
        const isReported = reported.some(({ pointer }) => pointer.startsWith(`/${kind}/${index}/`));
        if (!isReported && !ours.offers[kind].some(isSame))
          row.unreported.push(`${name}: ${kind}: ${entry.name} is listed in another way`);
      }
    }
    for (const tool of tools) {
      const listed = ours.tools.find((one) => one.name === tool.name);
      if (isDeepStrictEqual(listed, withRootType(tool))) row.equal++;
      else differs(tool.name, "is listed in another way");
      await callAll(client, tool, row, differs);
    }
    return row;
  });
}

/** What is imported does not change while it is served, so nothing is missed of `listChanged`. */
function announcedIn(capabilities) {
  return Object.entries(capabilities).flatMap(([name, more]) => [
    `/${name}`,
    ...Object.keys(more)
      .filter((key) => more[key] !== false && key !== "listChanged")
      .map((key) => `/${name}/${key}`),
  ]);
}

/** Clients refuse a list whose input schemas lack the type, and arguments are an object whatever the list says. */
function withRootType(tool) {
  if (tool.inputSchema.type !== undefined) return tool;
  return { ...tool, inputSchema: { type: "object", properties: {}, ...tool.inputSchema } };
}

/** What is not required need not be said. */
function saidOf({ arguments: args = [], ...entry }) {
  return { ...entry, arguments: args.map(({ required = false, ...argument }) => ({ ...argument, required })) };
}

async function callAll(client, tool, row, differs) {
  const isValid = judgeOf(tool.inputSchema);
  for (let count = 0; count < callsPerTool; count++) {
    const given = sampleArguments(tool.inputSchema, random);
    const accepts = isValid(given);
    const answer = await callOf(client, tool, given).catch((error) => ({ isError: true, content: [], error }));
    row.calls++;
    if (accepts === (answer.isError !== true)) row.agreed++;
    else differs(tool.name, `${accepts ? "refuses" : "takes"} ${JSON.stringify(given).slice(0, 300)}`);
    if (!accepts || answer.isError === true) continue;
    row.accepted++;
    if (isSeen(given, JSON.parse(answer.content[0].text))) row.same++;
    else differs(tool.name, `the handler gets other arguments than ${JSON.stringify(given).slice(0, 300)}`);
  }
}

/** As a client calls it that reads the list: some tools are tasks always. */
async function callOf(client, tool, given) {
  const params = { name: tool.name, arguments: given };
  if (tool.execution?.taskSupport !== "required") {
    return client.request({ method: "tools/call", params }, CallToolResultSchema);
  }
  const { task } = await client.request(
    { method: "tools/call", params: { ...params, task: {} } },
    CreateTaskResultSchema,
  );
  return client.request({ method: "tasks/result", params: { taskId: task.taskId } }, CallToolResultSchema);
}

/** The handler gets what was sent, and defaults beside it. */
function isSeen(given, { seen, defaulted }) {
  const added = new Set(defaulted.filter((name) => !Object.hasOwn(given, name)));
  return isDeepStrictEqual(Object.fromEntries(Object.entries(seen).filter(([name]) => !added.has(name))), given);
}

/** The server's own schema, in the dialect that it names. */
function judgeOf({ $schema, ...schema }) {
  const isOld = typeof $schema === "string" && !/2020-12|2019-09/.test($schema);
  const ajv = new (isOld ? Ajv : Ajv2020)({
    strict: false,
    validateFormats: false,
    ownProperties: true,
    logger: false,
  });
  return ajv.compile(schema);
}

function pegboard(words, { cwd = root, env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`pegboard ${words[0]} ended with ${status}: ${stderr.slice(0, 400)}`);
  return stdout;
}

function printTable() {
  const line = ({ name, version, tools, offers, equal, reported, unreported, calls, accepted, agreed, same }) =>
    `| ${[name, version, tools, offers, equal, reported, unreported, calls, accepted, agreed, same].join(" | ")} |`;
  console.log(
    "\n| server | version | tools | prompts, resources | listed alike | reported | unreported | calls | taken | same verdict | same arguments |",
  );
  console.log("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
  const counted = rows.map((row) => ({ ...row, reported: row.reported.length, unreported: row.unreported.length }));
  const sum = (key) => counted.reduce((all, row) => all + row[key], 0);
  const keys = ["tools", "offers", "equal", "reported", "unreported", "calls", "accepted", "agreed", "same"];
  for (const row of counted) console.log(line(row));
  console.log(line({ name: "all", version: "", ...Object.fromEntries(keys.map((key) => [key, sum(key)])) }));
  for (const { name, reported } of rows) {
    for (const { tool, keyword, why, instead } of reported)
      console.log(`${name}: ${tool}: ${keyword}: ${why} → ${instead}`);
  }
}

function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}
