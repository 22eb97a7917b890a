import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { pegboard, root } from "./run-pegboard.ts";

// `pegboard import --openapi` as people run it: a document in, a catalog out that compiles and calls the API.

const document = join(root, "test", "fixtures", "openapi", "pets.yaml");
const golden = join(root, "test", "golden", "openapi", "pets");
const folder = mkdtempSync(join(tmpdir(), "pegboard-openapi-"));
const catalog = join(folder, "pets");
const secret = "a-very-secret-key";

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

const heard: Heard[] = [];
let api: Server;
let env: Readonly<Record<string, string>> = {};
let printed = "";

beforeAll(async () => {
  api = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { method, url, headers } = request;
      heard.push({ method, url, headers, body });
      if (url === "/v1/pets/moved") response.writeHead(302, { location: "https://elsewhere.example/" }).end();
      else if (url === "/v1/pets/none") response.writeHead(404, { "content-type": "text/plain" }).end("no such pet");
      else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ seen: url }));
    });
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const address = api.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  env = { PETS_URL: `http://127.0.0.1:${port}/v1/`, PETS_KEY: secret };
  const imported = await pegboard(["import", "--openapi", document, "--into", catalog]);
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  printed = imported.stdout;
  expect((await pegboard(["generate", "--catalog", catalog])).code).toBe(0);
}, 120_000);
afterAll(async () => {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** The one request of a call, and its answer. */
async function call(name: string, given: object, variables = env) {
  heard.length = 0;
  const { code, stdout, stderr } = await pegboard(
    ["call", "--catalog", catalog, "--yes", "--json", name, JSON.stringify(given)],
    {
      env: { PEGBOARD_USAGE: "off", ...variables },
    },
  );
  return { code, stdout, stderr, request: heard[0], requests: heard.length };
}

test.each([
  ["--openapi", document],
  ["--gateway", "--stdio", "--", process.execPath, "server.js"],
])("a catalog that is there is left as it is by %s", async (...words) => {
  const before = readdirSync(catalog, { recursive: true });
  const { code, stderr } = await pegboard(["import", "--into", catalog, ...words]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(
      `${words[0]} writes a catalog of its own, and '${catalog}' has one already`,
    ) as string,
  });
  expect(readdirSync(catalog, { recursive: true })).toEqual(before);
});

test("what is written, and what is reported", () => {
  const written = ["schema", "src"].flatMap((top) =>
    readdirSync(join(catalog, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(catalog.length + 1)),
  );
  const files = new Map([
    ...written.map((path) => [path, readFileSync(join(catalog, path), "utf8")] as const),
    ["printed.txt", printed.replaceAll(relative(root, catalog), "pets")] as const,
  ]);
  if (mayRewriteGoldens()) {
    rmSync(golden, { recursive: true, force: true });
    for (const [path, text] of files) {
      const target = join(golden, `${path}.txt`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
  }
  for (const [path, text] of files) {
    const target = join(golden, `${path}.txt`);
    expect([path, existsSync(target) ? readFileSync(target, "utf8") : ""]).toEqual([path, text]);
  }
  expect(files.size).toBe(
    readdirSync(golden, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length,
  );
});

describe("calls", () => {
  test("send params in the path, the query and headers, under the API's names", async () => {
    const { request, stdout, code } = await call("listPets", { pageSize: 5, tags: ["a b", "c"], "X-Trace": "t" });
    expect(request).toMatchObject({ method: "GET", url: "/v1/pets?pageSize=5&tags=a%20b&tags=c", body: "" });
    expect(request?.headers).toMatchObject({ "x-api-key": secret, "x-trace": "t" });
    expect(request?.headers.authorization).toBeUndefined();
    expect({ code, answer: JSON.parse(stdout) }).toMatchObject({ code: 0, answer: expect.anything() });
    expect(stdout).toContain("seen");
  });

  test("send members of the body, however deep, under the API's names", async () => {
    const { request } = await call("createPet", { name: "Rex", nickName: null, owner: { fullName: "Ada" } });
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(request?.body ?? "")).toEqual({ name: "Rex", nickName: null, owner: { fullName: "Ada" } });
  });

  test("leave out null where only JSON has a form for it", async () => {
    const { request } = await call("renamePet", { petId: "a", since: null, name: null, note: "n" });
    expect(request).toMatchObject({ url: "/v1/pets/a", body: "note=n" });
    expect(printed).toContain("nullable: null has no form in a query → 'since' is not sent (renamePet ");
    expect(printed).toContain("nullable: null has no form in a form → 'name' is not sent (renamePet ");
  });

  test("keep a value inside its part of the path", async () => {
    expect((await call("getPet", { petId: "a/../b?c#d" })).request?.url).toBe("/v1/pets/a%2F..%2Fb%3Fc%23d");
    const refused = await call("getPet", { petId: ".." });
    expect(refused).toMatchObject({ requests: 0, stderr: expect.stringContaining("INVALID_ARGUMENTS") });
    expect(refused.stderr).toContain('"path": "/petId"');
  });

  test("hand on any status, and follow no redirect", async () => {
    expect((await call("getPet", { petId: "none" })).stdout).toMatch(/404[\s\S]*no such pet/);
    expect(await call("getPet", { petId: "moved" })).toMatchObject({
      requests: 1,
      stdout: expect.stringContaining("302"),
    });
  });

  test("say what is missing, and never a secret", async () => {
    const unreachable = await call("getPet", { petId: "a" }, { ...env, PETS_URL: "http://127.0.0.1:1" });
    expect(unreachable.stderr).toContain("the API at http://127.0.0.1:1 can't be reached");
    expect(`${unreachable.stdout}${unreachable.stderr}`).not.toContain(secret);
  });

  test.each([
    ["PETS_KEY", `abc\n${secret}`, "the value of the variable PETS_KEY can't stand in a header"],
    ["PETS_TOKEN", `${secret}\u{1f511}`, "the value of the variable PETS_TOKEN can't stand in a header"],
    [
      "PETS_URL",
      `http://user:${secret}@127.0.0.1:1`,
      "the variable PETS_URL has to hold the URL of the API, with http",
    ],
    ["PETS_URL", `file:///${secret}`, "the variable PETS_URL has to hold the URL of the API, with http"],
  ])("name the variable %s whose value can't be sent, and not the value", async (name, value, said) => {
    const { requests, stdout, stderr } = await call("getPet", { petId: "a" }, { ...env, [name]: value });
    expect({ requests, stderr }).toEqual({ requests: 0, stderr: expect.stringContaining(said) });
    expect(stderr).toContain("HOST_UNAVAILABLE");
    expect(`${stdout}${stderr}`).not.toContain(secret);
  });
});

test.each([
  ["{}", "is not an OpenAPI document of version 2.0 or 3.0 to 3.2"],
  ["swagger: '1.2'\npaths: {}\n", "is not an OpenAPI document of version 2.0 or 3.0 to 3.2"],
  ["openapi: 3.3.0\npaths: {}\n", "is not an OpenAPI document of version 2.0 or 3.0 to 3.2"],
  ["openapi: 3.1.0\npaths: {}\n---\nb: 1\n", "can't be read: 3:1: a second YAML document begins here"],
  ["openapi: 3.1.0\npaths: [\n", "can't be read: 2:8: not valid YAML: '[' is not closed"],
  ["{", "is not valid JSON"],
])("%j is refused", async (text, said) => {
  const path = join(folder, "other.yaml");
  writeFileSync(path, text);
  const { code, stderr } = await pegboard(["import", "--openapi", path, "--into", join(folder, "none")]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) });
});
