import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pegboard, root } from "./run-pegboard.ts";

// What an API hears of params in each style of an OpenAPI document, and what `import` reports of those that can't be sent so.

const folder = mkdtempSync(join(tmpdir(), "pegboard-openapi-styles-"));
const catalog = join(folder, "styles");

interface Heard {
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What the API answers, and what a caller gets of it. */
const answers = [
  {
    kind: "bytes",
    type: "application/octet-stream",
    bytes: Buffer.from([0, 0xff, 0xfe, 1]),
    body: { mimeType: "application/octet-stream", blob: "AP/+AQ==" },
  },
  { kind: "utf8", type: "text/plain", bytes: Buffer.from("Jürgen"), body: "Jürgen" },
  { kind: "latin1", type: "text/plain; charset=ISO-8859-1", bytes: Buffer.from("Jürgen", "latin1"), body: "Jürgen" },
  {
    kind: "unknown",
    type: "text/plain; charset=x-none",
    bytes: Buffer.from("Jürgen"),
    body: "Jürgen",
  },
];

const heard: Heard[] = [];
let api: Server;
let env: Readonly<Record<string, string>> = {};
let lost: readonly string[] = [];

beforeAll(async () => {
  api = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      heard.push({ url: request.url, headers: request.headers, body });
      const answer = answers.find(({ kind }) => request.url?.startsWith(`/answers/${kind}?`) === true);
      const { type, bytes } = answer ?? { type: "application/json", bytes: Buffer.from("{}") };
      response.writeHead(200, { "content-type": type }).end(bytes);
    });
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const address = api.address();
  env = {
    STYLES_URL: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    STYLES_KEY: "a&secret",
    STYLES_SESSION: "of the operator",
    PEGBOARD_USAGE: "off",
  };
  lost = await imported(join(root, "test", "fixtures", "openapi", "styles.yaml"), catalog);
  expect((await pegboard(["generate", "--catalog", catalog])).code).toBe(0);
});
afterAll(async () => {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** @returns the losses in words, without the one that every operation has */
async function imported(document: string, into: string): Promise<readonly string[]> {
  const { code, stdout } = await pegboard(["import", "--openapi", document, "--into", into, "--json"]);
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { lost: { tool: string; keyword: string; why: string; instead: string }[] };
  return report.lost
    .filter(({ keyword }) => keyword !== "responses")
    .map(({ tool, keyword, why, instead }) => `${tool} ${keyword}: ${why} → ${instead}`);
}

async function call(name: string, given: object, variables: typeof env = {}, of = catalog) {
  heard.length = 0;
  const words = ["call", "--catalog", of, "--yes", "--json", name, JSON.stringify(given)];
  return { ...(await pegboard(words, { env: { ...env, ...variables } })), request: heard[0] };
}

test("a query", async () => {
  const { request } = await call("sendQuery", {
    each: ["a b", "c"],
    ids: [1, 2],
    pipe: ["a", "b"],
    space: ["a", "b"],
    filter: { color: "red", max: 2 },
    opt: { r: 1, g: 2, key: "not the secret" },
    pair: { r: 1, g: 2 },
  });
  expect(request?.url?.replace("/query?", "").split("&")).toEqual([
    "each=a%20b",
    "each=c",
    "ids=1,2",
    "pipe=a%7Cb",
    "space=a%20b",
    "filter%5Bcolor%5D=red",
    "filter%5Bmax%5D=2",
    "r=1",
    "g=2",
    "pair=r,1,g,2",
    "key=a%26secret",
  ]);
});

test("a path, a header and a cookie", async () => {
  const given = { list: [1, 2], tagList: ["x", "y"], version: "v1", "X-Ids": ["a", "b"], theme: "dark red" };
  const { request } = await call("sendPath", given);
  expect(request).toMatchObject({
    url: "/items/1,2/.x.y/;version=v1?key=a%26secret",
    headers: { "x-ids": "a,b", cookie: "theme=dark%20red; session=of%20the%20operator" },
  });
});

test("a form", async () => {
  const { request } = await call("sendForm", {
    tags: ["a", "b"],
    ids: ["a", "b"],
    size: { min: 1 },
    deep: { min: 1 },
    photo: "x y",
  });
  expect(request).toMatchObject({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "tags=a&tags=b&ids=a,b&size=%7B%22min%22%3A1%7D&deep%5Bmin%5D=1&photo=x%20y",
  });
});

test("a body that is null, and one that is required without a member", async () => {
  expect((await call("sendNull", { body: null })).request?.body).toBe("null");
  expect((await call("sendNull", { body: {} })).request?.body).toBe("{}");
  expect((await call("sendEmpty", {})).request).toMatchObject({
    body: "{}",
    headers: { "content-type": "application/json" },
  });
});

test("a value that can't stand in a path is an invalid argument, under the name that callers know", async () => {
  const { code, stderr, request } = await call("sendPath", { list: [1], tagList: [], version: "" });
  expect({ code, request }).toEqual({ code: 4, request: undefined });
  const expected = "a value that can stand in a path: not empty, '.' or '..'";
  const violations = [{ path: "/tagList", expected, found: "a list of 0 items" }];
  expect(JSON.parse(stderr)).toMatchObject({
    structuredContent: { error: { code: "INVALID_ARGUMENTS", violations } },
    isError: true,
  });
});

test("a value that can't stand in a header is an invalid argument, and is not repeated", async () => {
  const { code, stderr, request } = await call("getAnswer", { kind: "utf8", "X-Name": "Jürgen" });
  expect({ code, request }).toEqual({ code: 4, request: undefined });
  const expected = "a value that can stand in a header: printable ASCII characters only";
  const violations = [{ path: "/X-Name", expected, found: "a text" }];
  expect(JSON.parse(stderr)).toMatchObject({ structuredContent: { error: { code: "INVALID_ARGUMENTS", violations } } });
  expect(stderr).not.toContain("rgen");
});

test.each(answers)("an answer of $type ($kind)", async ({ kind, body }) => {
  const { stdout } = await call("getAnswer", { kind, "X-Name": "Ada" });
  expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { status: 200, body } });
});

