import { type Answered, type Asked, ask } from "./exchanges.ts";

// Transcripts of sessions over HTTP: requests whose answers are read to their end, and streams that stay open.

/**
 * One line of a transcript. Ids that a server draws stand as `<session 1>` and `<stream 1>`, in what a client sends, too.
 *
 *     {"#": "what is shown, and by which rule"}
 *     {"→": {…}}                          as in exchanges.ts
 *     {"←": {"status", "headers", "body"}}  its whole answer
 *     {"open": "own", "→": {…}}           a request whose answer stays open under this name
 *     {"of": "own", "←": {…}}             its status and headers, then its events, one each; "end" where the server ends it
 *     {"drop": "own"}                      the client loses this connection
 */
export type SessionStep =
  | { readonly "#": string }
  | { readonly open?: string; readonly "→": Asked }
  | { readonly of?: string; readonly "←": unknown }
  | { readonly drop: string };

/**
 * Plays the client's part.
 * @param reading "as-recorded" takes as many events as the transcript has, where it has them; "until-quiet" takes whatever comes
 * @returns the transcript of what really happened
 */
export async function playSession(
  url: string,
  steps: readonly SessionStep[],
  reading: "as-recorded" | "until-quiet",
): Promise<readonly SessionStep[]> {
  const mask = openMask();
  const streams = new Map<string, Awaited<ReturnType<typeof openStream>>>();
  const seen: SessionStep[] = [];
  const heard = (of: string, event: unknown) => void seen.push({ of, "←": mask.event(event) });
  try {
    for (const step of steps) {
      if ("←" in step) {
        if (reading === "until-quiet" || step.of === undefined || isHead(step["←"])) continue;
        heard(step.of, (await streams.get(step.of)?.next(maxWaitMs)) ?? "(nothing came)");
        continue;
      }
      seen.push(step);
      if ("drop" in step) await streams.get(step.drop)?.drop();
      if (!("→" in step)) continue;
      const asked = mask.undo(step["→"]);
      if (step.open === undefined) seen.push({ "←": mask.head(await ask(url, asked)) });
      else {
        const stream = await openStream(url, asked);
        streams.set(step.open, stream);
        seen.push({ of: step.open, "←": mask.head(stream.head) });
      }
      if (reading === "as-recorded") continue;
      for (const [of, { next }] of streams) {
        for (let event = await next(quietMs); event !== undefined; event = await next(quietMs)) heard(of, event);
      }
    }
    for (const [of, { rest }] of streams) for (const event of rest()) heard(of, event);
    return seen;
  } finally {
    for (const { drop } of streams.values()) await drop();
  }
}

const quietMs = 400;
const maxWaitMs = 20_000;

function isHead(value: unknown): boolean {
  return typeof value === "object" && value !== null && "status" in value;
}

interface Event {
  readonly id?: string;
  readonly retry?: number;
  readonly data?: unknown;
}

/** A connection that stays open. */
async function openStream(url: string, { method = "POST", headers = {}, body }: Asked) {
  const gone = new AbortController();
  const given = Object.entries({
    ...(method === "POST" ? { "content-type": "application/json", accept: "application/json, text/event-stream" } : {}),
    ...(method === "GET" ? { accept: "text/event-stream" } : {}),
    ...headers,
  });
  const answer = await fetch(url, {
    method,
    headers: given.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
    signal: gone.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const events: (Event | "end")[] = [];
  let wake: () => void = () => undefined;
  let text = "";
  const type = answer.headers.get("content-type");
  const reading = (async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + part).split("\n\n");
      text = parts.pop() ?? "";
      // Comments keep the connection alive.
      events.push(...parts.filter((one) => !one.startsWith(":")).map(readEvent));
      wake();
    }
    events.push("end");
    wake();
  })().catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
  return {
    head: { status: answer.status, headers: type === null ? {} : { "content-type": type } },
    /** The next event; undefined where none comes for so long. */
    async next(timeoutMs: number): Promise<Event | "end" | undefined> {
      if (events.length === 0 && !gone.signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return events.shift();
    },
    rest: () => events.splice(0),
    async drop(): Promise<void> {
      gone.abort();
      await reading;
    },
  };
}

function readEvent(text: string): Event {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(text)?.[1];
  const [id, retry, data] = [field("id"), field("retry"), field("data")];
  return {
    ...(id === undefined ? {} : { id }),
    ...(retry === undefined ? {} : { retry: Number(retry) }),
    ...(data === undefined || data === "" ? {} : { data: JSON.parse(data) }),
  };
}

/** The server draws the ids of sessions and streams; they are numbered in the order in which they come. */
function openMask() {
  const sessions: string[] = [];
  const streams: string[] = [];
  const nameOf = (kind: "session" | "stream", id: string) => {
    const known = kind === "session" ? sessions : streams;
    if (!known.includes(id)) known.push(id);
    return `<${kind} ${known.indexOf(id) + 1}>`;
  };
  const header = "mcp-session-id";
  return {
    head(answered: Answered): Answered {
      const id = answered.headers?.[header];
      if (id === undefined || !/^[\w-]{32}$/.test(id)) return answered;
      return { ...answered, headers: { ...answered.headers, [header]: nameOf("session", id) } };
    },
    event(event: unknown): unknown {
      if (typeof event !== "object" || event === null || !("id" in event)) return event;
      return { ...event, id: String(event.id).replace(/^[\w-]{22}(?=\.)/, (id) => nameOf("stream", id)) };
    },
    undo(asked: Asked): Asked {
      const headers = Object.entries(asked.headers ?? {}).map(([name, value]) => {
        const real = value?.replace(/<(session|stream) (\d+)>/g, (whole, kind, count) => {
          return (kind === "session" ? sessions : streams)[Number(count) - 1] ?? whole;
        });
        return [name, real ?? null];
      });
      return { ...asked, headers: Object.fromEntries(headers) };
    },
  };
}
