import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pegboard, root } from "./run-pegboard.ts";

// Which requests the schemas of an OpenAPI document let through, what an API hears of them, and what `import` reports.

const folder = mkdtempSync(join(tmpdir(), "pegboard-openapi-bodies-"));
const catalog = join(folder, "bodies");
const heard: { readonly url: string | undefined; readonly body: string }[] = [];
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
      heard.push({ url: request.url, body });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const address = api.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  env = { BODIES_URL: `http://127.0.0.1:${port}`, PEGBOARD_USAGE: "off" };
  const document = join(root, "test", "fixtures", "openapi", "bodies.yaml");
  const { code, stdout } = await pegboard(["import", "--openapi", document, "--into", catalog, "--json"]);
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { lost: { tool: string; keyword: string; why: string; instead: string }[] };
  lost = report.lost
    .filter(({ keyword }) => keyword !== "responses")
    .map(({ tool, keyword, why, instead }) => `${tool} ${keyword}: ${why} → ${instead}`);
  expect((await pegboard(["generate", "--catalog", catalog])).code).toBe(0);
}, 120_000);
afterAll(async () => {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

async function call(name: string, given: object) {
  heard.length = 0;
  const words = ["call", "--catalog", catalog, "--yes", "--json", name, JSON.stringify(given)];
  const { code, stderr } = await pegboard(words, { env });
  const [request] = heard;
  return { code, stderr, url: request?.url, body: request?.body === "" ? "" : JSON.parse(request?.body ?? "null") };
}

describe("read-only properties", () => {
  test("are not needed, however deep: in a param, in allOf, in what refers to itself", async () => {
    const animal = { name: "Rex", parent: { name: "Rita" } };
    expect(await call("putAnimals", { animal })).toMatchObject({ code: 0, body: { animal } });
    const added = { ...animal, bornAt: "2020" };
    expect(await call("addAnimal", { body: added })).toMatchObject({ code: 0, body: added });
  });

  test("change nothing else: what is required beside them, and what is negated", async () => {
    const { stderr } = await call("addAnimal", { body: { parent: {} } });
    expect(stderr).toContain('"path": "/body/bornAt"');
    expect(stderr).toContain('"path": "/body/name"');
    expect(stderr).toContain('"path": "/body/parent/name"');
    expect(stderr).not.toContain("createdAt");
    const animal = { name: "Rex", owner: "Ada" };
    expect(await call("putAnimals", { animal })).toMatchObject({ code: 0, body: { animal } });
  });

  test("are reported where they stand", () => {
    expect(lost.filter((line) => line.includes(" readOnly: "))).toEqual([
      "putAnimals readOnly: 'id' is the API's to say → nothing",
      "addAnimal readOnly: 'createdAt' is the API's to say → nothing",
      "addAnimal readOnly: 'id' is the API's to say → nothing",
    ]);
  });
});

describe("references", () => {
  test("lead to any schema of the document, also when they are percent-encoded", async () => {
    const given = { animal: { name: "Rex" }, q: "x", label: "too long", tags: ["long"] };
    const { code, stderr } = await call("putAnimals", given);
    expect(code).toBe(4);
    for (const path of ["/q", "/label", "/tags/0"]) expect(stderr).toContain(`"path": "${path}"`);
  });

  test("to nothing are reported", () => {
    expect(lost.filter((line) => line.includes("$ref"))).toEqual([
      "putAnimals $ref: no schema is at '#/components/schemas/Gone' → any value",
    ]);
  });
});

describe("rules of a whole body", () => {
  test("are kept: such a body is one param", async () => {
    const body = { "x-foo": 1 };
    expect(await call("postRules", { body })).toMatchObject({ code: 0, body });
    expect(await call("postRules", { body: { a: "1" } })).toMatchObject({ code: 4, url: undefined });
    expect(await call("patchRules", { body: { a: "1" } })).toMatchObject({ code: 4, url: undefined });
    expect(await call("putRules", { body: { a: "1", bornAt: "2020" } })).toMatchObject({ code: 4, url: undefined });
  });

  test("what can't be sent is refused", async () => {
    for (const tool of ["patchMembers", "postMembers"]) {
      expect(await call(tool, { color: "red" })).toMatchObject({ code: 0, body: { color: "red" } });
      const refused = await call(tool, { colour: "red" });
      expect(refused).toMatchObject({ code: 4, url: undefined, stderr: expect.stringContaining('"path": "/colour"') });
    }
  });

  test("what the API may take and the document does not name is reported", () => {
    expect(lost.filter((line) => line.includes(" additionalProperties: "))).toEqual([
      "postMembers additionalProperties: the body may have members that the document does not name → they are refused",
    ]);
  });
});

describe("what no request can carry", () => {
  test("is not a param, and what the path needs is", async () => {
    const sent = await call("getOdd", { z: "a/b", "X-Kept": "k" });
    expect(sent).toMatchObject({ code: 0, url: "/odd/a%2Fb", body: "" });
    const { stderr } = await call("getOdd", { "Content-Length": "3" });
    expect(stderr).toContain('"path": "/Content-Length"');
    expect(stderr).toContain('"path": "/z"');
  });

  test("is reported", () => {
    expect(lost.filter((line) => /^(?:getOdd)? /.test(line) && !line.startsWith(" servers"))).toEqual([
      " trace: a TRACE request can't be sent → nothing",
      "getOdd parameters: the path has no '{gone}' → nothing",
      "getOdd parameters: OpenAPI ignores a header param 'Authorization' → nothing",
      "getOdd parameters: OpenAPI ignores a header param 'content-type' → nothing",
      "getOdd parameters: the header 'Content-Length' is the HTTP client's to say → nothing",
      "getOdd parameters: 'not a name' can't be the name of a header → nothing",
      "getOdd parameters: the path has '{z}', which no param declares → a text",
      "getOdd requestBody: a GET request has no body → no body",
    ]);
  });
});
