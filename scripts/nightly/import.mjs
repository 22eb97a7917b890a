// `npm run nightly import`: real servers from npm are installed into a cache folder, asked for their lists, imported, generated and
// served; then the list that is served is compared with theirs, and sampled calls under the old names, with the old arguments,
// with what the server's own schema says (Ajv) and what its handler would have got. Prints the table of docs/import.md.
//   --calls 20000     calls over all tools
//   --seed 7          where the samples begin
//   --profile NAME    the profile that is served (default: as_imported where the catalog has it, else the catalog's own)
//   --strict          any difference ends with 1; without it they are counted, and only a failure to import, generate or serve does
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { sampleArguments } from "./import/sample-arguments.mjs";
import { servers } from "./import/servers.mjs";
import { createRandom } from "./soak/random.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const main = join(root, "dist", "cli", "main.js");
const cache = join(root, "node_modules", ".cache", "pegboard", "nightly-import");
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    profile: { type: "string" },
    strict: { type: "boolean", default: false },
    seconds: { type: "string" },
  },
});
/** Answers with what the handler would get. */
const echoHost = `import type { OpenHost } from "pegboard/runtime";

export const openHost: OpenHost<never> = () => ({
  deps: undefined as never,
  middleware: [async (call) => ({ kind: "result", result: { content: [{ type: "text", text: JSON.stringify(call.arguments) }] } })],
  close: async () => {},
});
`;

const random = createRandom(Number(values.seed));
const lists = [];
const broken = [];
for (const server of servers) {
  try {
    lists.push({ server, tools: await captured(server) });
  } catch (error) {
    broken.push(`${server.package}@${server.version} was not captured: ${reasonOf(error)}`);
  }
}
const toolCount = lists.reduce((sum, { tools }) => sum + tools.length, 0);
const callsPerTool = Math.ceil(Number(values.calls) / Math.max(1, toolCount));
const rows = [];
for (const { server, tools } of lists) {
  try {
    rows.push(await compared(server, tools));
  } catch (error) {
    broken.push(`${server.package}@${server.version} failed: ${reasonOf(error)}`);
  }
}
printTable();
for (const line of broken) console.error(line);
const differs = rows.some(
  ({ names, schemas, tools, agreed, calls, same, accepted }) =>
    names < tools || schemas < tools || agreed < calls || same < accepted,
);
process.exitCode = broken.length > 0 || (values.strict && differs) ? 1 : 0;

/** What the server lists, kept beside its installation: another version is another folder. */
async function captured({ package: name, version, env = {}, args = [] }) {
  const home = join(cache, `${name.replaceAll("/", "+")}@${version}`);
  const kept = join(home, "list.json");
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{"private":true}\n');
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  execFileSync("npm", [...install, `${name}@${version}`], { cwd: home, stdio: ["ignore", "ignore", "inherit"] });
  const folder = join(home, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const program = join(folder, typeof bin === "string" ? bin : (bin[name.split("/").at(-1)] ?? Object.values(bin)[0]));
  const tools = await withClient([program, ...args], env, home, listOf);
  writeFileSync(kept, JSON.stringify(tools));
  return tools;
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

/** Every page, each tool as it came. */
async function listOf(client) {
  const anyResult = { parse: (value) => value, safeParse: (value) => ({ success: true, data: value }) };
  const tools = [];
  let cursor;
  do {
    const page = await client.request(
      { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
      anyResult,
    );
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

async function compared({ package: name, version }, tools) {
  const home = join(cache, `${name.replaceAll("/", "+")}@${version}`);
  const project = join(home, "project");
  rmSync(project, { recursive: true, force: true });
  writeFileSync(join(home, "tools.json"), JSON.stringify({ tools }));
  const outcome = JSON.parse(pegboard(["import", join(home, "tools.json"), "--into", project, "--json"]));
  pegboard(["generate", "--catalog", project]);
  writeFileSync(join(project, "src", "host.ts"), echoHost);
  const hasAsImported = /^\s+as_imported:/m.test(readFileSync(join(project, "schema", "catalog.yaml"), "utf8"));
  const profile = values.profile ?? (hasAsImported ? "as_imported" : undefined);
  const words = [main, "serve", "--catalog", project, ...(profile === undefined ? [] : ["--profile", profile])];
  return withClient(words, { PEGBOARD_USAGE: "off" }, home, async (client) => {
    const served = new Map((await listOf(client)).map((tool) => [tool.name, tool]));
    const row = {
      name,
      version,
      tools: tools.length,
      names: 0,
      texts: 0,
      schemas: 0,
      told: outcome.lost.length,
      calls: 0,
      agreed: 0,
      accepted: 0,
      same: 0,
    };
    for (const tool of tools) {
      const ours = served.get(tool.name);
      if (ours !== undefined) row.names++;
      if (ours !== undefined && ours.description === tool.description && ours.title === tool.title) row.texts++;
      if (
        isDeepStrictEqual(ours?.inputSchema, tool.inputSchema) &&
        isDeepStrictEqual(ours?.outputSchema, tool.outputSchema)
      )
        row.schemas++;
      await callAll(client, tool, row);
    }
    return row;
  });
}

async function callAll(client, tool, row) {
  const isValid = judgeOf(tool.inputSchema);
  for (let count = 0; count < callsPerTool; count++) {
    const given = sampleArguments(tool.inputSchema, random);
    const accepts = isValid(given);
    const answer = await client
      .request({ method: "tools/call", params: { name: tool.name, arguments: given } }, CallToolResultSchema)
      .catch((error) => ({ isError: true, content: [], error }));
    row.calls++;
    if (accepts === (answer.isError !== true)) row.agreed++;
    if (!accepts) continue;
    row.accepted++;
    if (answer.isError !== true && isDeepStrictEqual(JSON.parse(answer.content[0].text), given)) row.same++;
  }
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

function pegboard(words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`pegboard ${words[0]} ended with ${status}: ${stderr.slice(0, 400)}`);
  return stdout;
}

function printTable() {
  const share = (part, whole) => (whole === 0 ? "–" : `${part} of ${whole}`);
  console.log(
    "\n| server | version | tools | same names | same texts | equal schemas | losses told | same verdict | same arguments |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  const sum = rows.reduce(
    (all, row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, typeof value === "number" ? (all[key] ?? 0) + value : ""]),
      ),
    {},
  );
  for (const row of [...rows, { ...sum, name: "all", version: "" }]) {
    const { name, version, tools, names, texts, schemas, told, calls, agreed, accepted, same } = row;
    console.log(
      `| ${name} | ${version} | ${tools} | ${share(names, tools)} | ${share(texts, tools)} | ${share(schemas, tools)} | ${told} | ${share(agreed, calls)} | ${share(same, accepted)} |`,
    );
  }
}

function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}
