// What is spoken over the socket of the warm process: JSON, one message a line.
import type { Socket } from "node:net";
import { isJsonObject, type Json, type JsonObject, jsonIn } from "../../contract/json.ts";
import { createLineReader } from "../../server/lines.ts";

export interface Wire {
  send(message: { readonly [member: string]: Json | undefined }): void;
  /** What was sent goes out first. */
  end(): void;
}

/** More than a server may send in one message, by far. */
const maxLineBytes = 160 * 1024 * 1024;

/** A sender of anything else is cut off. */
export function openWire(socket: Socket, onMessage: (message: JsonObject) => void): Wire {
  const lines = createLineReader({
    maxLineBytes,
    onLine(line) {
      const message = jsonIn(line.toString("utf8"));
      if (isJsonObject(message)) onMessage(message);
      else socket.destroy();
    },
    onTooLong: () => undefined,
    onOverflow: () => socket.destroy(),
  });
  socket.on("data", (bytes: Buffer) => lines.push(bytes));
  // Its end follows, and that is what counts.
  socket.on("error", () => undefined);
  return {
    send(message) {
      if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
    },
    end: () => socket.end(),
  };
}
