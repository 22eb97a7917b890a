import { describe, expect, test } from "vitest";
import { modernEnvelope, openWire } from "./wire.ts";

const subscriptionId = "io.modelcontextprotocol/subscriptionId";

/** A server with an open subscription, that would wait very long for what still runs. */
async function listening() {
  const wire = openWire({ shutdownMs: 600_000 });
  const params = { _meta: modernEnvelope, notifications: { toolsListChanged: true } };
  wire.send({ id: "s", method: "subscriptions/listen", params });
  const { params: acknowledged } = await wire.line(({ method }) => method !== undefined);
  expect(acknowledged).toEqual({ notifications: {}, _meta: { [subscriptionId]: "s" } });
  return wire;
}

describe("an open subscription", () => {
  test.each(["input", "stop"])("does not delay the end of the %s, and is answered", async (how) => {
    const wire = await listening();
    if (how === "input") wire.stdin.end();
    else wire.stop();
    expect(await wire.exit).toBe(0);
    expect(JSON.parse(wire.lines.at(-1) ?? "")).toMatchObject({
      id: "s",
      result: { resultType: "complete", _meta: { [subscriptionId]: "s" } },
    });
    expect(wire.log).toEqual([]);
  });

  test("that was cancelled gets no more messages", async () => {
    const wire = await listening();
    wire.send({ method: "notifications/cancelled", params: { requestId: "s" } });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect(wire.lines).toHaveLength(1);
  });
});

describe("before the first request that determines the era", () => {
  test.each([
    ["a notification", { method: "notifications/x" }],
    ["a cancellation of nothing", { method: "notifications/cancelled", params: { requestId: 1 } }],
  ])("%s settles nothing", async (_title, notification) => {
    const wire = openWire();
    wire.send(notification);
    await wire.request("server/discover", { _meta: modernEnvelope });
    wire.send(notification);
    const { result } = await wire.request("tools/list", { _meta: modernEnvelope });
    expect(result).toMatchObject({ resultType: "complete" });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });
});
