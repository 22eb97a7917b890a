import fc from "fast-check";
import { expect, test } from "vitest";
import { servicesOn, workbench, writer } from "./workbench.ts";

// Any history of messages does what a plain list would: nothing is lost, nothing shown twice as unread, whatever the titles.

const to = fc.constantFrom("codex", "scribe");
const step = fc.oneof(
  fc.record({ kind: fc.constant("send" as const), to, title: fc.constantFrom("Review", "Review (2)", "Go") }),
  fc.record({
    kind: fc.constant("read" as const),
    to,
    isUnreadOnly: fc.boolean(),
    marksRead: fc.boolean(),
    limit: fc.integer({ min: 1, max: 4 }),
  }),
);

interface Sent {
  readonly to: string;
  readonly title: string;
  readonly payload: string;
  isRead: boolean;
}

test("an inbox is a list of messages, newest first, with a mark on what was shown", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { store, clock } = await workbench();
      const { memories } = servicesOn(store, clock);
      const model: Sent[] = [];
      for (const [number, one] of steps.entries()) {
        if (one.kind === "send") {
          const message = { to: one.to, title: one.title, payload: `Number ${number}.` };
          await memories.notify({ ...message, priority: 5, tier: "long", writer });
          model.unshift({ ...message, isRead: false });
          continue;
        }
        const { to: owner, ...asked } = one;
        const inbox = await memories.inbox({ owner, ...asked, writer });
        if (inbox.status !== "open") throw new Error(inbox.status);
        const there = model.filter((sent) => sent.to === owner && !(asked.isUnreadOnly && sent.isRead));
        const shown = there.slice(0, asked.limit);
        expect(inbox.messages.map(({ title, shown: payload, isRead }) => ({ title, payload, isRead }))).toEqual(
          shown.map(({ title, payload, isRead }) => ({ title, payload, isRead })),
        );
        expect(inbox.more).toBe(there.length > shown.length);
        if (asked.marksRead) for (const sent of shown) sent.isRead = true;
      }
      await store.close();
    }),
    { numRuns: 25 },
  );
});
