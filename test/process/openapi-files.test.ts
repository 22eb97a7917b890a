import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pegboard, root } from "./run-pegboard.ts";

// Bodies that are not JSON: what an API hears of files, bytes and texts, read by the parser of `fetch`, and what `import` reports.

const folder = mkdtempSync(join(tmpdir(), "pegboard-openapi-files-"));
const catalog = join(folder, "files");
const heard: { readonly request: string; readonly type: string; readonly bytes: Buffer<ArrayBuffer> }[] = [];
let api: Server;
let env: Readonly<Record<string, string>> = {};
let lost: readonly string[] = [];

beforeAll(async () => {
  api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const type = request.headers["content-type"] ?? "";
      heard.push({ request: `${request.method} ${request.url}`, type, bytes: Buffer.concat(chunks) });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const address = api.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  env = { FILES_URL: `http://127.0.0.1:${port}`, PEGBOARD_USAGE: "off" };
  const document = join(root, "test", "fixtures", "openapi", "files.yaml");
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
  const [first] = heard;
  return { code, stderr, request: first?.request, type: first?.type, bytes: first?.bytes };
}

const bytes = Buffer.from([0, 1, 250, 255, 13, 10, 45, 45]);

/** The parts of what was heard: the values of texts; name, type and base64 of files. */
async function parts(): Promise<readonly (readonly string[])[]> {
  const [first] = heard;
  if (first === undefined) throw new Error("nothing was heard");
  const form = await new Response(first.bytes, { headers: { "content-type": first.type } }).formData();
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [name, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString("base64")],
    ),
  );
}

describe("a form with files", () => {
  test("has them in base64, with a name, beside texts, numbers, objects and lists", async () => {
    const given = {
      ...{ file: "p1", file_body: bytes.toString("base64"), file_file_name: 'a"b\r\n.png' },
      ...{ title: "Größe", count: 3, about: { a: 1 }, tags: ["x", "y"] },
      ...{ pages: [bytes.toString("base64url"), ""], code: "AAE=" },
    };
    expect(await call("uploadFile", given)).toMatchObject({ code: 0, request: "POST /files/p1" });
    expect(await parts()).toEqual([
      ["file", 'a"b\r\n.png', "image/png", bytes.toString("base64")],
      ["title", "Größe"],
      ["count", "3"],
      ["about", '{"a":1}'],
      ["tags", "x"],
      ["tags", "y"],
      ["pages", "pages", "application/octet-stream", bytes.toString("base64")],
      ["pages", "pages", "application/octet-stream", ""],
      ["code", "AAE="],
    ]);
    const text = heard[0]?.bytes.toString("latin1") ?? "";
    expect(text).toContain('name="file"; filename="a%22b%0D%0A.png"\r\nContent-Type: image/png\r\n\r\n');
    expect(text).toContain('name="title"\r\nContent-Type: text/markdown\r\n\r\n');
    expect(text).toContain('name="about"\r\nContent-Type: application/json\r\n\r\n');
    expect(text).toContain('name="count"\r\n\r\n3\r\n');
  });

  test("needs those that are required, and nothing but base64 for bytes", async () => {
    expect(await call("uploadFile", { file: "p1" })).toMatchObject({ code: 4, request: undefined });
    for (const wrong of ["not base64!", "data:image/png;base64,AAE=", "AA E"]) {
      const { code, stderr, request } = await call("uploadFile", { file: "p1", file_body: wrong });
      expect([code, request]).toEqual([4, undefined]);
      expect(stderr).toContain('"path": "/file_body"');
      expect(stderr).toContain("bytes in base64");
      expect(stderr).not.toContain(wrong);
    }
  });

  test("tells a model what to give", () => {
    const text = readFileSync(join(catalog, "schema", "tools", "files", "upload_file.yaml"), "utf8");
    expect(text).toContain("The picture (base64)");
    expect(text).toContain("Name of the file in 'file'");
  });
});

describe("a body that is one value", () => {
  test("is bytes", async () => {
    const type = "application/octet-stream";
    expect(await call("putBytes", { body: bytes.toString("base64") })).toMatchObject({ code: 0, type, bytes });
    expect(await call("putBytes", { body: "?" })).toMatchObject({ code: 4, request: undefined });
    expect(await call("putBytes", {})).toMatchObject({ code: 4, request: undefined });
    expect(await call("postPicture", { body: "AAE=" })).toMatchObject({
      type: "image/png",
      bytes: Buffer.from([0, 1]),
    });
  });

  test("is a text", async () => {
    expect(await call("putText", { body: "# ä" })).toMatchObject({
      ...{ code: 0, type: "text/markdown", bytes: Buffer.from("# ä") },
    });
    expect(await call("postText", { body: "hi" })).toMatchObject({ type: "text/plain", bytes: Buffer.from("hi") });
    expect(await call("postText", { body: 1 })).toMatchObject({ code: 4, request: undefined });
    expect(await call("patchText", { note: "hi" })).toMatchObject({ code: 0 });
    expect(await parts()).toEqual([["note", "hi"]]);
    expect(await call("putText", { body: "0123456789" })).toMatchObject({ code: 4, request: undefined });
  });
});

test("what no request can carry is reported", () => {
  expect(lost).toEqual([
    "uploadFile headers: headers of 'count' are not sent → none",
    "putChoice requestBody: a body of multipart/form-data can't be sent → no body",
    "postXml requestBody: a body of application/xml can't be sent → no body",
  ]);
});
