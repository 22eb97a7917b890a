import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

// Programs that a bench starts. Each has a limit, after which it is ended.

/** Runs a program to its end. @returns milliseconds. @throws Error when it fails or takes too long */
export async function timeProcess(command, words, { cwd, env, input = "", limitMs = 600_000, codes = [0] }) {
  const started = performance.now();
  const child = spawn(command, words, { cwd, env, stdio: ["pipe", "ignore", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaint = (complaint + text).slice(-2_000);
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  clearTimeout(timer);
  const ms = performance.now() - started;
  if (code === null) throw new Error(`ended after ${Math.round(ms / 1000)} s`);
  if (!codes.includes(code)) throw new Error(`exit code ${code}: ${complaint.trim().split("\n").at(-1)}`);
  return ms;
}

/** A program that goes on until it is ended, and the lines that it prints. */
export function openProcess(command, words, { cwd, env, limitMs = 600_000 }) {
  const child = spawn(command, words, { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise((resolve) => child.once("close", resolve));
  return {
    /** @throws Error when it ends or says nothing for too long */
    async nextLine() {
      const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
      const { value, done } = await lines.next();
      clearTimeout(timer);
      if (done) throw new Error("it ended before it said anything");
      return value;
    },
    async end() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
