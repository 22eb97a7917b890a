import { createReadStream, createWriteStream } from "node:fs";
import { PassThrough, type Readable, Transform, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { type StreamOptions, streamChild } from "../../process/index.ts";
import { ProjectFailure } from "../project-config/failure.ts";
import type { Compression } from "./dump-files.ts";
import type { Work } from "./engine.ts";
import { reportProgress } from "./report-progress.ts";

/** Gives what is written to a file, compressed. `write` gets the stream and ends it. */
export async function writeCompressed(
  path: string,
  compression: Compression,
  work: Work,
  write: (sink: Writable) => Promise<void>,
): Promise<void> {
  const counter = byteCounter();
  const stopReporting = reportProgress(work, () => counter.count(), "bytes");
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const { signal } = work;
  const stored =
    compression === "zstd"
      ? throughZstd("dump", ["-q", "-c"], counter.stream, file, { signal })
      : compression === "gzip"
        ? pipeline(counter.stream, createGzip(), file, { signal })
        : pipeline(counter.stream, file, { signal });
  try {
    await Promise.all([
      stored,
      write(counter.stream).catch((error: unknown) => {
        counter.stream.destroy(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }),
    ]).catch(async (error: unknown) => {
      // What broke the pipe says more than the broken pipe.
      const reason = await stored.then(
        () => error,
        (other: unknown) => (other instanceof ProjectFailure ? other : error),
      );
      // The file is removed next, so nothing may still write to it.
      file.destroy();
      await finished(file).catch(() => undefined);
      throw failureOf("dump", reason, signal);
    });
  } finally {
    stopReporting();
  }
}

/** Reads a file that may be compressed. */
export async function readCompressed(
  path: string,
  size: number,
  compression: Compression,
  work: Work,
  read: (source: Readable) => Promise<void>,
): Promise<void> {
  const counter = byteCounter();
  const stopReporting = reportProgress(work, () => counter.count(), "bytes", size);
  const plain = new PassThrough();
  const { signal } = work;
  const file = createReadStream(path);
  const fed =
    compression === "zstd"
      ? throughZstd("import", ["-q", "-d", "-c"], file.pipe(counter.stream), plain, { signal, endsOnSuccess: true })
      : compression === "gzip"
        ? pipeline(file, counter.stream, createGunzip(), plain, { signal })
        : pipeline(file, counter.stream, plain, { signal });
  // It is awaited below; until then its failure is the reader's, whose stream ends with it.
  const settled = fed.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  try {
    await read(plain);
    const failed = await settled;
    if (failed !== undefined) throw failed.error;
  } catch (error) {
    // What broke the stream says more than the broken stream.
    const isBroken = isCutShort(error) || (plain.errored !== null && !(error instanceof ProjectFailure));
    const failed = isBroken ? await settled : undefined;
    throw failureOf("import", failed?.error ?? error, signal);
  } finally {
    plain.destroy();
    file.destroy();
    await settled;
    stopReporting();
  }
}

/** A full disk and a file that is cut are failures of the world, not of this program. */
export function failureOf(action: string, error: unknown, signal: AbortSignal): unknown {
  const isOfSystem = error instanceof Error && "code" in error && typeof error.code === "string";
  if (error instanceof ProjectFailure || signal.aborted || !isOfSystem) return error;
  return new ProjectFailure("DATABASE_FAILED", { action, problem: error.message }, { cause: error });
}

async function throughZstd(
  action: "dump" | "import",
  args: readonly string[],
  input: Readable,
  output: Writable,
  options: Pick<StreamOptions, "signal" | "endsOnSuccess">,
): Promise<void> {
  const { code, stderr } = await streamChild("zstd", args, { ...options, input, output }).catch((error: unknown) => {
    input.destroy();
    if (!isNotFound(error)) throw error;
    const problem = "the program 'zstd' is not installed";
    throw new ProjectFailure("DATABASE_FAILED", { action, problem }, { cause: error });
  });
  if (code === 0) return;
  const problem = `zstd ended with ${code ?? "a signal"}: ${stderr.trim()}`;
  throw new ProjectFailure("DATABASE_FAILED", { action, problem });
}

/** Whether a program could not be started because it is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && hasCode(error.cause, "ENOENT");
}

/** Whether a reader, or the program that reads for it, failed only because its stream was closed. */
function isCutShort(error: unknown): boolean {
  const code = "ERR_STREAM_PREMATURE_CLOSE";
  return hasCode(error, code) || (error instanceof Error && hasCode(error.cause, code));
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Passes bytes on and counts them. */
export function byteCounter() {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, count: () => bytes };
}
