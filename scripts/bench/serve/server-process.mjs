import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

// A server that a bench has started, what it costs by Linux's account, and the lines of its protocol.

/** Starts a server over stdio. */
export function openStdio(words, { cwd, env } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, words, { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
  let onChunk = (_chunk) => undefined;
  let number = 0;
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (chunk) => onChunk(chunk));
  const closed = new Promise((resolve) => child.once("close", resolve));
  const ended = closed.then(() => Promise.reject(new Error("the server ended before it answered")));
  ended.catch(() => undefined);
  /** Sends `count` requests, at most `depth` of them unanswered. Lines are only counted, so that the client is not what is measured. */
  const send = (count, depth, method, params) => {
    const tail = `,${JSON.stringify({ method, params }).slice(1)}\n`;
    let [sent, answered] = [0, 0];
    let last = Buffer.alloc(0);
    const more = () => {
      let text = "";
      while (sent < count && sent - answered < depth) {
        sent++;
        text += `{"jsonrpc":"2.0","id":${++number}${tail}`;
      }
      if (text !== "") child.stdin.write(text);
    };
    const done = new Promise((resolve) => {
      onChunk = (chunk) => {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) answered++;
        last = sent === 1 ? Buffer.concat([last, chunk]) : chunk;
        if (answered < count) more();
        else resolve({ at: performance.now(), line: last.toString("utf8").trimEnd().split("\n").at(-1) });
      };
    });
    more();
    return Promise.race([done, ended]);
  };
  return {
    ...accountOf(child),
    started,
    /** One request. @returns the line of the answer, the milliseconds until it came, and when */
    async request(method, params) {
      const from = performance.now();
      const { line, at } = await send(1, 1, method, params);
      return { line, ms: at - from, at };
    },
    notify(method) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`);
    },
    /** Many requests. @returns milliseconds, and the last line */
    async pipeline(count, depth, method, params) {
      const from = performance.now();
      const { line, at } = await send(count, depth, method, params);
      return { ms: at - from, line };
    },
    /** As a host does: the server keeps what its next start needs. */
    end() {
      child.stdin.end();
      return closed;
    },
  };
}

/** Starts a server over HTTP. @param url where it prints only that it listens; else it prints its address, on stderr */
export async function openHttp(words, { cwd, env, url: known } = {}) {
  const child = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stderr.setEncoding("utf8").on("data", (part) => {
      text += part;
      const found = known === undefined ? /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(text)?.[0] : known;
      if (found !== undefined && (known === undefined || text.includes("listening"))) resolve(found);
    });
    closed.then(() => reject(new Error(`the server ended before it listened: ${text.trim()}`)));
  });
  return { ...accountOf(child), url, end: () => end(child, closed) };
}

/** @see https://docs.kernel.org/scheduler/sched-stats.html and proc(5) */
function accountOf(child) {
  return {
    /** Time on a processor, of all threads, in microseconds. */
    cpuUs() {
      const threads = readdirSync(`/proc/${child.pid}/task`);
      const spent = (thread) =>
        Number(readFileSync(`/proc/${child.pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
      return threads.reduce((sum, thread) => sum + spent(thread), 0) / 1_000;
    },
    /** Memory that is in use, in MiB. */
    memoryMib() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1_024;
    },
  };
}

async function end(child, closed) {
  child.kill("SIGKILL");
  await closed;
}
