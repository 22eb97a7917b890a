import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { guardStdout } from "../../src/server/stdout-guard.ts";

function stream() {
  const written: string[] = [];
  const writable = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return { writable, written };
}

test("stdout carries only what is written through the guard, until it is released", async () => {
  const [out, err] = [stream(), stream()];
  const guard = guardStdout(out.writable, err.writable);
  guard.write("protocol");
  out.writable.write("stray");
  await guard.release();
  out.writable.write("after");
  expect([out.written, err.written]).toEqual([["protocol", "", "after"], ["stray"]]);
});

test("two parts are one write of the stream, behind what was written before", async () => {
  const writes: string[][] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      writes.push([String(chunk)]);
      done();
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)));
      done();
    },
  });
  const guard = guardStdout(out, stream().writable);
  guard.write("before");
  expect(guard.writeParts(Buffer.from("beginning, "), Buffer.from("rest"))).toBe(true);
  await guard.release();
  expect(writes).toEqual([["before"], ["beginning, ", "rest"], [""]]);
});

test("a reader that does not keep up is reported for two parts too", async () => {
  const waiting: (() => void)[] = [];
  const out = new Writable({ highWaterMark: 4, writev: (_chunks, done) => waiting.push(done) });
  const guard = guardStdout(out, stream().writable);
  expect(guard.writeParts(Buffer.from("long"), Buffer.from("er"))).toBe(false);
  for (const done of waiting) done();
});

test("once the reader is gone nothing is written, nothing waits, and the listeners know", async () => {
  const [out, err] = [stream(), stream()];
  const guard = guardStdout(out.writable, err.writable);
  const broken: string[] = [];
  guard.onBroken(({ message }) => broken.push(message));
  out.writable.emit("error", new Error("EPIPE"));
  expect([guard.write("lost"), broken, out.written]).toEqual([true, ["EPIPE"], []]);
  expect([guard.writeParts(Buffer.from("lost"), Buffer.from("too")), out.written]).toEqual([true, []]);
  await guard.release();
  expect(out.written).toEqual([]);
});
