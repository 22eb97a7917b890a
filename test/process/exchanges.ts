import { connect } from "node:net";

// Exchanges over HTTP as bytes: what a client writes and, byte for byte, what the built server answers.

/**
 * One line of a file of exchanges.
 *
 *     {"#": "what is shown, and by which rule"}
 *     {"→": {"method"?, "path"?, "headers"?, "body"?}}   default: POST /mcp with the headers that Streamable HTTP asks for;
 *                                                         a header that is null is left out; a body of another type is JSON
 *     {"←": {"status", "headers", "body"}}               the headers that matter; an event stream's messages as a list
 */
export type Exchange = { readonly "#": string } | { readonly "→": Asked } | { readonly "←": Answered };

export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  /** In place of the body: its bytes in base64. */
  readonly bytes?: string;
  /** In place of the body: this text, so many times. */
  readonly fill?: readonly [text: string, times: number];
}

export interface Answered {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const reported = ["content-type", "allow", "www-authenticate", "mcp-session-id"];

/** Sends one request over a connection of its own, and reads until the server closes it. */
export async function ask(url: string, asked: Asked): Promise<Answered> {
  const { hostname, port } = new URL(url);
  const body = bytesOf(asked);
  const headers: Readonly<Record<string, string | null>> = {
    host: "localhost",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    connection: "close",
    "content-length": asked.method === "GET" || asked.method === "DELETE" ? null : String(body.length),
    ...asked.headers,
  };
  const head = [
    `${asked.method ?? "POST"} ${asked.path ?? "/mcp"} HTTP/1.1`,
    ...Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(readAnswer(Buffer.concat(chunks).toString("latin1"))));
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    socket.write(body);
  });
}

function bytesOf({ body, bytes, fill }: Asked): Buffer {
  if (bytes !== undefined) return Buffer.from(bytes, "base64");
  if (fill !== undefined) return Buffer.from(fill[0].repeat(fill[1]));
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

/** @param text one character for each byte */
function readAnswer(text: string): Answered {
  const border = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, border).split("\r\n");
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [name = "", value = ""] = line.split(/: (.*)/s);
    fields.set(name.toLowerCase(), value);
  }
  const rest = text.slice(border + 4);
  const bytes = fields.get("transfer-encoding") === "chunked" ? dechunk(rest) : rest;
  const whole = Buffer.from(bytes, "latin1").toString("utf8");
  const headers = Object.fromEntries(
    reported.flatMap((name) => (fields.has(name) ? [[name, fields.get(name) ?? ""]] : [])),
  );
  const body =
    fields.get("content-type")?.startsWith("text/event-stream") === true ? readEvents(whole) : readJson(whole);
  return { status: Number(first.split(" ")[1]), headers, ...(whole === "" ? {} : { body }) };
}

/** @param text one character for each byte */
function dechunk(text: string): string {
  let whole = "";
  let at = 0;
  for (;;) {
    const end = text.indexOf("\r\n", at);
    const size = Number.parseInt(text.slice(at, end), 16);
    if (!(size > 0)) return whole;
    whole += text.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}

function readEvents(text: string): readonly unknown[] {
  return text
    .split("\n\n")
    .filter((event) => event.trim() !== "")
    .map((event) => readJson(/^data: (.*)$/m.exec(event)?.[1] ?? event));
}

/** The value that JSON prints as exactly that text; the text itself where there is none. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : text;
  } catch {
    // Not JSON: it is shown as it is.
    return text;
  }
}
