import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../src/contract/json.ts";

/** A message of a golden transcript, or a request of HTTP that is none: "HTTP GET", "HTTP reply", … */
export interface GoldenMessage {
  /** Path in test/golden. */
  readonly file: string;
  readonly from: "client" | "server";
  readonly method: string;
  /** The revision that its connection speaks; undefined before that is known. */
  readonly revision: string | undefined;
  /** Of a client's request. A number: the code of the error, or the status of HTTP. */
  readonly outcome: "result" | number | undefined;
}

const folders = ["session", "tasks", "methods", "http", "http-sessions"];

/** Every message of the transcripts below a folder. @param root test/golden */
export function readGoldenMessages(root: string): readonly GoldenMessage[] {
  const files = folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`));
  return files.flatMap((file) => messagesIn(file, readFileSync(join(root, file), "utf8")));
}

const revisionKey = "io.modelcontextprotocol/protocolVersion";

function messagesIn(file: string, text: string): readonly GoldenMessage[] {
  const seen: GoldenMessage[] = [];
  const running = new Map<string, Pick<GoldenMessage, "method" | "revision">>();
  const isHttp = file.startsWith("http");
  let agreed: string | undefined;
  let latest: string | undefined;
  let asked: JsonObject = {};
  const add = (message: Omit<GoldenMessage, "file">) => void seen.push({ file, ...message });

  function fromClient(message: JsonObject, header: unknown): void {
    const meta = objectIn(objectIn(message, "params"), "_meta")[revisionKey];
    const named = typeof meta === "string" ? meta : typeof header === "string" ? header : undefined;
    latest = named ?? agreed ?? latest;
    const { method, id } = message;
    if (typeof method !== "string") return;
    if (id === undefined) add({ from: "client", method, revision: latest, outcome: undefined });
    else running.set(JSON.stringify(id), { method, revision: latest });
  }

  function fromServer(message: JsonObject): void {
    if (typeof message.method === "string") {
      add({ from: "server", method: message.method, revision: latest, outcome: undefined });
      return;
    }
    const key = JSON.stringify(message.id);
    const request = running.get(key);
    if (request === undefined) return;
    running.delete(key);
    const { code } = objectIn(message, "error");
    const result = objectIn(message, "result");
    if (request.method === "initialize" && typeof result.protocolVersion === "string") agreed = result.protocolVersion;
    const revision = request.method === "initialize" ? (agreed ?? request.revision) : request.revision;
    add({ from: "client", method: request.method, revision, outcome: typeof code === "number" ? code : "result" });
    for (const question of Object.values(objectIn(result, "inputRequests"))) {
      if (isJsonObject(question) && typeof question.method === "string") {
        add({ from: "server", method: question.method, revision, outcome: undefined });
      }
    }
  }

  /** What is a matter of HTTP alone. */
  function fromHttp(status: number, answered: JsonObject): void {
    const outcome = status < 300 ? "result" : status;
    const headers = objectIn(asked, "headers");
    const header = headers["mcp-protocol-version"];
    const revision = typeof header === "string" ? header : (agreed ?? latest);
    const http = (what: string) => add({ from: "client", method: `HTTP ${what}`, revision, outcome });
    if (asked.method === "GET" || asked.method === "DELETE") http(asked.method);
    if (asked.method === "GET" && headers["last-event-id"] !== undefined) http("Last-Event-ID");
    if ("result" in objectIn(asked, "body")) http("reply");
    if (objectIn(answered, "headers")["mcp-session-id"] !== undefined) http("Mcp-Session-Id");
  }

  for (const line of text.split("\n").filter(Boolean)) {
    const step: unknown = JSON.parse(line);
    if (!isJsonObject(step)) continue;
    if ("→" in step && isHttp) {
      asked = objectIn(step, "→");
      fromClient(objectIn(asked, "body"), objectIn(asked, "headers")["mcp-protocol-version"]);
    } else if ("→" in step) fromClient(objectIn(step, "→"), undefined);
    if (!("←" in step)) continue;
    const answered = objectIn(step, "←");
    const parts = isHttp ? [answered.body, answered.data].flat() : [answered];
    for (const part of parts) if (isJsonObject(part)) fromServer(part);
    if (isHttp && typeof answered.status === "number") fromHttp(answered.status, answered);
  }
  return seen;
}

function objectIn(value: JsonObject, key: string): JsonObject {
  const member = value[key];
  return isJsonObject(member) ? member : {};
}
