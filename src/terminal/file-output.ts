import { writeSync } from "node:fs";
import { Writable } from "node:stream";

/**
 * An open file as a stream that writes everything or fails. Node's own stdout takes a write of which a full disk has
 * accepted the first half for the whole, and the rest is lost without an error.
 */
export function openFileOutput(descriptor: number): Writable {
  return new Writable({
    write(bytes: Buffer, _encoding, done) {
      try {
        for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}
