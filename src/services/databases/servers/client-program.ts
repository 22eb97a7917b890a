import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { reasonOf, unlessAbsent } from "../../../disk/disk-errors.ts";
import { streamChild } from "../../../process/index.ts";
import { hasEnded, ownerMark } from "../../../process/process-owner.ts";
import type { Dsn } from "../../project-config/dsn.ts";
import { ProjectFailure, problemOf } from "../../project-config/failure.ts";
import type { ProcessEnv } from "../../project-config/find-config.ts";
import { byteCounter, isNotFound } from "../compress.ts";
import type { Work } from "../engine.ts";
import { reportProgress } from "../report-progress.ts";

export type ServerDsn = Exclude<Dsn, { readonly engine: "sqlite" }>;

export interface ClientCall {
  readonly action: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input?: Readable;
  readonly output?: Writable;
  readonly signal: AbortSignal;
  /** What an ended program's words mean where that is not DATABASE_FAILED. */
  readonly failureOf?: (said: string) => ProjectFailure;
}

export interface ClientOptions {
  readonly dsn: ServerDsn;
  /** The file of the configuration that names the server. */
  readonly file: string;
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
export function clientProgram({ dsn, file: configFile, root, env, compose, secret, withFile }: ClientOptions) {
  const masked = (said: string) => (dsn.password === "" ? said : said.replaceAll(dsn.password, "***"));
  return async ({ action, program, args, env: more, input, output, signal, failureOf }: ClientCall): Promise<void> => {
    const secretFailure = (error: unknown): never => {
      const problem = `the password can't be written into a file of '${tmpdir()}': ${reasonOf(error)}`;
      throw new ProjectFailure("DATABASE_FAILED", { action, problem }, { cause: error });
    };
    const folder = compose === undefined ? await secretFolder().catch(secretFailure) : undefined;
    try {
      const file = join(folder ?? "", "client.secret");
      const asNew = { mode: 0o600, flag: "wx" };
      if (folder !== undefined) await writeFile(file, secret.fileText, asNew).catch(secretFailure);
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
      if (code !== 0) {
        // libpq names the file of the password, which is gone by then.
        const lines = withoutStatement(stderr)
          .split("\n")
          .filter((line) => !line.includes(`"${file}"`));
        const problem = masked(lines.join("\n").trim().slice(-2000));
        if (isRefusedLogin(problem, dsn)) {
          throw new ProjectFailure("CONFIG_INVALID", { file: configFile, problems: [`dsn: ${problem}`] });
        }
        throw failureOf?.(problem) ?? new ProjectFailure("DATABASE_FAILED", { action, problem });
      }
    } catch (error) {
      if (error instanceof ProjectFailure || signal.aborted || !(error instanceof Error)) throw error;
      const command = compose === undefined ? program : "docker";
      const problem = isNotFound(error) ? `the program '${command}' is not installed` : masked(error.message);
      throw new ProjectFailure("DATABASE_FAILED", { action, problem }, { cause: error });
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  };
}

/** MariaDB's client shows the statement that failed between two lines of dashes: it may be megabytes of rows. */
function withoutStatement(stderr: string): string {
  const line = "--------------\n";
  const end = stderr.lastIndexOf(line);
  return end < 0 ? stderr : stderr.slice(end + line.length);
}

/** Whether a client program was refused for its user, its password or the default database: the same at every call, until the DSN is another. */
function isRefusedLogin(problem: string, { database }: ServerDsn): boolean {
  const login =
    /^(?:psql|pg_dump): .*FATAL: +(?:password authentication failed|role ".*" does not exist|no pg_hba\.conf entry)|fe_sendauth: no password supplied$|^(?:ERROR |mariadb-dump: Got error: |mysqldump: Got error: )(?:1045|1698)\b/m;
  return (
    login.test(problem) ||
    /^(?:psql|pg_dump): .*FATAL: .*database "(.*)" does not exist$/m.exec(problem)?.[1] === database
  );
}

/**
 * Of an import that left nothing behind: IMPORT_REFUSED where the same file can never be imported into the same database. Other failures,
 * such as a lock or a full disk, may be gone at the next call.
 * @param sqlstate of the statement that failed; the classes are those of ISO/IEC 9075 and of PostgreSQL
 */
export function importFailure(problem: string, sqlstate: string | undefined): ProjectFailure {
  const isOfStatement = sqlstate !== undefined && /^(?:0A|2[1236]|3[DF]|42|P0)/.test(sqlstate);
  // Of psql, and of MariaDB's client: a command of the program's own, which a file may not give.
  const isOfClient = /: error: backslash commands are restricted|^ERROR at line \d+: Unknown command /m.test(problem);
  return isOfStatement || isOfClient
    ? new ProjectFailure("IMPORT_REFUSED", { problem })
    : new ProjectFailure("DATABASE_FAILED", { action: "import", problem });
}

const secretFolders = "pegboard-client-";

/** A new folder for a password; those that a kill has left go first. */
async function secretFolder(): Promise<string> {
  const { uid } = userInfo();
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(secretFolders) || !hasEnded(name.slice(secretFolders.length))) continue;
    const path = join(tmpdir(), name);
    // Others may make folders there too.
    if ((await stat(path).catch(unlessAbsent))?.uid === uid) await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(tmpdir(), `${secretFolders}${ownerMark()}-`));
}

export type Client = ReturnType<typeof clientProgram>;

/** What a program prints. */
export async function printed(run: Client, call: Omit<ClientCall, "output">): Promise<string> {
  const output = new PassThrough();
  const [ran, said] = await Promise.allSettled([
    run({ ...call, output }).catch((error: unknown) => {
      output.end();
      throw error;
    }),
    text(output),
  ]);
  // Why the program failed says more than the stream that it broke.
  if (ran.status === "rejected") throw ran.reason;
  if (said.status === "rejected") throw said.reason;
  return said.value;
}

/**
 * Takes away the half that a failure has left, when the caller has gone too.
 * @throws the failure; where that fails as well, DATABASE_FAILED with both
 */
export async function undoneAfter(
  failure: unknown,
  action: string,
  undo: (work: Work) => Promise<void>,
): Promise<never> {
  try {
    await undo({ signal: AbortSignal.timeout(60_000), progress: () => undefined, notice: () => undefined });
  } catch (error) {
    const problem = `${problemOf(failure)}; what it has left could not be removed: ${problemOf(error)}`;
    throw new ProjectFailure("DATABASE_FAILED", { action, problem }, { cause: failure });
  }
  throw failure;
}

/** What one writes, the other reads; where one fails, so does the whole. */
export async function piped(
  progress: Work,
  write: (sink: Writable) => Promise<void>,
  read: (source: Readable) => Promise<void>,
): Promise<void> {
  const { stream: between, count } = byteCounter();
  const stop = reportProgress(progress, count, "bytes");
  await Promise.all(
    [write(between), read(between)].map((one) =>
      one.catch((error: unknown) => {
        between.destroy();
        throw error;
      }),
    ),
  ).finally(stop);
}
