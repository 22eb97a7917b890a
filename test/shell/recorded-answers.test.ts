// What a recording keeps of secrets, and which request it takes for a recorded one.
import { describe, expect, it } from "vitest";
import { secretMask } from "../../src/client/mask-secrets.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Exchange } from "../../src/shell/recording/exchange.ts";
import { maskJson } from "../../src/shell/recording/mask-exchange.ts";
import { recordedAnswers } from "../../src/shell/recording/recorded-answers.ts";

const env = { API_KEY: "key-of-the-configuration" };
const mask = secretMask({ kind: "stdio", command: "node", args: [], env, cwd: "/" });

describe("what is kept", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["a secret of the configuration, in any text", { a: ["x key-of-the-configuration y"] }, { a: ["x *** y"] }],
    ["the same as a name", { "key-of-the-configuration": 1 }, { "***": 1 }],
    ["a text under the name of a secret", { userPassword: "p", api_key: "k" }, { userPassword: "***", api_key: "***" }],
    ["two keys in one text", { a: "ghp_abcdefghijklmnopqrstu, npm_abcdefghijklmnopqrstuvwxyz0123" }, { a: "***, ***" }],
    ["a header with a token", { headers: { Authorization: "Bearer abc" } }, { headers: { Authorization: "***" } }],
    ["no schema of a param with such a name", { token: { type: "string" } }, { token: { type: "string" } }],
    ["no token of a page", { nextPageToken: "abc", tokens: 12 }, { nextPageToken: "abc", tokens: 12 }],
    ["no word that only holds one", { secretary: "Ann", keyboard: "us" }, { secretary: "Ann", keyboard: "us" }],
    ["no prototype", JSON.parse('{"__proto__": {"password": "p"}}'), JSON.parse('{"__proto__": {"password": "***"}}')],
  ])("%s", (_, value, expected) => {
    expect(maskJson(value, mask)).toEqual(expected);
  });
});

describe("a request", () => {
  const call = (given: JsonObject, said: string): Exchange => ({
    server: "s",
    method: "tools/call",
    params: { name: "t", arguments: given },
    result: { said },
  });
  const answerTo = (exchanges: readonly Exchange[], given: JsonObject) =>
    recordedAnswers(exchanges).answer("tools/call", { name: "t", arguments: given })?.result?.said;

  it("is the recorded one whatever the order of its members, and no other", () => {
    const exchanges = [call({ a: 1, b: { c: [1, 2] } }, "yes")];
    expect(answerTo(exchanges, { b: { c: [1, 2] }, a: 1 })).toBe("yes");
    for (const other of [{ a: 1 }, { a: 1, b: { c: [2, 1] } }, { a: "1", b: { c: [1, 2] } }, { a: 1, b: { c: [1] } }]) {
      expect(answerTo(exchanges, other)).toBeUndefined();
    }
    expect(answerTo(exchanges, { a: 1, b: { c: [1, 2] }, d: 1 })).toBeUndefined();
  });

  it("may have any text where one was masked", () => {
    const exchanges = [call({ a: "x ***, *** y" }, "yes")];
    expect(answerTo(exchanges, { a: "x one, two y" })).toBe("yes");
    for (const other of ["one, two y", "x one two y", "x one, two", "x , y", 1]) {
      expect(answerTo(exchanges, { a: other })).toBeUndefined();
    }
  });

  it("gets equal requests' answers one after the other, each request by itself", () => {
    const recorded = recordedAnswers([call({ a: 1 }, "one"), call({ a: 1 }, "two"), call({ a: 2 }, "other")]);
    const ask = (a: number) => recorded.answer("tools/call", { name: "t", arguments: { a } })?.result?.said;
    expect([ask(1), ask(2), ask(1), ask(1), ask(2)]).toEqual(["one", "other", "two", "two", "other"]);
  });

  it("without a list, the tools are those that were called", () => {
    expect(recordedAnswers([call({}, "a"), call({ a: 1 }, "b")]).tools).toEqual([
      { name: "t", inputSchema: { type: "object" } },
    ]);
  });
});
