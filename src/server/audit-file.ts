// One line for each call, in a file of its own: who called what, and what became of it.
import { closeSync, constants, fstatSync, openSync, renameSync, statSync } from "node:fs";
import { limits } from "../contract/limits.ts";
import { clip } from "../contract/utf8.ts";
import { lineWriter } from "../disk/line-writer.ts";
import type { CallObserver, ObservedCall } from "../runtime/middleware/observe.ts";
import type { Log } from "../runtime/ports.ts";

export interface AuditOptions {
  readonly path: string;
  /** A file that has grown to this becomes `<path>.1`. */
  readonly maxBytes: number;
  /** Older files that are kept, `<path>.1` the youngest. */
  readonly keep: number;
  /** Whether the arguments stand in it, without what the catalog calls sensitive. */
  readonly withArguments: boolean;
  readonly log: Log;
}

export interface AuditFile {
  readonly observe: CallObserver;
  close(): void;
}

/** @throws where the file can't be opened: who asks for an audit is not to go without */
export function openAuditFile({ path, maxBytes, keep, withArguments, log }: AuditOptions): AuditFile {
  let file = open(path);
  let write = lineWriter(file, path);
  let hasFailed = false;

  function reopen(): void {
    const next = open(path);
    closeSync(file);
    file = next;
    write = lineWriter(file, path);
  }

  /** What is not a file, such as `/dev/stderr`, has no size and stays where it is. */
  function makeRoom(bytes: number): void {
    const ours = fstatSync(file);
    if (!ours.isFile()) return;
    const there = statSync(path, { throwIfNoEntry: false });
    // The operator, or another process that writes the same file, may have put it aside.
    const isOurs = there?.ino === ours.ino && there.dev === ours.dev;
    if (isOurs && (there.size === 0 || there.size + bytes <= maxBytes)) return;
    if (isOurs) {
      for (let number = keep; number > 1; number--) move(`${path}.${number - 1}`, `${path}.${number}`);
      renameSync(path, `${path}.1`);
    }
    reopen();
  }

  return {
    observe(call) {
      const line = `${JSON.stringify(recordOf(call, withArguments))}\n`;
      try {
        makeRoom(Buffer.byteLength(line));
        write(line);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed)
          log.error("the audit can't be written", { error: error instanceof Error ? error.message : String(error) });
        hasFailed = true;
      }
    },
    close: () => closeSync(file),
  };
}

function recordOf(
  { tool, calledAs, caller, startedAt, ms, outcome, arguments: given }: ObservedCall,
  withArguments: boolean,
) {
  const { identity, client, transport } = caller;
  const arguments_ = withArguments ? given() : undefined;
  const isTooLong = arguments_ !== undefined && JSON.stringify(arguments_).length > limits.loggedBytes;
  return {
    time: new Date(startedAt).toISOString(),
    ...(identity && {
      subject: clip(identity.subject, 256),
      issuer: identity.issuer,
      clientId: clipped(identity.clientId),
    }),
    transport,
    ...(client && { client: clip(client.name, 128) }),
    tool: tool ?? clip(calledAs, 128),
    ...(tool === undefined || tool === calledAs ? {} : { calledAs: clip(calledAs, 128) }),
    outcome,
    ms,
    ...(arguments_ === undefined ? {} : { arguments: isTooLong ? "too large to write down" : arguments_ }),
  };
}

function clipped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : clip(text, 256);
}

function move(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to);
}

function open(path: string): number {
  return openSync(path, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o600);
}
