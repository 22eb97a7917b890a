import { secondsText } from "../contract/duration.ts";
import { givenMembers } from "../contract/given-members.ts";
import { maxTimerMs, startDeadline, untilAborted } from "./deadline.ts";
import type { PoolOptions } from "./pool.ts";
import {
  ConnectionLost,
  ConnectionRefused,
  type InProcessTarget,
  InvalidAnswer,
  RemoteError,
  type RequestOptions,
  RequestTimeout,
  type ResourceChange,
  ServerBusy,
  type ServerConnection,
  ServerFailure,
  type ServerTarget,
  SessionLost,
} from "./server-connection.ts";

/** One server of a pool: its connection, where there is one just now. */
export interface PoolMember {
  /** Hands over a live connection, with what is left of the time. Work that may be repeated is, once, on a new one; so is any that a server did not run. */
  use<Result>(
    work: (connection: ServerConnection, left: RequestOptions) => Promise<Result>,
    options: RequestOptions | undefined,
    law: { readonly mayRepeat: boolean },
  ): Promise<Result>;
  /** @see ServerPool.subscribe */
  subscribe(uri: string, options: RequestOptions | undefined): Promise<boolean>;
  unsubscribe(uri: string, options: RequestOptions | undefined): Promise<void>;
  close(): Promise<void>;
}

const defaultStartMs = 30_000;
const defaultIdleMs = 300_000;
const defaultTimeoutMs = 60_000;

/** The pause behind a failure, doubled with each further one, in milliseconds. */
const usualPauseMs = 500;
const maxPauseMs = 30_000;
/** A server that dies younger than this has failed to start, whatever it answered, in milliseconds. */
const minLifeMs = 5000;

export function openPoolMember(name: string, target: ServerTarget | InProcessTarget, options: PoolOptions): PoolMember {
  const { startMs = defaultStartMs, idleMs = defaultIdleMs, pauseMs = usualPauseMs } = options;
  const { offers, onResourceChange } = options;
  const onChange = onResourceChange && ((change: ResourceChange) => onResourceChange(name, change));
  const closing = new AbortController();
  /** A start that is under way, or what came of it. */
  let current: Promise<ServerConnection> | undefined;
  let live: ServerConnection | undefined;
  let bornAt = 0;
  let failures = 0;
  /** Why it last failed, and until when it is not tried again. */
  let rest: { readonly error: unknown; readonly untilMs: number } | undefined;
  /** Connections that are being closed. */
  const leaving = new Set<Promise<void> | undefined>();
  /** How much work runs on each. */
  const running = new Map<ServerConnection, number>();
  /** Resources that are subscribed to, on whatever connection. */
  const subscribed = new Set<string>();
  let users = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  /** All requests that come meanwhile wait for the same start; the time or abort of one does not end it for the others. */
  function open(patienceMs: number): Promise<ServerConnection> {
    if (closing.signal.aborted) return Promise.reject(new ConnectionLost("was closed"));
    if (current !== undefined) return current;
    if (rest !== undefined && restMs() > 0) return Promise.reject(notAsked(rest.error, restMs()));
    const starting = start(Math.min(maxTimerMs, Math.max(startMs, patienceMs)));
    current = starting;
    starting.catch((error: unknown) => {
      current = undefined;
      fail(error);
    });
    return starting;
  }

  async function start(timeoutMs: number): Promise<ServerConnection> {
    // The SDK is large: a pool that is never asked does without it, and the server starts while it is loaded.
    const begun = target.kind === "stdio" ? (await import("./stdio-transport.ts")).stdioTransport(target) : undefined;
    begun?.begin();
    const { connect } = await import("./connect.ts");
    const connection = await connect(target, {
      ...{ timeoutMs, signal: closing.signal, begun },
      ...(offers && { offers }),
      ...(onChange && { onResourceChange: onChange }),
    });
    for (const uri of subscribed) void resubscribe(connection, uri);
    bornAt = performance.now();
    live = connection;
    void connection.ended.then(({ reason, printed }) => lose(connection, new ConnectionLost(reason, { printed })));
    return connection;
  }

  /** What changed while there was no connection is not known. */
  async function resubscribe(connection: ServerConnection, uri: string): Promise<void> {
    try {
      if (await connection.subscribe(uri)) onChange?.({ kind: "updated", uri });
    } catch {
      // A server that dies again is reported to those who call it.
    }
  }

  /**
   * It is gone, or no longer to be trusted; reported by what noticed it first. Over HTTP the failure of one request says nothing of those that the
   * server still works at: they go on, and only what follows gets a new connection.
   */
  function lose(connection: ServerConnection, error: ConnectionLost): void {
    if (live !== connection) return;
    const hasFailedEarly = target.kind === "stdio" && performance.now() - bornAt < minLifeMs;
    if (target.kind === "http" && running.has(connection)) forget();
    else leave(connection);
    if (hasFailedEarly) fail(error);
    else failures = 0;
    // Those who are subscribed would wait until somebody calls. That it can't be started is reported to them then.
    if (subscribed.size > 0 && !closing.signal.aborted) open(startMs).catch(() => undefined);
  }

  function forget(): void {
    live = undefined;
    current = undefined;
    clearTimeout(idleTimer);
  }

  function fail(error: unknown): void {
    failures += 1;
    rest = { error, untilMs: performance.now() + Math.min(maxPauseMs, pauseMs * 2 ** (failures - 1)) };
  }

  function leave(connection: ServerConnection | undefined): void {
    forget();
    end(connection);
  }

  /** Only the closing of the pool waits for its end. Closing never fails. */
  function end(connection: ServerConnection | undefined): void {
    const left = connection?.close().finally(() => leaving.delete(left));
    leaving.add(left);
  }

  /** Runs work on a connection, which is closed behind the last of it where another one has taken its place. */
  async function runOn<Result>(connection: ServerConnection, work: () => Promise<Result>): Promise<Result> {
    running.set(connection, (running.get(connection) ?? 0) + 1);
    try {
      return await work();
    } catch (error) {
      // Over HTTP nothing else shows that a server is gone.
      const loss = lossIn(error);
      if (loss !== undefined && !(loss instanceof ServerBusy)) lose(connection, loss);
      throw error;
    } finally {
      const others = (running.get(connection) ?? 1) - 1;
      if (others > 0) running.set(connection, others);
      else running.delete(connection);
      if (others === 0 && live !== connection && !closing.signal.aborted && target.kind === "http") end(connection);
    }
  }

  /** How long it is not started again, in milliseconds. */
  function restMs(): number {
    return current !== undefined || rest === undefined ? 0 : rest.untilMs - performance.now();
  }

  function rested(): void {
    users -= 1;
    if (users > 0 || idleMs === 0 || subscribed.size > 0) return;
    idleTimer = setTimeout(() => leave(live), idleMs);
    // Who only waits for this timer has nothing more to do.
    idleTimer.unref();
  }

  async function once<Result>(
    work: (connection: ServerConnection, left: RequestOptions) => Promise<Result>,
    { limitMs, endMs }: Time,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const leftMs = () => Math.max(1, endMs - performance.now());
    const late = () => new RequestTimeout(`was not ready within ${secondsText(limitMs)}`);
    const connection = live ?? (await withinTime(open(leftMs()), leftMs(), late, signal));
    try {
      const left = { timeoutMs: leftMs(), ...(signal === undefined ? {} : { signal }) };
      return await runOn(connection, () => work(connection, left));
    } catch (error) {
      // Who asked knows the time that they gave, not what was left of it.
      if (error instanceof RequestTimeout) {
        throw new RequestTimeout(`did not answer within ${secondsText(limitMs)}`, { cause: error });
      }
      throw error;
    }
  }

  async function use<Result>(
    work: (connection: ServerConnection, left: RequestOptions) => Promise<Result>,
    options: RequestOptions = {},
    { mayRepeat }: { readonly mayRepeat: boolean },
  ): Promise<Result> {
    const { timeoutMs = defaultTimeoutMs, signal } = options;
    const time = { limitMs: timeoutMs, endMs: performance.now() + timeoutMs };
    users += 1;
    clearTimeout(idleTimer);
    try {
      try {
        return await once(work, time, signal);
      } catch (error) {
        // A server that could not be started, or died young, is at rest: then this has its own reason to fail.
        const wasNotRun = mayRepeat ? lossIn(error) !== undefined : error instanceof SessionLost;
        if (!wasNotRun || closing.signal.aborted || restMs() > 0) throw error;
        return await once(work, time, signal);
      }
    } catch (error) {
      throw nameFailure(name, error);
    } finally {
      rested();
    }
  }

  return {
    use,
    async subscribe(uri, options) {
      const isWatched = await use((connection, left) => connection.subscribe(uri, left), options, { mayRepeat: true });
      if (isWatched) subscribed.add(uri);
      return isWatched;
    },
    async unsubscribe(uri, options) {
      subscribed.delete(uri);
      // Where there is no connection, there is no subscription.
      if (live !== undefined) {
        await use((connection, left) => connection.unsubscribe(uri, left), options, { mayRepeat: false });
      }
    },
    async close() {
      closing.abort(new ConnectionLost("was closed"));
      for (const connection of running.keys()) if (connection !== live) end(connection);
      live = undefined;
      // A start that is under way ends by the signal and leaves nothing behind.
      await current?.then(leave, () => undefined);
      await Promise.all(leaving);
    },
  };
}

