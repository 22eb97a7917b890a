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

test("once the reader is gone nothing is written, nothing waits, and the listeners know", async () => {
  const [out, err] = [stream(), stream()];
  const guard = guardStdout(out.writable, err.writable);
  const broken: string[] = [];
  guard.onBroken(({ message }) => broken.push(message));
  out.writable.emit("error", new Error("EPIPE"));
  expect([guard.write("lost"), broken, out.written]).toEqual([true, ["EPIPE"], []]);
  await guard.release();
  expect(out.written).toEqual([]);
});
