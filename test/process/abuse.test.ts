import { afterAll, describe, expect, test } from "vitest";
import { type Case, cases } from "../../scripts/nightly/abuse/cases.mjs";
import { playHttp } from "../../scripts/nightly/abuse/http.mjs";
import { wrongIn } from "../../scripts/nightly/abuse/judge.mjs";
import { openOurs } from "../../scripts/nightly/abuse/ours.mjs";
import { type Play, playStdio } from "../../scripts/nightly/abuse/stdio.mjs";

// The corpus of abuse against the built server, over both transports and both paths. `npm run nightly abuse` plays it against the servers of
// other frameworks, too, so nothing in it knows our texts.

const patienceMs = 20_000;

describe.each(["on", "off"])("with the fast path %s", (fastPath) => {
  const ours = openOurs({ PEGBOARD_FAST_PATH: fastPath });
  afterAll(() => ours.remove());

  test("every case over stdio is answered right", { timeout: 180_000 }, async () => {
    expectAllRight(await playStdio(ours.stdio, cases, patienceMs), "stdio");
  });

  test("every case over HTTP is answered right", { timeout: 180_000 }, async () => {
    expectAllRight(await playHttp(ours.http, cases, patienceMs), "http");
  });
});

function expectAllRight(plays: readonly Play[], transport: "stdio" | "http"): void {
  expect(
    plays.flatMap(({ case: { group, name }, wrong }) => (wrong === undefined ? [] : [`${group}: ${name}: ${wrong}`])),
  ).toEqual([]);
  expect(plays).toHaveLength(cases.filter(({ transports }) => transports.includes(transport)).length);
}

test("the corpus has 150 cases and more, each once and each with its reason", () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
  expect(new Set(cases.map(({ group, name }) => `${group}: ${name}`)).size).toBe(cases.length);
  expect(cases.filter(({ why }) => !/^(MCP|JSON-RPC|JSON Schema|RFC \d)/.test(why)).map(({ why }) => why)).toEqual([]);
});

describe("the judge", () => {
  const pong = { jsonrpc: "2.0", id: 1, result: {} };
  const refusal = (id: unknown, code: number) => ({ jsonrpc: "2.0", id, error: { code, message: "no" } });
  const fine = { noise: [], alive: true };
  const answered: Pick<Case, "wants"> = { wants: [[1, "result"]] };
  const unreadable: Pick<Case, "wants"> = { wants: [[null, -32700]] };

  test.each([
    ["an answer", answered, { ...fine, answers: [pong] }],
    ["an answer over HTTP", answered, { ...fine, answers: [pong], status: 200 }],
    ["a refusal without an id", unreadable, { ...fine, answers: [refusal(null, -32700)] }],
    ["a refusal by status", unreadable, { ...fine, answers: [], status: 400 }],
    ["silence", { wants: [] }, { ...fine, answers: [], status: 202 }],
    ["one of several codes", { wants: [[1, -32600, -32602]] }, { ...fine, answers: [refusal(1, -32602)] }],
    ["an end", { wants: [], ends: true }, { answers: [], noise: [], code: 0 }],
  ])("takes %s", (_name, one, outcome) => {
    expect(wrongIn(one, outcome)).toBe(undefined);
  });

  test.each([
    ["no answer", answered, { ...fine, answers: [] }],
    ["another id", answered, { ...fine, answers: [{ ...pong, id: "1" }] }],
    ["two answers", answered, { ...fine, answers: [pong, pong] }],
    ["an error for a result", answered, { ...fine, answers: [refusal(1, -32603)] }],
    ["another code", unreadable, { ...fine, answers: [refusal(null, -32600)] }],
    ["an error of the server", unreadable, { ...fine, answers: [], status: 500 }],
    ["an answer to what is never answered", { wants: [] }, { ...fine, answers: [pong] }],
    ["another status than the only right one", { wants: [], status: [202] }, { ...fine, answers: [], status: 400 }],
    ["words on stdout", answered, { answers: [pong], noise: ["listening"], alive: true }],
    ["a server that is gone", answered, { answers: [pong], noise: [], alive: false }],
    ["a code at the end", { wants: [], ends: true }, { answers: [], noise: [], code: 1 }],
    [
      "another text",
      { wants: [[1, { text: "b" }]] },
      { ...fine, answers: [{ ...pong, result: { content: [{ text: "a" }] } }] },
    ],
    [
      "a success for an error",
      { wants: [[1, "tool error"]] },
      { ...fine, answers: [{ ...pong, result: { content: [] } }] },
    ],
  ])("finds %s", (_name, one, outcome) => {
    expect(wrongIn(one, outcome)).toEqual(expect.any(String));
  });
});