/** For one request, its waiting for a start and its repetition together, in milliseconds. */
interface Time {
  readonly limitMs: number;
  readonly endMs: number;
}

/** @throws what `late` makes, the signal's reason, or what the work throws; the work itself goes on */
async function withinTime<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Error,
  signal?: AbortSignal,
): Promise<Result> {
  const deadline = startDeadline(timeoutMs, signal);
  const reason = () => (deadline.isOver ? late() : deadline.signal.reason);
  return untilAborted(work, deadline.signal, reason).finally(() => deadline.clear());
}

/** Their messages are said of a server ("ended with exit code 1"), so that a name can be put before them. */
const saidOfServer = [ConnectionLost, InvalidAnswer, RequestTimeout] as const;

function lossIn(error: unknown): ConnectionLost | undefined {
  if (error instanceof RemoteError && error.isOfConnection) return new ConnectionLost(error.message, { cause: error });
  return error instanceof ConnectionLost ? error : undefined;
}

/** Who reads the old failure alone would take it for that of the new call, which may have been carried out. */
function notAsked(error: unknown, restMs: number): unknown {
  const inText = secondsText(Math.ceil(restMs / 100) * 100);
  return reworded(error, (said) => `was not asked, because it failed a moment ago (${said}); try again in ${inText}`);
}

/** The same failure, with the server's name at the beginning of its message; errors that a server has worded stay. */
function nameFailure(name: string, error: unknown): unknown {
  if (error instanceof ConnectionRefused) {
    const { message, status, scope } = error;
    return new ConnectionRefused(`'${name}' ${message}`, givenMembers({ cause: error, status, scope }));
  }
  return reworded(error, (said) => `'${name}' ${said}`);
}

/** A failure of the same kind, with other words and what the server printed behind them. */
function reworded(error: unknown, words: (said: string) => string): unknown {
  const kind = saidOfServer.find((each) => error instanceof each);
  if (kind === undefined || !(error instanceof ServerFailure)) return error;
  return new kind(words(error.withoutPrinted), { cause: error, printed: error.printed });
}