test("what has no such form is reported", () => {
  expect(lost).toEqual([
    "sendForm contentType: the content type of 'photo' is not read → objects as JSON, anything else as text",
    "sendForm additionalProperties: the body may have members that the document does not name → they are refused",
    "sendEmpty additionalProperties: the body may have members that the document does not name → they are refused",
    " servers: all requests go to one URL → the URL of the document",
    "sendReported allowReserved: reserved characters of 'url' can't be sent as they are → percent-encoded",
    "sendReported style: OpenAPI specifies no form for lists and objects inside 'deep' → objects in brackets, lists repeated",
    "sendReported style: OpenAPI specifies no form for lists and objects inside 'rows' → JSON",
    "sendReported style: 'X-Form' can't have the style 'form' in a header → simple",
    "sendReported content: the form of 'json' is sent as text → a text",
    "sendReported deprecated: the operation is deprecated, without a date → nothing",
  ]);
});

test("the first absolute server is used with the defaults of its variables", async () => {
  const document = join(folder, "servers.yaml");
  const text = readFileSync(join(root, "test", "fixtures", "openapi", "styles.yaml"), "utf8");
  const servers = [
    { url: "/relative" },
    { url: "https://{env}.pets.example:{port}/v1", variables: { env: { default: "prod" }, port: { default: 8443 } } },
  ];
  writeFileSync(document, text.replace(/^servers: .*$/m, `servers: ${JSON.stringify(servers)}`));
  const into = join(folder, "servers");
  const url = "https://prod.pets.example:8443/v1";
  expect(await imported(document, into)).toContain(
    ` servers: the URL has variables, which have their defaults here → ${url}`,
  );
  const declared = readFileSync(join(into, "schema", "catalog.yaml"), "utf8");
  expect(declared).toContain(`STYLES_URL: {description: URL of the API, default: "${url}"}`);
});

test("a variable that is empty is not set: the URL is the document's, and no secret is sent", async () => {
  const document = join(folder, "local.yaml");
  const text = readFileSync(join(root, "test", "fixtures", "openapi", "styles.yaml"), "utf8");
  writeFileSync(document, text.replace(/^servers: .*$/m, `servers: [{url: "${env.STYLES_URL}"}]`));
  const into = join(folder, "local");
  await imported(document, into);
  expect((await pegboard(["generate", "--catalog", into])).code).toBe(0);
  const empty = { STYLES_URL: "", STYLES_KEY: "", STYLES_SESSION: "" };
  const { request } = await call("sendQuery", {}, empty, into);
  expect(request).toMatchObject({ url: "/query" });
  expect(request?.headers.cookie).toBeUndefined();
});
