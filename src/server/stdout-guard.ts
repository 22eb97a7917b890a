import type { Writable } from "node:stream";
import type { LineSink } from "./line-writer.ts";

export interface StdoutGuard extends LineSink {
  /** Restores the stream, once everything is written. */
  release(): Promise<void>;
}

/** Reserves a stream for the protocol: all other writes to it (`console.log`, a library, a handler) go to the other stream. */
export function guardStdout(stdout: Writable, stderr: Writable): StdoutGuard {
  const own = Object.getOwnPropertyDescriptor(stdout, "write");
  const write = stdout.write.bind(stdout);
  // The overloads of `write` differ only in which arguments are left out.
  stdout.write = stderr.write.bind(stderr);
  let isBroken = false;
  const brokenListeners: ((error: Error) => void)[] = [];
  const drainListeners: (() => void)[] = [];
  const onError = (error: Error) => {
    isBroken = true;
    for (const listener of brokenListeners) listener(error);
  };
  const onDrain = () => {
    for (const listener of drainListeners) listener();
  };
  stdout.on("error", onError);
  stdout.on("drain", onDrain);

  return {
    write: (content) => (isBroken ? true : write(content)),
    writeParts(first, rest) {
      if (isBroken) return true;
      stdout.cork();
      write(first);
      const canTakeMore = write(rest);
      stdout.uncork();
      return canTakeMore;
    },
    onDrain: (listener) => drainListeners.push(listener),
    onBroken: (listener) => brokenListeners.push(listener),
    async release() {
      if (!isBroken) await new Promise<void>((resolve) => write("", () => resolve()));
      stdout.off("drain", onDrain);
      // The error listener stays: a reader that closes after the last line must not crash the process.
      if (own === undefined) Reflect.deleteProperty(stdout, "write");
      else Object.defineProperty(stdout, "write", own);
    },
  };
}
