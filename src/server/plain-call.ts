import type { JsonObject } from "../contract/json.ts";
import type { CallAnswer } from "../runtime/result.ts";
import type { RequestId } from "./decode.ts";
import type { NotifyPort, ProgressReports } from "./progress.ts";
import type { Questions } from "./questions.ts";

/** Where the reports of a call go. */
export interface Caller {
  /** Writes a notification; resolves when the reader can take more. */
  readonly notify: (message: object) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** A `tools/call` that is answered without the SDK, while it runs. */
export class PlainCall implements NotifyPort {
  readonly id: RequestId;
  #params: JsonObject;
  readonly #caller: Caller;
  #isCancelled = false;
  #reason: unknown;
  #controller: AbortController | undefined;
  /** As the dispatcher takes it. */
  readonly signal = () => this.#signal();

  constructor(id: RequestId, params: JsonObject, caller: Caller) {
    this.id = id;
    this.#params = params;
    this.#caller = caller;
  }

  /** Of the request; empty once they were dropped. */
  get params(): JsonObject {
    return this.#params;
  }

  /**
   * Drops the arguments of a call that needs them no more. A Map that calls enter and leave replaces its table again and again, and what the replaced
   * ones refer to survives until V8 collects everything: with their arguments, that doubles what each small collection has to move.
   */
  dropParams(): void {
    this.#params = noParams;
  }

  isCancelled(): boolean {
    return this.#isCancelled;
  }

  notify(method: string, params: object): Promise<void> {
    return this.#caller.notify({ jsonrpc: "2.0", method, params });
  }

  onError(error: Error): void {
    this.#caller.onError(error);
  }

  /** @param reason undefined: the platform's own */
  cancel(reason: unknown): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }

  /** Created when it is first read: an AbortController per call would cost more than the call. */
  #signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isCancelled) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }
}

const noParams: JsonObject = {};

/** What was done of a call when it was handed over to the SDK. */
export interface FirstRound {
  readonly answer: CallAnswer;
  readonly questions: Questions | undefined;
  readonly progress: ProgressReports | undefined;
}
