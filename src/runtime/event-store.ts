/** Keeps the messages of streams over HTTP for clients whose connection was lost. @see MCP 2025-11-25, transports, "Resumability and Redelivery" */
export interface EventStore {
  /** Rejects when it can't be kept: the message is sent all the same, but can't be sent again. */
  append(event: StreamEvent): Promise<void>;
  /** What follows an event. undefined: the stream is unknown or of another session, or some of what follows is gone. */
  after(place: StreamPlace): Promise<StreamRest | undefined>;
  /** Removes all streams of a session that is over. */
  forget(session: string): Promise<void>;
}

export interface StreamPlace {
  /** 128 random bits, as text. */
  readonly stream: string;
  /** A digest of the session and of whom it belongs to: neither can be read from it. */
  readonly session: string;
  /** Of the event, from 0. */
  readonly number: number;
}

export interface StreamEvent extends StreamPlace {
  /** One JSON-RPC message; "" for the event that begins a stream. */
  readonly text: string;
  /** Nothing follows it. */
  readonly isLast: boolean;
}

export interface StreamRest {
  readonly events: readonly Pick<StreamEvent, "number" | "text">[];
  /** The last one of the stream is among them, or was before. */
  readonly isComplete: boolean;
}

export interface MemoryEventsOptions {
  /** Characters of all messages together; the oldest streams go first. Default: 32 Mi. */
  readonly maxCharacters?: number;
  /** Messages of one stream; the oldest go first. Default: 1,024. */
  readonly maxEvents?: number;
}

/** Keeps them until the process ends. */
export function createMemoryEvents(options: MemoryEventsOptions = {}): EventStore {
  const { maxCharacters = 32 * 1024 * 1024, maxEvents = 1_024 } = options;
  // Oldest first.
  const streams = new Map<string, KeptEvents>();
  let length = 0;

  function remove(stream: string, kept: KeptEvents): void {
    streams.delete(stream);
    for (const { text } of kept.events) length -= text.length;
  }

  return {
    async append({ stream, session, number, text, isLast }) {
      const kept: KeptEvents = streams.get(stream) ?? { session, events: [], isComplete: false };
      streams.set(stream, kept);
      kept.events.push({ number, text });
      kept.isComplete = isLast;
      length += text.length;
      if (kept.events.length > maxEvents) length -= kept.events.shift()?.text.length ?? 0;
      for (const [name, oldest] of streams) {
        if (length <= maxCharacters) break;
        remove(name, oldest);
      }
    },
    async after({ stream, session, number }) {
      const kept = streams.get(stream);
      const first = kept?.events[0]?.number ?? 0;
      if (kept?.session !== session || number < first - 1) return undefined;
      return { events: kept.events.filter((event) => event.number > number), isComplete: kept.isComplete };
    },
    async forget(session) {
      for (const [stream, kept] of streams) if (kept.session === session) remove(stream, kept);
    },
  };
}

interface KeptEvents {
  readonly session: string;
  readonly events: Pick<StreamEvent, "number" | "text">[];
  isComplete: boolean;
}
