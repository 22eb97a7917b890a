import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { streamChild } from "../../../process/index.ts";
import type { Dsn } from "../../project-config/dsn.ts";
import { ProjectFailure, problemOf } from "../../project-config/failure.ts";
import type { ProcessEnv } from "../../project-config/find-config.ts";
import type { Work } from "../engine.ts";

export type ServerDsn = Exclude<Dsn, { readonly engine: "sqlite" }>;

export interface ClientCall {
  readonly action: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input?: Readable;
  readonly output?: Writable;
  readonly signal: AbortSignal;
}

export interface ClientOptions {
  readonly dsn: ServerDsn;
  readonly root: string;
  readonly env: ProcessEnv;
  /** In place of programs of this machine: those in a service of docker compose. */
  readonly compose?: { readonly service: string; readonly words: readonly string[] } | undefined;
  /** Where the password is: a file of this name for local programs, a variable inside a container. */
  readonly secret: { readonly fileText: string; readonly variable: string };
  /** How a local program is given the file. */
  readonly withFile: (path: string) => {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
}

/** Runs a client program of a database server. The password is never one of its arguments, and is masked in what it reports. */
export function clientProgram({ dsn, root, env, compose, secret, withFile }: ClientOptions) {
  const masked = (said: string) => (dsn.password === "" ? said : said.replaceAll(dsn.password, "***"));
  return async ({ action, program, args, env: more, input, output, signal }: ClientCall): Promise<void> => {
    const folder = compose === undefined ? await mkdtemp(join(tmpdir(), "pegboard-client-")) : undefined;
    try {
      const file = join(folder ?? "", "client.secret");
      if (folder !== undefined) await writeFile(file, secret.fileText, { mode: 0o600, flag: "wx" });
      const local = folder === undefined ? {} : withFile(file);
      const variables = { ...more, [secret.variable]: dsn.password };
      const [command, words] =
        compose === undefined
          ? [program, [...(local.args ?? []), ...args]]
          : [
              "docker",
              [
                ...["compose", ...compose.words, "exec", "-T"],
                // Names alone: docker takes the values from its own environment.
                ...Object.keys(variables).flatMap((name) => ["-e", name]),
                ...["--", compose.service, program, ...args],
              ],
            ];
      const ownEnv = compose === undefined ? { ...env, ...more, ...local.env } : { ...env, ...variables };
      const streams = { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) };
      const { code, stderr } = await streamChild(command, words, { cwd: root, env: ownEnv, signal, ...streams });
      if (code !== 0)
        throw new ProjectFailure("DATABASE_FAILED", { action, problem: masked(stderr.trim().slice(-2000)) });
    } catch (error) {
      if (error instanceof ProjectFailure || signal.aborted || !(error instanceof Error)) throw error;
      throw new ProjectFailure("DATABASE_FAILED", { action, problem: masked(error.message) }, { cause: error });
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  };
}

export type Client = ReturnType<typeof clientProgram>;

/** What a program prints. */
export async function printed(run: Client, call: Omit<ClientCall, "output">): Promise<string> {
  const output = new PassThrough();
  const [said] = await Promise.all([
    text(output),
    run({ ...call, output }).catch((error: unknown) => {
      output.end();
      throw error;
    }),
  ]);
  return said;
}

/**
 * Drops the half of a database that a failed clone has left, when the caller has gone too.
 * @throws the failure; where the drop fails as well, DATABASE_FAILED with both
 */
export async function droppedAfter(
  failure: unknown,
  target: string,
  drop: (work: Work) => Promise<void>,
): Promise<never> {
  try {
    await drop({ signal: AbortSignal.timeout(60_000), progress: () => undefined });
  } catch (error) {
    const problem = `${problemOf(failure)}; the half of '${target}' could not be dropped: ${problemOf(error)}`;
    throw new ProjectFailure("DATABASE_FAILED", { action: "clone", problem }, { cause: failure });
  }
  throw failure;
}

/** What one writes, the other reads; where one fails, so does the whole. */
export async function piped(
  write: (sink: Writable) => Promise<void>,
  read: (source: Readable) => Promise<void>,
): Promise<void> {
  const between = new PassThrough();
  await Promise.all(
    [write(between), read(between)].map((one) =>
      one.catch((error: unknown) => {
        between.destroy();
        throw error;
      }),
    ),
  );
}
