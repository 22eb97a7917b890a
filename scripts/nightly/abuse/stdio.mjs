// Plays the cases of stdio against one server.
import { spawn } from "node:child_process";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { wrongIn } from "./judge.mjs";
import { envelope, greeting, message, notification, request } from "./messages.mjs";

/**
 * @param server command, args and env; `isModern`: does it serve the revision 2026-07-28
 * @param patienceMs how long an answer is waited for
 * @returns of each case that was played, what was wrong, if anything
 */
export async function playStdio(server, cases, patienceMs) {
  const open = {};
  const outcomes = [];
  for (const one of cases) {
    if (!one.transports.includes("stdio") || (one.era === "modern" && !server.isModern)) continue;
    const kind = one.fresh || one.ends ? "fresh" : one.era;
    if (kind === "fresh" || open[kind] === undefined) open[kind] = await connect(server, one, patienceMs);
    const outcome = await play(open[kind], one, patienceMs);
    if (kind === "fresh" || !outcome.alive) {
      open[kind].stop();
      delete open[kind];
    }
    outcomes.push({ case: one, transport: "stdio", wrong: wrongIn(one, outcome) });
  }
  for (const connection of Object.values(open)) connection.stop();
  return outcomes;
}

async function connect({ command, args, env }, { fresh, era }, patienceMs) {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env }, stdio: ["pipe", "pipe", "ignore"] });
  const lines = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    lines.push(...parts);
  });
  // A server that is gone is found by its missing answers.
  child.stdin.on("error", () => undefined);
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code)));
  const connection = {
    child,
    ended,
    probes: 0,
    /** What came since it was last asked. */
    taken: () => lines.splice(0),
    async until(isThere, ms) {
      const end = performance.now() + ms;
      while (!isThere(lines) && performance.now() < end && child.exitCode === null) await sleep(2);
    },
    stop: () => child.kill("SIGKILL"),
  };
  if (!fresh) {
    const hello = request("initialize", greeting, "hello");
    const lines = era === "legacy" ? [hello, notification("notifications/initialized")] : [discover];
    child.stdin.write(lines.map((line) => `${line}\n`).join(""));
    await connection.until((all) => all.length > 0, Math.max(patienceMs, 20_000));
    connection.taken();
  }
  return connection;
}

async function play(connection, one, patienceMs) {
  const { child } = connection;
  for (const sent of one.sends) {
    if (typeof sent === "string" || Buffer.isBuffer(sent))
      child.stdin.write(Buffer.concat([Buffer.from(sent), lineFeed]));
    else {
      for (const byte of sent.bytes) {
        child.stdin.write(Buffer.from([byte]));
        await nextTurn();
      }
      if (!one.ends) child.stdin.write(lineFeed);
    }
  }
  const count = Array.isArray(one.wants) ? one.wants.length : 0;
  // The first answer of a process waits for its start.
  const ms = one.fresh || one.ends ? Math.max(patienceMs, 4_000) : patienceMs;
  await connection.until((lines) => lines.length >= count, ms);
  if (one.ends) {
    child.stdin.end();
    const code = await Promise.race([connection.ended, sleep(Math.max(patienceMs, 3_000), "no end")]);
    return { ...read(connection.taken()), code };
  }
  const alive = await probe(connection, one, ms);
  const { answers, noise } = read(connection.taken());
  const isProbe = ({ id }) => typeof id === "string" && id.startsWith("probe ");
  return { answers: answers.filter((answer) => !isProbe(answer)), noise, alive };
}

async function probe(connection, { era }, ms) {
  const id = `probe ${connection.probes++}`;
  const modern = { name: "echo", arguments: { text: "here" }, _meta: envelope };
  const asked = era === "modern" ? request("tools/call", modern, id) : message({ id, method: "ping" });
  connection.child.stdin.write(`${asked}\n`);
  const isIt = (line) => line.includes(`"${id}"`) && line.includes('"result"');
  let found = false;
  await connection.until((lines) => {
    found ||= lines.some(isIt);
    return found;
  }, ms);
  return found;
}

const discover = request("server/discover", { _meta: envelope }, "hello");
const lineFeed = Buffer.from("\n");

/** Notifications and requests of the server are allowed at any time. */
export function read(lines) {
  const answers = [];
  const noise = [];
  for (const line of lines) {
    let value;
    try {
      value = JSON.parse(line);
    } catch {
      noise.push(line);
      continue;
    }
    if (value?.jsonrpc !== "2.0") noise.push(line);
    else if (value.method === undefined) answers.push(value);
  }
  return { answers, noise };
}
