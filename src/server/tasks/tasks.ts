import type { JsonObject } from "../../contract/json.ts";
import type { CallAnswer } from "../../runtime/result.ts";
import type { Brought, OpenQuestion } from "../questions.ts";
import { type KeptTask, memoryTaskStore, type TaskState, type TaskStore } from "./task-store.ts";

// Calls that go on after their answer. They end with their process: a task needs its handler. Who asks for a task that is not
// known, or not the caller's own, hears the same.

/** Tasks that one caller may have; beyond, the oldest ended one is forgotten. */
export const maxTasks = 100;
export const defaultTtlMs = 60 * 60_000;
export const maxTtlMs = 24 * 60 * 60_000;
const minTtlMs = 1_000;
const pageSize = 50;

/** A notification to the client that waits for the task. */
export type Deliver = (method: string, params: JsonObject) => Promise<void>;

/** What a running task does with itself. */
export interface TaskRun {
  readonly id: string;
  readonly signal: AbortSignal;
  /** Says how far it is. */
  readonly say: (message: string) => void;
  /** Resolves with the reply; undefined: none can come. */
  readonly ask: (question: OpenQuestion) => Promise<JsonObject | undefined>;
  readonly deliver: Deliver;
}

export interface StartOptions {
  readonly owner: string;
  /** As the caller wishes; the store has its bounds. */
  readonly ttlMs?: number | undefined;
  /** Absent: notifications go to requests that wait for the result. */
  readonly deliver?: Deliver | undefined;
  /** Called for each change that the caller is notified of. */
  readonly onChange?: (task: KeptTask, deliver: Deliver) => void;
}

/** A request that waits for the result of a task. */
export interface Waiter {
  readonly signal: AbortSignal;
  /** Puts a question of the task to its caller, until the task is stopped. undefined: no reply can come. Absent: others answer it. */
  readonly ask?: (question: OpenQuestion, stopped: AbortSignal) => Promise<JsonObject | undefined>;
  readonly deliver?: Deliver;
}

export interface Tasks {
  /** @returns undefined where its owner has too many that run */
  start(options: StartOptions, work: (run: TaskRun) => Promise<CallAnswer>): KeptTask | undefined;
  get(owner: string, id: string): KeptTask | undefined;
  /** @param after the cursor of an earlier page @returns undefined: it is not one */
  page(owner: string, after: string | undefined): TaskPage | undefined;
  cancel(owner: string, id: string): KeptTask | "ended" | undefined;
  reply(owner: string, id: string, replyTo: Brought["replyTo"]): boolean;
  /** Waits until it has ended, and says how, though it be forgotten by then. undefined: it is unknown. */
  ended(owner: string, id: string, waiter: Waiter): Promise<KeptTask | undefined>;
  /** Stops all; who waits for one hears that it was stopped. */
  close(): void;
}

export interface TaskPage {
  readonly tasks: readonly KeptTask[];
  readonly next?: string;
}

export interface TasksOptions {
  readonly clock: () => number;
  /** What no caller can guess. */
  readonly newId: () => string;
  readonly store?: TaskStore;
}

interface Running {
  readonly abort: AbortController;
  readonly options: StartOptions;
  /** How it has ended. */
  last: KeptTask | undefined;
  deliver: Deliver | undefined;
  reply: ((reply: JsonObject | undefined) => void) | undefined;
  /** A waiter has put the question. */
  isPut: boolean;
  /** Called once, at the next change. */
  readonly waiting: Set<() => void>;
}

