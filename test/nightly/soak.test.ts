import { describe, expect, test } from "vitest";
import { createLedger, type Ledger } from "../../scripts/nightly/soak/ledger.mjs";
import { memoryVerdict } from "../../scripts/nightly/soak/report.mjs";

// What the soak would overlook if its books were kept badly: each fault that a server could have, made by hand.

const fine = { result: () => true };
const answer = (id: unknown, result: object = {}) => JSON.stringify({ jsonrpc: "2.0", id, result });
const error = (id: unknown, code: number) => JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "no" } });

/** The books after a few requests: a call, a broken one, a line without an id, and one that was cancelled. */
function opened(): Ledger {
  const ledger = createLedger();
  ledger.expect("a", "a call", { result: ({ ok }) => ok === true });
  ledger.expect("b", "a broken call", { error: "INVALID_ARGUMENTS" });
  ledger.expect("c", "an unknown tool", { code: -32602 });
  ledger.expectUnnamed(-32700);
  ledger.expect("d", "a cancelled call", fine);
  ledger.cancel("d");
  return ledger;
}

const good = [
  answer("a", { ok: true }),
  answer("b", { isError: true, structuredContent: { error: { code: "INVALID_ARGUMENTS" } } }),
  error("c", -32602),
  error(null, -32700),
];

function faultsAfter(lines: readonly string[]): readonly string[] {
  const ledger = opened();
  for (const line of lines) ledger.receive(line);
  ledger.close();
  expect(ledger.counts.faults).toBe(ledger.faults.length);
  return ledger.faults;
}

describe("the books of a soak", () => {
  test("are clear when everything was answered, in whatever order, and a cancelled call or not", () => {
    expect(faultsAfter(good)).toEqual([]);
    expect(faultsAfter([...good].reverse())).toEqual([]);
    expect(faultsAfter([answer("d"), ...good])).toEqual([]);
  });

  test("wait for what was not cancelled, and count what came of it", () => {
    const ledger = opened();
    expect(ledger.waiting()).toBe(4);
    for (const line of good) ledger.receive(line);
    ledger.receive(answer("d"));
    expect(ledger.waiting()).toBe(0);
    expect(ledger.counts).toEqual({ answered: 1, refused: 3, cancelled: 1, busy: 0, faults: 0 });
  });

  test("take a server's word that it is too busy, and count it", () => {
    const ledger = opened();
    const busy = { isError: true, structuredContent: { error: { code: "HOST_UNAVAILABLE", retry: "later" } } };
    ledger.receive(answer("a", busy));
    expect(ledger.counts).toEqual({ answered: 0, refused: 0, cancelled: 1, busy: 1, faults: 0 });
  });

  test.each<[string, (lines: readonly string[]) => readonly string[], string]>([
    ["a lost answer", (lines) => lines.slice(1), "a call (a) was never answered"],
    ["a lost refusal", (lines) => lines.slice(0, -1), "1 lines were never refused with -32700"],
    ["an answer that comes twice", (lines) => [...lines, answer("a", { ok: true })], "a second one"],
    ["a cancelled call that is answered twice", (lines) => [answer("d"), answer("d"), ...lines], "a second one"],
    ["an answer to nothing", (lines) => [...lines, answer("x")], "an answer to nothing that waits"],
    ["an id of another type", (lines) => [...lines, answer(7)], "an answer to nothing that waits"],
    ["noise", (lines) => [...lines, "listening…"], "a line that is not JSON: listening…"],
    ["JSON that is not a message", (lines) => [...lines, "null"], "a line that is not a message: null"],
    ["a notification", (lines) => [...lines, '{"jsonrpc":"2.0","method":"x"}'], "an unexpected message"],
    ["a refusal too many", (lines) => [...lines, error(null, -32700)], "without an id that nothing asked for"],
    [
      "a refusal with another code",
      (lines) => [...lines.slice(0, 3), error(null, -32600)],
      "without an id that nothing",
    ],
    ["a wrong result", (lines) => [answer("a", { ok: false }), ...lines.slice(1)], "a call was answered with"],
    ["an error for a result", (lines) => [error("a", -32603), ...lines.slice(1)], "a call was answered with"],
    ["a result for an error", (lines) => [...lines.slice(0, 2), answer("c"), ...lines.slice(3)], "an unknown tool was"],
    ["a broken call that works", (lines) => [lines[0] ?? "", answer("b"), ...lines.slice(2)], "a broken call was"],
  ])("report %s", (_title, mutate, fault) => {
    expect(faultsAfter(good)).toEqual([]);
    expect(faultsAfter(mutate(good))[0]).toContain(fault);
  });
});

describe("memory", () => {
  const flat = Array.from({ length: 600 }, (_, index) => 100_000 + (index % 40) * 200);

  test("is flat where it goes up and down, and grows while everything is seen for the first time", () => {
    expect(memoryVerdict(flat, 300)).toBeUndefined();
    expect(memoryVerdict([...flat.slice(0, 150).map((kB) => kB / 3), ...flat], 300)).toBeUndefined();
  });

  test("that grows is reported, in a run that is long enough to judge it", () => {
    const leaking = flat.map((kB, index) => kB + index * 100);
    expect(memoryVerdict(leaking, 300)).toMatch(/^its memory grew from \d+ MB to \d+ MB; up to \d+ MB would be flat$/);
    expect(memoryVerdict(leaking, 60)).toBeUndefined();
  });
});
