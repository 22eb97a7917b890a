import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import type { Mask } from "../../client/mask-secrets.ts";
import { isJsonObject, type JsonObject, jsonIn } from "../../contract/json.ts";
import { lineWriter } from "../../disk/line-writer.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type Exchange, header } from "./exchange.ts";
import { maskJson } from "./mask-exchange.ts";

export interface Recorder {
  /** Appends one exchange, masked, at once. @throws CliError when it can't be written: what was asked for would be missing */
  record(exchange: Exchange, mask: Mask): void;
  close(): void;
}

/**
 * Opens a recording; several commands may add to one. It is readable for its owner only, because results may hold anything.
 * @throws CliError for a file that can't be written, or holds something else
 */
export function openRecorder({ cwd }: Pick<Terminal, "cwd">, name: string): Recorder {
  const fail = failsWith(`'${name}' can't be written`);
  const path = resolve(cwd, name);
  const file = attempt(() => {
    const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants;
    return openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  }, fail);
  const first = `${JSON.stringify(header)}\n`;
  const write = attempt(() => lineWriter(file, path), fail);
  const put = (line: string) => attempt(() => write(line), fail);
  if (attempt(() => fstatSync(file).size, fail) === 0) put(first);
  else {
    const start = Buffer.alloc(first.length);
    attempt(() => readSync(file, start, 0, start.length, 0), fail);
    if (start.toString("utf8") !== first) {
      closeSync(file);
      throw new CliError(`'${name}' is not a recording`, {
        hint: "--record takes a new file, or a recording to add to",
      });
    }
  }
  return {
    record(exchange, mask) {
      const { result, error, params, ...rest } = exchange;
      const masked = {
        ...rest,
        params: maskJson(params, mask),
        ...(result === undefined ? {} : { result: maskJson(result, mask) }),
        ...(error === undefined ? {} : { error: maskJson({ ...error } as JsonObject, mask) }),
      };
      put(`${JSON.stringify(masked)}\n`);
    },
    close: () => closeSync(file),
  };
}

function attempt<Result>(work: () => Result, fail: (error: unknown) => never): Result {
  try {
    return work();
  } catch (error) {
    return fail(error);
  }
}

/** @throws CliError for a text that is not a recording, with the line that is wrong */
export function parseRecording(text: string, name: string): readonly Exchange[] {
  const [first = "", ...lines] = text.split("\n");
  const head = jsonIn(first);
  if (!isJsonObject(head) || head.recording !== header.recording) {
    throw new CliError(`'${name}' is not a recording`, { hint: "--record of pegboard call writes one" });
  }
  return lines.flatMap((line, at) => {
    if (line === "") return [];
    const exchange = jsonIn(line);
    if (isExchange(exchange)) return [exchange];
    throw new CliError(`line ${at + 2} of '${name}' is not an exchange`);
  });
}

function isExchange(value: unknown): value is Exchange {
  if (!isJsonObject(value) || typeof value.server !== "string" || !isJsonObject(value.params)) return false;
  const { method, result, error } = value;
  if (typeof method !== "string" || !methods.has(method)) return false;
  return isJsonObject(result) || (isJsonObject(error) && typeof error.message === "string");
}

const methods: ReadonlySet<string> = new Set<Exchange["method"]>([
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
]);