export function openTasks({ clock, newId, store = memoryTaskStore() }: TasksOptions): Tasks {
  const running = new Map<string, Running>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const own = (owner: string, id: string) => {
    const task = store.get(id);
    return task?.owner === owner ? task : undefined;
  };

  function change(id: string, changes: Partial<Pick<KeptTask, "state" | "message">>): void {
    const task = store.get(id);
    const runner = running.get(id);
    // What has ended stays as it is.
    if (task === undefined || runner === undefined) return;
    const changed = { ...task, ...changes, updatedAt: clock() };
    store.put(changed);
    const waiting = [...runner.waiting];
    runner.waiting.clear();
    if (hasEnded(changed.state)) {
      runner.last = changed;
      running.delete(id);
    }
    if (runner.deliver !== undefined) runner.options.onChange?.(changed, runner.deliver);
    for (const wake of waiting) wake();
  }

  function stop(id: string, reason: string): void {
    const runner = running.get(id);
    change(id, { state: { kind: "cancelled" }, message: reason });
    runner?.reply?.(undefined);
    runner?.abort.abort(new Error(reason));
  }

  function forget(id: string): void {
    const isAsking = store.get(id)?.state.kind === "asking";
    stop(id, isAsking ? "its time is over, and its question was not answered" : "its time is over");
    clearTimeout(timers.get(id));
    timers.delete(id);
    store.remove(id);
  }

  /** @returns false where all of them run */
  function makeRoom(owner: string): boolean {
    const tasks = store.of(owner);
    if (tasks.length < maxTasks) return true;
    const oldest = tasks.find(({ state }) => hasEnded(state));
    if (oldest === undefined) return false;
    forget(oldest.id);
    return true;
  }

  function runOf(id: string, runner: Running): TaskRun {
    return {
      id,
      signal: runner.abort.signal,
      say: (message) => change(id, { message }),
      deliver: async (method, params) => runner.deliver?.(method, params),
      ask: (question) =>
        new Promise((resolve) => {
          runner.reply = (reply) => {
            runner.reply = undefined;
            runner.isPut = false;
            if (!runner.abort.signal.aborted) change(id, { state: { kind: "working" } });
            resolve(reply);
          };
          change(id, { state: { kind: "asking", question } });
          if (runner.abort.signal.aborted) resolve(undefined);
        }),
    };
  }

  async function untilChanged(id: string, signal: AbortSignal): Promise<void> {
    const waiting = running.get(id)?.waiting;
    if (waiting === undefined) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }

  /** Puts the question of a task, where there is one that no other waiter has put. */
  async function put(task: KeptTask, { ask, signal }: Waiter): Promise<boolean> {
    const runner = running.get(task.id);
    if (task.state.kind !== "asking" || ask === undefined || runner?.isPut !== false) return false;
    runner.isPut = true;
    const { reply } = runner;
    const given = await ask(task.state.question, runner.abort.signal);
    // Who waited is gone; another one may ask.
    if (signal.aborted && given === undefined) runner.isPut = false;
    else if (runner.reply === reply) reply?.(given);
    return true;
  }

  return {
    start(options, work) {
      if (!makeRoom(options.owner)) return undefined;
      const { owner, ttlMs = defaultTtlMs, deliver } = options;
      const id = newId();
      const now = clock();
      const task: KeptTask = {
        ...{ id, owner, createdAt: now, updatedAt: now, state: { kind: "working" } },
        number: (store.of(owner).at(-1)?.number ?? 0) + 1,
        ttlMs: Math.min(Math.max(Math.round(ttlMs), minTtlMs), maxTtlMs),
      };
      store.put(task);
      const runner: Running = {
        ...{ abort: new AbortController(), options, last: undefined, deliver, reply: undefined, isPut: false },
        waiting: new Set(),
      };
      running.set(id, runner);
      timers.set(id, setTimeout(() => forget(id), task.ttlMs).unref());
      // The caller reads of the task first, and then how it goes on.
      const begun = new Promise((resolve) => setImmediate(resolve)).then(() => work(runOf(id, runner)));
      void begun.then(
        (answer) => change(id, { state: { kind: "ended", answer } }),
        () => change(id, { state: { kind: "ended", answer: internalError } }),
      );
      return task;
    },
    get: own,
    page(owner, after) {
      const from = after === undefined ? 0 : /^\d{1,15}$/.test(after) ? Number(after) : undefined;
      if (from === undefined) return undefined;
      const rest = store.of(owner).filter(({ number }) => number > from);
      const tasks = rest.slice(0, pageSize);
      const last = tasks.at(-1);
      return { tasks, ...(last !== undefined && rest.length > pageSize ? { next: String(last.number) } : {}) };
    },
    cancel(owner, id) {
      const task = own(owner, id);
      if (task === undefined) return undefined;
      if (hasEnded(task.state)) return "ended";
      stop(id, "cancelled by its caller");
      return own(owner, id);
    },
    reply(owner, id, replyTo) {
      const task = own(owner, id);
      if (task === undefined) return false;
      if (task.state.kind !== "asking") return true;
      const { key, method } = task.state.question;
      const reply = replyTo(key, method);
      if (reply !== undefined) running.get(id)?.reply?.(reply);
      return true;
    },
    async ended(owner, id, waiter) {
      const runner = own(owner, id) === undefined ? undefined : running.get(id);
      const before = runner?.deliver;
      if (runner !== undefined && waiter.deliver !== undefined) runner.deliver ??= waiter.deliver;
      try {
        for (;;) {
          const task = own(owner, id) ?? runner?.last;
          if (task === undefined || hasEnded(task.state) || waiter.signal.aborted) return task;
          if (!(await put(task, waiter))) await untilChanged(id, waiter.signal);
        }
      } finally {
        if (runner !== undefined && runner.deliver === waiter.deliver) runner.deliver = before;
      }
    },
    close() {
      for (const id of [...running.keys()]) stop(id, "the server ended");
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

export function hasEnded({ kind }: TaskState): boolean {
  return kind === "ended" || kind === "cancelled";
}

/** A dispatcher never throws: this is what is left. */
const internalError: CallAnswer = { kind: "protocol-error", code: -32603, message: "Internal error" };
