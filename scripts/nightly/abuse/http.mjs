// Plays the cases of HTTP against one server, on sockets: what no HTTP client would send has to be sent, too.
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { wrongIn } from "./judge.mjs";
import { greeting, message, notification, request } from "./messages.mjs";
import { read } from "./stdio.mjs";

/**
 * @param server command, args and env of a process that says `serving at URL` on stderr; `isModern`: does it serve 2026-07-28
 * @returns of each case that was played, what was wrong, if anything
 */
export async function playHttp(server, cases, patienceMs) {
  const outcomes = [];
  let running = await start(server, patienceMs);
  for (const one of cases) {
    if (!one.transports.includes("http") || (one.era === "modern" && !server.isModern)) continue;
    const outcome = await play(running, one, patienceMs);
    if (!outcome.alive) {
      running.child.kill("SIGKILL");
      running = await start(server, patienceMs);
    }
    outcomes.push({ case: one, transport: "http", wrong: wrongIn(one, outcome) });
  }
  running.child.kill("SIGKILL");
  return outcomes;
}

async function start({ command, args, env, name }, patienceMs) {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env }, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    if (stderr.length < 10_000) stderr += text;
  });
  let url;
  for (let tries = 0; tries < 1_200 && url === undefined; tries++) {
    await sleep(25);
    url = /serving at (\S+)/.exec(stderr)?.[1];
  }
  if (url === undefined) throw new Error(`${name} does not say where it listens: ${stderr}`);
  const { port, pathname } = new URL(url);
  const running = { child, port: Number(port), path: pathname, session: undefined };
  const hello = await exchange(
    running,
    { body: request("initialize", greeting, "hello") },
    Math.max(patienceMs, 10_000),
  );
  running.session = hello.headers["mcp-session-id"];
  await exchange(running, { body: notification("notifications/initialized") }, patienceMs);
  return running;
}

async function play(running, one, patienceMs) {
  const { sends = [], http = {}, names = {}, era } = one;
  const own = era === "modern" ? { ...modernHeaders, ...names } : {};
  const sent = { body: sends[0] ?? message({ id: 1, method: "ping" }), ...http, headers: { ...own, ...http.headers } };
  const { status, body } = await exchange(running, sent, patienceMs);
  const { answers, noise } = read(jsonIn(body));
  const alive = await isAlive(running, Math.max(patienceMs, 3_000));
  // What is not an answer of the protocol belongs to HTTP, and is judged by its status.
  return { answers, noise: status === 200 ? noise : [], alive, status };
}

const modernHeaders = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list", "mcp-session-id": null };

/** The messages of a body: one, or the events of a stream. */
function jsonIn(body) {
  const data = body.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  if (data.length === 0 && !/^(event|id|:)/.test(body)) return body.trim() === "" ? [] : [body];
  return data.map((line) => line.slice("data:".length).trim()).filter((line) => line !== "");
}

async function isAlive(running, patienceMs) {
  const { status, body } = await exchange(running, { body: message({ id: "probe", method: "ping" }) }, patienceMs);
  return status === 200 && body.includes('"result"') && body.includes('"probe"');
}

/** One request as it stands on the wire. @returns the status, or 0 where the connection was closed without one */
function exchange({ port, path, session }, given, patienceMs) {
  const { method = "POST", target = path, version = "HTTP/1.1", headers = {}, lines = [], body = "", raw } = given;
  const all = {
    host: `127.0.0.1:${port}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": String(Buffer.byteLength(body)),
    connection: given.twice ? "keep-alive" : "close",
    "mcp-protocol-version": greeting.protocolVersion,
    ...(session === undefined ? {} : { "mcp-session-id": session }),
    ...headers,
  };
  const head = [
    `${method} ${target} ${version}`,
    ...Object.entries(all).flatMap(([key, value]) =>
      value === null ? [] : [value].flat().map((each) => `${key}: ${each}`),
    ),
    ...lines,
  ].join("\r\n");
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const chunks = [];
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parsed(Buffer.concat(chunks).toString("utf8")));
    };
    const timer = setTimeout(finish, patienceMs);
    // A connection that the server resets is closed: the status, if any, came before.
    socket.on("error", finish).on("close", finish);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (!given.twice && isWhole(Buffer.concat(chunks).toString("latin1"))) finish();
    });
    const bytes = raw ?? Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]);
    if (given.leaves) socket.end(bytes, () => setTimeout(finish, 20));
    else socket.write(bytes);
    if (given.twice) {
      const last = head.replace("connection: keep-alive", "connection: close");
      socket.write(Buffer.concat([Buffer.from(`${last}\r\n\r\n`), Buffer.from(body.replace('"id":1', '"id":2'))]));
    }
  });
}

/** Some servers keep a connection open that they were asked to close. */
function isWhole(text) {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1];
  return length === undefined ? text.endsWith("\r\n0\r\n\r\n") : text.length - end - 4 >= Number(length);
}

function parsed(text) {
  const [top = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = top.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.replace(/^[^:]*: */, "")]),
  );
  const sent = rest.join("\r\n\r\n");
  const body = headers["transfer-encoding"] === "chunked" ? sent.replaceAll(/(^|\r\n)[0-9a-f]+\r\n/g, "").trim() : sent;
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0), headers, body };
}
