import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pegboard, root } from "./run-pegboard.ts";

// Documents of Swagger 2.0 and OpenAPI 3.2: what an API hears of their requests, and what `import` reports.

interface Heard {
  readonly request: string;
  readonly type: string | undefined;
  readonly tags: string | readonly string[] | undefined;
  readonly body: string;
}

const folder = mkdtempSync(join(tmpdir(), "pegboard-openapi-versions-"));
const heard: Heard[] = [];
let api: Server;
let url = "";

beforeAll(async () => {
  api = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { method, headers } = request;
      heard.push({ request: `${method} ${request.url}`, type: headers["content-type"], tags: headers["x-tags"], body });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const address = api.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** Imports a document, and compiles what it became. @returns what was reported, but for the answers */
async function imported(name: string): Promise<readonly string[]> {
  const document = join(root, "test", "fixtures", "openapi", `${name}.yaml`);
  const into = join(folder, name);
  const { code, stdout } = await pegboard(["import", "--openapi", document, "--into", into, "--json"]);
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { lost: { tool: string; keyword: string; why: string; instead: string }[] };
  expect((await pegboard(["generate", "--catalog", into])).code).toBe(0);
  return report.lost
    .filter(({ keyword }) => keyword !== "responses")
    .map(({ tool, keyword, why, instead }) => `${tool} ${keyword}: ${why} → ${instead}`);
}

async function call(catalog: string, variable: string, name: string, given: object) {
  heard.length = 0;
  const words = ["call", "--catalog", join(folder, catalog), "--yes", "--json", name, JSON.stringify(given)];
  const { code, stderr } = await pegboard(words, { env: { [variable]: url, PEGBOARD_USAGE: "off" } });
  const { request, type, tags, body } = heard[0] ?? {};
  return { code, stderr, request, type, tags, body };
}

describe("a document of Swagger 2.0", () => {
  let lost: readonly string[] = [];
  const depot = (name: string, given: object) => call("swagger-2", "DEPOT_URL", name, given);
  beforeAll(async () => {
    lost = await imported("swagger-2");
  }, 120_000);

  test("has its URL with the safe protocol, and its secrets", () => {
    const text = readFileSync(join(folder, "swagger-2", "schema", "catalog.yaml"), "utf8");
    expect(text).toContain('DEPOT_URL: {description: URL of the API, default: "https://depot.example/v1"}');
    expect(text).toContain(
      "DEPOT_LOGIN: {description: \"user:password in base64, sent in the header 'Authorization'\"",
    );
    expect(text).toContain("DEPOT_KEY: {description: \"Key, sent in the header 'X-Key'\"");
  });

  test("writes lists as collectionFormat says, in the path, the query and a header", async () => {
    const lists = { commas: ["a,b", "c"], pipes: ["a", "b"], blanks: ["a", "b"], each: ["a", "b"], tabs: ["a", "b"] };
    const given = { id: [1, 2], "X-Tags": ["x", "y"], page: 2, color: "blue", ...lists };
    expect(await depot("listBoxes", given)).toMatchObject({
      code: 0,
      request: "GET /boxes/1,2?page=2&color=blue&commas=a%2Cb,c&pipes=a%7Cb&blanks=a%20b&each=a&each=b&tabs=a,b",
      tags: "x,y",
      body: "",
    });
    expect(lost).toContain("listBoxes style: 'tabs' can't have the style 'tsv' in a query → form");
  });

  test("keeps the rules of its params: those of an operation go before those of its path", async () => {
    const { code, stderr } = await depot("listBoxes", { id: [1], page: 0, color: "purple" });
    expect(code).toBe(4);
    for (const path of ["/page", "/color"]) expect(stderr).toContain(`"path": "${path}"`);
  });

  test("has bodies: an object, whose definition refers to itself, and the one of its path", async () => {
    const box = { width: 1, inner: { width: 2 } };
    const type = "application/json";
    expect(await depot("replaceBox", { id: [7], ...box })).toMatchObject({
      ...{ code: 0, request: "PUT /boxes/7", type, body: JSON.stringify(box) },
    });
    expect(await depot("replaceBox", { id: [7], width: 0 })).toMatchObject({ code: 4, request: undefined });
    expect(await depot("renameBox", { id: [7], body: "new" })).toMatchObject({ code: 0, body: '"new"' });
    expect(await depot("sendAny", { body: [1] })).toMatchObject({ code: 0, type, body: "[1]" });
  });

  test("has forms", async () => {
    expect(await depot("sendForm", { title: "a b", tags: ["x", "y"], each: ["x", "y"] })).toMatchObject({
      ...{ code: 0, type: "application/x-www-form-urlencoded", body: "title=a%20b&tags=x,y&each=x&each=y" },
    });
    expect(await depot("sendForm", { tags: ["x"] })).toMatchObject({ code: 4, request: undefined });
    const { body } = await depot("sendFile", { picture: btoa("png"), picture_file_name: "a.png", title: "A" });
    expect(body).toMatch(/name="picture"; filename="a\.png"\r\n.*\r\n\r\npng\r\n--.*name="title"\r\n\r\nA\r\n/s);
  });
});

describe("a document of OpenAPI 3.2", () => {
  let lost: readonly string[] = [];
  const newer = (name: string, given: object) => call("openapi-3.2", "NEWER_URL", name, given);
  beforeAll(async () => {
    lost = await imported("openapi-3.2");
  }, 120_000);

  test("has QUERY requests with a body, which only read", async () => {
    const body = '{"words":"milk"}';
    expect(await newer("findNotes", { words: "milk" })).toMatchObject({ code: 0, request: "QUERY /notes", body });
    expect(await newer("findNotes", {})).toMatchObject({ code: 4, request: undefined });
    const tools = join(folder, "openapi-3.2", "schema", "tools", "newer");
    expect(readFileSync(join(tools, "find_notes.yaml"), "utf8")).toContain("read_only: true");
    expect(readFileSync(join(tools, "copy_notes.yaml"), "utf8")).toContain("destructive: true");
  });

  test("has methods of its own", async () => {
    expect(await newer("copyNotes", { Destination: "/b" })).toMatchObject({ code: 0, request: "COPY /notes" });
  });

  test("reports what no request can be", () => {
    expect(lost).toEqual([
      " CONNECT: a CONNECT request can't be sent → nothing",
      " not a method: a NOT A METHOD request can't be sent → nothing",
      "listNotes parameters: a param in 'querystring' can't be sent → nothing",
    ]);
  });
});
