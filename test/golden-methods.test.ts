import { join } from "node:path";
import {
  ClientNotificationSchema,
  ClientRequestSchema,
  ServerNotificationSchema,
  ServerRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { type GoldenMessage, readGoldenMessages } from "./golden-messages.ts";
import { methods, type Where } from "./golden-methods.ts";

// Every method of the protocol has its golden in both eras, or a reason why the era does not have it. The goldens are played in
// test/process.

const all = readGoldenMessages(join(import.meta.dirname, "golden"));

/** It is sent; a request is answered with a result. */
const isShown = ({ method, outcome }: GoldenMessage) =>
  outcome === "result" || (outcome === undefined && (method.startsWith("notifications/") || isQuestion(method)));
const isQuestion = (method: string) => ["elicitation/create", "sampling/createMessage", "roots/list"].includes(method);
/** No such method, no such revision; over HTTP: no such method of HTTP. */
const isRefused = ({ outcome }: GoldenMessage) => outcome === -32601 || outcome === -32022 || outcome === 405;

const cases = methods.flatMap(({ method, from, older, newer }) => [
  { method, from, revision: "2025-11-25", where: older },
  { method, from, revision: "2026-07-28", where: newer },
]);

const goldens = (where: Where) => (typeof where === "string" ? where : where.refused);

describe("each method of each revision", () => {
  test.each(cases)("$revision: $method from the $from", ({ method, from, revision, where }) => {
    const sent = all.filter((one) => one.method === method && one.from === from && one.revision === revision);
    const inGolden = sent.filter(({ file }) => file === goldens(where));
    if (typeof where === "string") {
      expect(inGolden.filter(isShown).length).toBeGreaterThan(0);
      return;
    }
    expect(where.none).toMatch(/\w{3}/);
    if (where.refused !== undefined) expect(inGolden.filter(isRefused).length).toBeGreaterThan(0);
    // What a revision does not have is served in none of its goldens. Notifications of a client are taken, and mean nothing.
    const isNotice = from === "client" && method.startsWith("notifications/");
    expect(isNotice ? [] : sent.filter(isShown)).toEqual([]);
  });
});

test("the table has every method that the official package of 2025-11-25 knows", () => {
  const schemas = [ClientRequestSchema, ClientNotificationSchema, ServerRequestSchema, ServerNotificationSchema];
  const known = schemas.flatMap(({ options }) => options.map(({ shape }) => shape.method.value));
  const listed = new Set(methods.map(({ method }) => method));
  expect(known.filter((method) => !listed.has(method))).toEqual([]);
  expect(known.length).toBeGreaterThan(30);
});

test("the table has every method that a golden shows to be served", () => {
  const listed = new Set(methods.map(({ method, from }) => `${from} ${method}`));
  const served = all.filter(isShown).map(({ method, from }) => `${from} ${method}`);
  // A client may send any notification.
  const unlisted = served.filter((one) => !listed.has(one) && !one.startsWith("client notifications/"));
  expect([...new Set(unlisted)]).toEqual([]);
});

test("no method has two rows", () => {
  const names = methods.map(({ method, from }) => `${from} ${method}`);
  expect(new Set(names).size).toBe(names.length);
});
