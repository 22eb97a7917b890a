import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { PassThrough, type Readable, Transform, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { errorCode, reasonOf } from "../../disk/disk-errors.ts";
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
      throw failureOf("dump", reason, signal, `'${dirname(path)}' can't be written`);
    });
  } finally {
    stopReporting();
  }
}

export interface CompressedFile {
  readonly path: string;
  readonly size: number;
  readonly compression: Compression;
  /** Whether a reader that fails keeps what it has read before. */
  readonly keepsPart: boolean;
}

/**
 * Reads a file that may be compressed.
 * @throws ProjectFailure IMPORT_REFUSED for a file that is not compressed as its name says, or is damaged; DATABASE_FAILED where a part of it is
 *   kept
 */
export async function readCompressed(
  { path, size, compression, keepsPart }: CompressedFile,
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
    const failed = isCutShort(error) || plain.errored !== null ? await settled : undefined;
    if (failed !== undefined && compression !== "none" && isDamage(failed.error)) {
      const problem = await damageOf(path, compression, failed.error);
      if (!keepsPart) throw new ProjectFailure("IMPORT_REFUSED", { problem }, { cause: failed.error });
      throw new ProjectFailure("DATABASE_FAILED", { action: "import", problem }, { cause: failed.error });
    }
    const isExplained = error instanceof ProjectFailure && !isCutShort(error);
    throw failureOf("import", isExplained ? error : (failed?.error ?? error), signal, `'${path}' can't be read`);
  } finally {
    plain.destroy();
    file.destroy();
    await settled;
    stopReporting();
  }
}

/**
 * A full disk and a folder that may not be written are failures of the world, not of this program.
 * @param what is the matter where the system says why: "'dumps' can't be written"
 */
export function failureOf(action: string, error: unknown, signal: AbortSignal, what: string): unknown {
  if (error instanceof ProjectFailure || signal.aborted || errorCode(error) === undefined) return error;
  const problem = `${what}: ${reasonOf(error)}`;
  return new ProjectFailure("DATABASE_FAILED", { action, problem }, { cause: error });
}

/** What zlib, or zstd, says of bytes that it can't read. */
class DamagedFile extends Error {}

function isDamage(error: unknown): error is Error {
  return error instanceof DamagedFile || /^Z_(?:DATA_ERROR|BUF_ERROR|NEED_DICT)$/.test(errorCode(error) ?? "");
}

/** Of the words of zstd's own; others, such as too little memory, may be gone at the next call. */
const zstdDamage =
  /premature end|unexpected end of file|unsupported format|unknown header|corrupt|decoding error|checksum/i;

const firstBytes = { gzip: "1f8b", zstd: "28b52ffd" } as const;

async function damageOf(path: string, compression: "gzip" | "zstd", { message }: Error): Promise<string> {
  const file = await open(path);
  try {
    const start = firstBytes[compression];
    const { buffer, bytesRead } = await file.read(Buffer.alloc(start.length / 2));
    if (buffer.subarray(0, bytesRead).toString("hex") === start)
      return `the file is not whole, or damaged, as its ${compression} data can't be read: ${message}`;
    return bytesRead === 0 ? "the file is empty" : `the file is not compressed by ${compression}, as its name says`;
  } finally {
    await file.close();
  }
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
  if (action === "import" && code !== null && zstdDamage.test(stderr)) {
    throw new DamagedFile(stderr.trim().replace(/^.*\*stdin\*\\ ?: /s, ""));
  }
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
